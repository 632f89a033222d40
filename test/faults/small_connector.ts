// The connector of the simulation's own vendor: every kind of stream there is, with small slices and merges.
import { z } from 'zod'
import { in_org } from '#db/org.ts'
import type { Api } from '#engine/connector.ts'
import { change_stream, connector, snapshot_stream, window_stream } from '#engine/connector.ts'
import { oauth2 } from '#engine/vendor_auth.ts'
import type { SyncBench } from '#test/sync.ts'
import { HOST } from './small_vendor.ts'
import { type Ad, type DayLine, type Order, RESTATED_DAYS, type SearchLine, type Truth } from './small_world.ts'

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

const daily = window_stream({
  into: ['campaign_daily'],
  every: '1h',
  window: { start_days: START_DAYS, overlap_days: RESTATED_DAYS, slice_days: 3 },
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
  window: { start_days: START_DAYS, overlap_days: RESTATED_DAYS, slice_days: 4 },
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
  since: { overlap_minutes: 10, merge_records: 3, changed_at: ({ changed_at }: Order) => changed_at },
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

/** What is stored, in the vendor's own shapes. */
export async function stored_records({ engine }: Pick<SyncBench, 'engine'>, org_id: string): Promise<Truth> {
  return in_org(engine.pool, { org_id, read_only: true }, async (_, client) => {
    const { rows } = await client.query<Truth>(`select
      (select coalesce(jsonb_agg(jsonb_build_object('account', account_id, 'campaign', campaign_id, 'date', date,
         'spend', spend_micros / 1000000, 'clicks', clicks)), '[]') from campaign_daily) as daily,
      (select coalesce(jsonb_agg(jsonb_build_object('account', site_url, 'date', date, 'clicks', clicks, 'is_final', is_final)), '[]')
         from seo_daily) as search,
      (select coalesce(jsonb_agg(jsonb_build_object('id', order_id,
         'changed_at', to_char(changed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'total', total_micros / 1000000,
         'lines', (select coalesce(jsonb_agg(jsonb_build_object('id', line_id, 'quantity', quantity) order by line_id), '[]')
           from store_order_lines l where l.order_id = o.order_id),
         'refunds', (select coalesce(jsonb_agg(jsonb_build_object('id', refund_id, 'amount', amount_micros / 1000000) order by refund_id), '[]')
           from store_refunds r where r.order_id = o.order_id))), '[]') from store_orders o) as orders,
      (select coalesce(jsonb_agg(jsonb_build_object('account', account_id, 'id', ad_id, 'name', name)), '[]') from ads) as ads,
      (select coalesce(jsonb_agg(jsonb_build_object('account', account_id, 'id', campaign_id, 'name', name)), '[]')
         from ad_campaigns) as posts`)
    const found = rows[0]!
    // jsonb sorts its fields by length and name; the vendor has an order of its own.
    const line = ({ id, quantity }: Order['lines'][number]) => ({ id, quantity })
    const refund = ({ id, amount }: Order['refunds'][number]) => ({ id, amount })
    return {
      daily: found.daily.map(({ account, campaign, date, spend, clicks }) => ({
        account,
        campaign,
        date,
        spend,
        clicks,
      })),
      search: found.search.map(({ account, date, clicks, is_final }) => ({ account, date, clicks, is_final })),
      orders: found.orders.map(({ id, changed_at, total, lines, refunds }) => ({
        id,
        changed_at,
        total,
        lines: lines.map(line),
        refunds: refunds.map(refund),
      })),
      ads: found.ads.map(({ account, id, name }) => ({ account, id, name })),
      posts: found.posts.map(({ account, id, name }) => ({ account, id, name })),
    }
  })
}
