// Answers of a mocked API for the overview: a business with three currencies of platforms, in each state that the page can be in.

import { type Answers, type Mocked, ok, refused } from '#test/dashboard.ts'
import { me } from '#test/dashboard_answers.ts'
import { add_days, days_of } from '../../../dashboard/src/lib/days.ts'

/** Of the clock of the tests, in the organization's zone. */
export const TODAY = '2026-06-28'
const SYNCED = '2026-06-28T11:40:00.000Z'
const ZONE = 'America/Mexico_City'

interface Days {
  from: string
  to: string
}

const number_of = (day: string) => Date.parse(day) / 86_400_000
/** Amounts in cents that look like a business, and are the same in every run. */
const cents_of = (day: string, size: number) =>
  size * (85 + ((number_of(day) * 7919) % 31)) + (number_of(day) - 20_500) * 500
const money = (cents: number) => cents / 100

const NAMES = ['ad_spend', 'store_revenue', 'store_roas', 'blended_ad_roas', 'orders', 'sessions'] as const
type DayFigures = Record<(typeof NAMES)[number], number | null>

const NOT_KNOWN = Object.fromEntries(NAMES.map((name) => [name, null])) as DayFigures

function figures_of_day(date: string): Record<keyof DayFigures, number> {
  const [spend, revenue] = [cents_of(date, 21_000), cents_of(date, 84_000) * 2]
  const ratio = (of: number) => Math.round((of / spend) * 10_000) / 10_000
  return {
    ...{ ad_spend: money(spend), store_revenue: money(revenue), store_roas: ratio(revenue) },
    ...{ blended_ad_roas: ratio(cents_of(date, 66_000)), orders: 60 + (number_of(date) % 23) },
    sessions: 3_000 + (number_of(date) % 701),
  }
}

const ADS = ['ad_spend', 'store_roas', 'blended_ad_roas'] as const
const without_ads = Object.fromEntries(ADS.map((name) => [name, null]))

/** After `ads_until`, no day of the ads is known. */
const day_row = (date: string, { ads_until, is_connected = true }: Business) => ({
  date,
  ...(is_connected ? figures_of_day(date) : NOT_KNOWN),
  ...(ads_until !== undefined && date > ads_until && without_ads),
})

const window_of = ({ from, to }: Days, is_partial = to === TODAY) => ({
  ...{ from, to, days: days_of({ from, to }).length, is_partial, time_zone: ZONE },
})
const moved = ({ from, to }: Days, days: number): Days => ({ from: add_days(from, -days), to: add_days(to, -days) })

const source = (platform: string, name: string, more: object = {}) => ({
  ...{ platform, connection_id: platform, name, health: 'ok', settled_until: '2026-06-20', ...more },
})
const ad_sources = [source('gx_ads', 'Casa Lumbre search ads'), source('mx_ads', 'Casa Lumbre social ads')]
const shops = [source('sx', 'Casa Lumbre store', { settled_until: null })]
const visits = [source('gx_analytics', 'Casa Lumbre web analytics')]

interface Business {
  /** Days after this one are not stored of the ads. */
  ads_until?: string
  is_connected?: boolean
  platforms?: number
}

const origin = (days: Days, sources: ReturnType<typeof source>[], until = add_days(TODAY, -1), lacking = sources) => ({
  window: {
    ...window_of(days, days.to === TODAY || until < days.to),
    ...(until < days.to && until < add_days(TODAY, -1) && { lacks: lacking.map(({ platform }) => platform) }),
  },
  ...{ sources, as_of: SYNCED, settled_until: '2026-06-20', covered_from: null, covered_until: until, notes: [] },
})

const asked = (body: unknown): Days => {
  const { date_from: from, date_to: to, days_back = 30 } = body as Record<string, string> & { days_back?: number }
  return from && to ? { from, to } : { from: add_days(TODAY, -days_back), to: add_days(TODAY, -1) }
}

const total = (days: Days, name: keyof DayFigures) =>
  Math.round(days_of(days).reduce((sum, day) => sum + figures_of_day(day)[name] * 100, 0)) / 100

export function figures_of(days: Days) {
  const [ad_spend, store_revenue] = [total(days, 'ad_spend'), total(days, 'store_revenue')]
  return {
    ...{ ad_spend, store_revenue, refunds: null, store_revenue_net: null, orders: total(days, 'orders') },
    ...{ blended_ad_roas: 3.21, store_roas: Math.round((store_revenue / ad_spend) * 10_000) / 10_000, mer: null },
    ...{ new_customers: null, returning_customers: null, new_customer_revenue: null, returning_customer_revenue: null },
    ...{ cac: null, sessions: total(days, 'sessions'), seo_clicks: null },
  }
}

type Figures = ReturnType<typeof figures_of>
const changes = (now: Figures, before: Figures) =>
  Object.fromEntries(
    Object.entries(now).map(([name, value]) => {
      const earlier = before[name as keyof Figures]
      return [name, value && earlier ? Math.round((value / earlier - 1) * 10_000) / 100 : null]
    }),
  )

const platform_row = (_: unknown, number: number) => ({
  platform: ['gx_ads', 'mx_ads', 'tx_ads', 'net_c_ads', 'net_d_ads', 'mpb_ads'][number] ?? `platform_${number}`,
  ...{ spend: 70_000.5 + number * 13, revenue: 240_000.25 + number, roas: 3.4286 },
  previous: { spend: 65_000, revenue: 250_000, roas: number === 1 ? null : 3.8462 },
})

function summary({ ads_until, is_connected = true, platforms = 2 }: Business) {
  return ({ body }: { body: unknown }): Mocked => {
    const days = asked(body)
    const [before, year] = [moved(days, days_of(days).length), moved(days, 364)]
    const [now, then, last_year] = [figures_of(days), figures_of(before), figures_of(year)]
    const nothing = Object.fromEntries(Object.keys(now).map((name) => [name, null])) as unknown as Figures
    return ok({
      summary: 'Against the period before: ad spend and revenue rose.',
      ...{ window: window_of(days, ads_until !== undefined), previous_window: window_of(before, false) },
      ...{ year_before_window: window_of(year, false), currency: 'MXN', ...(is_connected ? now : nothing) },
      ...{ previous: then, year_before: last_year },
      change_percent: changes(is_connected ? now : nothing, then),
      year_change_percent: changes(is_connected ? now : nothing, last_year),
      platforms: is_connected ? Array.from({ length: platforms }, platform_row) : [],
      ...origin(days, is_connected ? [...ad_sources, ...shops, ...visits] : [], ads_until, ad_sources),
    })
  }
}

const executed_changes = ['Retargeting', 'Marca'].map((target, at) => ({
  ...{ date: '2026-06-10', action_id: `01980000-0000-7000-8000-00000000600${at}`, platform: 'mx_ads', target },
  action_type: at === 0 ? 'pause_campaign' : 'set_daily_budget',
}))

function series(business: Business) {
  const { ads_until, is_connected = true } = business
  return ({ body }: { body: unknown }): Mocked => {
    const days = asked(body)
    const of = (sources: ReturnType<typeof source>[], until?: string) =>
      origin(days, is_connected ? sources : [], until)
    return ok({
      ...{ window: window_of(days), currency: 'MXN' },
      days: days_of(days).map((date) => day_row(date, business)),
      changes: is_connected ? executed_changes.filter(({ date }) => date >= days.from && date <= days.to) : [],
      ...{ ads: of(ad_sources, ads_until), store: { ...of(shops), settled_until: null }, web: of(visits) },
    })
  }
}

const causes = (is_known: boolean) =>
  ok({
    summary: is_known
      ? 'Store revenue rose from 100,000.00 MXN to 112,000.10 MXN (+12.00%). The largest effects: google / cpc +9,000.07 MXN.'
      : 'The change of store revenue is not known: the figures of the periods cannot be compared; see notes.',
    ...{ metric: 'store_revenue: orders of stores and marketplaces before refunds', currency: 'MXN' },
    ...{ current: 112_000.1, previous: is_known ? 100_000 : null, change: is_known ? 12_000.1 : null },
    ...{ change_percent: is_known ? 12 : null, year_before: null, rounding: is_known ? 0.03 : null },
    channels: [
      { channel: 'google / cpc', effect: 9_000.07 },
      { channel: 'mpa / marketplace', effect: 5_000 },
      { channel: 'direct or unknown', effect: -2_000 },
    ].map((one) => ({ ...one, current: 1, previous: 1, campaigns: [] })),
    ...origin({ from: add_days(TODAY, -30), to: add_days(TODAY, -1) }, shops),
    previous_window: window_of({ from: add_days(TODAY, -60), to: add_days(TODAY, -31) }),
    notes: is_known
      ? []
      : ['The store has data since 2026-06-01, so there is nothing to compare with before that day.'],
  })

const campaign = (name: string, roas: number) => ({
  ...{
    platform: 'mx_ads',
    campaign_id: name,
    name,
    spend: 12_450.5,
    revenue: 12_450.5 * roas,
    roas,
    previous_roas: 2.5,
  },
})

const recommendations = (['critical', 'warning', 'info'] as const).map((severity, at) => ({
  ...{
    recommendation_id: `01980000-0000-7000-8000-00000000700${at}`,
    rule: 'roas_below_one',
    severity,
    platform: 'mx_ads',
  },
  ...{
    subject: 'Retargeting',
    title: `Retargeting ${at} cuesta más de lo que vende`,
    text: 'Con certeza.',
    next: null,
  },
  ...(severity === 'info' ? { effect_low: null, effect_high: null } : { effect_low: 1_200.5, effect_high: 3_400 }),
}))

const report =
  (has_campaigns: boolean) =>
  ({ body }: { body: unknown }): Mocked => {
    const days = asked(body)
    return ok({
      ...{ summary: '', currency: 'MXN', channels: [] },
      recommendations: has_campaigns ? recommendations : [],
      recommendations_total: has_campaigns ? recommendations.length + 4 : 0,
      best_campaigns: has_campaigns ? ['Búsqueda | Marca', 'Retargeting'].map((name) => campaign(name, 7.0982)) : [],
      worst_campaigns: has_campaigns ? [campaign('A campaign with a very long name '.repeat(4), 0.55)] : [],
      ...{
        previous_window: window_of(moved(days, days_of(days).length)),
        year_before_window: window_of(moved(days, 364)),
      },
      ...origin(days, ad_sources),
    })
  }

const of_business = (business: Business, is_explained = true): Answers => ({
  get_me: ok(me()),
  get_kpi_summary: summary(business),
  get_daily_series: series(business),
  diagnosticar_cambio: causes(is_explained),
  preparar_reporte: report(is_explained),
})

const READS = ['get_kpi_summary', 'get_daily_series', 'diagnosticar_cambio', 'preparar_reporte']
const instead = (answer: Mocked): Answers => ({
  get_me: ok(me()),
  ...Object.fromEntries(READS.map((name) => [name, answer])),
})

export const overview_states = {
  data: of_business({}),
  most: of_business({ platforms: 100_000 }),
  none: of_business({ is_connected: false }, false),
  partial: of_business({ ads_until: '2026-06-24' }, false),
  loading: instead({ is_silent: true }),
  error: instead(refused(500, 'fault', 'Something went wrong on our side. It has been logged as request request-1.')),
  '429': instead(refused(429, 'rate_limited', 'Too many calls of this tool in a minute.', { 'retry-after': '30' })),
  offline: instead({ is_offline: true }),
} satisfies Record<string, Answers>
