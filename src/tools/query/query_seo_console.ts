import { sql } from 'kysely'
import { z } from 'zod'
import { contains_pattern, limit, listed, search_text } from '#engine/lists.ts'
import { tool } from '#engine/tool.ts'
import { answer } from '#figures/answer.ts'
import { count, figures, ratio } from '#figures/figure.ts'
import { seo, seo_queries } from '#figures/groups.ts'
import { dates, period_fields, period_of } from '#figures/period.ts'
import { provenance } from '#figures/provenance.ts'

const found = figures({
  clicks: count('Clicks.'),
  impressions: count('Times shown.'),
  ctr: ratio('clicks divided by impressions.', 'clicks', 'impressions'),
  position: ratio('Average position, weighted by impressions; 1 is the top.', 'position_weighted', 'impressions'),
})

const listed_queries = listed(
  'queries',
  z.strictObject({ query: z.string(), ...found.fields }),
  'Use query_filter or fewer days.',
)

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
    ...dates,
    limit: limit(50),
    query_filter: search_text('Only queries that contain this text.').optional(),
  },
  result: {
    ...period_fields,
    totals: z.strictObject(found.fields).describe('Of all queries that match, whatever the limit.'),
    site: z.strictObject(found.fields).describe('Of the whole site, with the rare queries that the platform hides.'),
    ...listed_queries.fields,
    ...provenance,
  },
  example: { limit: 10 },
  async run({ limit, query_filter, ...dates }, context) {
    const { currency } = context.org
    const { queries, site, shared } = await answer(context, period_of(dates, context), {
      queries: {
        of: seo_queries,
        by: { query: sql`f.query` },
        where: query_filter ? sql`f.query ilike ${contains_pattern(query_filter)}` : undefined,
        first: { order: sql`s.clicks desc, s.impressions desc, s.query`, limit },
      },
      site: { of: seo },
    })
    const rows = queries.lines.map((line) => ({ query: String(line.key.query), ...found.values(line, currency) }))
    return {
      totals: found.values(queries, currency),
      site: found.values(site, currency),
      ...listed_queries.of(rows, queries.total),
      ...shared,
    }
  },
})
