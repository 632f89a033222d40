import { sql } from 'kysely'
import { z } from 'zod'
import { tool } from '#engine/tool.ts'
import { answer } from '#figures/answer.ts'
import { before, type Compared, certain_count, count, figures, ratio } from '#figures/figure.ts'
import { seo, seo_pages, seo_queries } from '#figures/groups.ts'
import { compared_period_fields, days_back, last_days_compared } from '#figures/period.ts'
import { provenance } from '#figures/provenance.ts'
import { against_before, change_text, count_text } from '#figures/wording.ts'

/** Pages and queries shown. */
const TOP = 10

const totals = figures({
  clicks: count('Clicks of the whole site.'),
  impressions: count('Times the site was shown.'),
  ctr: ratio('clicks divided by impressions.', 'clicks', 'impressions'),
  position: ratio(
    'Average position, weighted by impressions; 1 is the top, so a fall is good.',
    'position_weighted',
    'impressions',
  ),
})

const top = figures({
  clicks: certain_count(),
  previous_clicks: before(certain_count('clicks')),
  impressions: certain_count(),
  ctr: ratio(undefined, 'clicks', 'impressions'),
  position: ratio(undefined, 'position_weighted', 'impressions'),
})

export const revisar_seo = tool({
  about:
    'Organic search of the period: clicks, impressions, CTR and position against the period before, top pages and queries.',
  keywords: {
    es: 'revisar SEO posicionamiento orgánico salud oportunidades búsqueda google páginas palabras que suben y bajan',
    en: 'SEO review health organic search opportunities gaining losing winners losers',
    pt: 'revisar SEO posicionamento orgânico saúde oportunidades busca google páginas palavras que sobem e caem',
  },
  scopes: ['analytics:read'],
  effect: 'read',
  input: { days_back },
  result: {
    summary: z.string().describe('What the figures mean.'),
    ...compared_period_fields,
    ...totals.compared_fields,
    top_pages: z.array(z.strictObject({ page: z.string(), ...top.fields })).describe('Most clicks first.'),
    top_queries: z
      .array(z.strictObject({ query: z.string(), ...top.fields }))
      .describe('Most clicks first. The platform hides rare queries, so these add up to less than clicks.'),
    ...provenance,
  },
  example: { days_back: 28 },
  async run({ days_back }, context) {
    const { currency } = context.org
    const first = (key: string) => ({
      order: sql`s.clicks desc, s.impressions desc, ${sql.ref(`s.${key}`)}`,
      limit: TOP,
    })
    const { site, pages, queries, shared } = await answer(context, last_days_compared(days_back, context), {
      site: { of: seo },
      pages: { of: seo_pages, by: { page: sql`f.page` }, first: first('page') },
      queries: { of: seo_queries, by: { query: sql`f.query` }, first: first('query') },
    })
    const shown = totals.compared(site, currency)
    const top_queries = queries.lines.map((line) => ({ query: line.key.query ?? '', ...top.values(line, currency) }))
    return {
      summary: sentence(shown, top_queries[0]),
      ...shown,
      top_pages: pages.lines.map((line) => ({ page: line.key.page ?? '', ...top.values(line, currency) })),
      top_queries,
      ...shared,
    }
  },
})

const sentence = (
  { clicks, position }: Record<'clicks' | 'position', Compared>,
  best: { query: string; clicks: number } | undefined,
): string =>
  clicks.current === null
    ? against_before([])
    : against_before([
        `${count_text(clicks.current)} clicks from organic search${change_text(clicks.change_percent)}`,
        position.current !== null && `average position ${position.current}`,
        best && `the query '${best.query}' brought the most, ${count_text(best.clicks)} clicks`,
      ])
