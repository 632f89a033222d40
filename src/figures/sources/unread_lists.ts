// Lists that are not read: without them, figures have no names, states or kinds, and a filter by these would leave everything out.
import { type RawBuilder, sql } from 'kysely'
import { of_org } from '#db/organization.ts'
import type { FigureContext } from '#engine/tool.ts'
import type { Counted } from '#figures/sources/sources.ts'
import { type Message, message, unique } from '#messages/message.ts'

export type ListTable = 'ad_campaigns' | 'ad_groups' | 'ads' | 'store_products' | 'email_campaigns' | 'feed_products'

export interface UnreadList {
  list: ListTable
  connection_id: string
  account_id: string
  platform: string
  name: string
}

interface Asking {
  counted: Counted | null
  platforms: readonly string[]
  lists: readonly ListTable[]
}

/** The counted accounts of which some stream of these lists was never read to the end, or is not readable any more. */
export async function unread_lists(
  { db, connectors }: FigureContext,
  { counted, platforms, lists }: Asking,
): Promise<UnreadList[]> {
  const streams = platforms.flatMap((platform) =>
    Object.entries(connectors[platform]?.streams ?? {}).flatMap(([stream, { into }]) =>
      lists.filter((list) => into.includes(list)).map((list) => ({ platform, stream, list })),
    ),
  )
  if (streams.length === 0 || counted === null || counted.connection_ids.length === 0) return []
  const { rows } = await sql<Omit<UnreadList, 'list'> & { read: string[] }>`
    select c.connection_id, a.account_id, c.platform, c.name, coalesce(array_agg(s.stream) filter (where s.stream is not null), '{}') as read
    from ${of_org('connections', 'c')}
    join ${of_org('connection_accounts', 'a')} on a.connection_id = c.connection_id and a.state = 'read'
    left join ${of_org('sync_cursors', 's')} on s.connection_id = a.connection_id and s.account_id = a.account_id
      and s.covered_from is not null and s.state <> 'denied' and s.stream = any(${streams.map(({ stream }) => stream)}::text[])
    where c.connection_id = any(${counted.connection_ids}::uuid[])
    group by 1, 2, 3, 4 order by 1, 2`.execute(db)
  return rows.flatMap(({ read, ...account }) => {
    const unread = streams.filter(({ platform, stream }) => platform === account.platform && !read.includes(stream))
    return [...new Set(unread.map(({ list }) => list))].map((list) => ({ ...account, list }))
  })
}

/** The condition for rows `f` of these accounts. Rows without an account are those of their connection. */
export function is_of(unread: readonly UnreadList[], has_account = true): RawBuilder<boolean> {
  const ids = sql`${unread.map(({ connection_id }) => connection_id)}::uuid[]`
  if (!has_account) return sql`coalesce(f.connection_id = any(${ids}), false)`
  const accounts = sql`${unread.map(({ account_id }) => account_id)}::text[]`
  return sql`(f.connection_id, f.account_id) in (select * from unnest(${ids}, ${accounts}))`
}

export const platforms_of_lists = (unread: readonly UnreadList[]) => unread.map(({ platform }) => platform)

/** What rows lack that are named by these lists, and what figures lack that are filtered by them. */
export const unread_notes = (unread: readonly UnreadList[], is_filtered: boolean): Message[] =>
  unique(
    unread.map(({ list, platform, name }) =>
      message(is_filtered ? 'lists.unread_filter' : 'lists.unread', {
        list: message(`list.${list}`),
        source: `${platform} (${name})`,
      }),
    ),
  )
