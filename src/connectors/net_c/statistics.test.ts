// Statistics that LinkedIn gives in part.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Account, Stream } from '#engine/connector.ts'
import { canned_api, rows_of_days } from '#test/canned_api.ts'
import { net_c } from './index.ts'

const account: Account = { account_id: '7', name: 'Page', time_zone: 'UTC' }

test('a figure that LinkedIn leaves out is not named, so that the stored one stays', async () => {
  const { daily, posts } = net_c.streams
  const date = '2026-11-03'
  const elements = [
    {
      timeRange: { start: Date.parse(date) },
      totalShareStatistics: { impressionCount: 5, uniqueImpressionsCount: null },
    },
  ]
  const { api } = canned_api([{ elements }])
  assert.deepEqual(await rows_of_days(daily, { api, account, from: date, to: date }), [
    { social_account_id: '7', date, impressions: 5n, reach: null },
  ])
  const { rows } = posts as Extract<Stream, { since: unknown }>
  const of = { id: 'urn:li:share:1', createdAt: 0, lastModifiedAt: 0 }
  const { social_posts: post } = rows({ of, statistics: { likeCount: 0n } } as never, { account })
  assert.ok(post && 'likes' in post && !('reach' in post) && !('impressions' in post))
})

test('engagements of which LinkedIn gives only a part are not known, so that a smaller stored number does not stay', async () => {
  const { daily } = net_c.streams
  const engagements_of = async (of: object) => {
    const date = '2026-11-03'
    const { api } = canned_api([{ elements: [{ timeRange: { start: Date.parse(date) }, totalShareStatistics: of }] }])
    const [row] = await rows_of_days(daily, { api, account, from: date, to: date })
    return row?.engagements
  }
  assert.equal(await engagements_of({ likeCount: 40, commentCount: 2, shareCount: 0 }), 42n)
  assert.equal(await engagements_of({ commentCount: 2, shareCount: 0 }), null)
  assert.equal(await engagements_of({ likeCount: 40, commentCount: 2, shareCount: null }), null)
})
