// The facts of the warehouse that figures are summed from: the tables, the rows that count, and the day of each row.
import { type RawBuilder, sql } from 'kysely'
import type { OrgTable } from '#db/org_tables.ts'
import { of_org } from '#db/organization.ts'
import { add_days, start_of } from '#domain/windows.ts'
import { is_counted_here } from '#figures/sources/counted_once.ts'
import { quality_counts } from '#figures/sources/quality.ts'
import type { AccountOf, Counted } from '#figures/sources/sources.ts'
import type { ListTable } from '#figures/sources/unread_lists.ts'
import type { Facts, Named, Span } from '#figures/sums/facts.ts'
import { follows } from '#figures/sums/keys.ts'
import { may_be_of_days } from '#figures/sums/lines_of_days.ts'
import { margin_counts, margin_money } from '#figures/sums/margins.ts'
import { beside, unknown_rows } from '#figures/sums/unknown_rows.ts'

/**
 * The condition for rows that count. PostgreSQL should find rows by organization and day. `coalesce` prevents a search by
 * connection, which would read the connection's whole history. `coalesce` also prevents a wrong estimate: most rows of the
 * organization match, not few. `account` names the account column of tables with several accounts of a connection.
 */
export function is_counted(counted: Counted | null, connection: string, account?: string) {
  if (counted === null) return sql<boolean>`true`
  const is_one_of_them = sql<boolean>`coalesce(${sql.ref(connection)} = any(${counted.connection_ids}::uuid[]), false)`
  return of_accounts(is_one_of_them, counted, connection, account)
}

/** The same for tables with an index by organization, connection and day, and with statistics of their connections. */
function is_found_as_counted(counted: Counted | null, connection: string, account?: string) {
  if (counted === null) return sql<boolean>`true`
  const is_one_of_them = sql<boolean>`${sql.ref(connection)} = any(${counted.connection_ids}::uuid[])`
  return of_accounts(is_one_of_them, counted, connection, account)
}

function of_accounts(
  of_connections: RawBuilder<boolean>,
  counted: Counted,
  connection: string,
  account: string | undefined,
) {
  if (!account || counted.without.length === 0) return of_connections
  const columns = (name: keyof AccountOf) => counted.without.map((one) => one[name])
  return sql<boolean>`${of_connections} and (${sql.ref(connection)}, ${sql.ref(account)}) not in (
    select * from unnest(${columns('connection_id')}::uuid[], ${columns('account_id')}::text[]))`
}

/** The daily rows of a table that count. */
export const daily =
  (table: OrgTable, account: string, is_one: typeof is_counted = is_counted) =>
  ({ from, to, counted }: Span) =>
    sql`(select * from ${of_org(table)} where date between ${from}::date and ${to}::date
      and ${is_one(counted, 'connection_id', account)}) f`

const columns = <Name extends string>(named: Record<Name, string>) =>
  Object.fromEntries(Object.entries<string>(named).map(([name, column]) => [name, sql.ref(`f.${column}`)])) as Record<
    Name,
    ReturnType<typeof sql.ref>
  >

export const ads_facts = {
  from: daily('campaign_daily', 'account_id'),
  money: {
    ...columns({ spend: 'spend_micros', conversion_value: 'conversion_value_micros' }),
    [beside('spend', 'conversion_value')]: sql`case when f.conversion_value_micros is not null then f.spend_micros end`,
  },
  counts: {
    ...columns({ impressions: 'impressions', clicks: 'clicks', conversions: 'conversions' }),
    ...unknown_rows(columns({ conversions: 'conversions', conversion_value: 'conversion_value_micros' })),
  },
} satisfies Facts

export const ad_group_facts = {
  ...ads_facts,
  from: daily('ad_group_daily', 'account_id', is_found_as_counted),
} satisfies Facts
export const ad_facts = { ...ads_facts, from: daily('ad_daily', 'account_id', is_found_as_counted) } satisfies Facts
/** Only spend and claims of ads, for tools that need nothing else. Summing the other columns would double the time. */
export const ad_money_facts = {
  ...ads_facts,
  counts: unknown_rows(columns({ conversion_value: 'conversion_value_micros' })),
} satisfies Facts

const web_counts = {
  ...columns({
    sessions: 'sessions',
    engaged_sessions: 'engaged_sessions',
    conversions: 'conversions',
    purchases: 'purchases',
    users: 'users',
  }),
  /** Number of rows behind `users`. The platform counts people in each row, so the users of several rows cannot be added up. */
  user_rows: sql`1`,
  ...quality_counts,
}
export const web_facts = {
  from: daily('web_daily', 'property_id'),
  money: columns({ revenue: 'revenue_micros' }),
  counts: web_counts,
} satisfies Facts
/** Sessions and users by traffic source. */
export const web_source_facts = { ...web_facts, from: daily('web_source_daily', 'property_id') } satisfies Facts

export const seo_facts = {
  from: daily('seo_daily', 'site_url'),
  money: {},
  counts: columns({ clicks: 'clicks', impressions: 'impressions', position_weighted: 'position_weighted' }),
} satisfies Facts

export const seo_query_facts = { ...seo_facts, from: daily('seo_query_daily', 'site_url') } satisfies Facts
export const seo_page_facts = { ...seo_facts, from: daily('seo_page_daily', 'site_url') } satisfies Facts

/** The keys of a campaign, and its display names. */
export const by_campaign = {
  platform: follows(sql.ref('f.platform')),
  connection_id: sql.ref('f.connection_id'),
  account_id: sql.ref('f.account_id'),
  campaign_id: sql.ref('f.campaign_id'),
}
/**
 * A list with names of the connections that count, whose keys `s` are. Of an organization with several ad platforms, PostgreSQL would read
 * the lists of all of them.
 */
const list_of = (table: ListTable, alias: string, counted: Counted | null) =>
  sql`(select * from ${of_org(table)} where ${is_found_as_counted(counted, 'connection_id')}) ${sql.ref(alias)}`

export const campaign_names = {
  columns: { name: sql.ref('c.name'), status: sql.ref('c.status'), account: sql.ref('a.name') },
  joins: (counted) => sql`
    left join ${list_of('ad_campaigns', 'c', counted)} using (connection_id, account_id, campaign_id)
    left join ${of_org('ad_accounts', 'a')} using (connection_id, account_id)`,
  lists: { name: 'ad_campaigns', status: 'ad_campaigns' },
} satisfies Named

/** The joins of the display names of keys `s`, below a campaign. */
const above = (counted: Counted | null) => sql`
    left join ${list_of('ad_campaigns', 'c', counted)} on (c.connection_id, c.account_id, c.campaign_id) = (s.connection_id, s.account_id, s.campaign_id)
    left join ${of_org('ad_accounts', 'a')} on (a.connection_id, a.account_id) = (s.connection_id, s.account_id)`

/** The creative that an ad has now, and the name of its account. */
export const creative_names = {
  columns: { creative_id: sql.ref('x.creative_id'), account: sql.ref('a.name') },
  joins: (counted) => sql`
    left join ${list_of('ads', 'x', counted)} using (connection_id, account_id, ad_id)
    left join ${of_org('ad_accounts', 'a')} using (connection_id, account_id)`,
  lists: { creative_id: 'ads' },
} satisfies Named

export const by_ad_group = {
  ...by_campaign,
  campaign_id: follows(sql.ref('f.campaign_id')),
  ad_group_id: sql.ref('f.ad_group_id'),
}
export const ad_group_names = {
  columns: {
    name: sql.ref('g.name'),
    status: sql.ref('g.status'),
    campaign: sql.ref('c.name'),
    account: sql.ref('a.name'),
  },
  joins: (counted: Counted | null) => sql`
    left join ${list_of('ad_groups', 'g', counted)} on (g.connection_id, g.account_id, g.ad_group_id) = (s.connection_id, s.account_id, s.ad_group_id)
    ${above(counted)}`,
  lists: { name: 'ad_groups', status: 'ad_groups', campaign: 'ad_campaigns' },
} satisfies Named

export const by_ad = {
  ...by_ad_group,
  ad_group_id: follows(sql.ref('f.ad_group_id')),
  ad_id: sql.ref('f.ad_id'),
}
export const ad_names = {
  columns: {
    ...ad_group_names.columns,
    name: sql.ref('x.name'),
    status: sql.ref('x.status'),
    ad_type: sql.ref('x.type'),
    ad_group: sql.ref('g.name'),
  },
  joins: (counted) => sql`
    left join ${list_of('ads', 'x', counted)} on (x.connection_id, x.account_id, x.ad_id) = (s.connection_id, s.account_id, s.ad_id)
    ${ad_group_names.joins(counted)}`,
  lists: { name: 'ads', status: 'ads', ad_group: 'ad_groups', campaign: 'ad_campaigns' },
} satisfies Named

/** The condition for times within the span's days. The organization's time zone decides the day of a time. */
const within = (
  column: string,
  { from, to, time_zone, counted }: Span,
  connection = 'connection_id',
  account?: string,
) => sql`
  ${sql.ref(column)} >= ${start_of(from, time_zone)}::timestamptz
  and ${sql.ref(column)} < ${start_of(add_days(to, 1), time_zone)}::timestamptz
  and ${is_counted(counted, connection, account)}`

/** The view decides what counts as a sale and on which day a refund counts. The metric catalog uses the same view. */
const sales_where = (of: RawBuilder<unknown>) => (span: Span) =>
  sql`(
    select s.*, (s.at at time zone ${span.time_zone})::date as date from ${of_org('metrics.sales', 's')}
    where ${of} and ${within('s.at', span, 's.connection_id', 's.account_id')} and ${is_counted_here(span.counted, 's')}) f`

/** Sales before refunds. A marketplace states the price of an order later than the order. */
export const gross_sale_facts = {
  from: sales_where(sql`true`),
  at: sql`f.at`,
  money: columns({ revenue: 'revenue_micros' }),
  counts: { ...columns({ orders: 'orders' }), ...unknown_rows({ prices: sql`f.revenue_micros` }) },
} satisfies Facts

export const sale_facts = {
  ...gross_sale_facts,
  money: columns({ revenue: 'revenue_micros', refunds: 'refunds_micros' }),
  counts: {
    ...gross_sale_facts.counts,
    /** Orders behind `revenue`, for averages. */
    [beside('orders', 'revenue')]: sql`case when f.revenue_micros is not null then f.orders else 0 end`,
    ...unknown_rows({ refunds: sql`f.refunds_micros` }),
  },
} satisfies Facts

/** Sales of stores. The condition lets PostgreSQL leave out the orders of marketplaces. */
export const store_facts = { ...sale_facts, from: sales_where(sql`s.marketplace is null`) } satisfies Facts

/**
 * Sales of a marketplace whose orders state its fees. The connections that count are of one marketplace, and the index of its orders does not
 * have the platform.
 */
export const market_facts = {
  ...sale_facts,
  from: sales_where(sql`s.marketplace is not null`),
  money: {
    ...sale_facts.money,
    ...columns({ fees: 'fees_micros', seller_shipping: 'seller_shipping_micros' }),
    payout: sql`f.revenue_micros - f.refunds_micros - f.fees_micros - f.seller_shipping_micros`,
  },
  counts: {
    ...sale_facts.counts,
    ...unknown_rows({ fees: sql`f.fees_micros`, seller_shipping: sql`f.seller_shipping_micros` }),
  },
} satisfies Facts

/** Orders of new and of returning customers of stores. */
export const customer_facts = {
  from: (span: Span) =>
    sql`(select * from ${of_org('metrics.store_customers', 'r')} where ${within('r.at', span)} and ${is_counted_here(span.counted, 'r')}) f`,
  at: sql`f.at`,
  money: columns({
    new_customer_revenue: 'new_customer_revenue_micros',
    returning_customer_revenue: 'returning_customer_revenue_micros',
  }),
  counts: {
    ...columns({ new_customers: 'new_customers', returning_customers: 'returning_customers' }),
    ...unknown_rows({ customers: sql`f.new_customers` }),
  },
} satisfies Facts

/** The units that remain of orders that count, with their costs. */
export const line_facts = {
  from: (span: Span) =>
    sql`(select * from ${of_org('metrics.store_margins', 'r')} where ${within('r.at', span)}
      and ${may_be_of_days(sql.ref('r.line_at'), span, span.time_zone)} and ${is_counted_here(span.counted, 'r')}) f`,
  money: { ...columns({ revenue: 'product_revenue_micros' }), ...margin_money },
  counts: { ...columns({ units: 'units' }), ...margin_counts },
} satisfies Facts

const broadcast_counts = columns({
  delivered: 'delivered',
  opens: 'opens',
  clicks: 'clicks',
  unsubscribes: 'unsubscribes',
})
const broadcast_money = columns({ revenue: 'revenue_micros' })
/** Broadcasts, on the day of sending. */
export const broadcast_facts = {
  from: (span: Span) => sql`(
    select (sent_at at time zone ${span.time_zone})::date as date, * from ${of_org('email_campaigns')}
    where status = 'sent' and ${within('sent_at', span)}) f`,
  money: broadcast_money,
  counts: {
    campaigns: sql`1`,
    ...broadcast_counts,
    /** Of broadcasts that state both sides of a rate. */
    [beside('delivered', 'opens')]: sql`case when f.opens is not null then f.delivered end`,
    [beside('delivered', 'clicks')]: sql`case when f.clicks is not null then f.delivered end`,
    [beside('opens', 'delivered')]: sql`case when f.delivered is not null then f.opens end`,
    [beside('clicks', 'delivered')]: sql`case when f.delivered is not null then f.clicks end`,
    ...unknown_rows({ ...broadcast_counts, ...broadcast_money }),
  },
} satisfies Facts
