// The accounts on social networks, each with the latest total of its followers. An account of several connections is one account.
import { sql } from 'kysely'
import { z } from 'zod'
import { of_org } from '#db/organization.ts'
import { integer } from '#domain/exact.ts'
import { LIMIT_MAX } from '#engine/lists.ts'
import { refuse } from '#engine/outcomes.ts'
import type { Context } from '#engine/tool.ts'
import { is_chosen } from '#figures/sources/lost_accounts.ts'

/** Characters of an id that a caller gives. Ids of networks have up to twenty. */
const ID_CHARS_MAX = 100
/** Accounts that a refusal names. */
const NAMED_MAX = 20

export const social_account_id = z
  .string()
  .trim()
  .min(1, 'must not be empty')
  .max(ID_CHARS_MAX, `must be at most ${ID_CHARS_MAX} characters`)
  .refine((given) => !given.includes('\0'), 'must not contain a NUL character')
  .describe('From list_social_accounts.')

export interface SocialAccount {
  social_account_id: string
  platform: string
  username: string
  name: string | null
  followers: number | null
  followers_read_at: string | null
  /** All accounts that match. */
  total: bigint
}

interface AccountFilter {
  connection_ids: readonly string[]
  id?: string
  limit?: number
}

/** The chosen accounts of these connections, the largest first, or the one with this id. */
export async function read_accounts(
  { db }: Context,
  { connection_ids, id, limit = LIMIT_MAX }: AccountFilter,
): Promise<SocialAccount[]> {
  const { rows } = await sql<Omit<SocialAccount, 'followers'> & { followers: bigint | null }>`
    select *, count(*) over () as total from (
      select distinct on (a.platform, a.social_account_id) a.social_account_id, a.platform, a.username, a.name,
        f.followers, f.synced_at as followers_read_at
      from ${of_org('social_accounts', 'a')}
      left join lateral (
        select l.followers, l.synced_at from ${of_org('social_follower_daily', 'l')}
        where l.connection_id = a.connection_id and l.social_account_id = a.social_account_id
        order by l.date desc limit 1) f on true
      where a.connection_id = any(${connection_ids}::uuid[]) and ${is_chosen('a.connection_id', 'a.social_account_id')}
        and ${id === undefined ? sql`true` : sql`a.social_account_id = ${id}`}
      order by a.platform, a.social_account_id, f.synced_at desc nulls last) s
    order by followers desc nulls last, platform, social_account_id limit ${limit}`.execute(db)
  return rows.map((row) => ({ ...row, followers: integer(row.followers) }))
}

/** The network of an account, so that its answer has no other one. Undefined: no active connection has an account with this id. */
export async function platform_of({ db }: Context, id: string): Promise<string | undefined> {
  const found = await db
    .selectFrom('social_accounts as a')
    .innerJoin('connections as c', (join) =>
      join.onRef('c.org_id', '=', 'a.org_id').onRef('c.connection_id', '=', 'a.connection_id'),
    )
    .select('a.platform')
    .where('a.social_account_id', '=', id)
    .where('c.status', '=', 'active')
    .limit(1)
    .executeTakeFirst()
  return found?.platform
}

/** The account with this id. An unknown id is refused with the ids that there are. */
export async function find_account(
  context: Context,
  connection_ids: readonly string[],
  id: string,
): Promise<SocialAccount> {
  const [found] = await read_accounts(context, { connection_ids, id })
  if (found) return found
  const others = await read_accounts(context, { connection_ids, limit: NAMED_MAX })
  if (others.length === 0)
    refuse(`There is no account '${id}', because no account of a social network is stored. Connect one and sync it.`)
  const named = others.map((account) => `${account.social_account_id} (${account.username})`).join(', ')
  const more = Number(others[0]!.total) - others.length
  refuse(`There is no account '${id}'. Use one of: ${named}${more > 0 ? ` and ${more} more` : ''}.`)
}
