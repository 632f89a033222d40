// A sale that two connections have counts once: an order that a shop imported from a marketplace, and an order of a shop that a
// marketplace only shipped. Each counts where the customer ordered, on the days that all connections of that place cover. On other days
// it counts where it is stored too. All conditions of this rule are built here.
import { type RawBuilder, sql } from 'kysely'
import { of_org } from '#db/organization.ts'
import { latest_start } from '#domain/coverage.ts'
import { platforms_of } from '#domain/platforms.ts'
import { add_days, start_of, today_in, type Window } from '#domain/windows.ts'
import type { FigureContext } from '#engine/tool.ts'
import { FOREVER } from '#figures/sources/lost_accounts.ts'
import type { Source } from '#figures/sources/source_of.ts'
import type { CoveredAccounts } from '#figures/sources/stream_states.ts'
import { type Message, message } from '#messages/message.ts'

/** A time in which sales with this mark count in another place. A mark can have several. */
export interface Elsewhere {
  also_in: string
  /** Instants. The first one can be -infinity. */
  from: string
  before: string
}

/** A mark of sales (`also_in` of metrics.sales), the platforms that have such rows, and the sources that have the same sales. */
interface Mark {
  also_in: string
  on: readonly string[]
  group: Places & { label: string }
}

interface Places {
  platforms: readonly string[]
  tables: readonly string[]
}

const stores = platforms_of('store')
const marks: readonly Mark[] = [
  ...platforms_of('marketplace').map((key) => ({
    also_in: key,
    on: stores,
    group: { platforms: [key], tables: ['marketplace_orders'], label: key },
  })),
  { also_in: 'store', on: ['mpb_sp'], group: { platforms: stores, tables: ['store_orders'], label: 'store' } },
]
const TABLES = ['store_orders', 'store_order_lines', 'store_refunds', 'marketplace_orders', 'marketplace_charges']

/** The marks that rows of a group can have. */
export const marks_of = ({ platforms, tables }: Places): readonly Mark[] =>
  tables.some((table) => TABLES.includes(table))
    ? marks.filter(({ on }) => on.some((key) => platforms.includes(key)))
    : []

type Counting = Pick<Source, 'brings_rows' | 'last_rows_at'> & { covered: readonly CoveredAccounts[] }

/**
 * Of a place that brings no rows any more: the instant of the last ones, because no later sale is known to be stored there. null: it
 * never brought any. None where some connection of it brings rows: then the others may only have no sales.
 */
function last_rows_of(counting: readonly Counting[], time_zone: string) {
  if (counting.some(({ brings_rows }) => brings_rows)) return []
  const at_ms = counting.flatMap(({ last_rows_at }) => (last_rows_at === null ? [] : Date.parse(last_rows_at)))
  if (at_ms.length === 0) return null
  const ms = Math.max(...at_ms)
  return [{ day: today_in(time_zone, new Date(ms)), ms }]
}

/** The times of the days that all these connections of a place cover. Today counts as far as it was read. */
function covered_elsewhere(
  { also_in }: Mark,
  counting: readonly Counting[],
  { org, today }: FigureContext,
): Elsewhere[] {
  if (counting.length === 0 || counting.some(({ covered }) => covered.length === 0)) return []
  const covered = counting.flatMap((source) => source.covered)
  const from = latest_start(covered)
  const last_rows = last_rows_of(counting, org.time_zone)
  if (last_rows === null) return []
  const ends = [...covered.map((of) => end_of(of, today, org.time_zone)), ...last_rows]
  const last = ends.map((end) => end?.day ?? '').sort()[0]!
  if (!from || last === '' || covered.some((of) => of.from === null)) return []
  const read_to_ms = Math.min(...ends.map((end) => end?.ms ?? 0))
  const instant = (day: string) => (/^\d/.test(day) ? start_of(day, org.time_zone) : day)
  const before = (day: string) => new Date(Math.min(Date.parse(start_of(add_days(day, 1), org.time_zone)), read_to_ms))
  const lacking = covered.flatMap((of) => of.lacking ?? [])
  return days_without(lacking, { from, to: last }).map((days) => ({
    also_in,
    from: instant(days.from),
    before: before(days.to).toISOString(),
  }))
}

/** The last day that is read, at least in part, and the instant to which it is. Of a past day without an instant, nothing is. */
function end_of({ until, read_until, read_at }: CoveredAccounts, today: string, time_zone: string) {
  if (until === null) return null
  const ends_ms = (day: string) => Date.parse(start_of(add_days(day, 1), time_zone))
  const is_today_read = read_until !== null && read_until >= today && until >= add_days(today, -1)
  const day = is_today_read || until > today ? today : until
  const read_ms = read_at === undefined ? 0 : Date.parse(read_at)
  if (day === today || read_ms <= ends_ms(day)) return { day, ms: ends_ms(day) }
  return { day: add_days(day, 1), ms: read_ms }
}

interface Days {
  from: string
  to: string
}

/** What remains of days without those that lack an account. Its sales of these days are stored nowhere else. */
function days_without(lacking: readonly Days[], all: Days): Days[] {
  const days: Days[] = []
  let { from } = all
  for (const one of lacking.toSorted((a, b) => (a.from < b.from ? -1 : 1))) {
    if (one.from > all.to || from > all.to) break
    const to = add_days(one.from, -1)
    if (from <= to) days.push({ from, to })
    if (from <= one.to) from = one.to === FOREVER ? FOREVER : add_days(one.to, 1)
  }
  return from <= all.to ? [...days, { from, to: all.to }] : days
}

/** Where the sales of a group can count too. `counting` gives the connections of a place whose rows count. */
export function other_places(
  group: Places,
  context: FigureContext,
  counting: (place: Mark['group']) => readonly Counting[],
) {
  const places = marks_of(group).map((mark) => ({ mark, sources: counting(mark.group) }))
  const connected = places.flatMap(({ mark, sources }) => (sources.length > 0 ? [mark.also_in] : []))
  return {
    elsewhere: places.flatMap(({ mark, sources }) => covered_elsewhere(mark, sources, context)),
    marketplaces: connected.filter((place) => place !== 'store'),
  }
}

interface CountedOnce {
  connection_ids: readonly string[]
  elsewhere: readonly Elsewhere[]
}
interface Answered {
  counted: CountedOnce | null
  /** Connected marketplaces from which these stores can import orders. */
  marketplaces: readonly string[]
}
type Elsewheres = Pick<CountedOnce, 'elsewhere'> | null

const is_within = (at: RawBuilder<unknown>, { from, before }: Elsewhere) =>
  sql`(${at} >= ${from}::timestamptz and ${at} < ${before}::timestamptz)`

/** The condition for rows whose sale does not count in another place. `alias` is of rows with `also_in` and `sale_at`. */
export function is_counted_here(counted: Elsewheres, alias: string): RawBuilder<boolean> {
  return is_not_elsewhere(counted, sql.ref(`${alias}.also_in`), sql.ref(`${alias}.sale_at`))
}

/** The same for orders `o` of stores. */
export const is_store_order_here = (counted: Elsewheres): RawBuilder<boolean> =>
  is_not_elsewhere(counted, sql.ref('o.imported_from'), sql.ref('o.ordered_at'))

function is_not_elsewhere(counted: Elsewheres, also_in: RawBuilder<unknown>, at: RawBuilder<unknown>) {
  const conditions = (counted?.elsewhere ?? []).map(
    (of) => sql`(${also_in} is distinct from ${of.also_in} or not ${is_within(at, of)})`,
  )
  return conditions.length === 0 ? sql<boolean>`true` : sql<boolean>`(${sql.join(conditions, sql` and `)})`
}

/** Orders of the window that count in another place too, or may count twice. */
export async function counted_once_notes(
  context: FigureContext,
  { counted, marketplaces }: Answered,
  { from, to }: Window,
): Promise<Message[]> {
  if (!counted) return []
  const { time_zone } = context.org
  const window = { also_in: '', from: start_of(from, time_zone), before: start_of(add_days(to, 1), time_zone) }
  return [
    ...(await left_out_notes(context, counted, window)),
    ...(await unnamed_notes(context, { counted, marketplaces }, window)),
  ]
}

/** Orders of the window that the totals of these sources leave out, because the same sales count in another place. */
async function left_out_notes({ db }: FigureContext, counted: CountedOnce, window: Elsewhere): Promise<Message[]> {
  if (counted.elsewhere.length === 0) return []
  const ids = sql`${counted.connection_ids}::uuid[]`
  const by_mark = Map.groupBy(counted.elsewhere, ({ also_in }) => also_in)
  const counts = [...by_mark].map(([also_in, times]) => {
    const is_there = sql.join(
      times.map((of) => is_within(sql.ref('o.ordered_at'), of)),
      sql` or `,
    )
    return also_in === 'store'
      ? sql`select ${also_in} as also_in, count(*)::int as count from ${of_org('marketplace_orders', 'o')}
          where o.channel = 'non_amazon' and o.connection_id = any(${ids}) and o.is_sold and not o.is_voided and not o.is_test
            and ${is_within(sql.ref('o.ordered_at'), window)} and (${is_there})`
      : sql`select ${also_in} as also_in, count(*)::int as count from ${of_org('store_orders', 'o')}
          where o.imported_from = ${also_in} and o.store_connection_id = any(${ids})
            and not o.is_voided and not o.is_test and not o.is_pending
            and ${is_within(sql.ref('o.ordered_at'), window)} and (${is_there})`
  })
  const { rows } = await sql<{ also_in: string; count: number }>`${sql.join(counts, sql` union all `)}`.execute(db)
  return rows.flatMap(({ also_in, count }): Message[] => {
    if (count === 0) return []
    return [
      also_in === 'store'
        ? message('sales.shipped_only', { count })
        : message('sales.imported', { count, platform: also_in }),
    ]
  })
}

/** Words of channels that look like marketplaces. The index store_orders_maybe_imported has the same condition. */
const MAYBE_IMPORTED = sql`o.imported_from is null and o.channel ~* 'mercado|meli|amazon'`

/** Orders that a store may have imported from a connected marketplace, and whose channel no setting names. They may count twice. */
async function unnamed_notes(
  { db }: FigureContext,
  { counted, marketplaces }: Answered,
  window: Elsewhere,
): Promise<Message[]> {
  if (!counted || marketplaces.length === 0) return []
  const { rows } = await sql<{ platform: string; channel: string; count: number }>`
    select case when o.channel ~* 'amazon' then 'mpb_sp' else 'mpa' end as platform, min(o.channel) as channel, count(*)::int as count
    from ${of_org('store_orders', 'o')}
    where ${MAYBE_IMPORTED} and o.store_connection_id = any(${sql`${counted.connection_ids}::uuid[]`})
      and not o.is_voided and not o.is_test and not o.is_pending and ${is_within(sql.ref('o.ordered_at'), window)}
    group by 1 order by 1`.execute(db)
  return rows
    .filter(({ platform }) => marketplaces.includes(platform))
    .map(({ platform, channel, count }) => message('sales.maybe_imported', { count, platform, channel }))
}
