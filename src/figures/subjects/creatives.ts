// Creatives of social ads: their first and recent days, and what they show.
import { type RawBuilder, sql } from 'kysely'
import { of_org } from '#db/organization.ts'
import { BEGINNING, last_day, latest_start } from '#domain/coverage.ts'
import { type CreativePart, FATIGUE_PART_DAYS, type Fatigue, fatigue_of } from '#domain/fatigue.ts'
import { add_days, days_between, type Window } from '#domain/windows.ts'
import type { FigureContext } from '#engine/tool.ts'
import type { Sources } from '#figures/sources/sources.ts'

export interface CreativeKey {
  connection_id: string
  account_id: string
  creative_id: string
}
export const id = ({ connection_id, account_id, creative_id }: Record<keyof CreativeKey, string | null>) =>
  JSON.stringify([connection_id, account_id, creative_id])

export type ShownFatigue = Fatigue & { days_running: number | null }
export const NO_FATIGUE: ShownFatigue = { ...fatigue_of(null, null), days_running: null }

/** `currency`: null: the account had several. */
type PartRow = { [Name in keyof CreativePart | 'currency']: string | null }
interface Row extends CreativeKey {
  first_day: string
  /** The first day on which an ad showed the creative as it is. null: an ad showed nothing else before, as far as it was read. */
  restarted_on: string | null
  first: PartRow
  recent: PartRow
}

/** Keys as rows of three columns. */
const keys_of = (keys: readonly CreativeKey[]) => {
  const column = (name: keyof CreativeKey) => keys.map((key) => key[name])
  return sql`select * from unnest(${column('connection_id')}::uuid[], ${column('account_id')}::text[], ${column('creative_id')}::text[])`
}

const of_ad = sql`d.connection_id = x.connection_id and d.account_id = x.account_id and d.ad_id = x.ad_id and d.impressions > 0
  and (x.since is null or d.date >= x.since)`

/**
 * The fatigue of creatives at the end of the window. Today is left out, because it is not over. Days before a read brought another creative
 * for the ad, or another text or video for the creative, are those of what people saw before.
 */
export async function fatigue_by_creative(
  { db, today }: Pick<FigureContext, 'db' | 'today'>,
  window: Window,
  sources: Sources,
  keys: readonly CreativeKey[],
): Promise<Map<string, ShownFatigue>> {
  const known = last_day(sources.known(window), window)
  if (known === null || keys.length === 0) return new Map()
  const to = known < today ? known : add_days(today, -1)
  const from = add_days(to, 1 - FATIGUE_PART_DAYS)
  const days = (first: RawBuilder<unknown>, last: RawBuilder<unknown>) => sql`
    select sum(d.impressions) as impressions, sum(d.clicks) as clicks, sum(d.spend_micros) as spend_micros, sum(d.reach) as reach,
      bool_and(d.reach is not null) as has_reach, min(d.currency) as currency, max(d.currency) as other_currency
    from ${of_org('ad_daily', 'd')}
    where ${of_ad} and d.date between ${first} and ${last}`
  const sums = (part: string) => sql`jsonb_build_object(
    'impressions', sum(${sql.ref(`${part}.impressions`)})::text, 'clicks', sum(${sql.ref(`${part}.clicks`)})::text,
    'spend_micros', sum(${sql.ref(`${part}.spend_micros`)})::text,
    'currency', case when min(${sql.ref(`${part}.currency`)}) = max(${sql.ref(`${part}.other_currency`)}) then min(${sql.ref(`${part}.currency`)}) end,
    'reach', case when bool_and(${sql.ref(`${part}.has_reach`)}) then sum(${sql.ref(`${part}.reach`)})::text end)`
  const { rows } = await sql<Row>`
    with x as materialized (
      select a.connection_id, a.account_id, a.creative_id, a.ad_id,
        (greatest(a.creative_since, m.shown_since) at time zone n.time_zone)::date as since
      from ${of_org('ads', 'a')}
      join ${of_org('ad_accounts', 'n')} on (n.connection_id, n.account_id) = (a.connection_id, a.account_id)
      left join ${of_org('meta_ad_creatives', 'm')}
        on (m.connection_id, m.account_id, m.creative_id) = (a.connection_id, a.account_id, a.creative_id)
      where (a.connection_id, a.account_id, a.creative_id) in (${keys_of(keys)})),
    c as materialized (
      select connection_id, account_id, creative_id, min(d.date) as first_day, case when bool_and(x.since is not null) then min(x.since) end as restarted_on
      from x
      left join lateral (select date from ${of_org('ad_daily', 'd')} where ${of_ad} order by date limit 1) d on true
      group by 1, 2, 3 having min(d.date) is not null)
    select connection_id, account_id, creative_id, first_day::text, restarted_on::text, ${sums('f')} as first, ${sums('r')} as recent
    from c join x using (connection_id, account_id, creative_id)
    cross join lateral (${days(sql`c.first_day`, sql`c.first_day + ${FATIGUE_PART_DAYS - 1}::int`)}) f
    cross join lateral (${days(sql`${from}::date`, sql`${to}::date`)}) r
    group by 1, 2, 3, c.first_day, c.restarted_on`.execute(db)
  return new Map(rows.map((row) => [id(row), shown(row, { from, to }, is_read_since(sources, row))]))
}

function shown({ first_day, first, recent }: Row, { from, to }: Pick<Window, 'from' | 'to'>, is_read: boolean) {
  // Without the day before, the creative can be older than its first stored day. An edit that was seen is a beginning of its own.
  if (!is_read || first_day > to) return NO_FATIGUE
  const is_apart = add_days(first_day, FATIGUE_PART_DAYS) <= from
  const fatigue = fatigue_of(is_apart ? part_of(first) : null, part_of(recent))
  // Amounts of two currencies are no rise of the cost, and the score needs both costs.
  const is_unlike = first.currency === null || first.currency !== recent.currency
  return {
    ...fatigue,
    ...(is_unlike && { score: null, cost_rise_percent: null }),
    days_running: days_between(first_day, to),
  }
}

/** True if the source has stored the day before the creative's first day, or every day since it shows what it shows. */
function is_read_since({ live }: Sources, { connection_id, first_day, restarted_on }: Row) {
  const covered = live.find((source) => source.connection_id === connection_id)?.covered ?? []
  const from = latest_start(covered) || null
  if (from === null) return false
  return from === BEGINNING || from < first_day || (restarted_on !== null && from <= restarted_on)
}

function part_of({ impressions, clicks, spend_micros, reach }: PartRow): CreativePart | null {
  if (impressions === null) return null
  return {
    impressions: BigInt(impressions),
    clicks: BigInt(clicks!),
    spend_micros: BigInt(spend_micros!),
    reach: reach === null ? null : BigInt(reach),
  }
}

interface Look {
  name: string | null
  status: string | null
  type: string | null
  title: string | null
  body: string | null
  thumbnail_url: string | null
  thumbnail_read_at: string | null
}
export const NO_LOOK: Look = {
  name: null,
  status: null,
  type: null,
  title: null,
  body: null,
  thumbnail_url: null,
  thumbnail_read_at: null,
}

/** What creatives show. A link to a thumbnail expires, so it comes with the time at which it was first read. */
export async function looks_of(
  { db }: Pick<FigureContext, 'db'>,
  keys: readonly CreativeKey[],
): Promise<Map<string, Look>> {
  const { rows } = await sql<CreativeKey & Look>`
    select connection_id, account_id, creative_id, name, status, object_type as type, title, body, thumbnail_url,
      case when thumbnail_url is not null then thumbnail_read_at end as thumbnail_read_at
    from ${of_org('meta_ad_creatives')} where (connection_id, account_id, creative_id) in (${keys_of(keys)})`.execute(
    db,
  )
  return new Map(
    rows.map(({ connection_id, account_id, creative_id, ...look }) => [
      id({ connection_id, account_id, creative_id }),
      look,
    ]),
  )
}
