// The advertisers that authorized the app. Their details are a request of their own.
import { z } from 'zod'
import { today_in } from '#domain/windows.ts'
import type { Account, Api } from '#engine/connector.ts'
import { when_refused } from '#engine/vendors/refusal.ts'
import { ad_account } from '../ads.ts'
import { in_batches, texts } from '../records.ts'

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
  return in_batches(data.list, DETAILS_MAX, (some) => describe(api, some))
}

/** One advertiser without permission refuses the details of all. Then each is asked for alone. */
async function describe(api: Api, some: z.infer<typeof listed>[]): Promise<Account[]> {
  const ids = some.map(({ advertiser_id }) => advertiser_id)
  const query = { advertiser_ids: JSON.stringify(ids) }
  const answer = api.call({ path: '/advertiser/info/', query, schema: list_of(details) })
  const read = await answer.catch(when_refused('denied', ({ message }) => message))
  if (typeof read === 'string') {
    if (some.length === 1) return [{ ...account_of(some[0]!), unreadable: read }]
    return (await Promise.all(some.map((one) => describe(api, [one])))).flat()
  }
  const found = new Map(read.data.list.map((one) => [one.advertiser_id, one]))
  return some.map((one) => account_of(one, found.get(one.advertiser_id)))
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
