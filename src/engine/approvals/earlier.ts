// Earlier proposals of the same kind of change of the same target. What a person rejected, and what public text may have caused, waits for a
// person when it is proposed again. Amounts do not count: a proposal that differs by a cent is the same one to its proposer.
import { sql } from 'kysely'
import type { Database } from '#db/pool.ts'
import { minute_in } from '#domain/windows.ts'
import type { StoredAction } from '#engine/approvals/table.ts'
import { type Message, message } from '#messages/message.ts'

/** For so long after a rejection, or after public text was read, a person decides. */
const HELD_DAYS = 7
const HELD_MS = HELD_DAYS * 24 * 3_600_000

export interface Earlier {
  /** When a person last rejected one. null: nobody did. */
  rejected_at: string | null
  /** When the public text was read that may have caused one. null: there is none. */
  tainted_at: string | null
}

/** What holds at `at`. A tainted proposal that waits counts as long as it waits. */
export async function earlier_of(
  db: Database,
  { platform, target_key, action_type }: Pick<StoredAction, 'platform' | 'target_key' | 'action_type'>,
  at: Date,
): Promise<Earlier> {
  const since = new Date(at.getTime() - HELD_MS).toISOString()
  const read_at = sql<string>`coalesce(tainted_at, created_at)`
  return db
    .selectFrom('actions')
    .select((eb) => [
      eb.fn
        .max<string | null>('decided_at')
        .filterWhere('status', '=', 'rejected')
        .filterWhere('decided_at', '>', since)
        .filterWhere('decided_at', '<=', at.toISOString())
        .as('rejected_at'),
      eb.fn
        .max<string | null>(read_at)
        .filterWhere('is_tainted', '=', true)
        .filterWhere(eb.or([eb('status', '=', 'pending'), eb(read_at, '>', since)]))
        .as('tainted_at'),
    ])
    .where('platform', '=', platform)
    .where('target_key', '=', target_key)
    .where('action_type', '=', action_type)
    .executeTakeFirstOrThrow()
}

/** What a person must know of earlier proposals before a yes. */
export function warnings_of(
  { rejected_at }: Pick<Earlier, 'rejected_at'>,
  { time_zone }: { time_zone: string },
): Message[] {
  if (rejected_at === null) return []
  const until = new Date(Date.parse(rejected_at) + HELD_MS).toISOString()
  const [at, end] = [rejected_at, until].map((instant) => minute_in(time_zone, new Date(instant).toISOString()))
  return [message('action.was_rejected', { at: at!, until: end! })]
}
