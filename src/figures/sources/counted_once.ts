// A sale that two connections have counts once: an order that a shop imported from a marketplace, and an order of a shop that a
// marketplace only shipped. Each counts where the customer ordered, on the days that all connections of that place cover. On other days
// it counts where it is stored too. All conditions of this rule are built here.
import { type RawBuilder, sql } from 'kysely'
import { of_org } from '#db/organization.ts'
import { type Covered, latest_start } from '#domain/coverage.ts'
import { platforms_of } from '#domain/platforms.ts'
import { add_days, start_of, type Window } from '#domain/windows.ts'
import type { FigureContext } from '#engine/tool.ts'
import { type Message, message } from '#messages/message.ts'

/** The time in which sales with this mark count in another place. */
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

/** The days that all these connections of a place cover. Today counts as far as it was read. Undefined: no day. */
function covered_elsewhere(
  { also_in }: Mark,
  counting: readonly { covered: readonly Covered[] }[],
  { org, today }: FigureContext,
): Elsewhere | undefined {
  if (counting.length === 0 || counting.some(({ covered }) => covered.length === 0)) return undefined
  const covered = counting.flatMap((source) => source.covered)
  const from = latest_start(covered)
  const until = covered.map((of) => [of.until ?? '', of.read_until ?? ''].sort()[1]!).sort()[0]!
  if (!from || until === '' || covered.some((of) => of.from === null)) return undefined
  const last = until < today ? until : today
  const is_date = /^\d/.test(from)
  if (is_date && from > last) return undefined
  return {
    also_in,
    from: is_date ? start_of(from, org.time_zone) : from,
    before: start_of(add_days(last, 1), org.time_zone),
  }
}

/** Where the sales of a group can count too. `counting` gives the connections of a place whose rows count. */
export function other_places(
  group: Places,
  context: FigureContext,
  counting: (place: Mark['group']) => readonly { covered: readonly Covered[] }[],
) {
  const places = marks_of(group).map((mark) => ({ mark, sources: counting(mark.group) }))
  const connected = places.flatMap(({ mark, sources }) => (sources.length > 0 ? [mark.also_in] : []))
  return {
    elsewhere: places.flatMap(({ mark, sources }) => covered_elsewhere(mark, sources, context) ?? []),
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
type Counting = Pick<CountedOnce, 'elsewhere'> | null

const is_within = (at: RawBuilder<unknown>, { from, before }: Elsewhere) =>
  sql`${at} >= ${from}::timestamptz and ${at} < ${before}::timestamptz`

/** The condition for rows whose sale does not count in another place. `alias` is of rows with `also_in` and `sale_at`. */
export function is_counted_here(counted: Counting, alias: string): RawBuilder<boolean> {
  return is_not_elsewhere(counted, sql.ref(`${alias}.also_in`), sql.ref(`${alias}.sale_at`))
}

/** The same for orders `o` of stores. */
export const is_store_order_here = (counted: Counting): RawBuilder<boolean> =>
  is_not_elsewhere(counted, sql.ref('o.imported_from'), sql.ref('o.ordered_at'))

function is_not_elsewhere(counted: Counting, also_in: RawBuilder<unknown>, at: RawBuilder<unknown>) {
  const conditions = (counted?.elsewhere ?? []).map(
    (of) => sql`(${also_in} is distinct from ${of.also_in} or not (${is_within(at, of)}))`,
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
  const counts = counted.elsewhere.map((of) =>
    of.also_in === 'store'
      ? sql`select ${of.also_in} as also_in, count(*)::int as count from ${of_org('marketplace_orders', 'o')}
          where o.channel = 'non_amazon' and o.connection_id = any(${ids}) and o.is_sold and not o.is_voided and not o.is_test
            and ${is_within(sql.ref('o.ordered_at'), window)} and ${is_within(sql.ref('o.ordered_at'), of)}`
      : sql`select ${of.also_in} as also_in, count(*)::int as count from ${of_org('store_orders', 'o')}
          where o.imported_from = ${of.also_in} and o.store_connection_id = any(${ids})
            and not o.is_voided and not o.is_test and not o.is_pending
            and ${is_within(sql.ref('o.ordered_at'), window)} and ${is_within(sql.ref('o.ordered_at'), of)}`,
  )
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
