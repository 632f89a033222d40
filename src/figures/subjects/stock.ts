// The current stock of stores, of products that were read. Other products are unknown, whatever is known of orders.
import { sql } from 'kysely'
import { z } from 'zod'
import { of_org } from '#db/organization.ts'
import { PLANNED_EACH_TIME } from '#db/prepared.ts'
import { summed_days } from '#domain/coverage.ts'
import { integer } from '#domain/exact.ts'
import { add_days, start_of, type Window } from '#domain/windows.ts'
import { outside_text } from '#engine/texts.ts'
import type { FigureContext } from '#engine/tool.ts'
import { count_field } from '#figures/figure.ts'
import { store_products } from '#figures/groups.ts'
import { is_store_order_here } from '#figures/sources/counted_once.ts'
import { name_of } from '#figures/sources/days_without_rows.ts'
import { has_read_all, is_denied, is_read, knows_none, readable_of, shortened } from '#figures/sources/source_notes.ts'
import { is_duplicate, read_sources, type Source, type Sources } from '#figures/sources/sources.ts'
import { store_field, store_name } from '#figures/subjects/store_name.ts'
import { may_be_of_days } from '#figures/sums/lines_of_days.ts'
import { type Message, message } from '#messages/message.ts'

/** Number of products out of stock that an answer names. */
const RAN_OUT_MAX = 10

export const stock_field = z
  .strictObject({
    products: count_field('Active products.'),
    out_of_stock: count_field(
      'Products of which no variant can be bought. A variant at 0 beside others is not counted here; list_store_products shows its stock. Without a count and a word of the store, a variant never runs out.',
    ),
    ran_out: z
      .array(
        z.strictObject({
          product: outside_text(),
          store: store_field(),
          stock: z.number().nullable().describe('Units on hand; less than 0 when more were sold. null: not counted.'),
          units: count_field('Units sold in the window.'),
        }),
      )
      .describe(`Those out of stock, most units sold first; at most ${RAN_OUT_MAX}.`),
  })
  .describe('As it stands now.')

/** The condition for a product `p` that people can buy. An unlisted one is in no list of its store, but has a page. */
export const product_is_active = sql<boolean>`lower(p.status) in ('active', 'unlisted')`
/** The condition for a variant `v` that cannot be bought. Some stores sell without stock, and some do not count what they call sold out. */
export const variant_is_out = sql<boolean>`not coalesce(v.available_for_sale, v.stock > 0, true)`
/** The condition for a product with the variants `v` that is out of stock. Oversold units of a variant hide no units of another one. */
export const product_is_out = sql<boolean>`coalesce(bool_and(${variant_is_out}), false)`

/**
 * Active products with their stock. null: the store does not count it. Variants are summed first, because PostgreSQL expects few active
 * products, and would look for the variants of each. Indexes have all these columns. Titles are read of few products only.
 */
const stock_by_product = (connection_ids: readonly string[]) => sql`
  select p.store_connection_id, p.product_id, v.stock, coalesce(v.is_out, false) as is_out
  from ${of_org('store_products', 'p')}
  left join (
    select v.store_connection_id, v.product_id, sum(v.stock) as stock, ${product_is_out} as is_out
    from ${of_org('store_variants', 'v')} where v.store_connection_id = any(${connection_ids}::uuid[]) group by 1, 2) v
    on v.store_connection_id = p.store_connection_id and v.product_id = p.product_id
  where ${product_is_active} and p.store_connection_id = any(${connection_ids}::uuid[])`

/** The stock, and what a reader must know of it. `sold`: the sources of the units that were sold in the window. */
export async function stock_of(
  context: FigureContext,
  sold: Sources,
  window: Window,
): Promise<{ stock: z.input<typeof stock_field>; notes: Message[] }> {
  const [of] = (await read_sources(context, [store_products])) as [Sources]
  const stores = of.live.filter((source) => !is_duplicate(source) && !source.reports_none)
  const notes = [...absent(of, sold), ...shortened(stores.flatMap((source) => notes_of(source, context.today)))]
  if (!has_read_all(of)) return { stock: UNKNOWN, notes }
  const stock = await counted_stock(context, readable_of(of), { sold, window })
  return { stock: stock.products === 0 && !knows_none(of) ? UNKNOWN : stock, notes }
}

const UNKNOWN = { products: null, out_of_stock: null, ran_out: [] }

/** Without any seller, the answer itself says that nothing is connected. */
const absent = ({ platforms, group }: Sources, sold: Sources): Message[] =>
  platforms.length === 0 && sold.platforms.length > 0 ? [message('group.absent', { group: group.label })] : []

/** Notes about products, because those of the answer are about orders and carts. */
function notes_of(of: Source, today: string): Message[] {
  const source = name_of(of)
  const { covered, denied, suspect } = of
  if (is_denied(of)) return [message('stock.left_out', { source, reason: denied[0]!.reason })]
  if (!is_read(of)) return [message('stock.being_read', { source })]
  const date = covered.map(({ read_until }) => read_until ?? '').sort()[0]!
  return [
    ...(suspect === null ? [] : [message('source.lost', { source, reason: suspect })]),
    ...(date < today ? [message('stock.read_on', { source, date })] : []),
  ]
}

interface Counted {
  products: bigint
  out_of_stock: bigint
  ran_out: { product: string; store: string; stock: string | null; units: string | null }[]
}

async function counted_stock(
  { db, org }: FigureContext,
  readable: readonly Pick<Source, 'connection_id'>[],
  { sold: { counted, known, live }, window }: { sold: Sources; window: Window },
): Promise<z.input<typeof stock_field>> {
  const days = summed_days(known(window), window)
  const { from, to } = days ?? NO_DAYS
  /** Stores of which no sold unit means that none was sold. */
  const knows_orders = live.filter(({ is_left_out, brings_rows }) => days !== null && !is_left_out && brings_rows)
  // The units of the window are summed first, because a plan that is used again expects few of them, and compares all products with all units.
  const { rows } = await sql<Counted>`
    ${sql.raw<never>(PLANNED_EACH_TIME)} with s as materialized (${stock_by_product(readable.map(({ connection_id }) => connection_id))}),
    sold as materialized (
      select o.store_connection_id, o.product_id, sum(o.quantity) as units
      from ${of_org('metrics.order_lines', 'o')}
      where ${is_store_order_here(counted)}
        and o.ordered_at >= ${start_of(from, org.time_zone)}::timestamptz
        and o.ordered_at < ${start_of(add_days(to, 1), org.time_zone)}::timestamptz
        and ${may_be_of_days(sql.ref('o.line_at'), { from, to }, org.time_zone)}
      group by 1, 2),
    most_sold as (
      select s.store_connection_id, s.product_id, s.stock, ${units_of(knows_orders)} as units
      from s left join sold on sold.store_connection_id = s.store_connection_id and sold.product_id = s.product_id
      where s.is_out order by units desc nulls last fetch first ${sql.lit(RAN_OUT_MAX)} rows with ties),
    ran_out as (
      select p.title as product, ${store_name(sql`s.store_connection_id`)} as store, s.stock::text, s.units::text
      from most_sold s
      join ${of_org('connections', 'c')} on c.connection_id = s.store_connection_id
      join ${of_org('store_products', 'p')} on p.store_connection_id = s.store_connection_id and p.product_id = s.product_id
      order by s.units desc nulls last, p.title, s.product_id, s.store_connection_id limit ${RAN_OUT_MAX})
    select (select count(*) from s) as products, (select count(*) from s where s.is_out) as out_of_stock,
      (select coalesce(jsonb_agg(ran_out), '[]') from ran_out) as ran_out`.execute(db)
  const { products, out_of_stock, ran_out } = rows[0]!
  const number = (text: string | null) => (text === null ? null : Number(text))
  return {
    products: integer(products),
    out_of_stock: integer(out_of_stock),
    ran_out: ran_out.map(({ stock, units, ...row }) => ({ ...row, stock: number(stock), units: number(units) })),
  }
}

const units_of = (knows_orders: readonly Source[]) => sql`coalesce(sold.units,
  case when s.store_connection_id = any(${knows_orders.map(({ connection_id }) => connection_id)}::uuid[]) then 0 end)`

const NO_DAYS = { from: '1970-01-01', to: '1970-01-01' }
