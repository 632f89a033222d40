// The list of checkouts that customers of stores left, with the orders of those that they completed later.
import { sql } from 'kysely'
import { z } from 'zod'
import { of_org } from '#db/organization.ts'
import { exact_micros, money_number } from '#domain/exact.ts'
import type { Window } from '#domain/windows.ts'
import { listed } from '#engine/lists.ts'
import { LONG_TEXT_CHARS_MAX, outside_text, own_text, platform_word, public_text } from '#engine/texts.ts'
import type { Context } from '#engine/tool.ts'
import type { Counted } from '#figures/sources/sources.ts'
import { left_checkouts } from '#figures/subjects/carts.ts'
import { store_field, store_name } from '#figures/subjects/store_name.ts'
import { cart_lines, lines_on_wire } from '#tools/cart_lines.ts'

/** A checkout and its order have times of their own. Without a token, an order is looked for so near to the end of the checkout. */
const SAME_TIME = sql`interval '1 minute'`

export const checkouts = listed(
  'checkouts',
  z.strictObject({
    checkout_id: platform_word(),
    platform: own_text(),
    store: store_field(),
    started_at: own_text(),
    value: z
      .number()
      .nullable()
      .describe('In the checkout’s own currency. null: the store sent none that can be read.'),
    currency: platform_word(),
    customer_name: public_text().nullable(),
    email: public_text().nullable(),
    phone: public_text().nullable(),
    recovery_url: outside_text(LONG_TEXT_CHARS_MAX).nullable().describe('Link that brings the checkout back.'),
    recovered: z.boolean().describe('The customer completed it later.'),
    recovered_at: own_text().nullable(),
    order_id: platform_word()
      .nullable()
      .describe(
        'Order that names the recovered checkout, or the only one with its total in that minute. null: not known.',
      ),
    lines: cart_lines,
  }),
  'These are the newest; raise limit, or ask for fewer days.',
  'Newest first.',
  {
    short: {
      fields: ['checkout_id', 'started_at', 'customer_name', 'email', 'value', 'currency', 'recovered'],
      differing: ['platform', 'store', 'order_id'],
      while_small: ['recovery_url', 'lines'],
    },
  },
)

/** The condition for recovered checkouts, or for those that are not. Undefined: all match. */
export const is_recovered = (recovered: boolean | undefined, column: string) =>
  recovered === undefined ? undefined : sql<boolean>`${sql.raw(column)} = ${sql.lit(recovered)}`

interface CheckoutRow {
  checkout_id: string
  platform: string
  store: string
  started_at: string
  value: bigint | null
  currency: string
  customer_name: string | null
  email: string | null
  phone: string | null
  recovery_url: string | null
  recovered: boolean
  recovered_at: string | null
  order_id: string | null
  lines: unknown
}

interface CheckoutFilter {
  window: Window
  counted: Counted
  recovered: boolean | undefined
  limit: number
}

export async function newest_checkouts(
  { db, org, now }: Context,
  { window, counted, recovered, limit }: CheckoutFilter,
) {
  const span = { ...window, counted, time_zone: org.time_zone, now }
  // An order that names its checkout belongs to no other one.
  const { rows } = await sql<CheckoutRow>`
    select k.checkout_id, k.platform, ${store_name(sql`c.connection_id`)} as store, k.started_at, k.total_micros as value, k.currency, k.customer_name, k.email,
      k.phone, k.recovery_url, k.completed_at is not null as recovered, k.completed_at as recovered_at,
      coalesce(t.order_id, m.order_id) as order_id, k.lines
    from (
      select k.* from ${left_checkouts(span)} and ${is_recovered(recovered, '(k.completed_at is not null)') ?? sql`true`}
      order by k.started_at desc, k.checkout_id, k.connection_id limit ${limit}) k
    join ${of_org('connections', 'c')} on c.connection_id = k.connection_id
    left join lateral (
      select case when count(*) = 1 then min(o.order_id) end as order_id from ${of_org('store_orders', 'o')}
      where o.store_connection_id = k.connection_id and o.checkout_token = k.token and k.completed_at is not null) t on true
    left join lateral (
      select case when count(*) = 1 then min(o.order_id) end as order_id from ${of_org('store_orders', 'o')}
      where o.store_connection_id = k.connection_id and o.checkout_token is null and o.currency = k.currency
        and o.total_micros = k.total_micros
        and o.ordered_at between k.completed_at - ${SAME_TIME} and k.completed_at + ${SAME_TIME}) m on true
    order by k.started_at desc, k.checkout_id, k.connection_id`.execute(db)
  return rows.map(({ value, lines, ...row }) => ({
    ...row,
    value: value === null ? null : money_number(exact_micros(value), row.currency),
    lines: lines_on_wire(lines, row.currency),
  }))
}
