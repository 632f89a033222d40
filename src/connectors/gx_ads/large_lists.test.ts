import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Account, SnapshotStream } from '#engine/connector.ts'
import { VendorRefusal } from '#engine/vendors/refusal.ts'
import { canned_api } from '#test/canned_api.ts'
import { gx_ads } from './index.ts'

const account: Account = { account_id: '7', name: 'Shop', currency: 'USD', time_zone: 'UTC', extra: {} }
const { read } = gx_ads.streams.ads as unknown as SnapshotStream<{ item: Record<string, string> }, never>

const too_large = () => new VendorRefusal('too_much', 'The answer is larger than 67108864 bytes.')
const row = (id: number) => ({
  campaign: { id: '1' },
  adGroup: { id: '2' },
  adGroupAd: { status: 'ENABLED', ad: { id: String(id), type: 'RESPONSIVE_SEARCH_AD' } },
})
const answer_of = (from: number, to: number) => ({
  results: Array.from({ length: to - from + 1 }, (_, at) => row(from + at)),
})

async function read_ads(answers: unknown[]) {
  const { api, asked } = canned_api(answers)
  const ids = []
  for await (const page of read({ api, account, settings: {} }))
    for (const { item } of page) ids.push(item['ad_group_ad.ad.id'])
  const queries = asked.map(({ body }) => /FROM ad_group_ad ?(.*)$/.exec((body as { query: string }).query)?.[1])
  return { ids, queries }
}

test('ads that Google gives in too large a page are read some at a time, in the order of their ids', async () => {
  const { ids, queries } = await read_ads([
    { ...answer_of(1, 2), nextPageToken: 'a' },
    too_large(),
    too_large(),
    answer_of(1, 500),
    answer_of(501, 740),
  ])
  assert.deepEqual([...new Set(ids)].length, 740)
  const order = (after: number, most: number) =>
    `WHERE ad_group_ad.ad.id > ${after} ORDER BY ad_group_ad.ad.id LIMIT ${most}`
  assert.deepEqual(queries, ['', '', order(0, 1_000), order(0, 500), order(500, 500)])
})

test('ads of which a few are too large are an error, and so is any other refusal', async () => {
  await assert.rejects(read_ads(Array.from({ length: 20 }, too_large)), /larger than/)
  await assert.rejects(read_ads([new VendorRefusal('denied', 'No access.')]), /No access/)
})
