// Exactly once: a write with an Idempotency-Key stores its answer in the transaction of its effect. A later call with the same key
// waits for that transaction and gets the same answer. The same key with another tool or input is refused.
import { sql } from 'kysely'
import type { Database } from '#db/pool.ts'
import { Refusal, refuse } from '#engine/outcomes.ts'

export const KEY_CHARS_MAX = 255
/** How long a key and its answer are stored. */
export const KEPT_HOURS = 24

const PRINTABLE = /^[\x21-\x7e]+$/

export function check_key(key: string): void {
  if (key.length > KEY_CHARS_MAX || !PRINTABLE.test(key))
    refuse(`The idempotency key must be 1 to ${KEY_CHARS_MAX} visible ASCII characters, for example a UUID.`)
}

export interface Claim {
  org_id: string
  key: string
  tool: string
  input_hash: Buffer
}

/** What the first call with the key stored: its answer, the run that it started, or both. */
interface Remembered {
  result: Record<string, unknown> | null
  run_id: string | null
}

/** The stored answer. Undefined when this call is the first: then other calls with the key wait until its transaction ends. */
export async function claim_key(
  db: Database,
  { org_id, key, tool, input_hash }: Claim,
): Promise<Remembered | undefined> {
  const claimed = await db
    .insertInto('idempotency_keys')
    .values({ org_id, key, tool, input_hash })
    .onConflict((conflict) =>
      conflict
        .columns(['org_id', 'key'])
        .doUpdateSet({
          tool,
          input_hash,
          result: null,
          run_id: null,
          created_at: (of) => of.ref('excluded.created_at'),
        })
        .where(sql<boolean>`excluded.created_at - idempotency_keys.created_at > make_interval(hours => ${KEPT_HOURS})`),
    )
    .returning('key')
    .executeTakeFirst()
  if (claimed) return undefined
  const kept = await db
    .selectFrom('idempotency_keys')
    .select(['tool', 'input_hash', 'result', 'run_id'])
    .where('key', '=', key)
    .executeTakeFirstOrThrow()
  if (kept.tool !== tool || !kept.input_hash.equals(input_hash))
    throw new Refusal('conflict', 'This idempotency key was used for another call. Use a new key for a new call.')
  return { result: kept.result as Remembered['result'], run_id: kept.run_id }
}

export async function keep_answer(
  db: Database,
  key: string,
  { result, run_id }: { result?: Record<string, unknown>; run_id?: string },
): Promise<void> {
  await db
    .updateTable('idempotency_keys')
    .set({ result: result && JSON.stringify(result), run_id })
    .where('key', '=', key)
    .execute()
}
