// Small connectors of the world's platforms: two ad platforms with two levels, a shop, and a search console.
import { z } from 'zod'
import {
  type Api,
  type Connector,
  change_stream,
  connector,
  type DailyTotal,
  window_stream,
} from '#engine/connector.ts'
import { message } from '#messages/message.ts'
import { LATE_DAYS, type Level, type Platform, RESTATED_DAYS } from './world.ts'

const HOST = 'api.truth.example'
const CENT = 10_000n
const cents = (of: number) => BigInt(of) * CENT

const row = z.object({
  date: z.string(),
  key: z.string(),
  campaign: z.string(),
  group: z.string(),
  spend: z.number(),
  value: z.number(),
  clicks: z.number(),
  is_final: z.boolean(),
})
const order = z.object({
  id: z.string(),
  created_ms: z.number(),
  changed_ms: z.number(),
  currency: z.string(),
  total: z.number(),
  is_voided: z.boolean(),
  refunds: z.array(z.object({ id: z.string(), at_ms: z.number(), amount: z.number() })),
})
type Order = z.output<typeof order>
const totals = z.array(z.object({ date: z.string(), spend: z.number(), value: z.number(), clicks: z.number() }))

const pages = <Item>(api: Api, path: Level, item: z.ZodType<Item>, query: Record<string, string | undefined>) =>
  api.pages({
    path: `/${path}`,
    query,
    schema: z.object({ records: z.array(item), after: z.number().optional() }),
    records: ({ records }) => records,
    next: ({ after }) => (after === undefined ? null : { query: { after } }),
  })

const total = (level: Level): DailyTotal => ({
  measures: { spend_micros: {}, conversion_value_micros: {}, clicks: {} },
  async read({ api, account, from, to }) {
    const query = { account: account.account_id, level, from, to }
    const found = await api.call({ path: '/totals', query, schema: z.object({ totals }) })
    return found.totals.map(({ date, spend, value, clicks }) => ({
      date,
      measures: { spend_micros: cents(spend), conversion_value_micros: cents(value), clicks: BigInt(clicks) },
    }))
  },
})

const figures_of = ({ date, campaign, spend, value, clicks }: z.output<typeof row>) => ({
  campaign_id: campaign,
  date,
  spend_micros: cents(spend),
  impressions: BigInt(clicks) * 10n,
  clicks: BigInt(clicks),
  conversions: '0',
  conversion_value_micros: cents(value),
})

const windowed = (history_days: number, slice_days: number) => ({
  history_days,
  history_source: 'test',
  overlap_days: RESTATED_DAYS,
  slice_days,
})

const campaigns = (history_days: number) =>
  window_stream({
    into: ['campaign_daily'],
    every: '1h',
    window: windowed(history_days, 40),
    total: total('campaigns'),
    read: ({ api, account, from, to }) => pages(api, 'campaigns', row, { account: account.account_id, from, to }),
    rows: (item: z.output<typeof row>, { account: { account_id, currency = '' } }) => ({
      campaign_daily: { ...figures_of(item), account_id, currency },
    }),
  })

const groups = (history_days: number) =>
  window_stream({
    into: ['ad_group_daily'],
    every: '1h',
    window: windowed(history_days, 30),
    total: total('groups'),
    read: ({ api, account, from, to }) => pages(api, 'groups', row, { account: account.account_id, from, to }),
    rows: (item: z.output<typeof row>, { account: { account_id, currency = '' } }) => ({
      ad_group_daily: { ...figures_of(item), ad_group_id: item.group, account_id, currency },
    }),
  })

const search = window_stream({
  into: ['seo_daily'],
  every: '1h',
  window: { ...windowed(90, 30), late_days: LATE_DAYS },
  read: ({ api, account, from, to }) => pages(api, 'search', row, { account: account.account_id, from, to }),
  rows: ({ date, clicks, is_final }: z.output<typeof row>, { account: { account_id } }) => ({
    seo_daily: {
      site_url: account_id,
      date,
      clicks: BigInt(clicks),
      impressions: BigInt(clicks) * 10n,
      position_weighted: '0',
      is_final,
    },
  }),
})

const instant = (ms: number) => new Date(ms).toISOString()

const orders = change_stream({
  into: ['store_orders', 'store_refunds'],
  replaces: ['store_refunds'],
  every: '15m',
  since: {
    history_source: 'test',
    overlap_minutes: 5,
    slice_days: 20,
    changed_at: ({ changed_ms }: Order) => instant(changed_ms),
  },
  read: ({ api, account, since }) =>
    pages(api, 'orders', order, { account: account.account_id, since: since ?? undefined }),
  read_created: ({ api, account, from, before }) =>
    pages(api, 'orders', order, { account: account.account_id, from: from ?? undefined, before }),
  rows: ({ id, created_ms, changed_ms, currency, total, is_voided, refunds }) => ({
    store_orders: {
      order_id: id,
      order_number: id,
      ordered_at: instant(created_ms),
      changed_at: instant(changed_ms),
      currency,
      is_voided,
      total_micros: cents(total),
      subtotal_micros: 0n,
      shipping_micros: 0n,
      tax_micros: 0n,
      discount_micros: 0n,
    },
    store_refunds: refunds.map((refund) => ({
      order_id: id,
      refund_id: refund.id,
      refunded_at: instant(refund.at_ms),
      currency,
      amount_micros: cents(refund.amount),
    })),
  }),
})

const account = z.object({
  id: z.string(),
  time_zone: z.string(),
  currency: z.string(),
  created_on: z.string().optional(),
  unreadable: z.string().optional(),
})

const declared = (
  title: string,
  kind: Connector['kind'],
  { into, rows }: Pick<Connector['accounts'], 'into' | 'rows'>,
  streams: Connector['streams'],
): Connector =>
  connector({
    title,
    kind,
    platform: {
      vendor: title,
      product: title,
      credentials: message('credentials.email_a'),
      version: { name: '1', ends_on: null, source: 'none' },
      scopes: [],
      source: 'test',
    },
    auth: { secrets: z.object({ key: z.string() }), headers: ({ key = '' }) => ({ 'x-key': key }) },
    settings: z.object({}),
    api: {
      base_url: `https://${HOST}`,
      hosts: [HOST],
      pace: { per_second: 100_000 },
      classify: ({ status }) => {
        if (status === 403) return { kind: 'denied', reason: 'No permission.' }
        return status === 413 ? { kind: 'too_much', reason: 'Too many days.' } : undefined
      },
    },
    accounts: {
      into,
      rows,
      async read({ api }) {
        const { accounts } = await api.call({
          path: '/accounts',
          schema: z.object({ accounts: z.array(account) }),
        })
        return accounts.map(({ id, ...rest }) => ({ account_id: id, name: id, ...rest }))
      },
    },
    streams,
  })

const ad_accounts = {
  into: ['ad_accounts'] as const,
  rows: ({ account_id, name, currency = '', time_zone }: { account_id: string } & Named) => ({
    ad_accounts: { account_id, name, currency, time_zone },
  }),
}
interface Named {
  name: string
  currency?: string
  time_zone: string
}

export const connectors: Record<Platform, Connector> = {
  mx_ads: declared('Social', 'ads', ad_accounts, { groups: groups(40), campaigns: campaigns(150) }),
  gx_ads: declared('Search ads', 'ads', ad_accounts, { campaigns: campaigns(420), groups: groups(90) }),
  sx: declared(
    'Shop',
    'store',
    {
      into: ['store_connections'],
      rows: ({ account_id, name, currency = '', time_zone }) => ({
        store_connections: { store_id: account_id, store_name: name, store_url: '', currency, time_zone },
      }),
    },
    { orders },
  ),
  seo_console: declared('Search', 'seo', { into: [], rows: () => ({}) }, { search }),
}
