import { z } from 'zod'
import { minor_digits } from '#domain/money.ts'
import { own_sentence, sentence } from '#engine/sentence.ts'
import { own_text } from '#engine/texts.ts'
import { tool } from '#engine/tool.ts'
import * as f from '#figures/index.ts'
import { break_down_lines, breakdown_fields, breakdown_sentence } from '#figures/subjects/breakdown.ts'
import { explained, explained_names } from '#figures/subjects/campaigns.ts'
import { as_money, as_ratio, message } from '#messages/message.ts'

/** Decimals of a ratio's parts. More than for other ratios, so that small parts do not round to zero. */
const RATIO_PART_DIGITS = 6

export const diagnosticar_cambio = tool({
  about:
    'Why a figure changed against the period before. Breaks the change down by channel and campaign into parts that add up to it; for ROAS with mix (budget moved) and rate (performed differently).',
  keywords: {
    es: 'por qué bajó subió cayó aumentó crecimiento motivo causa explicar diagnóstico cambio variación comparado con el periodo anterior ventas ingresos gasto ROAS',
    en: 'why did it drop rise growth cause reason explain diagnose change compared with the previous period sales revenue spend ROAS',
    pt: 'por que caiu subiu crescimento motivo causa explicar diagnóstico mudança variação comparado com o período anterior vendas receita gasto ROAS',
  },
  scopes: ['ads:read', 'analytics:read', 'ecommerce:read'],
  effect: 'read',
  picture: { kind: 'waterfall', labels: ['store_revenue', 'spend', 'revenue', 'roas'] },
  input: {
    days_back: f.days_back,
    metric: z
      .enum(explained_names)
      .default('roas')
      .describe('roas, claimed revenue or spend of the ad platforms; or store_revenue by traffic source.'),
  },
  result: {
    summary: sentence('What changed and what most of it comes from.'),
    ...f.year_period_fields,
    metric: own_sentence('The figure, and what it means.'),
    currency: own_text().nullable().describe('Of amounts; null for ROAS.'),
    ...breakdown_fields,
    ...f.provenance,
  },
  example: { days_back: 30, metric: 'roas' },
  async run({ days_back, metric }, context) {
    const { part, ...division } = explained[metric]
    const currency = 'under' in division ? null : context.org.currency
    const period = f.with_year_before(f.last_days_compared(days_back, context))
    const { found, shared } = await f.answer(context, period, { found: part })
    const broken = break_down_lines(found, division, currency ? minor_digits(currency) : RATIO_PART_DIGITS)
    const written = (value: number, how?: { is_signed: boolean }) =>
      currency ? as_money(value, currency, how) : as_ratio(value, how)
    const { to } = found.days.current ?? period.current
    return {
      summary: breakdown_sentence(metric, broken, written, to === period.current.to ? undefined : to),
      ...broken,
      ...shared,
      metric: message('diagnosis.metric', { metric }),
      currency,
    }
  },
})
