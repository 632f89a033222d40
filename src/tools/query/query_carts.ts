import { sql } from 'kysely'
import { z } from 'zod'
import { exact_micros, money_number } from '#domain/exact.ts'
import { add_days, start_of, type Window } from '#domain/windows.ts'
import { limit, listed } from '#engine/lists.ts'
import { type Context, tool } from '#engine/tool.ts'
import { answer } from '#figures/answer.ts'
import { merged_carts } from '#figures/carts.ts'
import { count, figures, money, quotient } from '#figures/figure.ts'
import * as groups from '#figures/groups.ts'
import { currency, period_fields, period_of } from '#figures/period.ts'
import { provenance } from '#figures/provenance.ts'
import type { Counted } from '#figures/sources.ts'

const line = z.looseObject({}).describe('title, quantity, price.')

const totals = figures({
  carts: count('Abandoned carts.'),
  value: money('What they are worth together.'),
  average_value: money('value divided by carts.', quotient('value', 'carts')),
  reachable: count('Carts with an e-mail address or phone number.'),
  recoverable: count('Carts with a recovery URL.'),
})

const carts = listed(
  'carts',
  z.strictObject({
    cart_id: z.string().describe('Checkout id.'),
    platforms: z.array(z.string()).describe('Where the cart was seen.'),
    started_at: z.string(),
    email: z.string().nullable(),
    customer_name: z.string().nullable(),
    phone: z.string().nullable(),
    total: z.number().describe('Value in the cart’s own currency.'),
    currency: z.string(),
    recovery_url: z.string().nullable().describe('Link that brings the cart back.'),
    lines: z.array(line),
  }),
  'These are the newest; raise limit to see older ones.',
)

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
  input: { limit: limit(50) },
  result: {
    ...period_fields,
    currency,
    totals: z.strictObject(totals.fields).describe('Of all carts of the period, whatever the limit.'),
    ...carts.fields,
    ...provenance,
  },
  example: { limit: 10 },
  async run({ limit }, context) {
    const period = period_of({}, context)
    const { all, shared } = await answer(context, period, { all: { of: groups.carts } })
    const shown = totals.values(all, context.org.currency)
    const newest = await newest_carts(context, period.current, all.sources.counted, limit)
    return { totals: shown, ...carts.of(newest, shown.carts ?? 0), ...shared }
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
  const span = { from, to, counted, time_zone: org.time_zone, now }
  const { rows } = await sql<CartRow>`
    select checkout_id as cart_id, platforms, started_at, email, customer_name, phone, total_micros, currency, recovery_url, lines
    from ${merged_carts(span)} f
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
