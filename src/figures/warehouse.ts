// The facts of the warehouse that figures are summed from: which tables, which rows count, which day they stand on.
import { sql } from 'kysely'
import type { OrgTable } from '#db/org_tables.ts'
import { of_org } from '#db/organization.ts'
import { add_days, start_of } from '#domain/windows.ts'
import type { Facts, Named, Span } from '#figures/facts.ts'
import type { AccountOf, Counted } from '#figures/sources.ts'

/**
 * Rows that count. The organization and the days find the rows; `coalesce` keeps the planner from finding them by connection
 * instead, which reads the whole past of each, and from taking them for the few rows that a connection has among all: they are
 * most of what the organization has. `account` names the column of tables that have several accounts of a connection.
 */
export function is_counted(counted: Counted | null, connection: string, account?: string) {
  if (counted === null) return sql<boolean>`true`
  const of_connections = sql<boolean>`coalesce(${sql.ref(connection)} = any(${counted.connection_ids}::uuid[]), false)`
  if (!account || counted.without.length === 0) return of_connections
  const columns = (name: keyof AccountOf) => counted.without.map((one) => one[name])
  return sql<boolean>`${of_connections} and (${sql.ref(connection)}, ${sql.ref(account)}) not in (
    select * from unnest(${columns('connection_id')}::uuid[], ${columns('account_id')}::text[]))`
}

/** Daily rows of a table that count. */
const daily =
  (table: OrgTable, account: string) =>
  ({ from, to, counted }: Span) =>
    sql`(select * from ${of_org(table)} where date between ${from}::date and ${to}::date
      and ${is_counted(counted, 'connection_id', account)}) f`

const columns = <Name extends string>(named: Record<Name, string>) =>
  Object.fromEntries(Object.entries<string>(named).map(([name, column]) => [name, sql.ref(`f.${column}`)])) as Record<
    Name,
    ReturnType<typeof sql.ref>
  >

export const ads_facts = {
  from: daily('campaign_daily', 'account_id'),
  money: columns({ spend: 'spend_micros', conversion_value: 'conversion_value_micros' }),
  counts: columns({ impressions: 'impressions', clicks: 'clicks', conversions: 'conversions' }),
} satisfies Facts

/** Only what ads cost and claim, for those who ask no more: the rest takes as long again to sum. */
export const ad_money_facts = { ...ads_facts, counts: {} } satisfies Facts

const web_counts = {
  ...columns({
    sessions: 'sessions',
    engaged_sessions: 'engaged_sessions',
    conversions: 'conversions',
    purchases: 'purchases',
    users: 'users',
  }),
  /** Rows behind users: one row is what the platform counted, several cannot be added up to people. */
  user_rows: sql`1`,
  sampled_days: sql`f.is_sampled::int`,
}
export const web_facts = {
  from: daily('web_daily', 'property_id'),
  money: columns({ revenue: 'revenue_micros' }),
  counts: web_counts,
} satisfies Facts
/** The same by traffic source. */
export const web_source_facts = { ...web_facts, from: daily('web_source_daily', 'property_id') } satisfies Facts

export const seo_facts = {
  from: daily('seo_daily', 'site_url'),
  money: {},
  counts: columns({ clicks: 'clicks', impressions: 'impressions', position_weighted: 'position_weighted' }),
} satisfies Facts

export const seo_query_facts = { ...seo_facts, from: daily('seo_query_daily', 'site_url') } satisfies Facts
export const seo_page_facts = { ...seo_facts, from: daily('seo_page_daily', 'site_url') } satisfies Facts

/** For whom a campaign's figures are asked: its keys, and what it is called. */
export const by_campaign = {
  platform: sql.ref('f.platform'),
  connection_id: sql.ref('f.connection_id'),
  account_id: sql.ref('f.account_id'),
  campaign_id: sql.ref('f.campaign_id'),
}
export const campaign_names = {
  columns: { name: sql.ref('c.name'), status: sql.ref('c.status'), account: sql.ref('a.name') },
  joins: sql`
    left join ${of_org('ad_campaigns', 'c')} using (connection_id, account_id, campaign_id)
    left join ${of_org('ad_accounts', 'a')} using (connection_id, account_id)`,
} satisfies Named

/** Instants of the span's days; what has an instant stands on its day in the organization's zone. */
const within = (column: string, { from, to, time_zone, counted }: Span, connection = 'connection_id') => sql`
  ${sql.ref(column)} >= ${start_of(from, time_zone)}::timestamptz
  and ${sql.ref(column)} < ${start_of(add_days(to, 1), time_zone)}::timestamptz
  and ${is_counted(counted, connection)}`

/** What counts as a sale, and on which day refunds stand, is said by the view, for the metric catalog too. */
export const store_facts = {
  from: (span: Span) => sql`(
    select s.*, (s.at at time zone ${span.time_zone})::date as date from ${of_org('metrics.sales', 's')}
    where ${within('s.at', span, 's.connection_id')}) f`,
  at: sql`f.at`,
  money: columns({ revenue: 'revenue_micros', refunds: 'refunds_micros' }),
  counts: columns({ orders: 'orders' }),
} satisfies Facts

/** What was bought, in orders that count. */
export const line_facts = {
  from: (span: Span) => sql`(select * from ${of_org('metrics.store_lines', 'r')} where ${within('r.at', span)}) f`,
  money: columns({ revenue: 'product_revenue_micros' }),
  counts: columns({ units: 'units' }),
} satisfies Facts

/** Broadcasts on the day they were sent. */
export const broadcast_facts = {
  from: (span: Span) => sql`(
    select (sent_at at time zone ${span.time_zone})::date as date, * from ${of_org('email_campaigns')}
    where status = 'sent' and ${within('sent_at', span)}) f`,
  money: columns({ revenue: 'revenue_micros' }),
  counts: {
    campaigns: sql`1`,
    ...columns({ delivered: 'delivered', opens: 'opens', clicks: 'clicks', unsubscribes: 'unsubscribes' }),
  },
} satisfies Facts
