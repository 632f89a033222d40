// The advertisers that authorized the app. Their details are a request of their own.
import { z } from 'zod'
import { today_in } from '#domain/windows.ts'
import type { Account, Api } from '#engine/connector.ts'
import { VendorRefusal } from '#engine/vendors/refusal.ts'
import { ad_account, batches, texts } from '../ads.ts'
import { reservations_refused } from './report.ts'

const DETAILS_MAX = 100
const listed = z.object({ advertiser_id: z.string(), advertiser_name: z.string().optional() })
const details = texts('name', 'currency', 'timezone', 'display_timezone', 'status').extend({
  advertiser_id: z.string(),
  create_time: z.number().optional(),
})
const list_of = <Item extends z.ZodType>(item: Item) => z.object({ data: z.object({ list: z.array(item) }) })

export async function read_accounts(api: Api): Promise<Account[]> {
  const { data } = await api.call({
    path: '/oauth2/advertiser/get/',
    query_of_secrets: ({ app_id, secret }) => ({ app_id, secret }),
    schema: list_of(listed),
  })
  const accounts: Account[] = []
  for (const some of batches(data.list, DETAILS_MAX)) accounts.push(...(await describe(api, some)))
  return Promise.all(accounts.map((one) => (one.unreadable ? one : with_limits(api, one))))
}

/** What TikTok gives of an advertiser, and what it does not. One that refuses a question does not hide the others. */
async function with_limits(api: Api, account: Account): Promise<Account> {
  const refused = await reservations_refused(api, account)
  const limits = [
    ...((await has_many_ads(api, account)) ? [MANY_ADS] : []),
    ...(refused === undefined
      ? []
      : [`Campaigns bought by reservation are missing, because the platform refuses them: ${refused}`]),
  ]
  return {
    ...account,
    limited: limits.join(' ') || undefined,
    extra: { ...account.extra, reservations: refused === undefined ? 'yes' : '' },
  }
}

/** From this number of ads on, a report has the newest ads only, and no filter helps for the advertiser's own figures. */
const ADS_MAX = 20_000
const MANY_ADS =
  'The platform gives no total of an advertiser with 20,000 ads or more. Campaigns that only the total contains, such as GMV Max, are missing.'
const counted = z.object({ data: z.object({ page_info: z.object({ total_number: z.number() }) }) })

async function has_many_ads(api: Api, { account_id }: Account): Promise<boolean> {
  const filtering = JSON.stringify({ secondary_status: 'AD_STATUS_ALL' })
  const query = { advertiser_id: account_id, filtering, page: 1, page_size: 1 }
  try {
    const { data } = await api.call({ path: '/ad/get/', query, schema: counted })
    return data.page_info.total_number >= ADS_MAX
  } catch (error) {
    // The streams say so for themselves.
    if (error instanceof VendorRefusal && ['denied', 'refused'].includes(error.kind)) return false
    throw error
  }
}

/** One advertiser without permission refuses the details of all. Then each is asked for alone. */
async function describe(api: Api, some: z.infer<typeof listed>[]): Promise<Account[]> {
  const ids = some.map(({ advertiser_id }) => advertiser_id)
  try {
    const query = { advertiser_ids: JSON.stringify(ids) }
    const { data } = await api.call({ path: '/advertiser/info/', query, schema: list_of(details) })
    const found = new Map(data.list.map((one) => [one.advertiser_id, one]))
    return some.map((one) => account_of(one, found.get(one.advertiser_id)))
  } catch (error) {
    if (!(error instanceof VendorRefusal && error.kind === 'denied')) throw error
    if (some.length === 1) return [{ ...account_of(some[0]!), unreadable: error.message }]
    return (await Promise.all(some.map((one) => describe(api, [one])))).flat()
  }
}

function account_of({ advertiser_id, advertiser_name }: z.infer<typeof listed>, of?: z.infer<typeof details>): Account {
  const account = ad_account({
    account_id: advertiser_id,
    name: of?.name ?? advertiser_name,
    currency: of?.currency,
    // `timezone` is an offset. The region's name includes daylight saving time.
    time_zone: of?.display_timezone || of?.timezone,
    status: of?.status,
  })
  const created = of?.create_time && new Date(of.create_time * 1000)
  return created ? { ...account, created_on: today_in(account.time_zone, created) } : account
}
