import { sql } from 'kysely'
import { z } from 'zod'
import { count_number, exact_micros, exact_ratio, money_number, money_or_null } from '#domain/exact.ts'
import { platforms_of } from '#domain/platforms.ts'
import { add_days, start_of, type Window } from '#domain/windows.ts'
import { type Context, tool } from '#engine/tool.ts'
import { cart_facts, merged_carts } from '#figures/carts.ts'
import { known, sum_facts } from '#figures/facts.ts'
import { type Counted, sources_of } from '#figures/sources.ts'
import * as f from '#tools/fields.ts'

const line = z.looseObject({}).describe('title, quantity, price.')

const cart = z.strictObject({
  cart_id: f.text('Checkout id.'),
  platforms: z.array(z.string()).describe('Where the cart was seen.'),
  started_at: z.string(),
  email: z.string().nullable(),
  customer_name: z.string().nullable(),
  phone: z.string().nullable(),
  total: z.number().describe('Value in the cart’s own currency.'),
  currency: z.string(),
  recovery_url: f.optional_text('Link that brings the cart back.'),
  lines: z.array(line),
})

export const query_carts = tool({
  about:
    'Abandoned carts of the last 30 days and today, merged from the store and the e-mail platform, newest first: totals, recovery URLs and what they add up to.',
  keywords: {
    es: 'carritos abandonados recuperar compra sin terminar checkout incompleto clientes que no compraron enlace',
    en: 'abandoned checkout unfinished purchase recover left behind basket',
    pt: 'carrinhos abandonados recuperar compra não finalizada checkout incompleto clientes que não compraram link',
  },
  scopes: ['ecommerce:read'],
  effect: 'read',
  input: { limit: f.limit(50) },
  result: {
    window: f.window,
    currency: f.currency,
    totals: z
      .strictObject({
        carts: f.count_field('Abandoned carts.'),
        value: f.amount('What they are worth together.'),
        average_value: f.amount('value divided by carts.'),
        reachable: f.count_field('Carts with an e-mail address or phone number.'),
        recoverable: f.count_field('Carts with a recovery URL.'),
      })
      .describe('Of all carts of the period, whatever the limit.'),
    carts: z.array(cart),
    ...f.listing,
    ...f.provenance,
  },
  example: { limit: 10 },
  async run({ limit }, context) {
    const { currency } = context.org
    const window = f.window_of({}, context)
    const sources = await sources_of(context, { platforms: platforms_of('store', 'email'), tables: ['checkouts'] })
    const { counted } = sources
    const { lines, fx } = await sum_facts(context, cart_facts(context.now), { current: window, counted })
    const sums = known(cart_facts(context.now), lines[0]?.current, sources.zero_is_real(window))
    const average = sums && exact_ratio(sums.value, sums.carts)
    return {
      window: f.window_on_wire(window, context),
      currency,
      totals: {
        carts: sums && count_number(sums.carts),
        value: sums && money_or_null(sums.value, currency),
        average_value: money_or_null(average, currency),
        reachable: sums && count_number(sums.reachable),
        recoverable: sums && count_number(sums.recoverable),
      },
      ...f.listing_of(
        'carts',
        await newest_carts(context, window, counted, limit),
        sums ? count_number(sums.carts) : 0,
        'These are the newest; raise limit to see older ones.',
      ),
      ...sources.on_wire,
      notes: [...f.absent_note(sources, 'store or e-mail platform'), ...sources.notes(window), ...fx.notes(context)],
    }
  },
})

interface CartRow {
  cart_id: string
  platforms: string[]
  started_at: string
  email: string | null
  customer_name: string | null
  phone: string | null
  total_micros: bigint
  currency: string
  recovery_url: string | null
  lines: unknown
}

async function newest_carts({ db, org, now }: Context, { from, to }: Window, counted: Counted, limit: number) {
  const span = { from, to, counted, time_zone: org.time_zone }
  const { rows } = await sql<CartRow>`
    select checkout_id as cart_id, platforms, started_at, email, customer_name, phone, total_micros, currency, recovery_url, lines
    from ${merged_carts(span, now)} f
    where started_at >= ${start_of(from, org.time_zone)} and started_at < ${start_of(add_days(to, 1), org.time_zone)}
    order by started_at desc, checkout_id limit ${limit}`.execute(db)
  return rows.map(({ total_micros, lines, ...row }) => ({
    ...row,
    total: money_number(exact_micros(total_micros), row.currency),
    lines: (Array.isArray(lines) ? lines : []).map((line) => line_on_wire(line, row.currency)),
  }))
}

/** Stored prices are micros; on the wire they are units. */
function line_on_wire({ price, ...rest }: Record<string, unknown>, currency: string) {
  return typeof price === 'number' && Number.isInteger(price)
    ? { ...rest, price: money_number(exact_micros(BigInt(price)), currency) }
    : rest
}
