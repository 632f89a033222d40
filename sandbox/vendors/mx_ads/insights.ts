// GET /act_{id}/insights: the figures of ads, by day and level. Figures are strings, as at Meta (AdsInsights.json, read 2026-11).

import { amount_in, countries, type Shares, split } from '../../world/ads_parts.ts'
import { add_days, days_from, earlier } from '../../world/calendar.ts'
import type { Ad, AdAccount, AdCampaign, AdFact, AdGroup, Day, World } from '../../world/types.ts'
import { GraphError, list_param, type Node, type Params, pick, read_fields } from './graph.ts'
import {
  ad_set_status,
  ad_status,
  campaign_status,
  check_statuses,
  type every_status,
  objective_of,
  optimization_of,
} from './nodes.ts'

const levels = ['account', 'campaign', 'adset', 'ad'] as const
type Level = (typeof levels)[number]

/** Insights reach back 37 months (error 3018, read 2026-11). */
const months_back = 37

function first_day(today: Day): Day {
  const [year, month, day] = today.split('-').map(Number)
  return new Date(Date.UTC(year!, month! - 1 - months_back, day)).toISOString().slice(0, 10)
}

// Parameters that the sandbox knows. It rejects any other parameter, because an answer could be wrong.
const known = [
  'level',
  'fields',
  'time_range',
  'time_increment',
  'date_preset',
  'limit',
  'after',
  'access_token',
  'filtering',
  'use_unified_attribution_setting',
  'use_account_attribution_setting',
  'action_report_time',
  'breakdowns',
]

export function insights(world: World, account: AdAccount, { after, access_token, ...params }: Params): Node[] {
  return world.remember(`mx_ads insights ${account.id} ${JSON.stringify(params)}`, () =>
    rows_of(world, account, params),
  )
}

function rows_of(world: World, account: AdAccount, params: Params): Node[] {
  for (const name of Object.keys(params))
    if (!known.includes(name))
      throw new GraphError(`(#100) The sandbox does not stand in for the parameter ${name}`, 100)
  const level = (params.level ?? 'account') as Level
  if (!levels.includes(level))
    throw new GraphError(`(#100) level must be one of the following values: ${levels.join(', ')}`, 100)
  const fields = read_fields(params.fields ?? 'account_id,impressions,spend')
  const breakdowns = list_param(params, 'breakdowns') ?? []
  const shares = read_shares(account, breakdowns, fields)
  const slices = read_slices(params, world.today())
  const groups = group_ads(world, account, level, shown_status(params.filtering, level))
  return slices.flatMap(({ since, until }) =>
    groups.flatMap(({ ads, names, settings }) => {
      const facts = ads.flatMap((ad) => days_from(since, until).flatMap((day) => world.ads.mx.facts(ad, day) ?? []))
      if (facts.length === 0) return []
      const dates = { date_start: since, date_stop: until }
      const row = (of: AdFact[], part = {}) => {
        const added = Object.keys({ ...dates, ...part }).map((name) => [name, undefined] as const)
        const node = { ...names, ...figures(of, settings, account, leaves_out(level, since)), ...dates, ...part }
        return pick(node, new Map([...fields, ...added]), 'AdsInsights')
      }
      if (!shares) return [row(facts)]
      return split(facts, shares, smallest_part).map(([part, fact]) => {
        const words = part.split(',')
        return row([fact], Object.fromEntries(breakdowns.map((name, at) => [name, words[at] || 'unknown'])))
      })
    }),
  )
}

/** The device of an impression. TVs have no word of their own. */
const devices: Shares = {
  android_smartphone: 0.561,
  iphone: 0.262,
  android_tablet: 0.021,
  ipad: 0.032,
  desktop: 0.112,
  other: 0.011,
  '': 0.001,
}
/** Parts with fewer impressions are withheld. */
const smallest_part = 4

/** Where people saw an ad. */
const places: Shares = { facebook: 0.52, instagram: 0.455, audience_network: 0.025 }
const by_place = Object.fromEntries(
  Object.entries(places).flatMap(([place, of_place]) =>
    Object.entries(devices).map(([device, share]) => [`${place},${device}`, share * of_place]),
  ),
)

/**
 * The permutations that Meta stores, without those of actions and products: a device goes with a place only (Insights breakdowns,
 * "Combining breakdowns", read 2026-11).
 */
const permutations = [
  'age',
  'gender',
  'age,gender',
  'country',
  'region',
  'publisher_platform',
  'publisher_platform,impression_device',
  'publisher_platform,platform_position',
  'publisher_platform,platform_position,impression_device',
]

/** A breakdown adds its own field to each row. The same name in `fields` is an error (Insights breakdowns, read 2026-11). */
function read_shares(account: AdAccount, breakdowns: string[], fields: Map<string, unknown>) {
  if (breakdowns.length === 0) return undefined
  const asked = breakdowns.join()
  if (!permutations.includes(asked))
    throw new GraphError(
      `(#100) Current combination of data breakdown columns (action_type, ${breakdowns.join(', ')}) is invalid`,
      100,
    )
  const shares: Record<string, Shares | undefined> = {
    country: countries[account.currency],
    'publisher_platform,impression_device': by_place,
  }
  if (!shares[asked]) throw new GraphError(`(#100) The sandbox does not stand in for the breakdown ${asked}`, 100)
  const duplicated = breakdowns.find((name) => fields.has(name))
  if (duplicated)
    throw new GraphError(`(#100) ${duplicated} is not valid for fields param. Use the param breakdowns.`, 100)
  return shares[asked]
}

function read_slices(params: Params, today: Day): { since: Day; until: Day }[] {
  const { since, until } = params.date_preset ? preset(params.date_preset, today) : read_range(params.time_range, today)
  if (since < first_day(today))
    throw new GraphError(
      '(#3018) The start date of the time range cannot be beyond 37 months from the current date',
      3018,
      { type: 'FacebookApiException' },
    )
  const increment = params.time_increment ?? 'all_days'
  if (increment === 'all_days') return [{ since, until }]
  const days = Number(increment)
  if (!Number.isInteger(days) || days < 1 || days > 90)
    throw new GraphError('(#100) time_increment must be an integer between 1 and 90, or all_days', 100)
  const starts = days_from(since, until).filter((_, at) => at % days === 0)
  return starts.map((start) => {
    const end = add_days(start, days - 1)
    return { since: start, until: earlier(end, until) }
  })
}

/** All that Meta keeps (`date_preset` of the Insights parameters, read 2026-11). */
function preset(name: string, today: Day): { since: Day; until: Day } {
  if (name !== 'maximum') throw new GraphError(`(#100) The sandbox does not stand in for the date_preset ${name}`, 100)
  return { since: first_day(today), until: today }
}

function read_range(text: string | undefined, today: Day): { since: Day; until: Day } {
  if (text === undefined) return { since: add_days(today, -30), until: add_days(today, -1) }
  let range: { since?: string; until?: string } = {}
  try {
    range = JSON.parse(text)
  } catch {}
  const day = /^\d{4}-\d\d-\d\d$/
  const { since, until } = range
  if (!since || !until || !day.test(since) || !day.test(until))
    throw new GraphError('(#100) Must be a date representation in the format YYYY-MM-DD', 100)
  if (since > until) throw new GraphError('(#100) Invalid time range: since must be before until', 100)
  return { since, until }
}

interface Group {
  ads: Ad[]
  names: Node
  /** The attribution settings of its ad sets. */
  settings: Set<string>
}

/**
 * The statuses that a request names for its own level. Without them, Meta leaves out archived and deleted objects; the total of the
 * account always includes them ("Manage Your Ad Object's Status", read 2026-11).
 */
function shown_status(text: string | undefined, level: Level): (status: string) => boolean {
  let filters: { field?: string; operator?: string; value?: unknown }[] = []
  try {
    filters = JSON.parse(text ?? '[]')
  } catch {
    throw new GraphError('(#100) Param filtering must be an array.', 100)
  }
  for (const { field, operator, value } of filters) {
    if (field !== `${level}.effective_status` || operator !== 'IN' || !Array.isArray(value))
      throw new GraphError(`(#100) Filtering field ${field} with operation ${operator} is not supported`, 100)
    check_statuses(level as keyof typeof every_status, value)
    return (status) => value.includes(status)
  }
  return (status) => level === 'account' || !['ARCHIVED', 'DELETED'].includes(status)
}

function group_ads(world: World, account: AdAccount, level: Level, shows: (status: string) => boolean): Group[] {
  const { mx } = world.ads
  const groups = new Map<string, Group>()
  const sets = new Map(mx.groups.map((group) => [group.id, group]))
  const campaigns = new Map(mx.campaigns.map((campaign) => [campaign.id, campaign]))
  for (const ad of mx.ads) {
    if (ad.account_id !== account.id) continue
    const names: Node = { account_id: account.id, account_name: account.name, account_currency: account.currency }
    const campaign = campaigns.get(ad.campaign_id)!
    const set = sets.get(ad.group_id)!
    const status = {
      account: '',
      campaign: campaign_status(campaign),
      adset: ad_set_status(set, campaign),
      ad: ad_status(ad, campaign),
    }[level]
    if (!shows(status)) continue
    if (level !== 'account')
      Object.assign(names, {
        campaign_id: campaign.id,
        campaign_name: campaign.name,
        objective: objective_of(campaign),
        buying_type: 'AUCTION',
      })
    const of_set = { adset_id: ad.group_id, adset_name: set.name, optimization_goal: optimization_of(campaign) }
    if (level === 'adset' || level === 'ad') Object.assign(names, of_set)
    if (level === 'ad') Object.assign(names, { ad_id: ad.id, ad_name: ad.name })
    const key = { account: account.id, campaign: ad.campaign_id, adset: ad.group_id, ad: ad.id }[level]
    const group = groups.get(key) ?? { ads: [], names, settings: new Set() }
    group.ads.push(ad)
    group.settings.add(setting_of(set, campaign))
    groups.set(key, group)
  }
  return [...groups.values()]
}

/** The people who left a full cart buy within a day. So this ad set of a campaign has another setting than its sibling. */
const setting_of = (set: AdGroup, campaign: AdCampaign): string =>
  campaign.kind === 'retargeting' && set.id.endsWith('1000') ? '1d_click' : '7d_click_1d_view'

/** One person sees several ads of a group, so the group's reach is less than the sum. */
const overlap = 0.93

/** Meta can leave out sales at campaigns and accounts, on some days, and gives them at ad sets and ads (airbyte issue 68689, 2025-10). */
const leaves_out = (level: Level, date: Day): boolean => ['account', 'campaign'].includes(level) && date.endsWith('7')

function figures(facts: AdFact[], settings: Set<string>, { currency }: AdAccount, leaves_out: boolean): Node {
  const sum = (name: keyof AdFact) => facts.reduce((total, fact) => total + fact[name], 0)
  const [impressions, clicks] = [sum('impressions'), sum('clicks')]
  const [link_clicks, spend_cents] = [sum('link_clicks'), sum('spend_cents')]
  const reach = Math.max(1, Math.round(sum('reach') * (facts.length > 1 ? overlap : 1)))
  const ratio = (above: number, below: number) => (below === 0 ? null : (above / below).toFixed(6))
  return {
    impressions: String(impressions),
    reach: String(reach),
    frequency: ratio(impressions, reach),
    // Recorded lines without a click can lack the clicks (keboola/component-meta, expected insights of 2026-03, read 2026-11).
    clicks: clicks === 0 ? null : String(clicks),
    inline_link_clicks: String(link_clicks),
    spend: amount_in(currency, spend_cents),
    ctr: ratio(clicks * 100, impressions),
    cpc: ratio(spend_cents / 100, clicks),
    cpm: ratio(spend_cents * 10, impressions),
    attribution_setting: settings.size > 1 ? 'multiple' : [...settings][0],
    ...actions(sum, link_clicks, leaves_out || settings.size > 1),
  }
}

/**
 * Meta reports a purchase three times: as omni, plain and pixel action. A sum of them counts the purchase three times. What happens
 * outside of Meta is not added over ad sets with different attribution settings (AdsActionStats, read 2026-11).
 */
function actions(sum: (name: keyof AdFact) => number, link_clicks: number, lacks_sales: boolean): Node {
  const purchases = sum('conversions')
  const value = (sum('conversion_value_cents') / 100).toFixed(2)
  const list = (entries: [string, string][]) => {
    const reported = entries.filter(([, figure]) => Number(figure) > 0)
    return reported.length === 0 ? null : reported.map(([action_type, figure]) => ({ action_type, value: figure }))
  }
  const outside = (entries: [string, string][]) => (lacks_sales ? [] : entries)
  const bought = ['omni_purchase', 'purchase', 'offsite_conversion.fb_pixel_purchase']
  return {
    actions: list([
      ['link_click', String(link_clicks)],
      ['video_view', String(sum('video_views'))],
      ...outside([
        ['landing_page_view', String(sum('landing_views'))],
        ['add_to_cart', String(sum('add_to_carts'))],
        ['initiate_checkout', String(sum('checkouts'))],
        ...bought.map((type): [string, string] => [type, String(purchases)]),
      ]),
    ]),
    action_values: list(outside(bought.map((type): [string, string] => [type, value]))),
  }
}
