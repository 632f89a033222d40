// The list of orders on marketplace A. The orders of a basket are one row.
import { sql } from 'kysely'
import { z } from 'zod'
import { of_org } from '#db/organization.ts'
import { last_day } from '#domain/coverage.ts'
import { type Exact, exact_micros, money_number } from '#domain/exact.ts'
import { add_days, start_of, type Window } from '#domain/windows.ts'
import { listed } from '#engine/lists.ts'
import { outside_text, own_text, platform_word } from '#engine/texts.ts'
import type { Context } from '#engine/tool.ts'
import type { Counted, Sources } from '#figures/sources/sources.ts'
import { market_order_state, type OrderState, order_states } from '#figures/subjects/orders.ts'
import { planned_for } from '#figures/sums/planned.ts'
import { leaves_out, unknown } from '#figures/sums/unknown_rows.ts'
import { is_counted } from '#figures/sums/warehouse.ts'
import { is_word, refuse_unknown_status, states_of } from '#tools/statuses.ts'

const line = z.strictObject({
  listing_id: platform_word().nullable(),
  title: outside_text().nullable(),
  sku: outside_text().nullable(),
  quantity: z.number(),
  price: z.number().nullable().describe('Of one unit.'),
})

const amount = (about: string) => z.number().nullable().describe(about)

export const orders = listed(
  'orders',
  z.strictObject({
    order_id: platform_word().describe('The pack, or the order if it has none.'),
    order_ids: z
      .array(platform_word())
      .describe('The orders of the pack that have this status. Others, such as cancelled ones, are left out.'),
    account: outside_text().describe('Name of the connection.'),
    ordered_at: own_text(),
    status: z.enum(order_states).describe('sold, if an order of the pack is. Only sold orders are in totals.'),
    statuses: z.array(platform_word()).describe('The platform’s own words.'),
    total: amount('Of the orders with this status, before refunds, in their own currency. null: no price yet.'),
    fees: amount('What the platform keeps. null: not known.'),
    shipping: amount(
      'What the buyer pays for shipping, which is no part of total. null: not known, as of packs of several orders.',
    ),
    refunded: amount('Given back so far. null: not known.'),
    seller_shipping: amount(
      'What the seller pays for the shipments. null: not read yet, or not known, as where no shipment of Mercado Libre has the order.',
    ),
    payout: amount(
      'total less refunded, fees and seller_shipping. null: one of them is not known, or the order is not sold.',
    ),
    currency: platform_word(),
    buyer: outside_text().nullable().describe('The platform’s id of the buyer.'),
    lines: z.array(line),
  }),
  'Ask for fewer days, or for one status.',
  'Newest first. The orders that a buyer placed together are one pack.',
  {
    short: {
      fields: ['order_id', 'ordered_at', 'status', 'total', 'fees', 'refunded', 'payout', 'currency'],
      differing: ['account', 'statuses', 'shipping', 'seller_shipping'],
    },
  },
)

interface PackFilter {
  window: Window
  counted: Counted
  status: string | undefined
  limit: number
}

interface PackRow {
  order_id: string
  order_ids: string[]
  account: string
  ordered_at: string
  status: OrderState
  statuses: string[]
  total: string | null
  fees: string | null
  shipping: string | null
  seller_shipping: string | null
  refunded: string | null
  currency: string
  buyer: string | null
  /** A list for each order. */
  lines: {
    listing_id: string | null
    title: string | null
    sku: string | null
    quantity: number
    price: string | null
  }[][]
  packs: bigint
}

/** A sum that is unknown when one of its amounts is. */
const whole_sum = (column: string) =>
  sql`case when count(*) = count(${sql.ref(`o.${column}`)}) then sum(${sql.ref(`o.${column}`)})::text end`

/** What an order `o` bears of its shipment. The first one of its state bears all of it. */
const borne = sql`case when row_number() over (partition by o.rank, coalesce(o.shipment_id, o.order_id) order by o.order_id) = 1
          or o.seller_shipping_micros is null then o.seller_shipping_micros else 0 end`

/** Orders without a pack are one group, and each of them counts. */
const number_of_packs = sql`(
  select sum(case when pack_id is null then orders else 1 end)::bigint
  from (select pack_id, count(*) as orders from o group by connection_id, account_id, pack_id) g)`

/**
 * The orders of each pack that have its state: sold, if an order of it is, or else the first state there is. The newest order of a pack
 * decides its place, so PostgreSQL finds the newest packs by day and reads no others. With `or`, it looks for a newer order of each
 * pack by its index. Without, it may compare all orders with all.
 */
export async function newest_packs(context: Context, { window, counted, status, limit }: PackFilter) {
  const { state, word } = states_of(status)
  const { time_zone } = context.org
  const of = sql`${of_org('marketplace_orders', 'o')} where ${is_counted(counted, 'o.connection_id')}`
  const { rows } = await sql<PackRow>`
    ${planned_for(window)} with o as not materialized (
      select o.*, array_position(${order_states}::text[], ${market_order_state}) as rank
      from ${of} and o.ordered_at >= ${start_of(window.from, time_zone)}::timestamptz
        and o.ordered_at < ${start_of(add_days(window.to, 1), time_zone)}::timestamptz and ${is_word(sql`o.status`, word)}
        and ${state === undefined ? sql`true` : sql`${market_order_state} = ${state}`}),
    p as (
      select o.connection_id, o.account_id, o.order_id, o.pack_id, coalesce(o.pack_id, o.order_id) as pack, o.ordered_at
      from o where o.pack_id is null or not exists (
        select from o n where n.connection_id = o.connection_id and n.account_id = o.account_id and n.pack_id = o.pack_id
          and (n.ordered_at, n.order_id) > (o.ordered_at, o.order_id))
      order by o.ordered_at desc, pack, o.connection_id, o.account_id limit ${limit})
    select p.pack as order_id, s.*, c.name as account, p.ordered_at, ${number_of_packs} as packs
    from p
    join ${of_org('connections', 'c')} on c.connection_id = p.connection_id
    cross join lateral (
      select array_agg(o.order_id order by o.order_id) as order_ids, array_agg(distinct o.status) as statuses,
        (${order_states}::text[])[min(o.rank)] as status, ${whole_sum('total_micros')} as total, ${whole_sum('fee_micros')} as fees,
        ${whole_sum('shipping_micros')} as shipping, ${whole_sum('borne_micros')} as seller_shipping,
        ${whole_sum('refunded_micros')} as refunded, min(o.currency) as currency,
        min(o.buyer) as buyer, jsonb_agg(o.lines order by o.order_id) as lines
      from (select o.*, min(o.rank) over () as first, ${borne} as borne_micros from o where o.connection_id = p.connection_id and o.account_id = p.account_id
        and (o.order_id = p.order_id or o.pack_id = p.pack_id)) o
      where o.rank = o.first) s
    order by p.ordered_at desc, p.pack, p.connection_id, p.account_id`.execute(context.db)
  if (rows.length === 0 && word !== undefined)
    await refuse_unknown_status(context, word, { rows: of, word: sql`o.status`, own: order_states })
  return { rows: rows.map(on_wire), total: rows[0]?.packs ?? 0n }
}

/**
 * Number of sold packs with an order that has the platform's word. Sums count a pack with its first order, which can have another word.
 * Undefined: no word is asked for.
 */
export async function sold_packs(context: Context, { window, counted, status }: PackFilter, { known }: Sources) {
  const { word } = states_of(status)
  const to = last_day(known(window), window)
  if (word === undefined || to === null) return undefined
  const { time_zone } = context.org
  const { rows } = await sql<{ orders: number }>`
    ${planned_for({ ...window, to })} select count(distinct (o.connection_id, o.account_id, o.pack_id, case when o.pack_id is null then o.order_id end))::int as orders
    from ${of_org('marketplace_orders', 'o')}
    where ${is_counted(counted, 'o.connection_id')} and ${market_order_state} = 'sold' and ${is_word(sql`o.status`, word)}
      and o.ordered_at >= ${start_of(window.from, time_zone)}::timestamptz
      and o.ordered_at < ${start_of(add_days(to, 1), time_zone)}::timestamptz`.execute(context.db)
  return rows[0]
}

/**
 * Sums without the seller's shipping where some order does not state it, and without the payout where some order lacks a part of it. Beside the
 * revenue of all orders, a sum of the others would be wrong by an order of magnitude while shipments are read.
 */
export function whole_sums<Of extends { current: Record<string, Exact | null> | null }>(sums: Of): Of {
  const { current } = sums
  if (!current || !leaves_out(current, ['payout'])) return sums
  const is_shipping_unknown = Boolean(current[unknown('seller_shipping')])
  return { ...sums, current: { ...current, payout: null, ...(is_shipping_unknown && { seller_shipping: null }) } }
}

function on_wire({ total, fees, shipping, seller_shipping, refunded, packs: _, lines, ...row }: PackRow) {
  const shown = (micros: bigint | null) => (micros === null ? null : money_number(exact_micros(micros), row.currency))
  const [sum, kept, back, shipped] = [total, fees, refunded, seller_shipping].map((micros) =>
    micros === null ? null : BigInt(micros),
  )
  const is_paid_out = row.status === 'sold' && sum != null && kept != null && back != null && shipped != null
  return {
    ...row,
    total: shown(sum ?? null),
    fees: shown(kept ?? null),
    shipping: shown(shipping === null ? null : BigInt(shipping)),
    refunded: shown(back ?? null),
    seller_shipping: shown(shipped ?? null),
    payout: is_paid_out ? shown(sum - back - kept - shipped) : null,
    lines: lines.flat().map(({ listing_id, title, sku = null, quantity, price }) => ({
      listing_id,
      title,
      sku,
      quantity,
      price: price === null ? null : shown(BigInt(price)),
    })),
  }
}
