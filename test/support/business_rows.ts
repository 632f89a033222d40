// The rows of a business with every kind of figures, of which some do not count. It has ads in three currencies and with a shared account,
// three stores and a disconnected one, and two marketplaces. It also has web, search, two social networks, three email platforms, carts
// and people.
import type { DB } from '#db/schema.ts'
import { campaign_day, type FiguresOrg, store_order } from '#test/figures.ts'
import { steady_ads } from '#test/steady_ads.ts'
import { dice } from './dice.ts'
import { behavior_of, feed_of } from './feed_rows.ts'
import { market_sales_of } from './market_rows.ts'
import { searches_of } from './search_rows.ts'

/** Days of this year and of the same weeks a year before. */
const SPANS = [
  ['2025-09-15', 75],
  ['2026-09-15', 67],
] as const
const DAY_MS = 86_400_000
const days = SPANS.flatMap(([from, count]) =>
  Array.from({ length: count }, (_, at) => new Date(Date.parse(from) + at * DAY_MS).toISOString().slice(0, 10)),
)

/** Rates of each day. One day in seven uses the rate of the day before. */
export function daily_rates() {
  const roll = dice(7)
  const bases = { MXN: 20_300, USD: 1_080, BRL: 5_900 }
  let before = { MXN: '20.3', USD: '1.08', BRL: '5.9', date: days[0]! }
  return days.flatMap((date, at) => {
    const rate = (base: number) => ((base + roll(base / 10)) / 1000).toFixed(3)
    if (at % 7 !== 6) before = { MXN: rate(bases.MXN), USD: rate(bases.USD), BRL: rate(bases.BRL), date }
    const { date: rate_date, ...units } = before
    const published = Object.entries(units).map(([currency, per_eur]) => ({ currency, date, per_eur, rate_date }))
    return [...published, { currency: 'EUR', date, per_eur: '1', rate_date: date }]
  })
}

let roll = dice(42)
const units = (below: number) => BigInt(1 + roll(below))
const micros = (below: number) => units(below) * 10_000n
/** Numbers of their own, so that they change no other row. */
let roll_apart = dice(91)
const units_apart = (below: number) => BigInt(1 + roll_apart(below))
type Ids = Awaited<ReturnType<typeof connect>>

/** The two connections to social ads share the account a2. The two revoked ones do not count, and ended before all days that are compared. */
async function connect(org: FiguresOrg) {
  const revoked = { status: 'revoked', revoked_at: '2025-01-01T00:00:00Z' }
  return {
    shop: await org.connect('sx'),
    shop_b: await org.connect('tnx'),
    shop_c: await org.connect('store_c'),
    closed_shop: await org.connect('sx', { name: 'Closed', ...revoked }),
    marketplace: await org.connect('mpa'),
    marketplace_b: await org.connect('mpb_sp'),
    social_ads: await org.connect('mx_ads', { name: 'Own' }),
    social_ads_b: await org.connect('mx_ads', { name: 'Agency' }),
    search_ads: await org.connect('gx_ads'),
    video_ads: await org.connect('tx_ads'),
    network_ads: await org.connect('net_c_ads'),
    micro_blog_ads: await org.connect('net_d_ads'),
    marketplace_ads: await org.connect('mpb_ads'),
    web: await org.connect('gx_analytics'),
    search: await org.connect('seo_console'),
    social: await org.connect('social_a'),
    pages: await org.connect('net_c'),
    feed: await org.connect('merchant_feed'),
    behavior: await org.connect('heat_a'),
    email: await org.connect('email_a'),
    email_b: await org.connect('email_b'),
    email_c: await org.connect('email_c'),
    closed_email: await org.connect('email_a', { name: 'Old', ...revoked }),
  }
}

const social_accounts = ({ social_ads, social_ads_b }: Ids) => [
  { connection_id: social_ads, account_id: 'a1' },
  { connection_id: social_ads, account_id: 'a2' },
  { connection_id: social_ads_b, account_id: 'a2' },
  { connection_id: social_ads_b, account_id: 'a3' },
]

const PRODUCTS = ['0', '1', '2', '3']
const product = () => {
  const id = String(roll(PRODUCTS.length))
  return { title: `Product ${id}`, product_id: id, variant_id: `v${id}`, sku: `SKU-${id}` }
}

/** Products, of which some ran out, and costs of all of them, which changed since. Own costs precede those of the stores. */
const products_of = ({ shop, shop_b, shop_c, closed_shop }: Ids) => {
  const each = <T>(make: (place: { store_connection_id: string }, id: string) => T) =>
    [shop, shop_b, shop_c, closed_shop].flatMap((store_connection_id) =>
      PRODUCTS.map((id) => make({ store_connection_id }, id)),
    )
  const currency = 'MXN'
  return {
    store_products: each((place, id) => ({
      ...{ ...place, product_id: id, title: `Product ${id}`, status: id === '3' ? 'archived' : 'active' },
    })),
    store_variants: each((place, id) => ({
      ...{ ...place, product_id: id, variant_id: `v${id}`, sku: `SKU-${id}`, currency, price_micros: micros(900) },
      stock: id === '0' ? null : BigInt(roll(3)) - 1n,
    })),
    store_variant_costs: ['2025-01-01', '2026-10-20'].flatMap((day) =>
      each((place, id) => ({
        ...{ ...place, variant_id: `v${id}`, valid_from: `${day}T07:00:00Z`, currency, cost_micros: micros(9_000) },
      })),
    ),
    org_product_costs: [
      { sku: 'SKU-1', valid_from: '2026-10-10', currency: 'USD', cost_micros: micros(500), created_by: 'test' },
      { sku: 'SKU-1', valid_from: '2026-11-02', currency: 'BRL', cost_micros: micros(900), created_by: 'test' },
    ],
  }
}

const once = (ids: Ids, org_id: string) => ({
  ...products_of(ids),
  sync_cursors: social_accounts(ids).map((account) => ({
    org_id,
    ...account,
    stream: 'everything',
    cursor: JSON.stringify({ finished_at: '2026-11-20T17:00:00Z', settled_until: '2026-10-20' }),
    covered_from: '-infinity',
    covered_until: '2026-11-19',
    read_until: '2026-11-20',
  })),
  org_fx_rates: [
    {
      ...{ currency: 'EUR', valid_from: '2026-11-01', valid_until: '2026-11-10', per_currency: 'MXN' },
      ...{ units: '0.04831', kind: 'contract', created_by: 'test' },
    },
  ],
})

function ads_of(date: string, ids: Ids) {
  const accounts = [
    ...social_accounts(ids).map((account) => ({ ...account, platform: 'mx_ads', currency: 'USD' })),
    { connection_id: ids.search_ads, account_id: 'g1', platform: 'gx_ads', currency: 'EUR' },
    { connection_id: ids.video_ads, account_id: 't1', platform: 'tx_ads', currency: 'BRL' },
  ]
  const rows_by = <Part extends object>(...parts: Part[]) =>
    accounts.flatMap((account) =>
      ['c1', 'c2'].flatMap((campaign_id) =>
        parts.map((part) => ({
          ...campaign_day(account.connection_id, { date, spend: micros(90_000), value: micros(200_000) }),
          ...account,
          campaign_id,
          impressions: units(10_000),
          clicks: units(300),
          conversions: (roll(900) / 100).toFixed(2),
          ...part,
        })),
      ),
    )
  /** Short-video ads give no claims by country and device. */
  const delivered = <Row extends { platform: string }>(rows: Row[]) =>
    rows.map((row) => (row.platform === 'tx_ads' ? { ...row, conversions: null, conversion_value_micros: null } : row))
  return {
    ...searches_of(date, ids.search_ads),
    campaign_daily: [...rows_by({}), ...steady_ads(date, ids)],
    campaign_country_daily: delivered(rows_by({ country: 'MX' }, { country: 'US' })),
    campaign_device_daily: delivered(rows_by({ device: 'mobile' }, { device: 'desktop' })),
  }
}

function sales_of(date: string, { shop, shop_b, shop_c, closed_shop, marketplace, marketplace_b }: Ids) {
  const orders = [shop, shop, shop_b, shop_b, shop_c, closed_shop].map((id, at) => ({
    ...store_order(id, {
      order_id: `${date} ${at}`,
      // Some of these instants belong to the next day in UTC.
      ordered_at: new Date(Date.parse(`${date}T06:00:00Z`) + roll(86_400) * 1000).toISOString(),
      total: String(roll(999_999) / 100),
      currency: id === shop_b ? 'USD' : 'MXN',
    }),
    is_voided: roll(9) === 0,
    is_test: roll(11) === 0,
    customer_id: `p${roll(40)}`,
    discount_micros: micros(900),
    shipping_micros: micros(900),
    tax_micros: micros(900),
  }))
  const of_orders = orders.map(({ store_connection_id, order_id, currency }) => ({
    store_connection_id,
    order_id,
    currency,
  }))
  return {
    store_orders: orders,
    store_order_lines: of_orders.map((order, at) => ({
      ...{ ...order, line_id: 'l' },
      ordered_at: at % 3 === 2 ? null : orders[at]!.ordered_at, // An older version stored some lines, without the copy.
      ...product(),
      quantity: units(5),
      unit_price_micros: micros(50_000),
      discount_micros: 0n,
      total_micros: micros(50_000),
      included_tax_micros: micros(900),
    })),
    store_refunds: of_orders.map((order) => ({
      ...order,
      refund_id: 'r',
      refunded_at: `${date}T12:00:00Z`,
      amount_micros: micros(9_000),
    })),
    ...market_sales_of(date, { marketplace, marketplace_b }, micros),
  }
}

function visits_of(date: string, { web: connection_id, search, social, pages }: Ids) {
  const web = () => ({
    ...{ connection_id, property_id: 'p1', date, currency: 'USD' },
    ...{ sessions: units(5_000), users: units(4_000), new_users: units(900), engaged_sessions: units(900) },
    ...{ conversions: (roll(900) / 10).toFixed(1), purchases: units(50), revenue_micros: micros(90_000) },
  })
  const found = (most: number) => ({
    ...{ connection_id: search, site_url: 'https://shop.example/', date },
    ...{ clicks: units(most), impressions: units(most * 20), position_weighted: String(roll(most * 90)) },
  })
  return {
    web_daily: [{ ...web(), page_views: units(9_000) }],
    web_source_daily: ['google', 'newsletter'].map((source) => ({
      ...web(),
      ...{ source, medium: 'm', channel: 'c', campaign: 'x' },
    })),
    web_country_daily: ['MX', '(not set)'].map((country) => ({ ...web(), page_views: units(4_000), country })),
    web_event_daily: ['view_item', 'purchase'].map((event_name) => ({
      ...{ connection_id, property_id: 'p1', date, event_name, events: 7n * BigInt(date.slice(8)), users: 5n },
    })),
    web_device_daily: ['mobile', 'desktop'].map((device) => ({ ...web(), page_views: units(4_000), device })),
    seo_daily: [found(400)],
    seo_query_daily: ['sofa', 'lamp'].map((query) => ({ ...found(100), query })),
    seo_place_daily: ['mobile', 'desktop'].map((device) => ({ ...found(100), country: 'MX', device })),
    seo_page_daily: ['/a', '/b'].map((page) => ({ ...found(100), page })),
    social_daily: [
      { connection_id: social, social_account_id: 's1', platform: 'social_a' },
      { connection_id: pages, social_account_id: 'n1', platform: 'net_c' },
    ].map((account) => ({
      ...{ ...account, date, followers: units(9_000), reach: units(900), impressions: units(9_000) },
      ...{ engagements: units(90), profile_views: units(90) },
    })),
  }
}

function emails_of(date: string, { shop, shop_c, email, email_b, email_c, closed_email }: Ids) {
  const of_a = [email, closed_email].map((connection_id) => ({ connection_id, platform: 'email_a' }))
  // These send on some days. One of them claims no sales.
  const others = [
    { connection_id: email_b, platform: 'email_b' },
    { connection_id: email_c, platform: 'email_c', revenue_micros: null },
  ].filter(() => Number(date.slice(8)) % 7 === 0)
  const results = () => ({
    ...{ campaign_id: date, currency: 'USD', delivered: units(2_000) },
    ...{ opens: units(800), clicks: units(90), unsubscribes: units(9), conversions: String(roll(9)) },
    revenue_micros: micros(9_000),
  })
  const status = roll(5) === 0 ? 'scheduled' : 'sent'
  const sent_at = status === 'sent' ? `${date}T03:00:00Z` : null
  const token = roll(4) === 0 ? null : date
  return {
    email_campaigns: [...of_a, ...others].map((of) => ({ ...results(), ...of, name: `News ${date}`, status, sent_at })),
    email_campaign_daily: of_a.map((of) => ({ ...results(), ...of, date })),
    contacts: [...of_a, ...others].map(({ connection_id, platform }) => ({
      ...{ connection_id, platform, external_id: date, created_at: `${date}T04:00:00Z` },
      email: `p${roll(60)}@shop.example`,
    })),
    checkouts: [
      { connection_id: shop, platform: 'sx', currency: 'MXN', email: 'a@shop.example' },
      { connection_id: shop_c, platform: 'store_c', currency: 'MXN', phone: '+525512345678' },
      { connection_id: email, platform: 'email_a', currency: 'USD', recovery_url: 'https://shop.example/' },
    ].map((seen) => ({
      ...{ ...seen, checkout_id: date, token, started_at: `${date}T16:00:00Z`, changed_at: `${date}T16:30:00Z` },
      completed_at: roll(4) === 0 ? `${date}T16:40:00Z` : null,
      total_micros: roll(6) === 0 ? null : micros(90_000),
    })),
  }
}

/** Parents come before their rows. Each business has the same rows in every process, whatever rows were made before. */
export async function insert_business(org: FiguresOrg, business = 1): Promise<void> {
  roll = dice(41 + business)
  roll_apart = dice(90 + business)
  const ids = await connect(org)
  const all = [
    once(ids, org.org_id),
    ...days.map((date) => ({
      ...ads_of(date, ids),
      ...sales_of(date, ids),
      ...visits_of(date, ids),
      ...feed_of(date, ids.feed, units_apart),
      ...behavior_of(date, ids.behavior, units_apart),
      ...emails_of(date, ids),
    })),
  ]
  await org.insert(async (db) => {
    for (const tables of all)
      for (const [table, rows] of Object.entries(tables))
        await db
          .insertInto(table as keyof DB)
          .values(rows as never)
          .execute()
  })
}
