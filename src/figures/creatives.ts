// Creatives of social ads: their first and recent days, and what they show.
import { type RawBuilder, sql } from 'kysely'
import { of_org } from '#db/organization.ts'
import { BEGINNING, last_day, latest_start } from '#domain/coverage.ts'
import { type CreativePart, FATIGUE_PART_DAYS, type Fatigue, fatigue_of } from '#domain/fatigue.ts'
import { add_days, days_between, type Window } from '#domain/windows.ts'
import type { FigureContext } from '#engine/tool.ts'
import type { Sources } from '#figures/sources.ts'

export interface CreativeKey {
  connection_id: string
  account_id: string
  creative_id: string
}
export const id = ({ connection_id, account_id, creative_id }: Record<keyof CreativeKey, string | null>) =>
  JSON.stringify([connection_id, account_id, creative_id])

export type ShownFatigue = Fatigue & { days_running: number | null }
export const NO_FATIGUE: ShownFatigue = { ...fatigue_of(null, null), days_running: null }

type PartRow = { [Name in keyof CreativePart]: string | null }
interface Row extends CreativeKey {
  first_day: string
  first: PartRow
  recent: PartRow
}

/** Keys as rows of three columns. */
const keys_of = (keys: readonly CreativeKey[]) => {
  const column = (name: keyof CreativeKey) => keys.map((key) => key[name])
  return sql`select * from unnest(${column('connection_id')}::uuid[], ${column('account_id')}::text[], ${column('creative_id')}::text[])`
}

const of_ad = sql`d.connection_id = x.connection_id and d.account_id = x.account_id and d.ad_id = x.ad_id and d.impressions > 0`

/** The fatigue of creatives at the end of the window. Today is left out, because it is not over. */
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
      bool_and(d.reach is not null) as has_reach
    from ${of_org('ad_daily', 'd')}
    where ${of_ad} and d.date between ${first} and ${last}`
  const sums = (part: string) => sql`jsonb_build_object(
    'impressions', sum(${sql.ref(`${part}.impressions`)})::text, 'clicks', sum(${sql.ref(`${part}.clicks`)})::text,
    'spend_micros', sum(${sql.ref(`${part}.spend_micros`)})::text,
    'reach', case when bool_and(${sql.ref(`${part}.has_reach`)}) then sum(${sql.ref(`${part}.reach`)})::text end)`
  const { rows } = await sql<Row>`
    with x as materialized (
      select connection_id, account_id, creative_id, ad_id from ${of_org('ads')}
      where (connection_id, account_id, creative_id) in (${keys_of(keys)})),
    c as materialized (
      select connection_id, account_id, creative_id, min(d.date) as first_day from x
      cross join lateral (select date from ${of_org('ad_daily', 'd')} where ${of_ad} order by date limit 1) d
      group by 1, 2, 3)
    select connection_id, account_id, creative_id, first_day::text, ${sums('f')} as first, ${sums('r')} as recent
    from c join x using (connection_id, account_id, creative_id)
    cross join lateral (${days(sql`c.first_day`, sql`c.first_day + ${FATIGUE_PART_DAYS - 1}::int`)}) f
    cross join lateral (${days(sql`${from}::date`, sql`${to}::date`)}) r
    group by 1, 2, 3, c.first_day`.execute(db)
  return new Map(rows.map((row) => [id(row), shown(row, { from, to }, is_read_since(sources, row))]))
}

function shown({ first_day, first, recent }: Row, { from, to }: Pick<Window, 'from' | 'to'>, is_read: boolean) {
  // Without the day before, the creative can be older than its first stored day.
  if (!is_read || first_day > to) return NO_FATIGUE
  const is_apart = add_days(first_day, FATIGUE_PART_DAYS) <= from
  const fatigue = fatigue_of(is_apart ? part_of(first) : null, part_of(recent))
  return { ...fatigue, days_running: days_between(first_day, to) }
}

/** True if the source has stored the day before the creative's first day. */
function is_read_since({ live }: Sources, { connection_id, first_day }: Pick<Row, 'connection_id' | 'first_day'>) {
  const covered = live.find((source) => source.connection_id === connection_id)?.covered ?? []
  const from = latest_start(covered) || null
  return from !== null && (from === BEGINNING || from < first_day)
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

/** What creatives show. A link to a thumbnail expires, so it comes with the time at which it was read. */
export async function looks_of(
  { db }: Pick<FigureContext, 'db'>,
  keys: readonly CreativeKey[],
): Promise<Map<string, Look>> {
  const { rows } = await sql<CreativeKey & Look & { synced_at: string }>`
    select connection_id, account_id, creative_id, name, status, object_type as type, title, body, thumbnail_url, synced_at
    from ${of_org('meta_ad_creatives')} where (connection_id, account_id, creative_id) in (${keys_of(keys)})`.execute(
    db,
  )
  return new Map(
    rows.map(({ connection_id, account_id, creative_id, synced_at, ...look }) => [
      id({ connection_id, account_id, creative_id }),
      { ...look, thumbnail_read_at: look.thumbnail_url === null ? null : synced_at },
    ]),
  )
}
