// Executed changes of campaigns whose impact is not stored yet.
import { sql } from 'kysely'
import { of_org } from '#db/organization.ts'
import type { Database } from '#db/pool.ts'
import { type ImpactDays, impact_days } from '#domain/impact.ts'
import { reached_at } from '#engine/actions/reached.ts'

/** The changes that have an impact. */
export const measured_types = ['pause_campaign', 'resume_campaign', 'set_daily_budget'] as const
export const measures = ['spend', 'conversions'] as const
export type Measure = (typeof measures)[number]

/** Days after which an impact is no longer waited for: the connection has stopped reading, or its days never settle. */
export const WAITED_DAYS_MAX = 180
/** Actions of one pass. The next pass takes the others. */
const ACTIONS_MAX = 200

export interface DueAction {
  action_id: string
  platform: string
  connection_id: string
  account_id: string
  campaign_id: string
  /** When the platform got the change. */
  reached_at: string
  /** The zone in which the platform counts the days of the account. */
  time_zone: string
  /** Numbers of days whose impact is stored. */
  stored: ImpactDays[]
}

/** The due actions of a connection, the oldest first. */
export async function due_actions(db: Database, connection_id: string, now: Date): Promise<DueAction[]> {
  const { rows } = await sql<DueAction>`
    select a.action_id, a.platform, a.connection_id, a.account_id, a.target->>'id' as campaign_id, ${reached_at} as reached_at, c.time_zone,
      array(select distinct i.days from ${of_org('action_impacts', 'i')} where i.action_id = a.action_id) as stored
    from ${of_org('actions', 'a')}
    join ${of_org('connection_accounts', 'c')} on c.connection_id = a.connection_id and c.account_id = a.account_id
    where a.connection_id = ${connection_id} and a.status = 'executed' and a.action_type = any(${[...measured_types]})
      and ${reached_at} is not null
      and a.ended_at > ${now.toISOString()}::timestamptz - make_interval(days => ${WAITED_DAYS_MAX}::int)
      and (select count(distinct i.days) from ${of_org('action_impacts', 'i')} where i.action_id = a.action_id) < ${impact_days.length}::int
    order by a.ended_at, a.action_id
    limit ${ACTIONS_MAX}`.execute(db)
  return rows
}

/** Whether a sync of the connection can bring days that an impact waits for. */
export const has_due_actions = async (db: Database, connection_id: string, now: Date): Promise<boolean> =>
  (await due_actions(db, connection_id, now)).length > 0
