// What organic social platforms have in common: settings, accounts, and totals of followers, which platforms give for today only.
import { z } from 'zod'
import { today_in } from '#domain/windows.ts'
import {
  type Account,
  type Api,
  type ChangeStream,
  type Connector,
  change_stream,
  type Recheck,
  type Row,
  type RowContext,
  type Source,
  window_stream,
} from '#engine/connector.ts'
import { account_connector, type OfAccounts } from './chosen_accounts.ts'

/** The connector of an organic social platform. */
export const social_connector = ({ accounts, ...declared }: Omit<OfAccounts, 'kind'>): Connector =>
  account_connector({
    ...declared,
    kind: 'social',
    accounts: {
      into: ['social_accounts'],
      rows: (account) => (account.unreadable ? {} : { social_accounts: shown_account(account) }),
      ...accounts,
    },
  })

/** `username` and `picture_url` come with the account. */
const shown_account = ({ account_id, name, extra = {} }: Account) => ({
  social_account_id: account_id,
  username: extra.username ?? name,
  name,
  picture_url: extra.picture_url ?? null,
})

/**
 * The window of what a platform gives for today only. A day on which nothing was read cannot be read later, so the covered days start
 * again after it.
 */
export const only_today = (history_source: string) => ({ history_days: 0, history_source, overlap_days: 0 })

/** The total of followers, each hour. The last total of a day stays as the total of that day. */
export const follower_stream = (history_source: string, read: (api: Api, account: Account) => Promise<bigint>) =>
  window_stream({
    into: ['social_accounts', 'social_follower_daily'],
    every: '1h',
    window: only_today(history_source),
    async *read({ api, account }) {
      const followers = await read(api, account)
      yield [{ date: today_in(account.time_zone, api.now()), followers }]
    },
    rows: ({ date, followers }: { date: string; followers: bigint }, { account }) => ({
      social_accounts: { ...shown_account(account), followers },
      social_follower_daily: { social_account_id: account.account_id, date, followers },
    }),
  })

type Posts<Item> = ChangeStream<Item, 'social_posts'>

interface OfPosts<Item> extends Pick<Posts<Item>, 'every' | 'since' | 'read' | 'read_created'> {
  /** A place for each id. null: the platform says that there is no such post. Undefined: it does not say that. */
  look_up: Recheck<Item>['read']
  /** Ids of all posts that the platform lists. */
  ids: (source: Source) => AsyncIterable<string[]>
  row: (item: Item, context: RowContext) => Omit<Row<'social_posts'>, 'social_account_id' | 'vanished_at'>
}

/** The posts of an account. One that the platform does not have any more stays, with a mark. */
export const post_stream = <Item>({ look_up, ids, row, ...declared }: OfPosts<Item>) =>
  change_stream<Item, 'social_posts'>({
    ...declared,
    into: ['social_posts'],
    recheck: {
      id: 'post_id',
      at: 'posted_at',
      marks: 'vanished_at',
      read: look_up,
      existing: { every: '1d', read: ids },
    },
    rows: (item, context) => ({
      social_posts: { social_account_id: context.account.account_id, ...row(item, context), vanished_at: null },
    }),
  })

/** A count of a platform. A text holds the digits of a number above 2^53. Reactions that people withdraw can make a day's count negative. */
export const count = z.union([z.int(), z.string().regex(/^-?\d+$/)]).transform(BigInt)

/** The figures that a platform states. A row that does not name a figure keeps the stored one. */
export const stated = <Figures extends object>(figures: Figures): Partial<Figures> =>
  Object.fromEntries(Object.entries(figures).filter(([, value]) => value !== undefined)) as Partial<Figures>
