// The Instagram accounts of the pages on which the person has a role, and their totals of followers.
import { z } from 'zod'
import type { Account, Api } from '#engine/connector.ts'
import { field_list, read_list } from '../meta.ts'
import { all_of } from '../records.ts'
import { count, follower_stream } from '../social.ts'

const PAGE = 100
/** Days of all accounts end at midnight Pacific time (Instagram user insights, read 2026-11). */
const TIME_ZONE = 'America/Los_Angeles'

export const NO_INSTAGRAM = 'The page has no Instagram business account.'

/** The newest posts of an account, of any age, that its list has. Nothing says that older ones are missing (IG User media, read 2026-11). */
const POSTS_LISTED_MAX = 10_000
const MANY_POSTS =
  'The platform lists the newest 10,000 posts. Older posts that were not read before are missing, and no list names them.'

const profile = z.object({
  id: z.string(),
  username: z.string(),
  name: z.string().nullish(),
  profile_picture_url: z.string().nullish(),
  media_count: z.number().nullish(),
})
const page = z.object({ id: z.string(), name: z.string(), instagram_business_account: profile.nullish() })

export async function read_accounts(api: Api): Promise<Account[]> {
  const fields = field_list(page, { instagram_business_account: profile })
  return (await all_of(read_list(api, '/me/accounts', page, { fields, limit: PAGE }))).map(account_of)
}

function account_of({ id, name, instagram_business_account: of }: z.infer<typeof page>): Account {
  if (!of) return { account_id: id, name, time_zone: TIME_ZONE, unreadable: NO_INSTAGRAM }
  const { username, profile_picture_url: picture_url, media_count } = of
  return {
    account_id: of.id,
    name: of.name || username,
    time_zone: TIME_ZONE,
    ...((media_count ?? 0) > POSTS_LISTED_MAX && { limited: MANY_POSTS }),
    extra: { username, ...(picture_url && { picture_url }) },
  }
}

const counted = z.object({ followers_count: count })

export const followers = follower_stream(
  'https://developers.facebook.com/docs/instagram-api/reference/ig-user: followers_count is the present number (read 2026-11)',
  async (api, { account_id }) => {
    const query = { fields: field_list(counted) }
    return (await api.call({ path: `/${account_id}`, query, schema: counted })).followers_count
  },
)
