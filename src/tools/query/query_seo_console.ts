import { sql } from 'kysely'
import { z } from 'zod'
import { count_number, exact_ratio } from '#domain/exact.ts'
import { platforms_of } from '#domain/platforms.ts'
import { tool } from '#engine/tool.ts'
import { type Figures, known, ranked_facts, sum_facts } from '#figures/facts.ts'
import { sources_of } from '#figures/sources.ts'
import { seo_facts, seo_query_facts } from '#figures/warehouse.ts'
import * as f from '#tools/fields.ts'

const figures = {
  clicks: f.count_field('Clicks.'),
  impressions: f.count_field('Times shown.'),
  ctr: f.ratio_field('clicks divided by impressions.'),
  position: f.ratio_field('Average position, weighted by impressions; 1 is the top.'),
}

export const query_seo_console = tool({
  about:
    'Organic search queries with clicks, impressions, CTR and average position, most clicks first. Says nothing about indexation.',
  keywords: {
    es: 'búsquedas orgánicas palabras clave consultas posición ranking impresiones Search Console posicionamiento SEO',
    en: 'keywords rankings search console positions impressions organic SEO queries google',
    pt: 'buscas orgânicas palavras-chave consultas posição ranking impressões Search Console posicionamento SEO',
  },
  scopes: ['analytics:read'],
  effect: 'read',
  input: {
    date_from: f.date_from,
    date_to: f.date_to,
    limit: f.limit(50),
    query_filter: f.search_text('Only queries that contain this text.').optional(),
  },
  result: {
    window: f.window,
    totals: z.strictObject(figures).describe('Of all queries that match, whatever the limit.'),
    site: z.strictObject(figures).describe('Of the whole site, with the rare queries that the platform hides.'),
    queries: z.array(z.strictObject({ query: z.string(), ...figures })),
    ...f.listing,
    ...f.provenance,
  },
  example: { limit: 10 },
  async run({ limit, query_filter, ...dates }, context) {
    const window = f.window_of(dates, context)
    const wanted = { platforms: platforms_of('seo'), tables: ['seo_daily', 'seo_query_daily'] }
    const sources = await sources_of(context, wanted)
    const ask = { current: window, counted: sources.counted }
    const matching = {
      ...ask,
      where: query_filter ? sql`f.query ilike ${f.contains_pattern(query_filter)}` : undefined,
    }
    const order = sql`s.clicks desc, s.impressions desc, s.query`
    const by = { query: sql`f.query` }
    const { rows, total, all } = await ranked_facts(context, seo_query_facts, { ...matching, by }, { order, limit })
    const site = await sum_facts(context, seo_facts, ask)
    const is_real = sources.zero_is_real(window)
    return {
      window: f.window_on_wire(window, context),
      totals: on_wire(known(seo_query_facts, all, is_real)),
      site: on_wire(known(seo_facts, site.lines[0]?.current, is_real)),
      ...f.listing_of(
        'queries',
        rows.map(({ key, figures }) => ({ query: String(key.query), ...on_wire(figures as SeoFigures) })),
        total,
        'Use query_filter or fewer days.',
      ),
      ...sources.on_wire,
      notes: [...f.absent_note(sources, 'organic search platform'), ...sources.notes(window)],
    }
  },
})

type SeoFigures = Figures<never, 'clicks' | 'impressions' | 'position_weighted'>

function on_wire(of: SeoFigures | null) {
  return {
    clicks: of && count_number(of.clicks),
    impressions: of && count_number(of.impressions),
    ctr: of && f.ratio_or_null(exact_ratio(of.clicks, of.impressions)),
    position: of && f.ratio_or_null(exact_ratio(of.position_weighted, of.impressions)),
  }
}
