import { sql } from 'kysely'
import { z } from 'zod'
import { has_part } from '#db/part_of_text.ts'
import { limit, listed, search_text } from '#engine/lists.ts'
import { public_text } from '#engine/texts.ts'
import { tool } from '#engine/tool.ts'
import * as f from '#figures/index.ts'
import { NOT_REPORTED, OTHERS, rest_of } from '#figures/rest.ts'
import { total_field, with_total } from '#figures/sources/totals.ts'
import { most_clicked, search_figures } from '#figures/subjects/search.ts'

const query = f.rows_by(
  {
    query: public_text().describe(
      `Or ${OTHERS}: further queries; ${NOT_REPORTED}: what the site has and the queries lack.`,
    ),
  },
  search_figures,
)
const listed_queries = listed('queries', query.row, 'Use query_filter or fewer days.')

export const query_seo_console = tool({
  about:
    'Organic search queries with clicks, impressions, CTR and average position, most clicks first. Says nothing about indexation.',
  keywords: {
    es: 'palabras clave búsquedas consultas orgánicas Search Console posición impresiones clics CTR SEO con qué palabras nos encuentran en Google',
    en: 'keywords search queries organic SEO Search Console position ranking impressions clicks CTR what people type in Google',
    pt: 'palavras-chave buscas consultas orgânicas Search Console posição impressões cliques CTR SEO com que palavras nos encontram no Google',
  },
  scopes: ['analytics:read'],
  effect: 'read',
  input: {
    ...f.dates,
    limit: limit(50),
    query_filter: search_text('Only queries that contain this text.').optional(),
  },
  result: {
    ...f.period_fields,
    totals: z.strictObject(search_figures.fields).describe('Of all queries that match, whatever the limit.'),
    site: z
      .strictObject(search_figures.fields)
      .describe('Of the whole site, with the rare queries that the platform hides.'),
    ...listed_queries.fields,
    ...total_field,
    ...f.provenance,
  },
  example: { limit: 10 },
  async run({ limit, query_filter, ...dates }, context) {
    const { currency } = context.org
    const { queries, site, shared } = await f.answer(context, f.period_of(dates, context), {
      queries: {
        of: f.seo_queries,
        by: { query: sql`f.query` },
        where: query_filter ? has_part(sql`f.query`, query_filter) : undefined,
        first: most_clicked('query', limit),
      },
      site: { of: f.seo },
    })
    const hidden = query_filter ? null : rest_of(site.current, [queries])
    const lines = [...queries.lines, ...(hidden ? [{ key: { query: NOT_REPORTED }, ...hidden }] : [])]
    const whole = query_filter ? queries : site
    return {
      totals: search_figures.values(queries, currency),
      site: search_figures.values(site, currency),
      ...with_total(
        listed_queries.of(query.of(lines, currency), queries.total + (hidden ? 1 : 0), (shown) => {
          const others = rest_of(whole.current, lines.slice(0, shown))
          return others ? query.of([{ key: { query: OTHERS }, ...others }], currency)[0] : undefined
        }),
        queries.current,
      ),
      ...shared,
    }
  },
})
