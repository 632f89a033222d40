// What the page of organic search shows, by the names of its regions, and the tools that have it.
import { add_days } from '#domain/windows.ts'
import { type Ask, DAYS, review, type View } from '#test/compared/views.ts'
import { type Columns, plot, type Region, table, tile } from '#test/shown_figures.ts'

async function search_head(ask: Ask): Promise<Region[]> {
  const { site } = await ask('query_seo_console', { ...ask.days, limit: 1 })
  await ask('query_seo_console', { ...ask.days_before, limit: 1 })
  const changes = await ask('revisar_seo', review)
  const clicks = await ask('query_data', { metric: 'seo.clicks', dimensions: ['date'], ...ask.days })
  const all_days = Array.from({ length: DAYS }, (_, index) => add_days(ask.days.date_from, index))
  return [
    ['Clicks', tile(site.clicks, 'count', changes.clicks.change_percent)],
    ['Impressions', tile(site.impressions, 'count', changes.impressions.change_percent)],
    ['Click rate', tile(site.ctr, 'share', changes.ctr.change_percent)],
    ['Average position', tile(site.position, 'position', changes.position.change_percent)],
    [
      'Clicks by day',
      plot('count', [
        all_days.map((day) => (clicks.rows.find(({ date }) => date === day)?.value ?? null) as number | null),
      ]),
    ],
  ]
}

interface SearchRow {
  clicks: number | null
  impressions: number | null
  ctr: number | null
  position: number | null
}

const search_columns: Columns<SearchRow> = {
  Clicks: ['count', ({ clicks }) => clicks],
  Impressions: ['count', ({ impressions }) => impressions],
  'Click rate': ['share', ({ ctr }) => ctr],
  'Average position': ['position', ({ position }) => position],
}

export const search: View[] = [
  {
    address: 'search',
    async regions(ask) {
      const { queries, totals } = await ask('query_seo_console', { ...ask.days, limit: 1_000 })
      return [
        ...(await search_head(ask)),
        [
          'Queries',
          table<SearchRow>({
            rows: queries,
            columns: search_columns,
            totals: {
              Clicks: totals.clicks,
              Impressions: totals.impressions,
              'Click rate': totals.ctr,
              'Average position': totals.position,
            },
          }),
        ],
      ]
    },
  },
  {
    address: 'search?tab=pages',
    async regions(ask) {
      const { top_pages } = await ask('revisar_seo', review)
      return [...(await search_head(ask)), ['Pages', table<SearchRow>({ rows: top_pages, columns: search_columns })]]
    },
  },
  {
    address: 'search?tab=lost',
    async regions(ask) {
      const { lost_queries } = await ask('revisar_seo', review)
      return [
        ...(await search_head(ask)),
        [
          'Lost queries',
          table({
            rows: lost_queries!,
            columns: {
              Clicks: ['count', ({ clicks }) => clicks],
              'Clicks before': ['count', ({ previous_clicks }) => previous_clicks],
              Lost: ['count', ({ change }) => change],
            },
          }),
        ],
      ]
    },
  },
]
