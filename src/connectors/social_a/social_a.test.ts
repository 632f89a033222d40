import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Account, Api, Stream } from '#engine/connector.ts'
import { VendorRefusal } from '#engine/vendors/refusal.ts'
import { canned_api, rows_of_days } from '#test/canned_api.ts'
import { social_a } from './index.ts'
import { read_insights, with_insights } from './insights.ts'

const account: Account = { account_id: '17841400000000001', name: 'Lumbre', time_zone: 'America/Los_Angeles' }

/** Refuses every request that names one of these metrics. */
function refusing(kind: VendorRefusal['kind'], ...retired: string[]): Api {
  const { api } = canned_api([])
  return {
    ...api,
    async call({ query, schema }) {
      const metrics = String(query?.metric).split(',')
      if (metrics.some((metric) => retired.includes(metric)))
        throw new VendorRefusal(kind, '(#100) metric[0] must be …')
      return schema.parse({ data: metrics.map((name) => ({ name, total_value: { value: 7 } })) })
    },
  }
}

test('a metric that Instagram refuses costs only its own figure', async () => {
  const { values, refused } = await read_insights(refusing('refused', 'views'), '1', ['reach', 'views'])
  assert.deepEqual([values, refused], [{ reach: 7n }, ['views']])
})

test('a refusal of a whole account is none of single metrics', async () => {
  const read = read_insights(refusing('denied', 'reach'), '1', ['reach', 'views'])
  await assert.rejects(read, (error) => error instanceof VendorRefusal && error.kind === 'denied')
  const post = { id: '1', timestamp: '2026-11-03T10:00:00+0000' }
  const { insights } = await with_insights(refusing('denied', 'reach'), post, ['reach', 'views'])
  assert.deepEqual(insights, { values: {}, refused: ['figures'] })
})

test('when Instagram accepts no metric at all, its first sentence ends the read of days', async () => {
  const days = { from: '2026-11-03', to: '2026-11-03' }
  const all = refusing('refused', 'reach', 'views', 'total_interactions', 'profile_views')
  const read = rows_of_days(social_a.streams.daily, { api: all, account, ...days })
  await assert.rejects(read, { kind: 'refused', message: '(#100) metric[0] must be …' })
  const some = refusing('refused', 'reach', 'views', 'total_interactions')
  const [row] = await rows_of_days(social_a.streams.daily, { api: some, account, ...days })
  assert.deepEqual(row, { social_account_id: account.account_id, date: '2026-11-03', profile_views: 7n })
})

/** Lists posts, and refuses every metric of those whose id begins with x. */
function listing(...ids: string[]): Api {
  const { api } = canned_api([])
  const data = ids.map((id) => ({ id, timestamp: '2026-11-03T10:00:00+0000' }))
  return {
    ...api,
    async call({ path, query, schema }) {
      if (path.startsWith('/x')) throw new VendorRefusal('refused', '(#100) metric[0] must be …')
      const values = [{ value: 7 }]
      return schema.parse({
        data: String(query?.metric)
          .split(',')
          .map((name) => ({ name, values })),
      })
    },
    pages: (request) => canned_api([{ data }]).api.pages(request),
  }
}

test('posts of which Instagram accepts no metric end the read, and one odd post among others does not', async () => {
  const { read } = social_a.streams.posts as Extract<Stream, { since: unknown }>
  const posts_of = (api: Api) => Array.fromAsync(read({ api, account, settings: {}, since: null }))
  await assert.rejects(posts_of(listing('x1', 'x2', 'x3')), { kind: 'refused', message: '(#100) metric[0] must be …' })
  assert.equal((await posts_of(listing('x1', 'x2', 'x3', '4'))).flat().length, 4)
  assert.equal((await posts_of(listing('x1'))).flat().length, 1)
})

test('stories of which Instagram accepts no metric are stored, and the stream says why they have no figures', async () => {
  const reasons: string[] = []
  const today = { from: '2026-11-18', to: '2026-11-18' }
  const lacks = ({ reason }: { reason: string }) => void reasons.push(reason)
  const rows = await rows_of_days(social_a.streams.stories, { api: listing('x1'), account, ...today, lacks })
  assert.deepEqual([rows.length, rows[0]!.reach, reasons], [1, undefined, ['(#100) metric[0] must be …']])
})

test('a metric that one answer lacks leaves the stored figure, because the row does not name it', async () => {
  const [row] = await day_of([{ name: 'views', total_value: { value: 3 } }])
  assert.deepEqual(row, { social_account_id: account.account_id, date: '2026-11-03', impressions: 3n })
})

/** Read on 18 November. */
const day_of = (data: unknown[], date = '2026-11-03') =>
  rows_of_days(social_a.streams.daily, { api: canned_api([{ data }]).api, account, from: date, to: date })

test('an empty set is no zero, a zero is one, and a missing metric is unknown', async () => {
  const unknown = { social_account_id: account.account_id, date: '2026-11-03' }
  assert.deepEqual(await day_of([]), [unknown])
  assert.deepEqual(await day_of([{ name: 'reach', total_value: {} }]), [unknown])
  const [row] = await day_of([{ name: 'reach', total_value: { value: 0 } }])
  assert.deepEqual([row!.reach, row!.impressions], [0n, undefined])
})

test('an empty set of a day that can still be delivered leaves the day open', async () => {
  assert.deepEqual((await day_of([], '2026-11-15')).length, 1)
  for (const date of ['2026-11-16', '2026-11-17', '2026-11-18']) assert.deepEqual(await day_of([], date), [], date)
})

test('counts above 2^53 keep their digits', async () => {
  const [row] = await day_of([{ name: 'views', total_value: { value: '90071992547409931' } }])
  assert.equal(row!.impressions, 90_071_992_547_409_931n)
})

test('a post without figures leaves the stored ones, because its row does not name them', () => {
  const { rows } = social_a.streams.posts as Extract<Stream, { since: unknown }>
  const post = {
    of: { id: '1', timestamp: '2026-11-03T10:00:00+0000' },
    insights: { values: {}, refused: ['figures'] },
  }
  const { social_posts: row } = rows(post as never, { account })
  assert.ok(row && !('reach' in row) && 'vanished_at' in row)
})
