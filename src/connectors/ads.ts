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
import { map_of } from './records.ts'
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
const value_in = (item: Fields, column: Column, account: Account): unknown => {
  const given = item[field_of(column)] as Value
  return typeof column === 'string' ? given : column[1](given, account)
}
const columns_of = (table: ListTable, declared: object): Record<string, Column> => ({
  ...Object.fromEntries(every_row[table].map((name) => [name, name])),
  ...declared,
})

type Fields = Record<string, unknown>
type Read = (source: SnapshotSource, record: z.ZodObject) => AsyncIterable<Fields[]>
type Item<N extends z.ZodRawShape> = z.infer<z.ZodObject<N>> & Fields

/** The list of ad groups, which names the campaigns of ads. */
interface Groups {
  read: Read
  columns: Columns<'ad_groups'>
  /** The field in which most ads name their campaign themselves. The groups are read for an ad that does not. */
  own?: string
}

interface OfList<T extends ListTable, N extends z.ZodRawShape, Beside> {
  every?: string
  read: Read
  columns: Columns<T>
  /** Of a platform whose ads name their group, and not their campaign. */
  groups?: Groups
  /** Fields that are no single values. */
  nested?: N
  /** What is read for the records of a page together, such as the posts that ads show. */
  beside?: (source: SnapshotSource, page: Item<N>[]) => Promise<Beside>
  /** The columns that are read from `nested` and `beside`. */
  more?: (item: Item<N>, context: RowContext, beside: Beside) => Partial<Own<T>>
}

/** A stream of all campaigns, groups, ads or creatives of an account. Those that are no longer listed keep their rows. */
export function ad_list<const T extends ListTable, N extends z.ZodRawShape = Record<never, never>, Beside = undefined>(
  table: T,
  { every = '1h', read, groups, nested, beside, more, ...declared }: OfList<T, N, Beside>,
) {
  const by_name = columns_of(table, declared.columns)
  const columns = Object.entries(by_name)
  const fields = columns.map(([name, column]) => [field_of(column), is_required(table, name) ? text : value])
  const record = z.object({ ...Object.fromEntries(fields), ...nested })
  const group = by_name.ad_group_id ?? ''
  return snapshot_stream<{ item: Item<N>; beside: Beside }, T>({
    into: [table],
    every,
    async *read(source) {
      const pages = groups ? with_campaigns(source, read, record, { ...groups, group }) : read(source, record)
      for await (const page of pages as AsyncIterable<Item<N>[]>) {
        const read_beside = (await beside?.(source, page)) as Beside
        yield page.map((item) => ({ item, beside: read_beside }))
      }
    },
    rows({ item, beside }, context) {
      const { account } = context
      const { account_id, currency } = account
      const filled = table === 'ad_campaigns' ? { account_id, currency } : { account_id }
      const values = columns.map(([name, column]) => [name, value_in(item, column, account)])
      const row = { ...Object.fromEntries(values), ...more?.(item, context, beside), ...filled }
      return { [table]: row } as unknown as Rows<T>
    },
  })
}

/** Ads with their campaigns. `group` is the column with the group of an ad. An ad without a group is left out: it never ran. */
async function* with_campaigns(
  source: SnapshotSource,
  read: Read,
  record: z.ZodObject,
  { group, own, ...groups }: Groups & { group: Column },
) {
  const listed = record.omit({ campaign_id: true }).extend(own ? { [own]: text.optional() } : {})
  const campaign_in = (ad: Fields) => own && ad[own]
  let campaigns = own ? undefined : await campaigns_of_groups(source, groups)
  for await (const page of read(source, listed)) {
    if (page.some((ad) => campaign_in(ad) === undefined)) campaigns ??= await campaigns_of_groups(source, groups)
    yield page.flatMap((ad) => {
      const campaign_id = campaign_in(ad) ?? campaigns?.get(String(value_in(ad, group, source.account)))
      return campaign_id ? [{ ...ad, campaign_id }] : []
    })
  }
}

/** Campaigns by the id of their group. */
function campaigns_of_groups(source: SnapshotSource, { read, columns }: Groups): Promise<Map<string, string>> {
  const { ad_group_id = '', campaign_id = '' } = columns_of('ad_groups', columns)
  const record = z.object({ [field_of(ad_group_id)]: text, [field_of(campaign_id)]: text })
  const id_in = (group: Fields, column: Column) => String(value_in(group, column, source.account))
  return map_of(read(source, record), (group) => [id_in(group, ad_group_id), id_in(group, campaign_id)])
}
