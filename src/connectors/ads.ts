// What all ad platforms have in common: accounts, campaigns, groups and ads, and the daily figures of each of these levels. The files
// of a connector hold only its vendor's requests and words.
import { z } from 'zod'
import { micros } from '#domain/money.ts'
import type { Account, Connector, DailyTotal, Row, Rows, SnapshotStream, WindowStream } from '#engine/connector.ts'
import { snapshot_stream, window_stream } from '#engine/connector.ts'

/** Optional texts of a vendor's record, by name. */
export const texts = <const K extends string>(...names: K[]) =>
  z.object(Object.fromEntries(names.map((name) => [name, z.string().nullish()])) as Record<K, Text>)
type Text = z.ZodOptional<z.ZodNullable<z.ZodString>>

/** A date or an instant of the account's own calendar, as a date. */
export const date_of = (text: Value): string | null => (text ? String(text).slice(0, 10) : null)

/** Different texts in one column, because an ad can have several titles and texts. */
export const joined = (parts: readonly (string | null | undefined)[] | undefined): string | undefined =>
  [...new Set(parts?.filter(Boolean))].join(' | ') || undefined

/** The setting with which an organization limits a connection to some accounts. */
export const account_ids = (about: string) => z.array(z.string().regex(/^\d+$/)).min(1).optional().describe(about)

type AdAccount = Pick<Account, 'account_id' | 'extra'> & {
  [K in 'name' | 'currency' | 'time_zone' | 'status' | 'created_on']?: string | null
}

/** An account as the platform lists it. Without currency or time zone, its amounts and days would mean nothing. */
export function ad_account({ account_id, name, currency, time_zone, status, created_on, extra }: AdAccount): Account {
  const zone = time_zone && is_time_zone(time_zone) ? time_zone : undefined
  const missing = currency ? (zone ? undefined : 'time zone') : 'currency'
  return {
    account_id,
    name: name || account_id,
    time_zone: zone ?? 'UTC',
    ...(currency && { currency }),
    ...(created_on && { created_on }),
    ...(missing && { unreadable: `The platform names no ${missing} for this account.` }),
    extra: { ...extra, ...(status && { status }) },
  }
}

function is_time_zone(name: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }))
  } catch {
    return false
  }
}

/** The accounts part of a connector. */
export const ad_accounts = (read: Connector['accounts']['read']): Connector['accounts'] => ({
  into: ['ad_accounts'],
  read,
  rows: ({ account_id, name, currency, time_zone, extra }) =>
    currency ? { ad_accounts: { account_id, name, currency, time_zone, status: extra?.status } } : {},
})

export type ListTable = 'ad_campaigns' | 'ad_groups' | 'ads' | 'meta_ad_creatives'
type Filled = 'account_id' | 'currency'
type Own<T extends ListTable> = Omit<Row<T>, Filled>
type Value = string | number | boolean | null | undefined
/** The vendor's field of a column, and how its value is read. */
type Column = string | readonly [field: string, read: (value: Value, account: Account) => unknown]
export type Columns<T extends ListTable> = { [K in keyof Own<T>]: Column }

/** Columns that no row can be without. A record that lacks one of these fields is an error. */
const required: Record<ListTable, string[]> = {
  ad_campaigns: ['campaign_id', 'name', 'status'],
  ad_groups: ['ad_group_id', 'campaign_id', 'name', 'status'],
  ads: ['ad_id', 'ad_group_id', 'campaign_id', 'status'],
  meta_ad_creatives: ['creative_id'],
}
const value = z.union([z.string(), z.number(), z.boolean()]).nullish()
const field_of = (column: Column): string => (typeof column === 'string' ? column : column[0])

/** A stream of all campaigns, groups, ads or creatives of an account. Those that are no longer listed keep their rows. */
export function ad_list<const T extends ListTable, N extends z.ZodRawShape = Record<never, never>>(
  table: T,
  declared: {
    every?: string
    columns: Columns<T>
    /** Fields that are no single values, and the columns that are read from them. */
    nested?: N
    more?: (item: z.infer<z.ZodObject<N>>) => Partial<Own<T>>
    read: (source: SnapshotSource, record: z.ZodObject) => AsyncIterable<Record<string, unknown>[]>
  },
) {
  const columns = Object.entries(declared.columns) as [string, Column][]
  const fields = columns.map(([name, column]) => [
    field_of(column),
    required[table].includes(name) ? z.string() : value,
  ])
  const record = z.object({ ...Object.fromEntries(fields), ...declared.nested })
  return snapshot_stream<Record<string, unknown>, T>({
    into: [table],
    every: declared.every ?? '1h',
    read: (source) => declared.read(source, record),
    rows: (item, { account }) => {
      const { account_id, currency } = account
      const filled = table === 'ad_campaigns' ? { account_id, currency } : { account_id }
      const values = columns.map(([name, column]) => {
        const given = item[field_of(column)] as Value
        return [name, typeof column === 'string' ? given : column[1](given, account)]
      })
      const more = declared.more?.(item as z.infer<z.ZodObject<N>>)
      return { [table]: { ...Object.fromEntries(values), ...more, ...filled } } as unknown as Rows<T>
    },
  })
}

export type AdLevel = 'campaign' | 'ad_group' | 'ad'

/** A day of a campaign, group or ad as the vendor reports it. Amounts are in the account's currency. */
export interface AdDay {
  date: string
  campaign_id: string
  ad_group_id?: string
  ad_id?: string
  spend: string | { micros: bigint }
  impressions: string
  clicks: string
  /** What the platform claims. */
  conversions: string
  conversion_value: string
  /** Different people of one day. Never added up over days. */
  reach?: string | null
}

export type AccountDay = Pick<AdDay, 'date' | 'spend' | 'impressions' | 'clicks'>
export type SnapshotSource = Parameters<SnapshotStream<never, never>['read']>[0]
export type Days = Parameters<WindowStream<never, never>['read']>[0]

/** The streams of daily figures, one for each level. Levels are read separately and never added up. */
export function ad_days<Item>(declared: {
  window: Omit<WindowStream<never, never>['window'], 'slice_days'>
  /** Days of one request of each level. */
  slice_days: Record<AdLevel, number>
  read: (level: AdLevel, days: Days) => AsyncIterable<Item[]>
  /** The account's own figures of each day, and the levels that reach them. */
  total: { levels: readonly AdLevel[]; read: (days: Days) => AsyncIterable<AccountDay[]> }
  day: (item: Item, level: AdLevel) => AdDay
}) {
  const stream = <const T extends 'campaign_daily' | 'ad_group_daily' | 'ad_daily'>(
    level: AdLevel,
    table: T,
    ids: (day: AdDay) => object,
  ) =>
    window_stream<Item, T>({
      into: [table],
      every: '1h',
      window: { ...declared.window, slice_days: declared.slice_days[level] },
      ...(declared.total.levels.includes(level) && { total: total_of(declared.total.read) }),
      read: (days) => declared.read(level, days),
      rows: (item, { account }) => {
        const day = declared.day(item, level)
        return { [table]: { ...figures(day, account), ...ids(day) } } as unknown as Rows<T>
      },
    })
  const reach_of = ({ reach }: AdDay) => ({ reach: reach ? BigInt(reach) : null })
  return {
    campaign: stream('campaign', 'campaign_daily', reach_of),
    ad_group: stream('ad_group', 'ad_group_daily', ({ ad_group_id }) => ({ ad_group_id })),
    ad: stream('ad', 'ad_daily', (day) => ({ ad_group_id: day.ad_group_id, ad_id: day.ad_id, ...reach_of(day) })),
  }
}

/** Ad platforms round the money of each row to hundredths. Counts are exact. */
const total_of = (read: (days: Days) => AsyncIterable<AccountDay[]>): DailyTotal => ({
  measures: { spend_micros: { last_digit: 10_000n }, impressions: {}, clicks: {} },
  async read(days) {
    const found = []
    for await (const page of read(days))
      for (const { date, spend, impressions, clicks } of page)
        found.push({ date, measures: { spend_micros: micros_of(spend), impressions, clicks } })
    return found
  },
})

const micros_of = (amount: AdDay['spend']): bigint => (typeof amount === 'string' ? micros(amount) : amount.micros)

function figures(day: AdDay, { account_id, currency }: Account) {
  return {
    account_id,
    campaign_id: day.campaign_id,
    date: day.date,
    currency,
    spend_micros: micros_of(day.spend),
    impressions: BigInt(day.impressions),
    clicks: BigInt(day.clicks),
    conversions: day.conversions,
    conversion_value_micros: micros(day.conversion_value),
  }
}
