// Runs an operator's command on an organization: one transaction with the record of the command, as for the write of a tool.
import { randomUUIDv7 } from 'node:crypto'
import { userInfo } from 'node:os'
import { in_org, in_system } from '#db/org.ts'
import type { Database, Pool } from '#db/pool.ts'
import { append_calls, INSTALLATION, input_hash } from '#engine/audit/chain.ts'
import type { Outcome } from '#engine/outcomes.ts'
import type { Keyring } from '#engine/vendors/secrets.ts'
import { system_clock } from '#lib/clock.ts'

/** The author of a command: the system user who runs the process. In a container, a user can have no name. */
export const OPERATOR = { actor: `operator:${user_name()}` }

function user_name(): string {
  try {
    return userInfo().username
  } catch {
    return String(process.getuid?.())
  }
}

export interface Operation<T> {
  /** The command without its arguments: 'key create'. */
  command: string
  input: unknown
  /** The organization, or a function of the result when the result names the organizations whose chains record the command. */
  org_id: string | ((result: T) => string | string[])
  /** 'system' acts across organizations and can change what calls may not change. */
  as: 'org' | 'system'
  statement_timeout_ms?: number
  outcome?: Outcome
}

export async function operate<T>(
  { pool, ring }: { pool: Pool; ring: Keyring },
  { command, input, org_id, as, statement_timeout_ms, outcome = 'ok' }: Operation<T>,
  work: (db: Database) => Promise<T>,
): Promise<T> {
  const started = performance.now()
  const recorded = async (db: Database) => {
    const result = await work(db)
    const record = {
      request_id: randomUUIDv7(),
      ...OPERATOR,
      tool: `tablero ${command}`,
      transport: 'cli',
      outcome,
      input_hash: input_hash(input),
      duration_ms: performance.now() - started,
      called_at: system_clock.now().toISOString(),
    }
    const org_ids = [typeof org_id === 'string' ? org_id : org_id(result)].flat()
    await append_calls(
      db,
      ring,
      org_ids.map((org_id) => ({ ...record, org_id })),
    )
    return result
  }
  if (as === 'system') return in_system(pool, recorded, { statement_timeout: statement_timeout_ms })
  if (typeof org_id !== 'string') throw new TypeError('a command of an organization names it')
  return in_org(pool, { org_id, statement_timeout_ms }, recorded)
}

/** Records a command that changed nothing of one organization, in the chain of the installation. */
export const record_command = (
  parts: { pool: Pool; ring: Keyring },
  { command, input, outcome }: Pick<Operation<void>, 'command' | 'input' | 'outcome'>,
): Promise<void> =>
  operate(parts, { command, input, outcome, as: 'system', org_id: INSTALLATION }, async () => undefined)
