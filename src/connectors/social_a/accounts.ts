// The Instagram accounts of the pages on which the person has a role, and their totals of followers.
import { z } from 'zod'
import type { Account, Api } from '#engine/connector.ts'
import { field_list, read_list } from '../meta.ts'
import { count, follower_stream } from '../social.ts'

const PAGE = 100
/** Days of all accounts end at midnight Pacific time (Instagram user insights, read 2026-11). */
const TIME_ZONE = 'America/Los_Angeles'

const profile = z.object({
  id: z.string(),
  username: z.string(),
  name: z.string().nullish(),
  profile_picture_url: z.string().nullish(),
})
const page = z.object({ id: z.string(), name: z.string(), instagram_business_account: profile.nullish() })

export async function read_accounts(api: Api): Promise<Account[]> {
  const fields = field_list(page, { instagram_business_account: profile })
  const accounts: Account[] = []
  for await (const pages of read_list(api, '/me/accounts', page, { fields, limit: PAGE }))
    accounts.push(...pages.map(account_of))
  return accounts
}

function account_of({ id, name, instagram_business_account: of }: z.infer<typeof page>): Account {
  if (!of)
    return { account_id: id, name, time_zone: TIME_ZONE, unreadable: 'The page has no Instagram business account.' }
  const { username, profile_picture_url: picture_url } = of
  return {
    account_id: of.id,
    name: of.name || username,
    time_zone: TIME_ZONE,
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
