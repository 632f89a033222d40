// The campaigns of one ad platform. Three platforms have a tool of their own. Those of the others come from `query_data`, a figure a call.
import type { OrgTools } from '../../api/call.ts'
import { use_answer } from '../../api/queries.ts'
import type { QueryState } from '../../components/answered.tsx'
import type { Days } from '../../lib/days.ts'
import { dates_of } from '../../lib/period.ts'
import { type AdFigures, type AdList, type FigureName, row_name } from './rows.ts'

export const ROWS_MAX = 1_000

const own_tools = {
  mx_ads: 'query_mx_campaigns',
  gx_ads: 'query_gx_campaigns',
  tx_ads: 'query_tx_campaigns',
} as const
type OwnTool = (typeof own_tools)[keyof typeof own_tools]

/** The sources of `query_data`, by platform. */
const sources: Record<string, string> = {
  net_c_ads: 'network_ads',
  net_d_ads: 'micro_blog_ads',
  mpb_ads: 'marketplace_ads',
}

const tool_of = (platform: string): OwnTool | undefined => own_tools[platform as keyof typeof own_tools]

/** The platforms whose campaigns this page can list, in the order in which it offers them. */
export const listed_platforms: readonly string[] = [...Object.keys(own_tools), ...Object.keys(sources)]

interface Of {
  platform: string
  /** null: nothing is asked. */
  days: Days | null
  /** False: the totals alone, for a comparison. */
  has_rows: boolean
}

export function use_campaigns({ platform, days, has_rows }: Of): QueryState<AdList> {
  const tool = tool_of(platform)
  const own = use_answer(
    tool ?? 'query_gx_campaigns',
    { ...(days && dates_of(days)), limit: has_rows ? ROWS_MAX : 1 },
    { enabled: tool !== undefined && days !== null, keeps: true },
  )
  const others = use_metrics({ platform, days: tool === undefined ? days : null, has_rows })
  return tool === undefined ? others : { ...own, data: own.data && listed(own.data) }
}

type Answer = OrgTools[OwnTool]['result']

function listed({ campaigns, ...answer }: Answer): AdList {
  const rows = campaigns.map(({ campaign_id, name, account, ...row }) => ({
    ...row,
    id: campaign_id,
    own_id: campaign_id,
    name: row_name(name, campaign_id),
    about: account,
    account,
  }))
  return { ...answer, rows }
}

type Metric = OrgTools['query_data']['result']

const metrics: Record<FigureName, string> = {
  spend: 'spend',
  impressions: 'impressions',
  clicks: 'clicks',
  conversions: 'conversions',
  conversion_value: 'claimed_revenue',
  roas: 'roas',
}
const names = Object.keys(metrics) as FigureName[]

/** Six calls in parallel. The list is there when all of them are. */
function use_metrics({ platform, days, has_rows }: Of): QueryState<AdList> {
  const use_metric = (name: FigureName) =>
    use_answer(
      'query_data',
      {
        metric: `${sources[platform] ?? 'network_ads'}.${metrics[name]}`,
        ...(has_rows && { dimensions: ['campaign_id', 'campaign'] }),
        ...(days && dates_of(days)),
      },
      { enabled: days !== null && platform in sources },
    )
  const spend = use_metric('spend')
  const impressions = use_metric('impressions')
  const clicks = use_metric('clicks')
  const conversions = use_metric('conversions')
  const conversion_value = use_metric('conversion_value')
  const roas = use_metric('roas')
  const asked = { spend, impressions, clicks, conversions, conversion_value, roas }
  const all = names.map((name) => asked[name])
  const data = Object.fromEntries(names.map((name) => [name, asked[name].data]))
  return {
    data: all.every((one) => one.data) ? joined(data as Record<FigureName, Metric>) : undefined,
    error: all.find(({ error }) => error)?.error ?? null,
    failureReason: all.find(({ failureReason }) => failureReason)?.failureReason ?? null,
    isFetching: all.some(({ isFetching }) => isFetching),
    refetch: () => all.filter(({ error }) => error).map(({ refetch }) => refetch()),
  }
}

/** One row a campaign of the spend. A figure that another answer does not have of it is not known. */
function joined(of: Record<FigureName, Metric>): AdList {
  const values = names.map((name) => new Map(of[name].rows.map((row) => [row_id(row), number_of(row.value)])))
  const figures = (id: string) =>
    Object.fromEntries(names.map((name, at) => [name, values[at]!.get(id) ?? null])) as AdFigures
  const { rows, total, truncated, hint, currency } = of.spend
  return {
    ...of.spend,
    currency: currency ?? undefined,
    totals: Object.fromEntries(names.map((name) => [name, of[name].total_value])) as AdFigures,
    rows: rows
      .map((row) => ({
        id: row_id(row),
        own_id: text_of(row.campaign_id),
        name: row_name(text_of(row.campaign), text_of(row.campaign_id)),
        about: null,
        status: undefined,
        account: undefined,
        ...figures(row_id(row)),
      }))
      .sort((a, b) => (b.spend ?? 0) - (a.spend ?? 0)),
    notes: [...new Set(names.flatMap((name) => of[name].notes))],
    total,
    truncated,
    hint,
  }
}

const row_id = (row: Metric['rows'][number]) => `${row.campaign_id ?? ''}${row.campaign_id ? '' : (row.campaign ?? '')}`
const number_of = (value: unknown) => (typeof value === 'number' ? value : null)
const text_of = (value: unknown) => (value == null ? null : String(value))
