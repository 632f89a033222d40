import { sql } from 'kysely'
import { z } from 'zod'
import { sentence } from '#engine/sentence.ts'
import { LONG_TEXT_CHARS_MAX, public_text } from '#engine/texts.ts'
import { tool } from '#engine/tool.ts'
import * as f from '#figures/index.ts'
import { lost_figures, lost_queries, most_clicked, site_figures, top_figures } from '#figures/search.ts'
import { seo_sentence } from '#tools/summary/sentences.ts'

/** Number of pages, and of queries, that the answer shows. */
const TOP = 10

export const revisar_seo = tool({
  about:
    'Organic search of the period: clicks, impressions, CTR and position against the period before, top pages and queries.',
  keywords: {
    es: 'revisión SEO orgánico posicionamiento páginas con más clics palabras clave impresiones suben y bajan resumen',
    en: 'SEO review organic search top pages keywords clicks impressions gaining and losing overview visibility',
    pt: 'revisão SEO orgânico posicionamento páginas com mais cliques palavras-chave impressões sobem e caem resumo',
  },
  scopes: ['analytics:read'],
  effect: 'read',
  input: { days_back: f.days_back },
  result: {
    summary: sentence('What the figures mean.'),
    ...f.year_period_fields,
    ...site_figures.compared_fields,
    top_pages: z
      .array(z.strictObject({ page: public_text(LONG_TEXT_CHARS_MAX), ...top_figures.fields }))
      .describe('Most clicks first; the first pages only, so they do not add up to clicks.'),
    top_queries: z
      .array(z.strictObject({ query: public_text(), ...top_figures.fields }))
      .describe('Most clicks first. The platform hides rare queries, so these add up to less than clicks.'),
    lost_queries: z
      .array(z.strictObject({ query: public_text(), ...lost_figures.fields }))
      .nullable()
      .describe('Queries that lost most clicks against previous_window, most first; null: not known.'),
    ...f.provenance,
  },
  example: { days_back: 28 },
  async run({ days_back }, context) {
    const { currency } = context.org
    const period = f.with_year_before(f.last_days_compared(days_back, context))
    const { site, pages, queries, shared } = await f.answer(context, period, {
      site: { of: f.seo },
      pages: { of: f.seo_pages, by: { page: sql`f.page` }, first: most_clicked('page', TOP) },
      queries: { of: f.seo_queries, by: { query: sql`f.query` }, first: most_clicked('query', TOP) },
    })
    const shown = site_figures.compared(site, currency)
    const top_queries = queries.lines.map((line) => ({
      query: line.key.query ?? '',
      ...top_figures.values(line, currency),
    }))
    return {
      summary: seo_sentence(shown, top_queries[0]),
      ...shown,
      top_pages: pages.lines.map((line) => ({ page: line.key.page ?? '', ...top_figures.values(line, currency) })),
      top_queries,
      lost_queries: await lost_queries(context, period, queries.sources, TOP),
      ...shared,
    }
  },
})
