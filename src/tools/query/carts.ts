// The list of abandoned carts.
import { sql } from 'kysely'
import { z } from 'zod'
import { exact_micros, money_number } from '#domain/exact.ts'
import type { Window } from '#domain/windows.ts'
import { listed } from '#engine/lists.ts'
import { LONG_TEXT_CHARS_MAX, outside_text, own_text, platform_word, public_text } from '#engine/texts.ts'
import type { Context } from '#engine/tool.ts'
import type { Counted } from '#figures/sources/sources.ts'
import { abandoned_carts, amount_of_cart, checkouts_with_carts, first_of_cart } from '#figures/subjects/carts.ts'
import { cart_lines, lines_on_wire } from '#tools/cart_lines.ts'

export const carts = listed(
  'carts',
  z.strictObject({
    cart_id: platform_word().describe('Checkout id.'),
    platforms: z.array(own_text()).describe('Where the cart was seen.'),
    started_at: own_text(),
    email: public_text().nullable(),
    customer_name: public_text().nullable(),
    phone: public_text().nullable(),
    total: z
      .number()
      .nullable()
      .describe('Value in the cart’s own currency. null: the platform sent none that can be read.'),
    currency: platform_word(),
    recovery_url: outside_text(LONG_TEXT_CHARS_MAX).nullable().describe('Link that brings the cart back.'),
    lines: cart_lines,
  }),
  'These are the newest; raise limit to see older ones.',
  undefined,
  {
    short: {
      fields: ['cart_id', 'started_at', 'email', 'customer_name', 'total', 'currency'],
      while_small: ['recovery_url'],
    },
  },
)

interface CartRow {
  cart_id: string
  platforms: string[]
  started_at: string
  email: string | null
  customer_name: string | null
  phone: string | null
  total_micros: bigint | null
  currency: string
  recovery_url: string | null
  lines: unknown
}

const shown = [
  ...['email', 'customer_name', 'phone', 'recovery_url', 'lines'].map(first_of_cart),
  ...['currency', 'total_micros'].map(amount_of_cart),
]

export async function newest_carts({ db, org, now }: Context, { from, to }: Window, counted: Counted, limit: number) {
  const span = { from, to, counted, time_zone: org.time_zone, now }
  // Only the carts in the answer are merged as a whole.
  const { rows } = await sql<CartRow>`
    with k as materialized (${checkouts_with_carts(span)}),
    newest as (
      select cart, checkout_id as cart_id, started_at from ${abandoned_carts(sql`k`, span)} m
      order by started_at desc, checkout_id, cart limit ${limit})
    select n.cart_id, n.started_at, array_agg(distinct k.platform) as platforms, ${sql.join(shown)}
    from newest n join k on k.cart = n.cart group by n.cart, n.cart_id, n.started_at
    order by n.started_at desc, n.cart_id, n.cart`.execute(db)
  return rows.map(({ total_micros, lines, ...row }) => ({
    ...row,
    total: total_micros === null ? null : money_number(exact_micros(total_micros), row.currency),
    lines: lines_on_wire(lines, row.currency),
  }))
}
