// The list of the stores' orders of all states, for the tool that shows what counts and what does not.
import { sql } from 'kysely'
import { z } from 'zod'
import { of_org } from '#db/organization.ts'
import { exact_micros, money_number, ONE } from '#domain/exact.ts'
import { add_days, start_of, type Window } from '#domain/windows.ts'
import { listed } from '#engine/lists.ts'
import { outside_text, own_text, platform_word } from '#engine/texts.ts'
import type { Context } from '#engine/tool.ts'
import type { Sums } from '#figures/figure.ts'
import { is_store_order_here } from '#figures/sources/counted_once.ts'
import type { Counted } from '#figures/sources/sources.ts'
import type { Days } from '#figures/sources/summed_days.ts'
import { type OrderState, order_states, refunded_of_store_order, store_order_state } from '#figures/subjects/orders.ts'
import { store_field, store_name } from '#figures/subjects/store_name.ts'
import { planned_for } from '#figures/sums/planned.ts'
import { is_counted } from '#figures/sums/warehouse.ts'
import { is_word, refuse_unknown_status, states_of } from '#tools/statuses.ts'

export const orders = listed(
  'orders',
  z.strictObject({
    order_id: platform_word(),
    order_number: outside_text(),
    platform: own_text().describe('Platform key of the store.'),
    store: store_field(),
    ordered_at: own_text(),
    status: z.enum(order_states).describe('pending: placed and not paid for, or in a state that is not known.'),
    counts: z.boolean().describe('Part of totals: sold, and not counted where the customer ordered.'),
    imported_from: own_text().nullable().describe('Platform where the customer ordered, if the store imported it.'),
    financial_status: platform_word().nullable().describe('The platform’s own word.'),
    fulfillment_status: platform_word().nullable().describe('The platform’s own word.'),
    total: z.number().describe('Present total after edits and before refunds, in the order’s own currency.'),
    refunded: z.number().nullable().describe('Given back so far. null: the platform does not say how much.'),
    net: z.number().nullable().describe('total less refunded.'),
    currency: platform_word().describe('Currency of this order’s amounts.'),
  }),
  'Ask for fewer days, or for one status.',
  'Newest first.',
  {
    short: {
      fields: ['order_id', 'order_number', 'ordered_at', 'status', 'total', 'refunded', 'net', 'currency'],
      differing: ['platform', 'store', 'counts', 'imported_from', 'financial_status'],
    },
  },
)

interface OrderFilter {
  window: Window
  counted: Counted
  status: string | undefined
  limit: number
}

/** The orders `o` of the window, of connections that count, with the platform's word. */
const rows_of = ({ org }: Context, { window, counted, status }: OrderFilter) => sql`
  ${of_org('store_orders', 'o')} where ${is_counted(counted, 'o.store_connection_id')}
    and o.ordered_at >= ${start_of(window.from, org.time_zone)}::timestamptz
    and o.ordered_at < ${start_of(add_days(window.to, 1), org.time_zone)}::timestamptz
    and ${is_word(sql`o.financial_status`, states_of(status).word)}`

interface StateRow {
  state: OrderState
  count: bigint
}

const is_unsold = sql`(o.is_voided or o.is_test or o.is_pending)`

/** The sold orders that the sums of all days of the window count. null: the sums do not tell. */
export function sold_in(
  {
    lines,
    days: { current: days },
  }: { lines: readonly { current: Sums<'orders'> | null }[]; days: { current: Days | null } },
  { from, to }: Window,
): bigint | null {
  const is_whole = days === null || (days.from === from && days.to === to)
  const orders = (is_whole && lines[0]?.current?.orders) ?? null
  return orders ? orders / ONE : null
}

/**
 * Number of orders of each state. Nearly all are sold, and the sums count them where the customer ordered. So only the others are read, which
 * have an index of their own.
 */
async function states_beside(context: Context, filter: OrderFilter, sold: bigint): Promise<StateRow[]> {
  const { rows } = await sql<StateRow>`
    ${planned_for(filter.window)} select ${store_order_state} as state, count(*) as count from ${rows_of(context, filter)} and ${is_unsold} group by 1
    union all
    select 'sold', count(*) + ${sold}::bigint from ${rows_of(context, filter)} and not ${is_unsold}
      and o.imported_from is not null and not ${is_store_order_here(filter.counted)}`.execute(context.db)
  return rows.filter(({ count }) => count > 0n)
}

async function all_states(context: Context, filter: OrderFilter): Promise<StateRow[]> {
  const { rows } = await sql<StateRow>`
    ${planned_for(filter.window)} select ${store_order_state} as state, count(*) as count from ${rows_of(context, filter)} group by 1`.execute(
    context.db,
  )
  return rows
}

/** Number of orders of each state, and of all of them. `sold`: the sold orders that the sums count, where they tell. */
export async function count_states(
  context: Context,
  filter: OrderFilter,
  sold: bigint | null,
): Promise<{ by_status: Partial<Record<OrderState, number>>; listed: number }> {
  const { state, word } = states_of(filter.status)
  const needs_sold = state === undefined || state === 'sold'
  const is_known = word === undefined && (sold !== null || !needs_sold)
  const rows = is_known ? await states_beside(context, filter, sold ?? 0n) : await all_states(context, filter)
  if (rows.length === 0 && word !== undefined)
    await refuse_unknown_status(context, word, {
      rows: sql`${of_org('store_orders', 'o')} where ${is_counted(filter.counted, 'o.store_connection_id')}`,
      word: sql`o.financial_status`,
      own: order_states,
    })
  const shown = rows.filter((row) => state === undefined || row.state === state)
  const ranked = shown.sort((a, b) => order_states.indexOf(a.state) - order_states.indexOf(b.state))
  const by_status = Object.fromEntries(ranked.map((row) => [row.state, Number(row.count)]))
  return { by_status, listed: ranked.reduce((sum, row) => sum + Number(row.count), 0) }
}

interface OrderRow {
  order_id: string
  order_number: string
  platform: string
  store: string
  ordered_at: string
  status: OrderState
  counts: boolean
  imported_from: string | null
  financial_status: string | null
  fulfillment_status: string | null
  total: bigint
  refunded: bigint | null
  currency: string
}

export async function newest_orders(context: Context, filter: OrderFilter) {
  const { state } = states_of(filter.status)
  const { rows } = await sql<OrderRow>`
    ${planned_for(filter.window)} select o.order_id, o.order_number, c.platform, ${store_name(sql`c.connection_id`)} as store, o.ordered_at, ${store_order_state} as status,
      ${store_order_state} = 'sold' and ${is_store_order_here(filter.counted)} as counts, o.imported_from, o.financial_status, o.fulfillment_status, o.total_micros as total, ${refunded_of_store_order} as refunded, o.currency
    from (
      select o.* from ${rows_of(context, filter)} and (${state ?? null}::text is null or ${store_order_state} = ${state ?? null})
      order by o.ordered_at desc, o.order_id, o.store_connection_id limit ${filter.limit}) o
    join ${of_org('connections', 'c')} on c.connection_id = o.store_connection_id
    order by o.ordered_at desc, o.order_id, o.store_connection_id`.execute(context.db)
  return rows.map(({ total, refunded, ...row }) => {
    const shown = (micros: bigint) => money_number(exact_micros(micros), row.currency)
    return {
      ...row,
      total: shown(total),
      refunded: refunded === null ? null : shown(refunded),
      net: refunded === null ? null : shown(total - refunded),
    }
  })
}
