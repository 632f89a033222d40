// Lists that are not read: without them, figures have no names, states or kinds, and a filter by these would leave everything out. A filter
// by a list that was not read for some time leaves out what has other names and states since.
import { type RawBuilder, sql } from 'kysely'
import { of_org } from '#db/organization.ts'
import { every_ms } from '#domain/intervals.ts'
import { day_in } from '#domain/windows.ts'
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

export interface Lists {
  /** Some stream of the list was never read to the end, or is not readable any more. */
  unread: UnreadList[]
  /** Some stream of the list was last read longer ago than two of its intervals. */
  old: OldList[]
}

export interface OldList extends UnreadList {
  /** Calendar day in the organization's time zone. */
  read_on: string
}

/** Syncs are late and repeated by chance. After this number of its intervals without a read, a list is old. */
const OLD_AFTER_INTERVALS = 2

/** The lists of the counted accounts that are not read, or old. */
export async function doubtful_lists(
  { db, connectors, now, org }: FigureContext,
  { counted, platforms, lists }: Asking,
): Promise<Lists> {
  const streams = platforms.flatMap((platform) =>
    Object.entries(connectors[platform]?.streams ?? {}).flatMap(([stream, { into, every, adds_only }]) =>
      adds_only ? [] : lists.filter((list) => into.includes(list)).map((list) => ({ platform, stream, list, every })),
    ),
  )
  if (streams.length === 0 || counted === null || counted.connection_ids.length === 0) return { unread: [], old: [] }
  const { rows } = await sql<Omit<UnreadList, 'list'> & { read: Record<string, string | null> }>`
    select c.connection_id, a.account_id, c.platform, c.name,
      coalesce(jsonb_object_agg(s.stream, s.cursor->>'finished_at') filter (where s.stream is not null), '{}') as read
    from ${of_org('connections', 'c')}
    join ${of_org('connection_accounts', 'a')} on a.connection_id = c.connection_id and a.state = 'read'
    left join ${of_org('sync_cursors', 's')} on s.connection_id = a.connection_id and s.account_id = a.account_id
      and s.covered_from is not null and s.state <> 'denied' and s.stream = any(${streams.map(({ stream }) => stream)}::text[])
    where c.connection_id = any(${counted.connection_ids}::uuid[])
    group by 1, 2, 3, 4 order by 1, 2`.execute(db)
  const found: Lists = { unread: [], old: [] }
  for (const { read, ...account } of rows)
    for (const list of new Set(lists)) {
      const of_list = streams.filter((one) => one.platform === account.platform && one.list === list)
      const is_old = ({ stream, every }: (typeof of_list)[number]) =>
        now.getTime() - Date.parse(read[stream] ?? '') > OLD_AFTER_INTERVALS * every_ms(every)
      const old = of_list.filter(is_old).map(({ stream }) => read[stream]!)
      if (of_list.some(({ stream }) => !(stream in read))) found.unread.push({ ...account, list })
      else if (old.length > 0) found.old.push({ ...account, list, read_on: day_in(org.time_zone, old.sort()[0]!) })
    }
  return found
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

/** What figures can leave out or contain by mistake that are filtered by these lists. */
export const old_notes = (old: readonly OldList[]): Message[] =>
  unique(
    old.map(({ list, platform, name, read_on: date }) =>
      message('lists.old', { list: message(`list.${list}`), source: `${platform} (${name})`, date }),
    ),
  )
