// GET /report/integrated/get/: basic reports by day, and reports of the audience by country or device. Figures are strings (recorded answers, read 2026-11).
import { amount_in, countries, type Shares, split } from '../../world/ads_parts.ts'
import { add_days, days_from } from '../../world/calendar.ts'
import type { Ad, AdCampaign, AdFact, World } from '../../world/types.ts'
import { invalid, json_of, page_of, type Query } from './api.ts'
import { is_gmv_max, is_reserved } from './lists.ts'

const levels = {
  ADVERTISER: { id: 'advertiser_id', status: null, names: [] },
  CAMPAIGN: { id: 'campaign_id', status: 'campaign_status', names: ['campaign_name'] },
  ADGROUP: { id: 'adgroup_id', status: 'adgroup_status', names: ['campaign_id', 'adgroup_name'] },
  AD: { id: 'ad_id', status: 'ad_status', names: ['campaign_id', 'adgroup_id', 'ad_name'] },
} as const
type Level = keyof typeof levels
type Service = 'AUCTION' | 'RESERVATION'

/** A report has one service: what was bought in the auction, or by reservation. */
function level_of({ data_level = '', service_type = 'AUCTION' }: Query): { service: Service; level: Level } {
  const [service, level] = data_level.split('_')
  if (service !== service_type) throw invalid(`data_level: ${data_level} does not belong to ${service_type}.`)
  if (!/^(AUCTION|RESERVATION)$/.test(service) || !(level! in levels))
    throw invalid('data_level: Not supported by the sandbox.')
  return { service: service as Service, level: level as Level }
}

/** A report by day covers at most thirty days. */
const days_max = 30

interface Filter {
  field_name: string
  filter_type: string
  filter_value: string
}

/** Reports of the audience have one more dimension. They have deliveries only, and leave out small parts. */
const audience: Record<string, (currency: string) => Shares> = {
  country_code: (currency) => countries[currency]!,
  platform: () => ({ ANDROID: 0.643, IPHONE: 0.301, IPAD: 0.024, PC: 0.022, OTHERS: 0.01 }),
}
const audience_metrics = ['spend', 'impressions', 'clicks']
const smallest_part = 10

export function report(world: World, query: Query) {
  const { service, level } = level_of(query)
  const is_audience = query.report_type === 'AUDIENCE'
  if (query.report_type !== 'BASIC' && !(is_audience && service === 'AUCTION'))
    throw invalid('report_type: Not supported by the sandbox.')
  const { id } = levels[level]
  const dimensions = json_of<string[]>(query, 'dimensions') ?? []
  const part = dimensions.find((name) => is_audience && audience[name])
  if (dimensions.length !== (is_audience ? 3 : 2) || !dimensions.includes(id) || !dimensions.includes('stat_time_day'))
    throw invalid(`dimensions: ${level} needs ${id} and stat_time_day.`)
  if (is_audience && !part) throw invalid('dimensions: AUDIENCE needs a dimension of the audience.')
  const metrics = json_of<string[]>(query, 'metrics') ?? ['spend', 'impressions']
  const unsupported = is_audience && metrics.find((name) => !audience_metrics.includes(name))
  if (unsupported) throw invalid(`metrics: ${unsupported} is not supported for AUDIENCE.`)
  const { start_date: from = '', end_date: to = '' } = query
  if (!/^\d{4}-\d\d-\d\d$/.test(from) || from > to) throw invalid('start_date: Invalid date.')
  if (add_days(from, days_max) <= to) throw invalid(`The time range cannot exceed ${days_max} days.`)
  const filters = read_filters(level, json_of<Filter[]>(query, 'filtering'))
  const { groups, is_truncated } = group_ads(world, { service, level }, query.advertiser_id!, filters)
  const { currency } = world.ads.tx.accounts.find((account) => account.id === query.advertiser_id)!
  const rows = days_from(from, to).flatMap((day) =>
    [...groups.values()].flatMap((ads) => {
      const facts = ads.flatMap((ad) => world.ads.tx.facts(ad, day) ?? [])
      if (facts.length === 0) return []
      const names = names_of(world, level, ads[0]!)
      const line = (of: AdFact[], more = {}) => ({
        dimensions: { [id]: names[id], stat_time_day: `${day} 00:00:00`, ...more },
        metrics: pick(metrics, of, names, { level, currency }),
      })
      if (!part) return [line(facts)]
      const parts = split(facts, audience[part]!(currency), smallest_part)
      return parts.map(([name, fact]) => line([fact], { [part]: name || 'None' }))
    }),
  )
  return { body: page_of(rows, query), headers: is_truncated ? { 'x-tt-ads-throttle': truncated } : {} }
}

/** A report has the newest ads only, and a header says so (docs?id=1740302848100353, read 2026-11). */
const ads_max = 20_000
const truncated =
  "Number of ad ids is equal or more than 20k, only return the top 20k id's results, sorting by create time desc order."
const campaigns_max = 100

interface Filters {
  shows_deleted: boolean
  campaigns?: Set<string>
}

/** A status has the name of its level. Another level's name is an error, and the advertiser has no filter. */
function read_filters(level: Level, filters: Filter[] = []): Filters {
  const { status } = levels[level]
  // The advertiser's total contains everything.
  const read: Filters = { shows_deleted: status === null }
  for (const { field_name, filter_type, filter_value } of filters) {
    if (filter_type !== 'IN') throw invalid('filtering.filter_type: Invalid value.')
    const values = JSON.parse(filter_value) as string[]
    if (status !== null && field_name === status) read.shows_deleted = values.includes('STATUS_ALL')
    else if (status === null || field_name !== 'campaign_ids')
      throw invalid(`filtering: ${field_name} is not supported for ${level}.`)
    else if (values.length > campaigns_max) throw invalid(`filtering: campaign_ids has more than ${campaigns_max} ids.`)
    else read.campaigns = new Set(values)
  }
  return read
}

function group_ads(
  { ads: { tx } }: World,
  { service, level }: { service: Service; level: Level },
  account_id: string,
  { shows_deleted, campaigns: only }: Filters,
) {
  const campaigns = new Map(tx.campaigns.map((campaign) => [campaign.id, campaign]))
  const sets = new Map(tx.groups.map((group) => [group.id, group]))
  const item_of = {
    ADVERTISER: () => ({ id: account_id, status: 'active' }),
    CAMPAIGN: (ad: Ad): Pick<AdCampaign, 'id' | 'status'> => campaigns.get(ad.campaign_id)!,
    ADGROUP: (ad: Ad) => sets.get(ad.group_id)!,
    AD: (ad: Ad) => ad,
  }[level]
  const is_of_service = (ad: Ad) => is_reserved(campaigns.get(ad.campaign_id)!) === (service === 'RESERVATION')
  const wanted = tx.ads.filter(
    (ad) => ad.account_id === account_id && is_of_service(ad) && (only?.has(ad.campaign_id) ?? true),
  )
  const is_truncated = wanted.length >= ads_max
  const newest = () => wanted.toSorted((a, b) => b.start_day.localeCompare(a.start_day)).slice(0, ads_max)
  const listed = (is_truncated ? newest() : wanted).filter(
    (ad) =>
      (level === 'ADVERTISER' || !is_gmv_max(campaigns.get(ad.campaign_id)!)) &&
      (shows_deleted || item_of(ad).status !== 'removed'),
  )
  return { groups: Map.groupBy(listed, (ad) => item_of(ad).id), is_truncated }
}

function names_of({ ads: { tx } }: World, level: Level, ad: Ad): Record<string, string> {
  return {
    advertiser_id: ad.account_id,
    campaign_id: ad.campaign_id,
    adgroup_id: ad.group_id,
    ad_id: ad.id,
    campaign_name: tx.campaigns.find(({ id }) => id === ad.campaign_id)!.name,
    ...(level === 'AD' && { ad_name: ad.name }),
  }
}

/** The requested metrics. One that the level does not have is an error, and one that is not requested is missing. */
function pick(
  asked: string[],
  facts: AdFact[],
  names: Record<string, string>,
  { level, currency }: { level: Level; currency: string },
) {
  const sum = (name: keyof AdFact) => facts.reduce((total, fact) => total + fact[name], 0)
  const money = (cents: number) => (cents / 100).toFixed(2)
  const known: Record<string, string> = {
    spend: amount_in(currency, sum('spend_cents')),
    impressions: String(sum('impressions')),
    clicks: String(sum('clicks')),
    reach: String(Math.round(sum('reach') * (facts.length > 1 ? 0.93 : 1))),
    conversion: String(sum('conversions') + sum('add_to_carts')),
    complete_payment: String(sum('conversions')),
    total_complete_payment_rate: money(sum('conversion_value_cents')),
    // The business has no app and no shop on the platform.
    total_purchase: '0',
    total_purchase_value: '-',
    onsite_shopping: '0',
    total_onsite_shopping_value: '-',
    ...Object.fromEntries(levels[level].names.map((name) => [name, names[name] ?? '-'])),
  }
  return Object.fromEntries(
    asked.map((name) => {
      if (known[name] === undefined) throw invalid(`metrics: ${name} is not supported for ${level}.`)
      return [name, known[name]]
    }),
  )
}
