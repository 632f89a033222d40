// What all ad platforms have in common: settings, accounts, and the lists of campaigns, groups and ads. ad_days.ts has their figures. The
// files of a connector hold only its vendor's requests and words.
import { z } from 'zod'
import { zone_of } from '#domain/time_zones.ts'
import {
  type Account,
  type Connector,
  type Row,
  type RowContext,
  type Rows,
  type SnapshotStream,
  snapshot_stream,
} from '#engine/connector.ts'
import { account_connector, type OfAccounts } from './chosen_accounts.ts'
import { day_of } from './time_zone.ts'

/** A date or an instant of the account's own calendar, as a date. */
export const date_of = (text: Value): string | null => (text ? String(text).slice(0, 10) : null)

/** An amount that the platform writes in micros. Zero and absent both mean that there is none. */
export const micros_in = (amount: Value): bigint | null => (amount ? BigInt(String(amount)) : null)

/** The day of an instant in the account's own time zone. */
export const local_day = (instant: Value, { time_zone }: Account): string | null =>
  day_of(instant ? String(instant) : null, time_zone) ?? null

/** Different texts in one column, because an ad can have several titles and texts. */
export const joined = (parts: readonly (string | null | undefined)[] | undefined): string | undefined =>
  [...new Set(parts?.filter(Boolean))].join(' | ') || undefined

/** Words of platforms for a campaign that can run: Google and Amazon, TikTok, all others. */
const RUNNING = ['ENABLED', 'CAMPAIGN_STATUS_ENABLE', 'ACTIVE']

/** The connector of an ad platform. List figures first in `streams`, so that a list that fails does not delay them. */
export const ad_connector = ({ accounts, ...declared }: Omit<OfAccounts, 'kind'>): Connector =>
  account_connector({
    ...declared,
    kind: 'ads',
    accounts: { ...ad_accounts, ...accounts },
    expects: {
      of: 'ad_campaigns',
      what: 'running campaigns',
      states: RUNNING,
      begins: ['starts_on', 'created_on'],
      ends: 'ends_on',
      rows: 'campaign_daily',
    },
  })

export type AdAccount = Pick<Account, 'account_id' | 'extra' | 'unreadable'> & {
  [K in 'name' | 'currency' | 'time_zone' | 'status' | 'created_on']?: string | null
}

/** An account as the platform lists it. Without currency or time zone, its amounts and days would mean nothing. */
export function ad_account({
  account_id,
  name,
  currency,
  time_zone,
  status,
  created_on,
  extra,
  ...of
}: AdAccount): Account {
  const zone = zone_of(time_zone)
  const missing = currency ? (zone ? undefined : 'time zone') : 'currency'
  const unreadable = of.unreadable ?? (missing && `The platform names no ${missing} for this account.`)
  return {
    account_id,
    name: name || account_id,
    time_zone: zone ?? 'UTC',
    ...(currency && { currency }),
    ...(created_on && { created_on }),
    ...(unreadable && { unreadable }),
    extra: { ...extra, ...(status && { status }) },
  }
}

/** The rows of accounts. An account that cannot be read has none, and its row of earlier days stays as it is. */
export const ad_accounts: Pick<Connector['accounts'], 'into' | 'rows'> = {
  into: ['ad_accounts'],
  rows: ({ account_id, name, currency, time_zone, unreadable, extra }) =>
    currency && !unreadable ? { ad_accounts: { account_id, name, currency, time_zone, status: extra?.status } } : {},
}

export type SnapshotSource = Parameters<SnapshotStream<never, never>['read']>[0]
export type ListTable = 'ad_campaigns' | 'ad_groups' | 'ads' | 'meta_ad_creatives'
type Filled = 'account_id' | 'currency'
type Own<T extends ListTable> = Omit<Row<T>, Filled>
type Value = string | number | boolean | null | undefined
/** The vendor's field of a column, and how its value is read. */
type Column = string | readonly [field: string, read: (value: Value, account: Account) => unknown]
/** The columns of `every_row` that are not here have the vendor's field of the same name. */
export type Columns<T extends ListTable> = { [K in keyof Own<T>]?: Column }

/** Columns that every platform has. */
const every_row: Record<ListTable, string[]> = {
  ad_campaigns: ['campaign_id', 'name', 'status'],
  ad_groups: ['ad_group_id', 'campaign_id', 'name', 'status'],
  ads: ['ad_id', 'ad_group_id', 'campaign_id', 'name', 'status'],
  meta_ad_creatives: ['creative_id', 'name'],
}
/** A record that lacks one of the fields of `every_row` is an error, unless the thing may have no name. */
const is_required = (table: ListTable, column: string) =>
  every_row[table].includes(column) && !(column === 'name' && (table === 'ads' || table === 'meta_ad_creatives'))
const value = z.union([z.string(), z.number(), z.boolean()]).nullish()
/** Some vendors send ids as numbers. */
export const text = z.union([z.string(), z.number().transform(String)])
const field_of = (column: Column): string => (typeof column === 'string' ? column : column[0])

/** A stream of all campaigns, groups, ads or creatives of an account. Those that are no longer listed keep their rows. */
export function ad_list<const T extends ListTable, N extends z.ZodRawShape = Record<never, never>>(
  table: T,
  declared: {
    every?: string
    columns: Columns<T>
    /** Fields that are no single values, and the columns that are read from them. */
    nested?: N
    more?: (item: z.infer<z.ZodObject<N>>, context: RowContext) => Partial<Own<T>>
    read: (source: SnapshotSource, record: z.ZodObject) => AsyncIterable<Record<string, unknown>[]>
  },
) {
  const own = Object.fromEntries(every_row[table].map((name) => [name, name]))
  const columns = Object.entries({ ...own, ...declared.columns }) as [string, Column][]
  const fields = columns.map(([name, column]) => [field_of(column), is_required(table, name) ? text : value])
  const record = z.object({ ...Object.fromEntries(fields), ...declared.nested })
  return snapshot_stream<Record<string, unknown>, T>({
    into: [table],
    every: declared.every ?? '1h',
    read: (source) => declared.read(source, record),
    rows: (item, context) => {
      const { account } = context
      const { account_id, currency } = account
      const filled = table === 'ad_campaigns' ? { account_id, currency } : { account_id }
      const values = columns.map(([name, column]) => {
        const given = item[field_of(column)] as Value
        return [name, typeof column === 'string' ? given : column[1](given, account)]
      })
      const more = declared.more?.(item as z.infer<z.ZodObject<N>>, context)
      return { [table]: { ...Object.fromEntries(values), ...more, ...filled } } as unknown as Rows<T>
    },
  })
}

interface Above {
  /** The field of an ad with its campaign, and the group of an ad. */
  field: string
  group_of: (ad: Record<string, unknown>) => unknown
  /** Campaigns of groups, by the id of the group. */
  campaigns: () => Promise<ReadonlyMap<string, string>>
  /** Most ads name their campaign, so that the groups are read only for one that does not. */
  is_rare?: true
}

/** Ads with their campaigns, of a platform that names only the group of an ad. An ad without a group is left out: it never ran. */
export async function* with_campaigns(
  pages: AsyncIterable<Record<string, unknown>[]>,
  { field, group_of, campaigns, is_rare }: Above,
) {
  let known = is_rare ? undefined : await campaigns()
  for await (const page of pages) {
    if (page.some((ad) => ad[field] === undefined)) known ??= await campaigns()
    yield page.flatMap((ad) => {
      const campaign = ad[field] ?? known?.get(String(group_of(ad)))
      return campaign ? [{ ...ad, [field]: campaign }] : []
    })
  }
}
