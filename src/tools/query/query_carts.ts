import { z } from 'zod'
import { limit } from '#engine/lists.ts'
import { tool } from '#engine/tool.ts'
import * as f from '#figures/index.ts'
import { newest_list, total_field } from '#figures/sources/totals.ts'
import { CART_DAYS_BEFORE, cart_totals } from '#figures/subjects/carts.ts'
import { carts, newest_carts } from '#tools/query/carts.ts'

export const query_carts = tool({
  about:
    'Abandoned carts of the last 30 days with today, merged from the stores and the email platforms, newest first: totals, recovery URLs and what they add up to.',
  keywords: {
    es: 'carritos abandonados de la tienda y del email compra sin terminar recuperar enlaces de recuperación',
    en: 'abandoned carts of the store and the email unfinished purchase recovery links left behind',
    pt: 'carrinhos abandonados da loja e do e-mail compra não finalizada recuperar',
  },
  scopes: ['ecommerce:read'],
  effect: 'read',
  input: { limit: limit(50) },
  result: {
    ...f.period_fields,
    currency: f.currency,
    totals: z.strictObject(cart_totals.fields).describe('Of all carts of the period, whatever the limit.'),
    ...carts.fields,
    ...total_field,
    ...f.provenance,
  },
  example: { limit: 10 },
  async run({ limit }, context) {
    const period = f.period_until_today(CART_DAYS_BEFORE, context)
    const { all, shared } = await f.answer(context, period, { all: { of: f.carts } })
    const shown = cart_totals.values(all, context.org.currency)
    const rows = await newest_carts(context, period.current, all.sources.counted, limit)
    const newest = { rows, at: 'started_at', total: shown.carts, of: all, limit } as const
    return { totals: shown, ...newest_list(carts.of, newest, context), ...shared }
  },
})
