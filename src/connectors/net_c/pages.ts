// The pages that the member administers: companies, and showcase pages, which are brands.
import { z } from 'zod'
import type { Account, Api } from '#engine/connector.ts'
import { when_refused } from '#engine/vendors/refusal.ts'
import { day_in, id_in, path_of } from '../linkedin.ts'
import { all_of, one_by_one, texts } from '../records.ts'
import { count, follower_stream } from '../social.ts'

/** Days of statistics are those of UTC, for all pages (airbyte issue 80199, 2026-06). */
const TIME_ZONE = 'UTC'
const PAGE = 100

const place = z.object({
  start: z.number().nullish(),
  total: z.number().nullish(),
  links: z.array(z.object({ rel: z.string(), href: z.string().nullish() })).default([]),
})

/**
 * Where the next page begins. A page can have fewer records than were asked for. Then its link has the true place, or it has none, although
 * the total says that more follow (MicrosoftDocs/feedback issue 972, 2018-12; ebx-linkedin-sdk pull request 93, 2020-06).
 */
function next_start({ start: stated, total, links }: z.infer<typeof place>, pages: number): number | undefined {
  const start = stated ?? (pages - 1) * PAGE
  const next = links.find(({ rel }) => rel === 'next')
  const linked = Number(/[?&]start=(\d+)/.exec(next?.href ?? '')?.[1])
  const following = linked > start ? linked : start + PAGE
  return next || following < (total ?? 0) ? following : undefined
}

/** A list with pages by number. */
export const read_numbered = <Item>(
  api: Api,
  path: string,
  item: z.ZodType<Item>,
  is_end: (items: Item[]) => boolean = () => false,
) =>
  api.pages({
    path: `${path}&count=${PAGE}`,
    query: { start: 0 },
    schema: z.object({ elements: z.array(item), paging: place.nullish() }),
    records: ({ elements }) => elements,
    next({ elements, paging }, { pages }) {
      const start = paging && !is_end(elements) ? next_start(paging, pages) : undefined
      return start === undefined ? null : { query: { start } }
    },
  })

const role = z.object({ organization: z.string() })
const page = texts('localizedName', 'vanityName').extend({ created: z.object({ time: z.number() }).nullish() })

export async function read_accounts(api: Api): Promise<Account[]> {
  const query = { q: 'roleAssignee', role: 'ADMINISTRATOR', state: 'APPROVED' }
  const roles = await all_of(read_numbered(api, path_of('/organizationAcls', query), role))
  return one_by_one(roles, ({ organization }) => read_account(api, organization))
}

/** The URN of a page says whether it is a company or a brand. Each has its own list. */
async function read_account(api: Api, urn: string): Promise<Account> {
  const account_id = id_in(urn)
  const path = `/${urn.includes(':organizationBrand:') ? 'organizationBrands' : 'organizations'}/${account_id}`
  const account = { account_id, name: account_id, time_zone: TIME_ZONE }
  const found = await api.call({ path, schema: page }).catch(when_refused('denied', ({ message }) => message))
  if (typeof found === 'string') return { ...account, unreadable: found }
  const { localizedName, vanityName, created } = found
  const created_on = day_in(created?.time)
  return {
    ...account,
    name: localizedName || vanityName || account_id,
    ...(created_on && { created_on }),
    extra: { urn, username: vanityName || account_id },
  }
}

export const urn_of = ({ account_id, extra = {} }: Account): string => extra.urn ?? `urn:li:organization:${account_id}`

const size = z.object({ firstDegreeSize: count })

export const followers = follower_stream(
  'https://learn.microsoft.com/en-us/linkedin/marketing/community-management/organizations/organization-lookup-api: the present number of followers (read 2026-11)',
  async (api, account) => {
    const path = `/networkSizes/${encodeURIComponent(urn_of(account))}?edgeType=COMPANY_FOLLOWED_BY_MEMBER`
    return (await api.call({ path, schema: size })).firstDegreeSize
  },
)
