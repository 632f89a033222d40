// What a platform gives for a short time only: totals of followers, stories, and posts until somebody deletes them.
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { in_org } from '#db/org.ts'
import { type SyncBench, sync_bench } from '#test/sync.ts'

const DAY_MS = 86_400_000

let bench: SyncBench
before(async () => {
  bench = await sync_bench()
})
beforeEach(() => {
  bench.sandbox.clock.reset()
  bench.sandbox.world.changes.clear()
  bench.sandbox.faults.clear()
})
after(() => bench?.close())

type Place = Awaited<ReturnType<SyncBench['connect']>>

async function synced(): Promise<Place> {
  const place = await bench.connect('social_a')
  assert.equal((await bench.sync(place)).end, 'succeeded')
  return place
}
const covered = (place: Place) =>
  in_org(bench.engine.pool, { org_id: place.org_id, read_only: true }, (db) =>
    db
      .selectFrom('sync_cursors')
      .select(['stream', 'covered_from', 'covered_until'])
      .distinct()
      .where('stream', 'in', ['followers', 'stories'])
      .orderBy('stream')
      .execute(),
  )
const days_of = async (place: Place, table: string) => [
  ...new Set((await bench.rows(place.org_id))[table]!.map(({ date }) => String(date))),
]

test('followers of a day that was not read are never filled in, and the covered days start again', async () => {
  const place = await synced()
  bench.sandbox.clock.advance(DAY_MS)
  await bench.sync(place)
  assert.deepEqual(await days_of(place, 'social_follower_daily'), ['2026-11-20', '2026-11-21'])
  for (const { covered_from, covered_until } of await covered(place))
    assert.deepEqual([covered_from, covered_until], ['2026-11-20', '2026-11-20'])
  bench.sandbox.clock.advance(3 * DAY_MS)
  await bench.sync(place)
  assert.deepEqual(await days_of(place, 'social_follower_daily'), ['2026-11-20', '2026-11-21', '2026-11-24'])
  for (const { covered_from } of await covered(place)) assert.equal(covered_from, '2026-11-24')
})

test('the total of a day is that of its last read, and the time of the read is stored', async () => {
  const place = await synced()
  bench.sandbox.clock.advance(3 * 3_600_000)
  await bench.sync(place)
  const rows = await in_org(bench.engine.pool, { org_id: place.org_id, read_only: true }, (db) =>
    db.selectFrom('social_follower_daily').select(['date', 'synced_at']).execute(),
  )
  assert.deepEqual(
    rows.map(({ date, synced_at }) => [date, synced_at.slice(11, 13)]),
    [
      ['2026-11-20', '21'],
      ['2026-11-20', '21'],
    ],
  )
})

test('stories that ended stay with the figures that were last read', async () => {
  const place = await synced()
  const before = (await bench.rows(place.org_id)).social_stories!
  bench.sandbox.clock.advance(3 * DAY_MS)
  await bench.sync(place)
  const rows = (await bench.rows(place.org_id)).social_stories!
  for (const story of before)
    assert.deepEqual(
      rows.find(({ story_id }) => story_id === story.story_id),
      story,
    )
})

test('a post that vanished is marked and keeps its numbers, those of other accounts do not, and it can return', async () => {
  const place = await synced()
  const posts = async () => (await bench.rows(place.org_id)).social_posts!
  const before = await posts()
  assert.ok(new Set(before.map(({ social_account_id }) => social_account_id)).size > 1)
  const vanished = before.find(({ likes }) => likes !== null)!
  bench.sandbox.world.changes.remove(String(vanished.post_id))
  bench.sandbox.clock.advance(DAY_MS)
  await bench.sync(place)
  const marked = (await posts()).filter(({ vanished_at }) => vanished_at !== null)
  assert.deepEqual(
    marked.map(({ vanished_at, ...row }) => ({ ...row, vanished_at: null })),
    [vanished],
  )
  assert.match(String(marked[0]!.vanished_at), /^2026-11-21/)
  bench.sandbox.log.clear()
  bench.sandbox.clock.advance(DAY_MS)
  await bench.sync(place)
  const asked = bench.sandbox.log.list('social_a').filter(({ url }) => url.includes(`/${vanished.post_id}?`))
  assert.deepEqual(asked, [], 'a marked post is not asked for again')
  bench.sandbox.world.changes.clear()
  bench.sandbox.clock.advance(DAY_MS)
  await bench.sync(place)
  assert.ok((await posts()).every(({ vanished_at }) => vanished_at === null))
})

test('a post that may not be read now is not marked as vanished', async () => {
  const place = await synced()
  const [post] = (await bench.rows(place.org_id)).social_posts!
  const is_marked = async () => {
    const rows = (await bench.rows(place.org_id)).social_posts!
    return rows.find(({ post_id }) => post_id === post!.post_id)!.vanished_at !== null
  }
  bench.sandbox.world.changes.remove(String(post!.post_id))
  bench.sandbox.faults.add({ platform: 'social_a', kind: 'deny_account', path: `/${post!.post_id}`, count: 0 })
  bench.sandbox.clock.advance(DAY_MS)
  bench.sandbox.log.clear()
  await bench.sync(place)
  const asked = bench.sandbox.log.list('social_a').filter(({ url }) => url.includes(`/${post!.post_id}?`))
  assert.deepEqual([asked.length, await is_marked()], [1, false])
  bench.sandbox.faults.clear()
  bench.sandbox.clock.advance(DAY_MS)
  await bench.sync(place)
  assert.equal(await is_marked(), true)
})

test('posts that the list of an account leaves out stay, and the account says that older ones are missing', async () => {
  const place = await synced()
  const posts = async (of: Place) => (await bench.rows(of.org_id)).social_posts!
  const before = await posts(place)
  bench.sandbox.faults.add({
    platform: 'social_a',
    kind: 'own',
    name: 'many_posts',
    path: '/(media|accounts)',
    count: 0,
  })
  bench.sandbox.clock.advance(2 * DAY_MS)
  assert.equal((await bench.sync(place)).end, 'succeeded')
  const later = await posts(place)
  for (const { post_id } of before) assert.equal(later.find((one) => one.post_id === post_id)?.vanished_at, null)
  const fresh = await synced()
  assert.ok((await posts(fresh)).length < before.length)
  const reasons = await in_org(bench.engine.pool, { org_id: fresh.org_id, read_only: true }, (db) =>
    db.selectFrom('connection_accounts').select(['state', 'reason']).execute(),
  )
  assert.ok(reasons.length > 0)
  for (const { state, reason } of reasons) {
    assert.equal(state, 'read')
    assert.match(reason ?? '', /lists the newest 10,000 posts/)
  }
})
