import { z } from 'zod'
import { last_days, previous } from '#domain/windows.ts'
import { tool } from '#engine/tool.ts'
import * as f from '#tools/fields.ts'
import { changes, kpi_fields, kpi_sentence, kpis_of, platform_kpis } from '#tools/summary/kpis.ts'

export const get_kpi_summary = tool({
  about:
    'Cross-channel KPIs of a period against the one before it: per-platform spend, claimed revenue and ROAS; store revenue, blended ad ROAS, store ROAS, sessions, SEO clicks; in the reporting currency.',
  keywords: {
    es: 'resumen indicadores KPI general gasto total ROAS ingresos periodo todos los canales panorama números',
    en: 'overview summary headline numbers totals dashboard overall spend ROAS revenue all channels',
    pt: 'resumo indicadores KPI geral gasto total ROAS receita período todos os canais panorama números',
  },
  scopes: ['ads:read', 'analytics:read', 'ecommerce:read'],
  effect: 'read',
  picture: 'tiles',
  input: {
    days_back: f.days_back.describe(
      'Days that end yesterday, compared with as many before. Not used when date_from is set.',
    ),
    date_from: f.date_from.describe('First day. Takes the place of days_back.'),
    date_to: f.date_to.describe('Last day, included. Default: today. Only with date_from.'),
  },
  result: {
    summary: f.text('What the figures mean, in one or two sentences.'),
    window: f.window,
    previous_window: f.previous_window,
    currency: f.currency,
    ...kpi_fields,
    previous: z.strictObject(kpi_fields).describe('The same figures of previous_window.'),
    change_percent: changes,
    platforms: z.array(platform_kpis).describe('Ad platforms. Their claimed revenue overlaps: it is no sales figure.'),
    ...f.provenance,
  },
  example: { days_back: 30 },
  async run({ days_back, date_from, date_to }, context) {
    const current = date_from ? f.window_of({ date_from, date_to }, context) : last_days(days_back, context.today)
    const before = previous(current)
    const { on_wire, notes, ...kpis } = await kpis_of(context, current, before)
    const ignored =
      date_to && !date_from ? ['date_to was not used, because it counts only together with date_from.'] : []
    return {
      summary: kpi_sentence(kpis, context.org.currency),
      window: f.window_on_wire(current, context),
      previous_window: f.window_on_wire(before, context),
      currency: context.org.currency,
      ...kpis.current,
      previous: kpis.previous,
      change_percent: kpis.change_percent,
      platforms: kpis.platforms,
      ...on_wire,
      notes: [...ignored, ...notes],
    }
  },
})
