// How many changes may be open, and how many one author may propose.
import { sql } from 'kysely'
import { this_org } from '#db/organization.ts'
import type { Database } from '#db/pool.ts'
import { minute_in } from '#domain/windows.ts'
import { Refusal, refuse } from '#engine/outcomes.ts'
import type { Context } from '#engine/tool.ts'
import { HOUR_MS, MINUTE_MS } from '#lib/durations.ts'

/** Open actions of an organization. */
const OPEN_MAX = 200
/** Proposals of one actor in an hour. */
export const PROPOSALS_PER_HOUR = 50

/** Limits are counts, and the same change must not be stored twice: proposals of an organization wait for each other. */
export const lock_proposals = (db: Database) =>
  sql`select pg_advisory_xact_lock(hashtextextended('proposals of ' || ${this_org}::text, 0))`.execute(db)

export async function check_limits(context: Pick<Context, 'db' | 'org' | 'caller' | 'now'>): Promise<void> {
  const { db } = context
  // Nobody can end a change whose end is not known, so it does not take the place of another one.
  const open = await db
    .selectFrom('actions as a')
    .leftJoin('action_executions as e', (join) =>
      join.onRef('e.org_id', '=', 'a.org_id').onRef('e.execution_id', '=', 'a.execution_id'),
    )
    .select(sql<bigint>`count(*)`.as('count'))
    .where('a.status', 'in', ['pending', 'approved'])
    .where('e.state', 'is distinct from', 'unknown')
    .executeTakeFirstOrThrow()
  if (open.count >= OPEN_MAX) refuse(`An organization has at most ${OPEN_MAX} open actions. Decide about some first.`)
  await check_rate(context)
}

/** Decided proposals count too, so deciding does not help. */
async function check_rate({ db, org, caller, now }: Pick<Context, 'db' | 'org' | 'caller' | 'now'>): Promise<void> {
  const first = await db
    .selectFrom('actions')
    .select('created_at')
    .where('proposed_by', '=', caller.actor)
    .where('created_at', '>', new Date(now.getTime() - HOUR_MS).toISOString())
    .orderBy('created_at', 'desc')
    .offset(PROPOSALS_PER_HOUR - 1)
    .limit(1)
    .executeTakeFirst()
  if (!first) return
  const free_at = Date.parse(first.created_at) + HOUR_MS
  // The minute after it, because in the minute itself it can be too early.
  const until = minute_in(org.time_zone, new Date(free_at + MINUTE_MS).toISOString())
  throw new Refusal(
    'rate_limited',
    `You proposed ${PROPOSALS_PER_HOUR} changes in the last hour, which is the most. Wait until ${until} in ${org.time_zone}.`,
    Math.ceil((free_at - now.getTime()) / 1000),
  )
}
