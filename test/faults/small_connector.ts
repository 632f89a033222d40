// The connector of the simulation's own vendor: every kind of stream, with small slices and merges. The vendor gives its own totals of
// `daily`, and none of `search`.
import { z } from 'zod'
import type { Api, DailyTotal } from '#engine/connector.ts'
import { change_stream, connector, snapshot_stream, window_stream } from '#engine/connector.ts'
import { oauth2 } from '#engine/vendors/vendor_auth.ts'
import { message } from '#messages/message.ts'
import { HOST } from './small_vendor.ts'
import { type Ad, type DayLine, type Order, RESTATED_DAYS, type SearchLine } from './small_world.ts'

const START_DAYS = 9
const micros = 1_000_000n

const day_line = z.object({
  account: z.string(),
  campaign: z.string(),
  date: z.string(),
  spend: z.number(),
  clicks: z.number(),
})
const search_line = z.object({ account: z.string(), date: z.string(), clicks: z.number(), is_final: z.boolean() })
const order = z.object({
  id: z.string(),
  changed_at: z.string(),
  total: z.number(),
  lines: z.array(z.object({ id: z.string(), quantity: z.number() })),
  refunds: z.array(z.object({ id: z.string(), amount: z.number() })),
})
const ad = z.object({ account: z.string(), id: z.string(), name: z.string() })

function pages<Item>(api: Api, path: string, item: z.ZodType<Item>, query: Record<string, string | undefined>) {
  return api.pages({
    path,
    query,
    schema: z.object({ records: z.array(item), after: z.string().optional() }),
    records: ({ records }) => records,
    next: ({ after }) => (after ? { query: { after } } : null),
  })
}

const total_line = z.object({ date: z.string(), spend: z.number(), clicks: z.number() })

const total: DailyTotal = {
  measures: { spend_micros: {}, clicks: {} },
  async read({ api, account: { account_id: account }, from, to }) {
    const { records } = await api.call({
      path: '/totals',
      query: { account, from, to },
      schema: z.object({ records: z.array(total_line) }),
    })
    return records.map(({ date, spend, clicks }) => ({
      date,
      measures: { spend_micros: BigInt(spend) * micros, clicks: BigInt(clicks) },
    }))
  },
}

const daily = window_stream({
  into: ['campaign_daily'],
  every: '1h',
  window: { history_days: START_DAYS, history_source: 'test', overlap_days: RESTATED_DAYS, slice_days: 3 },
  total,
  read: ({ api, account, from, to }) => pages(api, '/daily', day_line, { account: account.account_id, from, to }),
  rows: (line: DayLine) => ({
    campaign_daily: {
      account_id: line.account,
      campaign_id: line.campaign,
      date: line.date,
      currency: 'EUR',
      spend_micros: BigInt(line.spend) * micros,
      impressions: 0n,
      clicks: BigInt(line.clicks),
      conversions: '0',
      conversion_value_micros: 0n,
    },
  }),
})

const search = window_stream({
  into: ['seo_daily'],
  every: '6h',
  window: { history_days: START_DAYS, history_source: 'test', overlap_days: RESTATED_DAYS, slice_days: 4 },
  read: ({ api, account, from, to }) => pages(api, '/search', search_line, { account: account.account_id, from, to }),
  rows: ({ account, date, clicks, is_final }: SearchLine) => ({
    seo_daily: {
      site_url: account,
      date,
      clicks: BigInt(clicks),
      impressions: BigInt(clicks),
      position_weighted: '0',
      is_final,
    },
  }),
})

const orders = change_stream({
  into: ['store_orders', 'store_order_lines', 'store_refunds'],
  replaces: ['store_order_lines', 'store_refunds'],
  every: '15m',
  since: {
    history_source: 'test',
    overlap_minutes: 10,
    merge_records: 3,
    changed_at: ({ changed_at }: Order) => changed_at,
  },
  read: ({ api, account, since }) =>
    pages(api, '/orders', order, { account: account.account_id, since: since ?? undefined }),
  rows: ({ id, changed_at, total, lines, refunds }) => ({
    store_orders: {
      order_id: id,
      order_number: id,
      ordered_at: changed_at,
      changed_at,
      currency: 'EUR',
      total_micros: BigInt(total) * micros,
      subtotal_micros: 0n,
      shipping_micros: 0n,
      tax_micros: 0n,
      discount_micros: 0n,
    },
    store_order_lines: lines.map((line) => ({
      order_id: id,
      line_id: line.id,
      title: '',
      quantity: BigInt(line.quantity),
      unit_price_micros: 0n,
      discount_micros: 0n,
      total_micros: 0n,
      currency: 'EUR',
    })),
    store_refunds: refunds.map((refund) => ({
      order_id: id,
      refund_id: refund.id,
      refunded_at: changed_at,
      currency: 'EUR',
      amount_micros: BigInt(refund.amount) * micros,
    })),
  }),
})

const ads = snapshot_stream({
  into: ['ads'],
  sweeps: ['ads'],
  every: '1h',
  read: ({ api, account }) => pages(api, '/ads', ad, { account: account.account_id }),
  rows: ({ account, id, name }: Ad) => ({
    ads: { account_id: account, ad_id: id, ad_group_id: '', campaign_id: '', name, status: 'on' },
  }),
})

const posts = snapshot_stream({
  into: ['ad_campaigns'],
  every: '1d',
  read: ({ api, account }) => pages(api, '/posts', ad, { account: account.account_id }),
  rows: ({ account, id, name }: Ad) => ({
    ad_campaigns: { account_id: account, campaign_id: id, name, status: 'on', currency: 'EUR' },
  }),
})

export const small = connector({
  title: 'Small',
  platform: {
    vendor: 'Small',
    product: 'Small',
    credentials: message('credentials.email_a'),
    version: { name: '1', ends_on: null, source: 'none' },
    scopes: [],
    source: 'test',
  },
  kind: 'ads',
  auth: oauth2({ token_url: `https://${HOST}/token` }),
  settings: z.object({}),
  api: { base_url: `https://${HOST}`, hosts: [HOST], pace: { per_second: 20, per_minute: 120 } },
  accounts: {
    into: ['ad_accounts'],
    async read({ api }) {
      const account = z.object({ id: z.string(), name: z.string(), time_zone: z.string() })
      const { records } = await api.call({ path: '/accounts', schema: z.object({ records: z.array(account) }) })
      const found = new Map(records.map((one) => [one.id, one]))
      return [...found.values()].map(({ id, name, time_zone }) => ({
        account_id: id,
        name,
        time_zone,
        currency: 'EUR',
      }))
    },
    rows: ({ account_id, name, time_zone }) => ({ ad_accounts: { account_id, name, currency: 'EUR', time_zone } }),
  },
  streams: { daily, search, orders, ads, posts },
})
