// Figures of organic search: of a site, of its queries and of its pages.
import { type RawBuilder, sql } from 'kysely'
import type { FigureContext } from '#engine/tool.ts'
import { before, certain_count, count, difference, figures, ratio } from '#figures/figure.ts'
import type { ComparedPeriod } from '#figures/period.ts'
import type { Sources } from '#figures/sources/sources.ts'
import type { Days } from '#figures/sources/summed_days.ts'
import { days_of } from '#figures/sources/summed_days.ts'
import { ranked_facts } from '#figures/sums/facts.ts'
import { seo_query_facts } from '#figures/sums/warehouse.ts'

export const search_figures = figures({
  clicks: count('Clicks.'),
  impressions: count('Times shown.'),
  ctr: ratio('clicks divided by impressions.', 'clicks', 'impressions'),
  position: ratio('Average position, weighted by impressions; 1 is the top.', 'position_weighted', 'impressions'),
})

export const site_figures = figures({
  clicks: count('Clicks of the whole site.'),
  impressions: count('Times the site was shown.'),
  ctr: ratio('clicks divided by impressions.', 'clicks', 'impressions'),
  position: ratio(
    'Average position, weighted by impressions; 1 is the top, so a lower value is better.',
    'position_weighted',
    'impressions',
  ),
})

export const top_figures = figures({
  clicks: certain_count(),
  previous_clicks: before(
    count('null: not known. The platform can withhold the rows of a query, so no row of it is no zero.', 'clicks'),
  ),
  impressions: certain_count(),
  ctr: ratio(undefined, 'clicks', 'impressions'),
  position: ratio(undefined, 'position_weighted', 'impressions'),
})

/** Orders by clicks, highest first. Names come last, so that the order is always the same. */
export const most_clicked = (key: string, limit: number): { order: RawBuilder<unknown>; limit: number } => ({
  order: sql`s.clicks desc, s.impressions desc, ${sql.ref(`s.${key}`)}`,
  limit,
})

export const lost_figures = figures({
  clicks: count(
    'null: the platform shows no row of the query now. It was too rare to be shown, or nobody searched for it.',
  ),
  previous_clicks: certain_count(),
  change: count(undefined, difference('clicks', 'previous_clicks')),
})

/**
 * Queries whose clicks fell most, against the same number of days before. Those without a row now are among them, in the order of what they lost
 * at most. null: one of the windows is not known.
 */
export async function lost_queries(context: FigureContext, period: ComparedPeriod, sources: Sources, limit: number) {
  const { current, previous } = days_of(period, sources.known(period.current), sources)
  if (!current || !previous) return null
  const clicks_of = ({ from, to }: Days) =>
    sql`case when f.date between ${from}::date and ${to}::date then f.clicks end`
  const facts = { ...seo_query_facts, counts: { clicks: clicks_of(current), previous_clicks: clicks_of(previous) } }
  const { rows } = await ranked_facts(
    context,
    facts,
    { from: previous.from, to: current.to, counted: sources.counted, by: { query: sql`f.query` } },
    {
      order: sql`coalesce(s.clicks, 0) - s.previous_clicks, s.query`,
      having: sql`coalesce(s.clicks, 0) < s.previous_clicks`,
      limit,
    },
  )
  return rows.map(({ key, figures }) => ({
    query: String(key.query),
    ...lost_figures.values({ current: figures, previous: null }, context.org.currency),
  }))
}
