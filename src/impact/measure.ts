// Measures the impact of executed actions: finds those whose days are settled and trusted, compares, and stores the result once.
import { sql } from 'kysely'
import { of_org } from '#db/organization.ts'
import type { Database } from '#db/pool.ts'
import { BEGINNING, known_days } from '#domain/coverage.ts'
import {
  BASE_DAYS,
  type Change,
  change_after,
  HISTORY_DAYS_MAX,
  HISTORY_DAYS_MIN,
  type ImpactDays,
  impact_days,
  type NoChange,
} from '#domain/impact.ts'
import { add_days, days_between, today_in } from '#domain/windows.ts'
import { reached_at } from '#engine/actions/reached.ts'
import { has_history_left } from '#engine/sync/backfill.ts'
import type { FigureContext } from '#engine/tool.ts'
import { read_sources, type Source } from '#figures/sources/sources.ts'
import { type DueAction, due_actions, type Measure, measured_types, measures } from './due.ts'

const KINDS = { spend: 'amount', conversions: 'count' } as const satisfies Record<Measure, string>

interface Days {
  /** The first day that counts before the action. */
  from: string
  /** The first one whose amounts have the present currency of the account. */
  spend_from: string
  action_day: string
  /** The last day after the action. */
  to: string
  days: ImpactDays
}

/** Measures what is due of a connection. Actions whose days are not settled, or whose source cannot be trusted, wait. */
export async function measure_impacts_of(context: FigureContext, connection_id: string): Promise<number> {
  const { db, now } = context
  const due = await due_actions(db, connection_id, now)
  if (due.length === 0) return 0
  const source = await trusted_source(context, due[0]!)
  if (!source) return 0
  const has_more = await has_history_left(db, connection_id)
  let stored = 0
  for (const action of due)
    for (const days of impact_days) {
      if (action.stored.includes(days)) continue
      const of = days_of(action, days, source)
      // Older days that are being read would change the comparison.
      if (has_more && of.from > add_days(of.action_day, -HISTORY_DAYS_MAX)) continue
      if (!is_final(source, of, context.today)) continue
      await store(context, action, of, await impact_of(db, action, of))
      stored += 1
    }
  return stored
}

/** The connection as a source of campaigns. Undefined: its figures cannot be trusted now. */
async function trusted_source(context: FigureContext, { platform, connection_id }: DueAction) {
  const group = { platforms: [platform], tables: ['campaign_daily'], label: platform }
  const [sources] = await read_sources(context, [group])
  const source = sources!.live.find((one) => one.connection_id === connection_id)
  return source?.health === 'ok' && source.denied.length === 0 ? source : undefined
}

function days_of(
  { reached_at, time_zone, account_id }: DueAction,
  days: ImpactDays,
  { covered, changed_currencies }: Source,
): Days {
  const action_day = today_in(time_zone, new Date(reached_at))
  const first = covered.map(({ from }) => (from === null || from === BEGINNING ? '' : from)).sort()
  const from = [add_days(action_day, -HISTORY_DAYS_MAX), first.at(-1) ?? ''].sort().at(-1)!
  const changed = changed_currencies.filter((one) => one.account_id === account_id).map(({ on }) => on)
  const spend_from = [from, ...changed].sort().at(-1)!
  return { from, spend_from, action_day, to: add_days(action_day, days), days }
}

/** True if no day can change any more, and all of them are stored. */
function is_final({ settled_until, empty_days, covered }: Source, { from, to }: Days, today: string) {
  if (settled_until === null || settled_until < to) return false
  if (empty_days.some((day) => day >= from && day <= to)) return false
  return known_days(covered, { from, to }, today).is === 'whole'
}

/** Why there is no number. */
export type NoNumber = NoChange | 'other_action' | 'unstated'
type Impact = Record<Measure, Change | NoNumber>

async function impact_of(db: Database, action: DueAction, days: Days): Promise<Impact> {
  const is_short = (from: string) => days_between(from, days.action_day) - 1 < HISTORY_DAYS_MIN
  if (is_short(days.from)) return both('history_short')
  if (await has_other_action(db, action, days)) return both('other_action')
  const rows = await read_days(db, action, days)
  const course = (measure: Measure, from = days.from) => {
    if (is_short(from)) return 'history_short'
    const of = rows.slice(days_between(days.from, from) - 1)
    const target = of.map((row) => row[`target_${measure}`])
    return change_after({ kind: KINDS[measure], target, others: of.map((row) => row[`others_${measure}`]) }, days.days)
  }
  // The other days would show a change that is only a gap.
  const is_unstated = rows.some(({ unstated }) => unstated > 0)
  return { spend: course('spend', days.spend_from), conversions: is_unstated ? 'unstated' : course('conversions') }
}

const both = (reason: NoNumber): Impact => ({ spend: reason, conversions: reason })

/** Another action that reached a campaign of the account on the days that are compared, however it ended. It would be part of the change. */
async function has_other_action(db: Database, action: DueAction, { action_day, to }: Days): Promise<boolean> {
  const day = sql`(${reached_at} at time zone ${action.time_zone})::date`
  const found = await db
    .selectFrom('actions as a')
    .select('action_id')
    .where('platform', '=', action.platform)
    .where('account_id', '=', action.account_id)
    .where('action_type', 'in', [...measured_types])
    .where('action_id', '<>', action.action_id)
    .where(sql<boolean>`${day} between ${add_days(action_day, -BASE_DAYS)}::date and ${to}::date`)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

interface DayRow extends Record<`${'target' | 'others'}_${Measure}`, number> {
  /** Campaigns whose conversions the platform does not state. */
  unstated: number
}

/** The figures of each day, as the floats of statistics. The amounts have one currency, that of the account, and are never shown. */
async function read_days(db: Database, of: DueAction, { from, to }: Days): Promise<DayRow[]> {
  const sums = (side: 'target' | 'others') => {
    const is_side = side === 'target' ? sql`f.campaign_id = ${of.campaign_id}` : sql`f.campaign_id <> ${of.campaign_id}`
    return sql`coalesce(sum(f.spend_micros) filter (where ${is_side}), 0)::float8 as ${sql.ref(`${side}_spend`)},
      coalesce(sum(f.conversions) filter (where ${is_side}), 0)::float8 as ${sql.ref(`${side}_conversions`)}`
  }
  const { rows } = await sql<DayRow>`
    select ${sums('target')}, ${sums('others')},
      (count(*) filter (where f.campaign_id is not null and f.conversions is null))::int as unstated
    from generate_series(${from}::date, ${to}::date, interval '1 day') d(day)
    left join ${of_org('campaign_daily', 'f')} on f.date = d.day::date
      and f.connection_id = ${of.connection_id} and f.account_id = ${of.account_id}
    group by d.day order by d.day`.execute(db)
  return rows
}

/** Stores the result. A second pass at the same time stores nothing. */
async function store({ db, now }: FigureContext, { action_id }: DueAction, of: Days, impact: Impact): Promise<void> {
  const rows = measures.map((measure) => {
    const found = impact[measure]
    const [change, reason] = typeof found === 'string' ? [null, found] : [found, null]
    return {
      action_id,
      measure,
      reason,
      days: of.days,
      measured_at: now.toISOString(),
      from_day: add_days(of.action_day, 1),
      to_day: of.to,
      change_percent: change && String(change.change),
      low_percent: change && String(change.low),
      high_percent: change && String(change.high),
    }
  })
  await db
    .insertInto('action_impacts')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
