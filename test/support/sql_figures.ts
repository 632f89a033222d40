// Statements for run_readonly_sql that compute figures: the published rows of each kind that count, converted at the rate of each day.
export interface Facts {
  /** Rows with a date, and with a currency if they have money. */
  rows: string
  money: readonly string[]
  counts: readonly string[]
}

const ad_counts = ['impressions', 'clicks', 'conversions']
const searched = ['clicks', 'impressions', 'position_weighted']
const search_rows = (relation: string): Facts => ({
  rows: `select date, clicks, impressions, position_weighted from ${relation} where counts`,
  money: [],
  counts: searched,
})
const store_rows = `
  select ordered_at::date as date, currency, store_connection_id || ' ' || customer_id as customer_id, 1 as orders, total as revenue, 0 as refunds, total as net_revenue, discount,
    shipping, tax from store_orders where counts
  union all select refunded_at::date, currency, null, 0, 0, amount, -amount, 0, 0, 0 from store_refunds where counts`
const store_money = ['revenue', 'refunds', 'net_revenue', 'discount', 'shipping', 'tax']
const ad_rows = (relation: string, part = ''): Facts => ({
  rows: `select date, currency, platform, campaign_id, account_id, ${part} spend, conversion_value, impressions, clicks, conversions
    from ${relation} where counts`,
  money: ['spend', 'conversion_value'],
  counts: ad_counts,
})
const market_of = (platform: string): Facts => ({
  rows: `select ordered_at::date as date, currency, total as revenue, case when has_charges then 0 else refunded end as refunds,
      total - coalesce(refunded, 0) as net_revenue, case when has_charges then 0 else fee end as fees, is_first_of_pack::int as orders from marketplace_orders where counts and platform = '${platform}'
    union all select charged_at::date, currency, 0, refund, -refund, fee, 0
      from marketplace_charges where counts and platform = '${platform}'`,
  money: ['revenue', 'refunds', 'net_revenue', 'fees'],
  counts: ['orders'],
})
const signals = ['dead_clicks', 'rage_clicks', 'quick_backs', 'excessive_scrolls', 'script_errors', 'error_clicks']
const with_signals = signals.map((name) => name.replace(/s$/, '_sessions'))
const behavior_counts = [
  ...['sessions', 'bot_sessions', 'page_views', 'scroll_weighted', 'active_seconds', 'total_seconds'],
  ...signals,
  ...with_signals,
]
const page_counts = ['sessions', 'scroll_weighted', ...signals]
export const facts = {
  ads: ad_rows('campaign_daily'),
  ads_by_country: ad_rows('campaign_country_daily', 'country,'),
  ads_by_device: ad_rows('campaign_device_daily', 'device,'),
  ads_by_search: ad_rows('search_term_daily', 'search_term,'),
  ad_groups: ad_rows('ad_group_daily', 'ad_group_id,'),
  single_ads: ad_rows('ad_daily', 'ad_group_id, ad_id,'),
  shares_of_ads: {
    rows: `select date, impressions as shared_impressions, impressions / impression_share as possible_impressions,
        impressions / impression_share * lost_to_budget_share as lost_to_budget,
        case when lost_to_budget_share is not null then impressions / impression_share end as possible_with_budget,
        impressions / impression_share * lost_to_rank_share as lost_to_rank,
        case when lost_to_rank_share is not null then impressions / impression_share end as possible_with_rank
      from campaign_share_daily where counts`,
    money: [],
    counts: [
      'shared_impressions',
      'possible_impressions',
      'lost_to_budget',
      'possible_with_budget',
      'lost_to_rank',
      'possible_with_rank',
    ],
  },
  sales: {
    rows: `${store_rows}
      union all select ordered_at::date, currency, null, is_first_of_pack::int, total, case when has_charges then 0 else refunded end,
        total - coalesce(refunded, 0), 0, 0, 0
        from marketplace_orders where counts
      union all select charged_at::date, currency, null, 0, 0, refund, -refund, 0, 0, 0 from marketplace_charges where counts`,
    money: store_money,
    counts: ['orders'],
  },
  store: { rows: store_rows, money: store_money, counts: ['orders'] },
  lines: {
    rows: `select ordered_at::date as date, currency, title, total as product_revenue, quantity as units
      from store_order_lines where counts`,
    money: ['product_revenue'],
    counts: ['units'],
  },
  margins: {
    rows: `select l.ordered_at::date as date, l.currency, l.title, l.total as product_revenue, l.quantity as units,
        l.total - l.included_tax as costed_revenue, 0 as cost, l.total - l.included_tax as gross_margin
      from store_order_lines l where l.counts and l.quantity > 0
      union all select l.ordered_at::date, case when o.sku is null then c.currency else o.currency end, l.title, 0, 0, 0,
        case when o.sku is null then c.cost else o.cost end * l.quantity, -case when o.sku is null then c.cost else o.cost end * l.quantity
      from store_order_lines l
      left join store_variant_costs c on c.counts and c.store_connection_id = l.store_connection_id and c.variant_id = l.variant_id
        and c.valid_from <= l.ordered_at and coalesce(c.valid_before > l.ordered_at, true)
      left join org_product_costs o on o.sku = l.sku and o.valid_from <= l.ordered_at::date
        and coalesce(o.valid_before > l.ordered_at::date, true)
      where l.counts and l.quantity > 0`,
    money: ['product_revenue', 'costed_revenue', 'cost', 'gross_margin'],
    counts: ['units'],
  },
  customers: {
    rows: `select date, currency, case when rank = 1 then 1 else 0 end as new_customers, case when rank > 1 then 1 else 0 end as returning_customers,
        case when rank = 1 then total else 0 end as new_customer_revenue, case when rank > 1 then total else 0 end as returning_customer_revenue
      from (select ordered_at::date as date, currency, total,
          row_number() over (partition by store_connection_id, customer_id order by ordered_at, order_id) as rank
        from store_orders where counts and customer_id is not null) r`,
    money: ['new_customer_revenue', 'returning_customer_revenue'],
    counts: ['new_customers', 'returning_customers'],
  },
  marketplace: market_of('mpa'),
  marketplace_b: market_of('mpb_sp'),
  web: {
    rows: `select date, currency, sessions, users, new_users, engaged_sessions, page_views, conversions, purchases, revenue
      from web_daily where counts`,
    money: ['revenue'],
    counts: ['sessions', 'users', 'new_users', 'engaged_sessions', 'page_views', 'conversions', 'purchases'],
  },
  web_source: {
    rows: 'select date, currency, source, sessions, conversions, purchases, revenue from web_source_daily where counts',
    money: ['revenue'],
    counts: ['sessions', 'conversions', 'purchases'],
  },
  web_country: {
    rows: 'select date, currency, country, sessions, users, page_views, conversions, purchases, revenue from web_country_daily where counts',
    money: ['revenue'],
    counts: ['sessions', 'users', 'page_views', 'conversions', 'purchases'],
  },
  web_device: {
    rows: 'select date, currency, device, sessions, users, page_views, conversions, purchases, revenue from web_device_daily where counts',
    money: ['revenue'],
    counts: ['sessions', 'users', 'page_views', 'conversions', 'purchases'],
  },
  web_event: {
    rows: 'select date, event_name, events from web_event_daily where counts',
    money: [],
    counts: ['events'],
  },
  seo: search_rows('seo_daily'),
  seo_query: search_rows('seo_query_daily'),
  seo_place: { ...search_rows('seo_place_daily'), rows: 'select * from seo_place_daily where counts' },
  seo_page: { ...search_rows('seo_page_daily'), rows: 'select * from seo_page_daily where counts' },
  social: {
    rows: 'select date, platform, followers, reach, impressions, engagements, profile_views from social_daily where counts',
    money: [],
    counts: ['followers', 'reach', 'impressions', 'engagements', 'profile_views'],
  },
  feed: {
    rows: 'select date, currency, impressions, clicks, conversions, conversion_value from feed_daily where counts',
    money: ['conversion_value'],
    counts: ['impressions', 'clicks', 'conversions'],
  },
  feed_status: {
    rows: 'select date, active, pending, disapproved, expiring from feed_status_daily where counts',
    money: [],
    counts: ['active', 'pending', 'disapproved', 'expiring'],
  },
  feed_issue: {
    rows: 'select date, products as products_with_issue from feed_issue_daily where counts',
    money: [],
    counts: ['products_with_issue'],
  },
  behavior: {
    rows: `select date, ${behavior_counts.join(', ')} from behavior_daily where counts`,
    money: [],
    counts: behavior_counts,
  },
  behavior_page: {
    rows: `select date, ${page_counts.map((name) => `${name} as page_${name}`).join(', ')} from behavior_page_daily where counts`,
    money: [],
    counts: page_counts.map((name) => `page_${name}`),
  },
  broadcasts: {
    rows: `select sent_at::date as date, currency, 1 as campaigns, delivered, opens, clicks, unsubscribes, revenue
      from email_campaigns where counts`,
    money: ['revenue'],
    counts: ['campaigns', 'delivered', 'opens', 'clicks', 'unsubscribes'],
  },
  broadcast_rates: {
    rows: `select sent_at::date as date, delivered as broadcast_delivered, opens as broadcast_opens, clicks as broadcast_clicks
      from email_campaigns where counts`,
    money: [],
    counts: ['broadcast_delivered', 'broadcast_opens', 'broadcast_clicks'],
  },
  email: {
    rows: `select date, currency, delivered, opens, clicks, unsubscribes, conversions, revenue from email_campaign_daily where counts`,
    money: ['revenue'],
    counts: ['delivered', 'opens', 'clicks', 'unsubscribes', 'conversions'],
  },
  people: {
    rows: 'select created_at::date as date, 1 as contacts from contacts p where counts',
    money: [],
    counts: ['contacts'],
  },
  checkouts: {
    rows: `select started_at::date as date, currency, 1::bigint as checkouts, total as value,
        case when completed_at is null then 0 else total end as recovered_value,
        case when completed_at is null then 0::bigint else 1 end as recovered, case when total is null then 0 else 1 end as valued
      from checkouts where counts and platform in ('sx', 'tnx', 'store_c')
        and (completed_at is not null or changed_at < timestamptz '2026-11-20T18:00:00Z' - interval '60 minutes')`,
    money: ['value', 'recovered_value'],
    counts: ['checkouts', 'recovered', 'valued'],
  },
  carts: {
    rows: `select min(started_at)::date as date, max(currency) filter (where place = 1) as currency,
        max(total) filter (where place = 1) as value, 1 as carts, count(*) filter (where place = 1 and total is not null) as valued,
        case when bool_or(has_contact) then 1 else 0 end as reachable,
        case when bool_or(has_recovery_url) then 1 else 0 end as recoverable
      from (select c.*, row_number() over (
        partition by cart order by total is null, platform in ('sx', 'tnx', 'store_c') desc, connection_id) as place
        from checkouts c where counts) k
      group by cart
      having bool_and(completed_at is null) and max(changed_at) < timestamptz '2026-11-20T18:00:00Z' - interval '60 minutes'`,
    money: ['value'],
    counts: ['carts', 'valued', 'reachable', 'recoverable'],
  },
} satisfies Record<string, Facts>

/** A variant that nobody can buy: the store says so, or says nothing and has no unit. */
const is_out = `case when v.available_for_sale is null then v.stock <= 0 else not v.available_for_sale end`

/** Active products, and those of which no variant can be bought. */
export const stock = `select count(*) as products, count(*) filter (where variants = variants_out) as out_of_stock
  from (select p.product_id, count(*) as variants, count(*) filter (where ${is_out}) as variants_out from store_products p
    left join store_variants v on v.store_connection_id = p.store_connection_id and v.product_id = p.product_id
    where p.counts group by p.store_connection_id, p.product_id) s`

/** Products that ran out, those with most units sold in the window first. */
export const ran_out = ({ from, to }: Days) => `select s.product, sum(s.stock) as stock, sum(l.units) as units
  from (select store_connection_id, product_id, product, sum(stock) as stock from store_variants v where counts group by 1, 2, 3
    having count(*) = count(*) filter (where ${is_out})) s
  left join (select store_connection_id, product_id, sum(quantity) as units from store_order_lines
    where counts and ordered_at::date between '${from}' and '${to}' group by 1, 2) l
    on l.store_connection_id = s.store_connection_id and l.product_id = s.product_id
  group by s.store_connection_id, 1 order by 3 desc, 1`

export type Days = { from: string; to: string }
export const money = (over: string) => `round(sum(${over}), 2)`
export const count = (of: string) => `round(sum(${of}), 2)`
/** The ratio of the rows that state both sides. */
export const ratio = (over: string, under: string, digits = 4) => {
  const side = (of: string, other: string) => `sum(${of}) filter (where ${other} is not null)`
  return `round(${side(over, under)} / nullif(${side(under, over)}, 0), ${digits})`
}

/** Amounts times `rep` / `own` are in pesos. An own rate between the two currencies precedes the public ones. */
export function statement(
  { rows, money, counts }: Facts,
  { from, to }: Days,
  shown: Record<string, string>,
  more = '',
) {
  const columns = Object.entries(shown).map(([name, expression]) => `${expression} as ${name}`)
  const select = `select ${columns.join(', ')} from`
  if (money.length === 0) return `${select} (${rows}) r where date between '${from}' and '${to}' ${more}`
  const rate = `case when r.currency = 'MXN' then 1 when o.units is not null then 1 / o.units else m.per_eur / p.per_eur end`
  const converted = money.map((name) => `${name} * rate as ${name}`)
  return `with r as (${rows}),
    rated as (
      select r.*, ${rate} as rate from r
      left join fx_rates p on p.currency = r.currency and p.date = r.date and p.counts
      left join fx_rates m on m.currency = 'MXN' and m.date = r.date and m.counts
      left join org_fx_rates o on o.currency = r.currency and o.per_currency = 'MXN' and o.valid_from <= r.date
        and coalesce(o.valid_until, r.date) >= r.date),
    c as (select ${[...columns_besides(rows, money, counts), ...converted].join(', ')} from rated)
    ${select} c where date between '${from}' and '${to}' ${more}`
}

/** Columns of the rows that are no money. */
const columns_besides = (rows: string, money: readonly string[], counts: readonly string[]) => [
  'date',
  ...counts,
  ...[
    'platform',
    'campaign_id',
    'ad_group_id',
    'ad_id',
    'account_id',
    'customer_id',
    'title',
    'country',
    'device',
    'source',
  ].filter((name) => new RegExp(`\\b${name}\\b`).test(rows.split(' from ')[0]!) && !money.includes(name)),
]
