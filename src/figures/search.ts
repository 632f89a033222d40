// Figures of organic search: of a site, of its queries and of its pages.
import { type RawBuilder, sql } from 'kysely'
import { before, certain_count, count, figures, ratio } from '#figures/figure.ts'

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
  previous_clicks: before(certain_count(undefined, 'clicks')),
  impressions: certain_count(),
  ctr: ratio(undefined, 'clicks', 'impressions'),
  position: ratio(undefined, 'position_weighted', 'impressions'),
})

/** Orders by clicks, highest first. Names come last, so that the order is always the same. */
export const most_clicked = (key: string, limit: number): { order: RawBuilder<unknown>; limit: number } => ({
  order: sql`s.clicks desc, s.impressions desc, ${sql.ref(`s.${key}`)}`,
  limit,
})
