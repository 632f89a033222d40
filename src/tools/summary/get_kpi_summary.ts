import { sentence } from '#engine/sentence.ts'
import { tool } from '#engine/tool.ts'
import * as f from '#figures/index.ts'
import * as k from '#figures/subjects/kpis.ts'
import { message } from '#messages/message.ts'

const kpi_names = Object.keys(k.kpis.units) as (keyof typeof k.kpis.units)[]

export const get_kpi_summary = tool({
  about:
    'Cross-channel KPIs of a period against the one before it. Per-platform spend, claimed revenue and ROAS; store and marketplace revenue, blended ad ROAS, store ROAS, sessions, SEO clicks; in the reporting currency.',
  keywords: {
    es: 'resumen KPI números totales gasto inversión ingresos ventas ROAS de todos los canales cada plataforma periodo panorama comparado con el anterior',
    en: 'summary KPI headline numbers totals spend revenue sales ROAS of all channels each platform overview compared with the previous period',
    pt: 'resumo KPI números totais gasto investimento receita vendas ROAS de todos os canais cada plataforma panorama comparado com o anterior',
  },
  scopes: ['ads:read', 'analytics:read', 'ecommerce:read'],
  effect: 'read',
  is_start: true,
  picture: {
    kind: 'tiles',
    labels: [...kpi_names, 'spend', 'revenue', 'roas'],
    units: k.kpis.units,
    good_when_up: { ad_spend: 0, refunds: -1, cac: -1 },
  },
  input: {
    days_back: f.days_back.describe(
      'Days that end yesterday, compared with as many before. Not used when date_from is set.',
    ),
    date_from: f.dates.date_from.describe('First day. Takes the place of days_back.'),
    date_to: f.dates.date_to.describe('Last day, included. Default: today. Only with date_from.'),
  },
  result: {
    summary: sentence('What the figures mean, in one or two sentences.'),
    ...f.year_period_fields,
    currency: f.currency,
    ...k.kpi_fields,
    platforms: k.platform_kpis,
    ...f.provenance,
  },
  example: { days_back: 30 },
  async run({ days_back, date_from, date_to }, context) {
    const { currency } = context.org
    const asked = date_from
      ? f.compared(f.period_of({ date_from, date_to }, context))
      : f.last_days_compared(days_back, context)
    const notes = date_to !== undefined && !date_from ? [message('date_to.unused')] : []
    const { shared, ...groups } = await f.answer(context, f.with_year_before(asked), k.kpi_parts, notes)
    const sums = k.kpi_sums(groups)
    return {
      summary: k.kpi_sentence(sums, groups, currency, asked.current),
      ...k.kpi_values(sums, currency, asked.current),
      platforms: k.platform_lines(groups, currency),
      ...f.with_notes(shared, k.kpi_notes(sums, groups, currency)),
    }
  },
})
