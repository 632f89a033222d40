// Google Ads resources as rows, with the API's names and words in JSON's camelCase. An int64 is a string (v25 protos, read 2026-11).
import { countries, type Shares, split } from '../../world/ads_parts.ts'
import { add_days, days_from } from '../../world/calendar.ts'
import type { Ad, AdAccount, AdCampaign, AdFact, AdGroup, AdStatus, Day, World } from '../../world/types.ts'
import { ad_part } from './ads.ts'
import type { Row } from './gaql.ts'
import { shares_of, terms_of } from './searches.ts'

/** The manager account that Tablero's user can access. The customers with campaigns are below it. */
export const manager = { id: '1618033988', name: 'Casa Lumbre (administrador)', time_zone: 'America/Mexico_City' }

/** A customer that its owner closed. Google keeps it in the list of accessible customers. */
export const closed = { id: '5772156649' }

const statuses: Record<AdStatus, string> = { active: 'ENABLED', paused: 'PAUSED', removed: 'REMOVED' }
const channels: Partial<Record<AdCampaign['kind'], string>> = {
  brand_search: 'SEARCH',
  search: 'SEARCH',
  shopping: 'SHOPPING',
  pmax: 'PERFORMANCE_MAX',
  video: 'VIDEO',
}
const group_types: Record<string, string> = {
  SEARCH: 'SEARCH_STANDARD',
  SHOPPING: 'SHOPPING_PRODUCT_ADS',
  VIDEO: 'VIDEO_RESPONSIVE',
}
const cents_to_micros = 10_000

const micros = (cents: number): string => String(cents * cents_to_micros)
const channel_of = (campaign: AdCampaign): string => channels[campaign.kind] ?? 'SEARCH'

function customer_part(account: AdAccount): Row {
  return {
    customer: {
      resourceName: `customers/${account.id}`,
      id: account.id,
      descriptiveName: account.name,
      currencyCode: account.currency,
      timeZone: account.time_zone,
      manager: false,
      testAccount: false,
      autoTaggingEnabled: true,
      status: 'ENABLED',
    },
  }
}

function campaign_part(campaign: AdCampaign): Row {
  const customer = `customers/${campaign.account_id}`
  const budget_id = `8${campaign.id.slice(1)}`
  return {
    campaign: {
      resourceName: `${customer}/campaigns/${campaign.id}`,
      id: campaign.id,
      name: campaign.name,
      status: statuses[campaign.status],
      servingStatus: campaign.status === 'active' ? 'SERVING' : 'SUSPENDED',
      advertisingChannelType: channel_of(campaign),
      biddingStrategyType: campaign.kind === 'video' ? 'TARGET_CPM' : 'MAXIMIZE_CONVERSION_VALUE',
      campaignBudget: `${customer}/campaignBudgets/${budget_id}`,
      startDateTime: `${campaign.start_day} 00:00:00`,
      endDateTime: campaign.end_day ? `${campaign.end_day} 23:59:59` : undefined,
    },
    campaignBudget: {
      resourceName: `${customer}/campaignBudgets/${budget_id}`,
      id: budget_id,
      name: campaign.name,
      amountMicros: micros(campaign.daily_budget_cents),
      period: 'DAILY',
      explicitlyShared: false,
      status: 'ENABLED',
    },
  }
}

function group_part(group: AdGroup, campaign: AdCampaign): Row {
  return {
    adGroup: {
      resourceName: `customers/${campaign.account_id}/adGroups/${group.id}`,
      id: group.id,
      name: group.name,
      status: statuses[group.status === 'removed' ? 'removed' : 'active'],
      type: group_types[channel_of(campaign)],
      campaign: `customers/${campaign.account_id}/campaigns/${campaign.id}`,
    },
  }
}

function metrics_part(facts: AdFact[]): Row {
  const sum = (name: keyof AdFact) => facts.reduce((total, fact) => total + fact[name], 0)
  const [impressions, clicks, cost] = [sum('impressions'), sum('clicks'), sum('spend_cents') * cents_to_micros]
  const conversions = Math.round(sum('conversions') * 1e6) / 1e6
  const value = sum('conversion_value_cents') / 100
  return {
    metrics: {
      impressions: String(impressions),
      clicks: String(clicks),
      interactions: String(clicks),
      costMicros: String(cost),
      conversions,
      conversionsValue: value,
      allConversions: conversions,
      allConversionsValue: value,
      ctr: impressions ? clicks / impressions : 0,
      averageCpc: clicks ? cost / clicks : 0,
      averageCpm: impressions ? (cost / impressions) * 1000 : 0,
      costPerConversion: conversions ? cost / conversions : 0,
    },
  }
}

/** One name that can follow FROM in a query: its attributes, and the ads whose figures add up to its figures. */
export interface Entity {
  row: Row
  ads: Ad[]
  /** The rows of a day, each with its part of the figures. When absent: one row with all. */
  parts?: (facts: AdFact[]) => [Row, AdFact][]
  /** Figures of a day that do not add up. */
  own?: (day: Day) => Record<string, unknown>
}

/** The names that can follow FROM, for one customer. Performance Max has neither ad groups nor ads. */
export function entities(world: World, account: AdAccount): Record<string, () => Entity[]> {
  const { gx } = world.ads
  const campaigns = gx.campaigns.filter((campaign) => campaign.account_id === account.id)
  const by_id = new Map(campaigns.map((campaign) => [campaign.id, campaign]))
  const creatives = new Map(gx.creatives.map((creative) => [creative.id, creative]))
  const customer = customer_part(account)
  const ads_of = (wanted: (ad: Ad) => boolean) => gx.ads.filter((ad) => by_id.has(ad.campaign_id) && wanted(ad))
  const groups = gx.groups.filter(
    (group) => by_id.has(group.campaign_id) && by_id.get(group.campaign_id)!.kind !== 'pmax',
  )
  const campaign = () =>
    campaigns.map((found) => ({
      row: { ...customer, ...campaign_part(found) },
      ads: ads_of((ad) => ad.campaign_id === found.id),
      own: (day: Day) => shares_of(found, day),
    }))
  const group_row = (group: AdGroup): Row => {
    const found = by_id.get(group.campaign_id)!
    return { ...customer, ...campaign_part(found), ...group_part(group, found) }
  }
  return {
    customer: () => [{ row: customer, ads: ads_of(() => true) }],
    customer_client: () => [{ row: { ...customer, ...client_part(account) }, ads: [] }],
    campaign,
    campaign_budget: campaign,
    campaign_search_term_view: () =>
      campaigns.map((found) => ({
        row: { ...customer, ...campaign_part(found) },
        ads: ads_of((ad) => ad.campaign_id === found.id),
        parts: (facts) => terms_of(found, facts),
      })),
    user_location_view: () => campaign().map((found) => ({ ...found, parts: (facts) => places(account, facts) })),
    ad_group: () => groups.map((group) => ({ row: group_row(group), ads: ads_of((ad) => ad.group_id === group.id) })),
    // Keywords of the world's own campaigns are not simulated. Those that clients make are.
    ad_group_criterion: () => [],
    ad_group_ad: () =>
      groups.flatMap((group) =>
        ads_of((ad) => ad.group_id === group.id).map((ad) => ({
          row: {
            ...group_row(group),
            ...ad_part(ad, statuses[ad.status], channel_of(by_id.get(ad.campaign_id)!), creatives.get(ad.creative_id)!),
          },
          ads: [ad],
          ...in_two_groups(ad, groups),
        })),
      ),
  }
}

/** Some ads are in a sibling of their group too (fivetran/dbt_google_ads, DECISIONLOG.md, read 2026-11). */
function in_two_groups(ad: Ad, groups: AdGroup[]): Pick<Entity, 'parts'> {
  const sibling = groups.find(({ id, campaign_id }) => campaign_id === ad.campaign_id && id !== ad.group_id)
  if (!sibling || Number(ad.id) % 3 !== 0) return {}
  const resourceName = `customers/${ad.account_id}/adGroups/${sibling.id}`
  const other: Row = { adGroup: { id: sibling.id, name: sibling.name, resourceName } }
  const own: Row = {}
  return {
    parts: (facts) => split(facts, { own: 0.7, other: 0.3 }).map(([at, fact]) => [at === 'own' ? own : other, fact]),
  }
}

const client_part = (account: AdAccount): Row => ({
  customerClient: {
    resourceName: `customers/${manager.id}/customerClients/${account.id}`,
    clientCustomer: `customers/${account.id}`,
    id: account.id,
    descriptiveName: account.name,
    currencyCode: account.currency,
    timeZone: account.time_zone,
    manager: false,
    testAccount: false,
    hidden: false,
    level: '1',
    status: 'ENABLED',
  },
})

const odd_client = (id: string, descriptiveName: string, status: string, more: Record<string, unknown> = {}): Row => ({
  customerClient: {
    resourceName: `customers/${manager.id}/customerClients/${id}`,
    id,
    descriptiveName,
    status,
    ...more,
  },
})
/** Customers below the manager that have no figures: one is cancelled, and the setup of the other was never finished. */
export const odd_clients = [
  odd_client('3141592650', 'Casa Lumbre (cancelada)', 'CANCELED', { currencyCode: 'MXN', timeZone: manager.time_zone }),
  odd_client('3141592651', 'Casa Lumbre (sin terminar)', 'ENABLED'),
]

/** The list that a manager account returns: itself and the customers below it. */
export function manager_entities(world: World): Record<string, () => Entity[]> {
  const self = { id: manager.id, name: manager.name, time_zone: manager.time_zone, currency: 'MXN', created_at: 0 }
  const customer: Row = { customer: { ...customer_part(self).customer, manager: true } }
  const own: Row = { ...customer, customerClient: { ...client_part(self).customerClient, level: '0', manager: true } }
  return {
    customer: () => [{ row: customer, ads: [] }],
    customer_client: () => [
      { row: own, ads: [] },
      ...world.ads.gx.accounts.map((account) => ({ row: { ...customer, ...client_part(account) }, ads: [] })),
    ],
  }
}

/** Ids of countries: 2000 plus the number in ISO 3166-1 (geo targets, read 2026-11). */
const criteria: Record<string, string> = {
  MX: '2484',
  US: '2840',
  CO: '2170',
  ES: '2724',
  CA: '2124',
  PR: '2630',
  PT: '2620',
  FR: '2250',
  DE: '2276',
}
/** Shares of the people of a country: those whom the campaign targets by place, and others. */
const targeting: Shares = { true: 0.83, false: 0.17 }

/** Where people are: two rows for each country, and rows without a country for places that are not known. */
const places = (account: AdAccount, facts: AdFact[]): [Row, AdFact][] =>
  split(facts, countries[account.currency]!).flatMap(([country, of_country]) =>
    split([of_country], targeting).map(([is_targeted, fact]): [Row, AdFact] => {
      const countryCriterionId = criteria[country]
      const resourceName = `customers/${account.id}/userLocationViews/${countryCriterionId ?? ''}~${is_targeted}`
      return [
        { userLocationView: { resourceName, countryCriterionId, targetingLocation: is_targeted === 'true' } },
        fact,
      ]
    }),
  )

const devices: Shares = { MOBILE: 0.672, DESKTOP: 0.251, TABLET: 0.041, CONNECTED_TV: 0.031, OTHER: 0.005 }

/** An entity's figures: a row for each day and device with figures, or one row for the whole range. */
export function with_figures(
  world: World,
  entity: Entity,
  range: { from: Day; to: Day },
  by: { day: boolean; device: boolean },
): Row[] {
  const facts_on = (day: Day) => entity.ads.flatMap((ad) => world.ads.gx.facts(ad, day) ?? [])
  const from = range.from < world.first_day ? add_days(world.first_day, -200) : range.from
  const days = days_from(from, range.to)
  if (!by.day) return [{ ...entity.row, ...metrics_part(days.flatMap(facts_on)) }]
  return days.flatMap((day) => {
    const facts = facts_on(day)
    if (facts.length === 0) return []
    const row = (of: AdFact[], more: Row = {}) => ({
      ...entity.row,
      ...more,
      segments: { date: day, ...more.segments },
      ...metrics_part(of),
    })
    if (entity.parts) return entity.parts(facts).map(([more, fact]) => row([fact], more))
    if (!by.device) {
      const { metrics } = metrics_part(facts)
      return [{ ...row(facts), metrics: { ...metrics, ...entity.own?.(day) } }]
    }
    return split(facts, devices).map(([device, fact]) => row([fact], { segments: { device } }))
  })
}
