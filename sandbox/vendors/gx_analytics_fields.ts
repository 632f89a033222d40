// The dimensions and metrics of the Analytics Data API that the simulated property has, and how to compute them from visits.
import type { SessionFact } from '../world/types.ts'

// Returning users: this share of a group's users outside its largest part counts as other people.
const new_across_sources = 0.92
const new_across_days = 0.75

const search_engines = /^(google|bing|yahoo|duckduckgo|ecosia)$/
const social_networks = /^(facebook|instagram|fb|ig|meta|tiktok|linkedin|pinterest|twitter|x|threads)(\.com)?$/
const paid = /^(.*cp.*|ppc|retargeting|paid.*)$/

/** Google's default channel group, first rule that matches (support.google.com/analytics/answer/9756891, read 2026-11). */
function channel_group({ source, medium, campaign }: SessionFact): string {
  const [from, by] = [source.toLowerCase(), medium.toLowerCase()]
  if (from === '(direct)' && ['(none)', '(not set)'].includes(by)) return 'Direct'
  if (/cross-network|pmax/.test(campaign)) return 'Cross-network'
  if (search_engines.test(from) && paid.test(by)) return 'Paid Search'
  if (social_networks.test(from) && paid.test(by)) return 'Paid Social'
  if (/^(display|banner|expandable|interstitial|cpm)$/.test(by)) return 'Display'
  if (paid.test(by)) return 'Paid Other'
  if (social_networks.test(from) || /^(social|social-network|social-media|sm)$/.test(by)) return 'Organic Social'
  if (search_engines.test(from) || by === 'organic') return 'Organic Search'
  if (/^e[-_ ]?mail$/.test(from) || /^e[-_ ]?mail$/.test(by)) return 'Email'
  if (by === 'affiliate') return 'Affiliates'
  if (['referral', 'app', 'link'].includes(by)) return 'Referral'
  return 'Unassigned'
}

const names = new Intl.DisplayNames('en', { type: 'region' })
const country_name = (code: string) => (code.startsWith('(') ? code : (names.of(code) ?? code))

/** A group of visits, or the part of its events that has one name. */
export type Fact = SessionFact & { event?: string }

type Dimension = { title: string; category: string; of: (fact: Fact) => string }

export const dimensions: Record<string, Dimension> = {
  date: { title: 'Date', category: 'Time', of: (fact) => fact.day.replaceAll('-', '') },
  sessionSource: { title: 'Session source', category: 'Traffic source', of: (fact) => fact.source },
  sessionMedium: { title: 'Session medium', category: 'Traffic source', of: (fact) => fact.medium },
  sessionSourceMedium: {
    title: 'Session source / medium',
    category: 'Traffic source',
    of: (fact) => `${fact.source} / ${fact.medium}`,
  },
  sessionCampaignName: { title: 'Session campaign', category: 'Traffic source', of: (fact) => fact.campaign },
  sessionDefaultChannelGroup: {
    title: 'Session default channel group',
    category: 'Traffic source',
    of: channel_group,
  },
  deviceCategory: { title: 'Device category', category: 'Platform / device', of: (fact) => fact.device },
  country: { title: 'Country', category: 'Geography', of: ({ country }) => country_name(country) },
  countryId: { title: 'Country ID', category: 'Geography', of: (fact) => fact.country },
  eventName: { title: 'Event name', category: 'Event', of: (fact) => fact.event ?? '(not set)' },
}

/** Of the pages that visitors see, this share shows an item. */
const item_views = 0.45

/** The events of visits by name. Visits with several events of a name are one user. */
export function by_event(fact: SessionFact): Fact[] {
  const { add_to_carts, checkouts, purchases, page_views } = fact
  const counts: Record<string, number> = {
    page_view: page_views,
    view_item: Math.max(add_to_carts, Math.round(page_views * item_views)),
    add_to_cart: add_to_carts,
    begin_checkout: checkouts,
    purchase: purchases,
  }
  const named = Object.values(counts).reduce((sum, count) => sum + count, 0)
  counts.user_engagement = Math.max(0, fact.events - named)
  return Object.entries(counts).flatMap(([event, events]) => {
    if (events === 0) return []
    const users = Math.min(fact.users, events)
    return { ...fact, event, events, users, new_users: Math.min(fact.new_users, users) }
  })
}

type Summed = Exclude<
  { [K in keyof SessionFact]: SessionFact[K] extends number ? K : never }[keyof SessionFact],
  'users'
>
type Totals = Record<Summed | 'users', number>

const summed: Summed[] = [
  'sessions',
  'new_users',
  'engaged_sessions',
  'engagement_seconds',
  'page_views',
  'events',
  'add_to_carts',
  'checkouts',
  'purchases',
  'revenue_cents',
]

const merged = (parts: number[], share: number): number => {
  const largest = Math.max(...parts)
  const rest = parts.reduce((sum, part) => sum + part, 0) - largest
  return largest + Math.round(rest * share)
}

/** Sums of all figures except users: somebody with two visits in a day, or on two days, is one user. */
export function totals_of(facts: SessionFact[]): Totals {
  const totals = Object.fromEntries(
    summed.map((field) => [field, facts.reduce((sum, fact) => sum + fact[field], 0)]),
  ) as Totals
  const by_day = Map.groupBy(facts, (fact) => fact.day)
  const days = [...by_day.values()].map((parts) =>
    merged(
      parts.map((part) => part.users),
      new_across_sources,
    ),
  )
  totals.users = facts.length === 0 ? 0 : Math.max(merged(days, new_across_days), totals.new_users)
  return totals
}

type Metric = {
  title: string
  category: string
  type: 'TYPE_INTEGER' | 'TYPE_FLOAT' | 'TYPE_SECONDS' | 'TYPE_CURRENCY'
  of: (totals: Totals) => number
}

const ratio = (above: number, below: number) => (below === 0 ? 0 : above / below)

export const metrics: Record<string, Metric> = {
  sessions: { title: 'Sessions', category: 'Session', type: 'TYPE_INTEGER', of: (t) => t.sessions },
  totalUsers: { title: 'Total users', category: 'User', type: 'TYPE_INTEGER', of: (t) => t.users },
  activeUsers: { title: 'Active users', category: 'User', type: 'TYPE_INTEGER', of: (t) => t.users },
  newUsers: { title: 'New users', category: 'User', type: 'TYPE_INTEGER', of: (t) => t.new_users },
  engagedSessions: {
    title: 'Engaged sessions',
    category: 'Session',
    type: 'TYPE_INTEGER',
    of: (t) => t.engaged_sessions,
  },
  engagementRate: {
    title: 'Engagement rate',
    category: 'Session',
    type: 'TYPE_FLOAT',
    of: (t) => ratio(t.engaged_sessions, t.sessions),
  },
  bounceRate: {
    title: 'Bounce rate',
    category: 'Session',
    type: 'TYPE_FLOAT',
    of: (t) => ratio(t.sessions - t.engaged_sessions, t.sessions),
  },
  userEngagementDuration: {
    title: 'User engagement',
    category: 'User',
    type: 'TYPE_SECONDS',
    of: (t) => t.engagement_seconds,
  },
  averageSessionDuration: {
    title: 'Average session duration',
    category: 'Session',
    type: 'TYPE_SECONDS',
    of: (t) => ratio(t.engagement_seconds, t.sessions),
  },
  screenPageViews: { title: 'Views', category: 'Page / screen', type: 'TYPE_INTEGER', of: (t) => t.page_views },
  eventCount: { title: 'Event count', category: 'Event', type: 'TYPE_INTEGER', of: (t) => t.events },
  // Of the property's events, only purchase is a key event.
  keyEvents: { title: 'Key events', category: 'Event', type: 'TYPE_FLOAT', of: (t) => t.purchases },
  addToCarts: { title: 'Add to carts', category: 'Ecommerce', type: 'TYPE_INTEGER', of: (t) => t.add_to_carts },
  checkouts: { title: 'Checkouts', category: 'Ecommerce', type: 'TYPE_INTEGER', of: (t) => t.checkouts },
  ecommercePurchases: {
    title: 'Ecommerce purchases',
    category: 'Ecommerce',
    type: 'TYPE_INTEGER',
    of: (t) => t.purchases,
  },
  transactions: { title: 'Transactions', category: 'Ecommerce', type: 'TYPE_INTEGER', of: (t) => t.purchases },
  purchaseRevenue: {
    title: 'Purchase revenue',
    category: 'Revenue',
    type: 'TYPE_CURRENCY',
    of: (t) => t.revenue_cents / 100,
  },
  totalRevenue: {
    title: 'Total revenue',
    category: 'Revenue',
    type: 'TYPE_CURRENCY',
    of: (t) => t.revenue_cents / 100,
  },
}
