// The columns of the metric catalog that come from lists, which a sync reads on their own, beside the days of the figures.
import { type RawBuilder, sql } from 'kysely'
import type { FigureContext } from '#engine/tool.ts'
import type { Dimension } from '#figures/metrics/catalog.ts'
import { dimension_sql } from '#figures/metrics/filters.ts'
import { rows_of } from '#figures/metrics/metric_facts.ts'
import type { CountedQuestion } from '#figures/metrics/question.ts'
import {
  doubtful_lists,
  is_of,
  type ListTable,
  type OldList,
  old_notes,
  type UnreadList,
  unread_notes,
} from '#figures/sources/unread_lists.ts'
import type { Message } from '#messages/message.ts'

type Lists = Readonly<Record<string, ListTable>>

const of_campaigns = {
  campaign: 'ad_campaigns',
  status: 'ad_campaigns',
  objective: 'ad_campaigns',
  channel_type: 'ad_campaigns',
} as const
const of_products = { vendor: 'store_products', product_type: 'store_products' } as const
const by_relation: Readonly<Record<string, Lists>> = {
  campaigns: of_campaigns,
  ad_countries: of_campaigns,
  ad_devices: of_campaigns,
  ad_country_delivery: of_campaigns,
  ad_device_delivery: of_campaigns,
  ad_search_terms: of_campaigns,
  ad_shares: of_campaigns,
  ad_groups: { ...of_campaigns, ad_group: 'ad_groups' },
  ads: { ...of_campaigns, ad_group: 'ad_groups', ad: 'ads' },
  store_lines: of_products,
  store_margins: of_products,
  email_days: { campaign: 'email_campaigns', subject: 'email_campaigns' },
  feed_offers: { product: 'feed_products' },
}

/** The list of each column of a relation that comes from a list. */
export const lists_of_relation = (relation: string): Lists => by_relation[relation] ?? {}

interface ListColumn {
  dimension: Dimension
  list: ListTable
}

const list_columns = (relation: string, dimensions: readonly Dimension[]): ListColumn[] =>
  dimensions.flatMap((dimension) => {
    const list = lists_of_relation(relation)[dimension.column_name]
    return list ? [{ dimension, list }] : []
  })

interface Unread {
  /** Lists that decide which rows the filters leave out. */
  filtered: UnreadList[]
  /** Lists that name the rows of the answer. */
  grouped: UnreadList[]
  /** Lists that filters need, and that were not read for some time. */
  old: OldList[]
}

/** The lists that are not read, of accounts with rows of these days to which the filters can apply. */
export async function lists_unread(
  context: FigureContext,
  asked: CountedQuestion,
  rows: readonly { key: Record<string, unknown> }[],
): Promise<Unread> {
  const { source, relation, whole = relation, dimensions, conditions, counted } = asked
  const filtered = list_columns(
    whole,
    conditions.map(({ dimension }) => dimension),
  )
  const grouped = list_columns(relation, dimensions).filter(({ dimension }) =>
    rows.some(({ key }) => key[dimension.dimension] === null),
  )
  const columns = [...filtered, ...grouped]
  if (columns.length === 0) return { filtered: [], grouped: [], old: [] }
  const lists = columns.map(({ list }) => list)
  const { unread, old } = await doubtful_lists(context, { counted, platforms: source.platforms, lists })
  const of = async (place: string, named: ListColumn[]) => {
    const found = new Set<UnreadList>()
    for (const column of unread.length > 0 ? named : [])
      for (const one of await with_rows(context, asked, { place, column, unread })) found.add(one)
    return [...found]
  }
  const filtering = filtered.map(({ list }) => list)
  return {
    filtered: await of(whole, filtered),
    grouped: await of(relation, grouped),
    old: old.filter(({ list }) => filtering.includes(list)),
  }
}

/** The accounts whose list is not read, and that have rows without the column. Any text could be that of such a row. */
async function with_rows(
  { db, org, now }: FigureContext,
  { source, days, conditions, counted }: CountedQuestion,
  { place, column: { dimension, list }, unread: all }: { place: string; column: ListColumn; unread: UnreadList[] },
): Promise<UnreadList[]> {
  const unread = all.filter((one) => one.list === list)
  if (unread.length === 0) return []
  const has_account = source.columns[place]?.includes('account_id') ?? false
  const of_lists = lists_of_relation(place)
  const can_apply = conditions.map(({ dimension: of, condition }): RawBuilder<unknown> => {
    const is_listed = of.column_name in of_lists
    return is_listed ? sql`coalesce(${condition} or ${dimension_sql(of)} is null, true)` : condition
  })
  const where = [sql`${dimension_sql(dimension)} is null`, is_of(unread, has_account), ...can_apply]
  const { rows } = await sql<{ connection_id: string; account_id: string | null }>`
    select distinct f.connection_id, ${has_account ? sql.ref('f.account_id') : sql`null`} as account_id
    from (select * from ${rows_of(source, place, { ...days, counted, time_zone: org.time_zone, now })}) f
    where ${sql.join(where, sql` and `)}`.execute(db)
  return unread.filter((one) =>
    rows.some((row) => row.connection_id === one.connection_id && [one.account_id, null].includes(row.account_id)),
  )
}

/** What a reader must know of the lists that filters and names need. An unknown figure has no names. */
export const list_notes = ({ filtered, grouped, old }: Unread): Message[] => [
  ...unread_notes(filtered, true),
  ...old_notes(old),
  ...(filtered.length > 0 ? [] : unread_notes(grouped, false)),
]
