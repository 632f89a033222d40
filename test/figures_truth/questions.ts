// Random questions of every kind, and the figures of their answers with what each figure should be.
import { add_days } from '#domain/windows.ts'
import type { Chance } from '../../sandbox/world/random.ts'
import { type Group, type Measure, today_of } from './expected.ts'
import type { History } from './history.ts'
import type { Level } from './world.ts'

const groups = {
  ads: { label: 'ad platform', platforms: ['mx_ads', 'gx_ads'], level: 'campaigns' },
  sales: { label: 'store or marketplace', platforms: ['sx'], level: 'orders' },
  shop: { label: 'store', platforms: ['sx'], level: 'orders' },
  seo: { label: 'organic search platform', platforms: ['seo_console'], level: 'search' },
} as const satisfies Record<string, Group>

export interface Days {
  from: string
  to: string
}

/** A figure of an answer. `over` without `under` is a sum. */
export interface Asked {
  name: string
  over: Term
  under?: Term
  unit: 'money' | 'count' | 'ratio'
  current: number | null
  previous?: number | null
  year_before?: number | null
  change_percent?: number | null
  year_change_percent?: number | null
}
export interface Term {
  group: Group
  measure: Measure
}

/** Rows of an answer by one dimension. */
export interface Listed {
  by: 'date' | 'month' | 'account' | 'key'
  name: string
  term: Term
  unit: 'money' | 'count'
  total: number | null
  rows: { key: string; value: number | null }[]
}

export interface Asking {
  text: string
  // biome-ignore lint/suspicious/noExplicitAny: the shape depends on the tool
  answer: any
  window: Days
  previous?: Days
  year_before?: Days
  figures: Asked[]
  list?: Listed
  /** The only group of the answer, so that `is_partial` is about this group. */
  only?: Group
}

const days_back_of = (dice: Chance) => dice.pick([1, 2, 3, 7, 14, 30, 30, 45, 60, 90, 120, 200])

function dates_of(dice: Chance, history: History): { date_from: string; date_to?: string } {
  const today = today_of(history)
  const date_from = add_days(today, -dice.pick([0, 0, 1, 2, 5, 20, 40, 70, 140, 400]))
  const back = dice.pick([0, 0, 1, 1, 2, 4, 10])
  const date_to = add_days(today, -back)
  return date_to < date_from ? { date_from } : { date_from, ...(back > 0 && { date_to }) }
}

const sides = { window: 'window', previous: 'previous_window', year_before: 'year_before_window' } as const

// biome-ignore lint/suspicious/noExplicitAny: the shape depends on the tool
const windows_of = (answer: any) => ({
  window: answer.window as Days,
  previous: answer[sides.previous] as Days | undefined,
  year_before: answer[sides.year_before] as Days | undefined,
})

export async function ask_something(dice: Chance, history: History): Promise<Asking> {
  const tool = dice.pick(['kpis', 'kpis', 'data', 'data', 'data', 'shop', 'change', 'orders'] as const)
  return asks[tool](dice, history)
}

const of = (group: Group, measure: Measure): Term => ({ group, measure })

const asks = {
  async kpis(dice: Chance, history: History): Promise<Asking> {
    const input = dice.yes(0.5) ? { days_back: days_back_of(dice) } : dates_of(dice, history)
    const answer = await history.ask('get_kpi_summary', input)
    const figure = (name: string, unit: Asked['unit'], over: Term, under?: Term): Asked => ({
      name,
      unit,
      over,
      under,
      current: answer[name],
      previous: answer.previous[name],
      year_before: answer.year_before[name],
      change_percent: answer.change_percent[name],
      year_change_percent: answer.year_change_percent[name],
    })
    const { ads, sales, seo } = groups
    const figures = [
      figure('ad_spend', 'money', of(ads, 'spend')),
      figure('store_revenue', 'money', of(sales, 'revenue')),
      figure('refunds', 'money', of(sales, 'refunds')),
      figure('store_revenue_net', 'money', of(sales, 'net')),
      figure('orders', 'count', of(sales, 'orders')),
      figure('seo_clicks', 'count', of(seo, 'clicks')),
      figure('blended_ad_roas', 'ratio', of(ads, 'value'), of(ads, 'spend')),
      figure('store_roas', 'ratio', of(sales, 'revenue'), of(ads, 'spend')),
    ]
    return { text: `get_kpi_summary ${JSON.stringify(input)}`, answer, ...windows_of(answer), figures }
  },

  async shop(dice: Chance, history: History): Promise<Asking> {
    const input = { days_back: days_back_of(dice) }
    const answer = await history.ask('revisar_tienda', input)
    const { sales } = groups
    const figures = [
      { name: 'revenue', unit: 'money' as const, over: of(sales, 'revenue'), ...answer.revenue },
      { name: 'orders', unit: 'count' as const, over: of(sales, 'orders'), ...answer.orders },
      { name: 'refunds', unit: 'money' as const, over: of(sales, 'refunds'), ...answer.refunds },
      { name: 'net_revenue', unit: 'money' as const, over: of(sales, 'net'), ...answer.net_revenue },
    ]
    return { text: `revisar_tienda ${JSON.stringify(input)}`, answer, ...windows_of(answer), figures }
  },

  async change(dice: Chance, history: History): Promise<Asking> {
    const metric = dice.pick(['spend', 'revenue', 'roas', 'store_revenue'] as const)
    const input = { days_back: days_back_of(dice), metric }
    const answer = await history.ask('diagnosticar_cambio', input)
    const { ads, sales } = groups
    const terms = {
      spend: { over: of(ads, 'spend') },
      revenue: { over: of(ads, 'value') },
      roas: { over: of(ads, 'value'), under: of(ads, 'spend') },
      store_revenue: { over: of(sales, 'revenue') },
    }
    const { current, previous, change_percent, year_before } = answer
    const unit = metric === 'roas' ? ('ratio' as const) : ('money' as const)
    const figure = { name: metric, unit, ...terms[metric], current, previous, change_percent, year_before }
    const text = `diagnosticar_cambio ${JSON.stringify(input)}`
    return { text, answer, ...windows_of(answer), figures: [figure], only: terms[metric].over.group }
  },

  async orders(dice: Chance, history: History): Promise<Asking> {
    const input = { ...dates_of(dice, history), limit: 1 }
    const answer = await history.ask('query_orders', input)
    const figure = (name: string, unit: 'money' | 'count', measure: Measure): Asked => ({
      name,
      unit,
      over: of(groups.shop, measure),
      current: answer[name],
    })
    const figures = [
      figure('total_revenue', 'money', 'revenue'),
      figure('orders_in_period', 'count', 'orders'),
      figure('refunds', 'money', 'refunds'),
      figure('net_revenue', 'money', 'net'),
    ]
    const text = `query_orders ${JSON.stringify(input)}`
    return { text, answer, window: answer.window, figures, only: groups.shop }
  },

  async data(dice: Chance, history: History): Promise<Asking> {
    const { source, title, metrics, by, platform } = dice.pick(sources)
    const name = dice.pick(Object.keys(metrics))
    const dimension = dice.pick(Object.keys(by))
    const finer = dimension === 'ad_group_id' ? ('groups' as const) : undefined
    const group: Group = { label: label_of_source(title), platforms: [platform], level: levels[source]!, finer }
    const input = {
      metric: `${source}.${name}`,
      ...(dimension !== 'none' && { dimensions: [dimension] }),
      ...dates_of(dice, history),
    }
    const answer = await history.ask('query_data', input)
    const measure = metrics[name]!
    const is_ratio = measure === 'roas'
    const unit = is_ratio ? 'ratio' : (answer.unit as 'money' | 'count')
    const over = of(group, is_ratio ? 'value' : measure)
    const under = is_ratio ? of(group, 'spend') : undefined
    const current = answer.total_value
    const list: Listed | undefined =
      dimension === 'none' || is_ratio
        ? undefined
        : {
            by: by[dimension]!,
            name: dimension,
            term: over,
            unit: unit as 'money' | 'count',
            total: current,
            rows: answer.rows.map((row: Record<string, never>) => ({ key: String(row[dimension]), value: row.value })),
          }
    const text = `query_data ${JSON.stringify(input)}`
    return { text, answer, window: answer.window, figures: [{ name, unit, over, under, current }], list, only: group }
  },
}

/** Every group of figures that a question can be about, by its label. */
export const group_labels = () => [
  ...Object.values(groups).map(({ label }) => label),
  ...sources.map(({ title }) => label_of_source(title)),
]

const label_of_source = (title: string) => `source of '${title}'`

const levels: Record<string, Level> = {
  social_ads: 'campaigns',
  search_ads: 'campaigns',
  store: 'orders',
  seo: 'search',
}
type By = Record<string, Listed['by']>
const time: By = { none: 'date', date: 'date', month: 'month' }
const of_ads = {
  metrics: { spend: 'spend', claimed_revenue: 'value', clicks: 'clicks', roas: 'roas' } as Record<
    string,
    Measure | 'roas'
  >,
  by: { ...time, account: 'account', campaign_id: 'key', ad_group_id: 'key' } as By,
}
const sources = [
  { source: 'social_ads', title: 'Social ads', platform: 'mx_ads' as const, ...of_ads },
  { source: 'search_ads', title: 'Search ads', platform: 'gx_ads' as const, ...of_ads },
  {
    source: 'store',
    title: 'Store',
    platform: 'sx' as const,
    metrics: { revenue: 'revenue', refunds: 'refunds', net_revenue: 'net', orders: 'orders' } as Record<
      string,
      Measure | 'roas'
    >,
    by: time,
  },
  {
    source: 'seo',
    title: 'Organic search',
    platform: 'seo_console' as const,
    metrics: { clicks: 'clicks' } as Record<string, Measure | 'roas'>,
    by: { ...time, site: 'account' } as By,
  },
]
