// What the page of ads shows, by the names of its regions, and the tools that have it.
import { type Result, review, type View } from '#test/compared/views.ts'
import { type Columns, plot, type Region, table, tile } from '#test/shown_figures.ts'

type AdFigures = Record<'spend' | 'impressions' | 'clicks' | 'conversions' | 'roas', number | null>
type AdRow = Omit<AdFigures, never> & { conversion_value?: number | null | undefined }

const ad_tiles = (now: AdRow): Region[] => [
  ['Spend', tile(now.spend, 'money')],
  ['Impressions', tile(now.impressions, 'count')],
  ['Clicks', tile(now.clicks, 'count')],
  ['Claimed conversions', tile(now.conversions, 'count')],
  ['Claimed revenue', tile(now.conversion_value, 'money')],
  ['Claimed ROAS', tile(now.roas, 'ratio')],
]

/** Short rows have no claimed revenue. */
function ad_table<R extends AdRow>(rows: readonly R[], totals: AdRow, more: Columns<R> = {}) {
  const has_value = rows.some(({ conversion_value }) => conversion_value !== undefined)
  return table<R>({
    rows,
    columns: {
      Spend: ['money', ({ spend }) => spend],
      Impressions: ['count', ({ impressions }) => impressions],
      Clicks: ['count', ({ clicks }) => clicks],
      'Claimed conversions': ['count', ({ conversions }) => conversions],
      ...(has_value && { 'Claimed revenue': ['money', (row: R) => row.conversion_value] as const }),
      'Claimed ROAS': ['ratio', ({ roas }) => roas],
      ...more,
    } as Columns<R>,
    totals: { Spend: totals.spend, Impressions: totals.impressions, 'Claimed ROAS': totals.roas },
  })
}

const ranked = (rows: Result<'analizar_performance'>['best_campaigns']) =>
  table({
    rows,
    columns: { Spend: ['money', ({ spend }) => spend], 'Claimed ROAS': ['ratio', ({ roas }) => roas] },
  })

export const ads: View[] = [
  {
    address: 'ads',
    async regions(ask) {
      const { kpis, channels, best_campaigns, worst_campaigns } = await ask('analizar_performance', review)
      const series = await ask.inside('get_daily_series', ask.days)
      const of_tile = (name: string, kind: 'money' | 'ratio' | 'count') =>
        tile(kpis![name]!.current, kind, kpis![name]!.change_percent)
      return [
        ['Ad spend', of_tile('ad_spend', 'money')],
        ['Blended ad ROAS', of_tile('blended_ad_roas', 'ratio')],
        ['Store ROAS', of_tile('store_roas', 'ratio')],
        ['Store revenue', of_tile('store_revenue', 'money')],
        ['Orders', of_tile('orders', 'count')],
        ['Sessions', of_tile('sessions', 'count')],
        ['Ad spend by day', plot('money', [series.days.map(({ ad_spend }) => ad_spend)])],
        [
          'Ad platforms',
          table({
            rows: channels,
            columns: {
              Spend: ['money', ({ spend }) => spend.current],
              'Claimed revenue': ['money', ({ revenue }) => revenue.current],
              'Claimed ROAS': ['ratio', ({ roas }) => roas.current],
              'Claimed conversions': ['count', ({ conversions }) => conversions.current],
              Clicks: ['count', ({ clicks }) => clicks.current],
              'Cost of a click': ['money', ({ cpc }) => cpc.current],
            },
          }),
        ],
        ['Best campaigns', ranked(best_campaigns)],
        ['Worst campaigns', ranked(worst_campaigns)],
      ]
    },
    texts: async (ask) => [(await ask('analizar_performance', review)).summary],
  },
  ...(['gx', 'mx'] as const).map(
    (name): View => ({
      address: `ads?tab=campaigns&platform=${name}_ads`,
      async regions(ask) {
        const { campaigns, totals } = await ask(`query_${name}_campaigns`, { ...ask.days, limit: 1_000 })
        return [...ad_tiles(totals), ['Campaigns', ad_table(campaigns, totals)]]
      },
    }),
  ),
  {
    address: 'ads?tab=campaigns&platform=net_c_ads',
    async regions(ask) {
      const metric = (name: string) =>
        ask('query_data', { metric: `network_ads.${name}`, dimensions: ['campaign_id', 'campaign'], ...ask.days })
      const names = ['spend', 'impressions', 'clicks', 'conversions', 'claimed_revenue', 'roas'] as const
      const answers = await Promise.all(names.map(metric))
      const [spend, impressions, clicks, conversions, claimed_revenue, roas] = answers
      const total = (at: number) => answers[at]!.total_value
      const totals: AdRow = {
        spend: total(0),
        impressions: total(1),
        clicks: total(2),
        conversions: total(3),
        conversion_value: total(4),
        roas: total(5),
      }
      const of = (answer: Result<'query_data'> | undefined, id: unknown) =>
        (answer!.rows.find(({ campaign_id }) => campaign_id === id)?.value ?? null) as number | null
      const rows = spend!.rows
        .map(({ campaign_id: id }) => ({
          spend: of(spend, id),
          impressions: of(impressions, id),
          clicks: of(clicks, id),
          conversions: of(conversions, id),
          conversion_value: of(claimed_revenue, id),
          roas: of(roas, id),
        }))
        .sort((a, b) => b.spend! - a.spend!)
      return [...ad_tiles(totals), ['Campaigns', ad_table(rows, totals)]]
    },
  },
  {
    address: 'ads?tab=ad_groups',
    async regions(ask) {
      const { ad_groups, totals } = await ask('list_gx_ad_groups', { ...ask.days, limit: 1_000 })
      return [...ad_tiles(totals), ['Ad groups', ad_table(ad_groups, totals)]]
    },
  },
  {
    address: 'ads?tab=ads',
    async regions(ask) {
      const { ads, totals } = await ask('list_gx_ads_ads', { ...ask.days, limit: 1_000 })
      return [...ad_tiles(totals), ['Single ads', ad_table(ads, totals)]]
    },
  },
  {
    address: 'ads?tab=creatives',
    async regions(ask) {
      const { creatives, totals } = await ask('query_mx_creatives', { ...ask.days, limit: 1_000 })
      return [
        ...ad_tiles(totals),
        ['Creatives', ad_table(creatives, totals, { Fatigue: ['count', ({ fatigue_score }) => fatigue_score] })],
      ]
    },
  },
]
