import { sql } from 'kysely'
import { z } from 'zod'
import { LONG_TEXT_CHARS_MAX, public_text } from '#engine/texts.ts'
import * as f from '#figures/index.ts'
import { lost_figures, lost_queries, most_clicked, site_figures, top_figures } from '#figures/subjects/search.ts'
import { review } from '#tools/summary/review.ts'
import { seo_sentence } from '#tools/summary/sentences.ts'

/** Number of pages, and of queries, that the answer shows. */
const TOP = 10

const pages = f.rows_by({ page: public_text(LONG_TEXT_CHARS_MAX) }, top_figures)
const queries = f.rows_by({ query: public_text() }, top_figures)
const lost = f.rows_by({ query: public_text() }, lost_figures)

export const revisar_seo = review({
  about:
    'Organic search of the period: clicks, impressions, CTR and position against the period before, top pages and queries.',
  keywords: {
    es: 'revisión SEO orgánico posicionamiento páginas con más clics palabras clave impresiones suben y bajan resumen',
    en: 'SEO review organic search top pages keywords clicks impressions gaining and losing overview visibility',
    pt: 'revisão SEO orgânico posicionamento páginas com mais cliques palavras-chave impressões sobem e caem resumo',
  },
  scopes: ['analytics:read'],
  fields: {
    ...site_figures.compared_fields,
    top_pages: z.array(pages.row).describe('Most clicks first; the first pages only, so they do not add up to clicks.'),
    top_queries: z
      .array(queries.row)
      .describe('Most clicks first. The platform hides rare queries, so these add up to less than clicks.'),
    lost_queries: z
      .array(lost.row)
      .nullable()
      .describe('Queries that lost most clicks against previous_window, most first; null: not known.'),
  },
  parts: {
    site: { of: f.seo },
    pages: { of: f.seo_pages, by: { page: sql`f.page` }, first: most_clicked('page', TOP) },
    queries: { of: f.seo_queries, by: { query: sql`f.query` }, first: most_clicked('query', TOP) },
  },
  async shows(found, context, period) {
    const { currency } = context.org
    const site = site_figures.compared(found.site, currency)
    const top_queries = queries.of(found.queries.lines, currency)
    const best = f.first_of_all(found.queries, top_queries)
    return {
      summary: seo_sentence(site, best, { days: found.site.days.current, window: period.current }),
      ...site,
      top_pages: pages.of(found.pages.lines, currency),
      top_queries,
      lost_queries: await lost_queries(context, period, found.queries.sources, TOP),
    }
  },
})
