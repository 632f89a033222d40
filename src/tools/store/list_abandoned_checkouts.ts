import { z } from 'zod'
import { limit } from '#engine/lists.ts'
import { tool } from '#engine/tool.ts'
import * as f from '#figures/index.ts'
import { newest_list, total_field } from '#figures/sources/totals.ts'
import { cart_days_back } from '#figures/subjects/carts.ts'
import { checkouts, is_recovered, newest_checkouts } from '#tools/store/checkouts.ts'

const totals = f.figures({
  checkouts: f.count('Checkouts that customers left and that match the input recovered.'),
  value: f.money('What they are worth together.'),
  average_value: f.money('Mean of those that have a value.', f.quotient('value', f.beside('checkouts', 'value'))),
})

/** Of all checkouts, because within those of one kind every rate would be zero or one. */
const recovery = f.figures({
  all_checkouts: f.count('All checkouts left, whatever the input recovered.', 'checkouts'),
  recovered: f.count('Those of all_checkouts that were completed later.'),
  recovered_value: f.money('What the recovered ones are worth.'),
  recovery_rate: f.ratio('recovered divided by all_checkouts.', 'recovered', 'checkouts'),
})

export const list_abandoned_checkouts = tool({
  about: 'Checkouts that customers of stores left, newest first: value, contact, recovery URL.',
  keywords: {
    es: 'checkouts de la tienda recuperados no recuperados enlace de recuperación contacto del cliente cuántos se recuperaron',
    en: 'checkouts of the store recovered not recovered recovery link customer contact recovery rate',
    pt: 'checkouts da loja recuperados não recuperados link de recuperação contato do cliente taxa de recuperação',
  },
  scopes: ['ecommerce:read'],
  effect: 'read',
  input: {
    days_back: cart_days_back,
    recovered: z.boolean().optional().describe('Recovered ones, or others.'),
    limit: limit(50),
  },
  result: {
    ...f.period_fields,
    currency: f.currency,
    totals: z
      .strictObject({ ...totals.fields, ...recovery.fields })
      .describe('Whatever the limit. checkouts, value, average_value: of those that match; others: of all.'),
    ...checkouts.fields,
    ...total_field,
    ...f.provenance,
  },
  example: { recovered: false, limit: 10 },
  async run({ days_back, recovered, limit }, context) {
    const period = f.period_until_today(days_back, context)
    const { left, matching, shared } = await f.answer(context, period, {
      left: { of: f.checkouts },
      matching: { of: f.checkouts, where: is_recovered(recovered, 'f.is_recovered') },
    })
    const shown = { ...totals.values(matching, context.org.currency), ...recovery.values(left, context.org.currency) }
    const asked = { window: period.current, counted: left.sources.counted, recovered, limit }
    const rows = await newest_checkouts(context, asked)
    const newest = { rows, at: 'started_at', total: shown.checkouts, of: left, limit } as const
    return { totals: shown, ...newest_list(checkouts.of, newest, context), ...shared }
  },
})
