// The record of what platforms caused, in the chain of calls.
import { randomUUIDv7 } from 'node:crypto'
import type { Database } from '#db/pool.ts'
import { append_calls, input_hash } from '#engine/audit/chain.ts'
import type { Keyring } from '#engine/vendors/secrets.ts'

interface Caused {
  org_id: string
  platform: string
  /** What happened, such as `webhook_uninstalled`. */
  tool: string
  input: unknown
  at: Date
}

/** `db` is a transaction of the organization. */
export const record = (db: Database, ring: Keyring, { org_id, platform, tool, input, at }: Caused): Promise<void> =>
  append_calls(db, ring, [
    {
      org_id,
      request_id: randomUUIDv7(),
      actor: `webhook:${platform}`,
      tool,
      transport: 'web',
      outcome: 'ok',
      input_hash: input_hash(input),
      duration_ms: 0,
      called_at: at.toISOString(),
    },
  ])
