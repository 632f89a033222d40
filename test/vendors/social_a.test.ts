// Checks the connector and the sandbox against Meta's api_specs, and converts real records to the expected rows.
import assert from 'node:assert/strict'
import { after, afterEach, before, test } from 'node:test'
import { z } from 'zod'
import { social_a } from '#connectors/social_a/index.ts'
import type { Account, Stream } from '#engine/connector.ts'
import { VendorRefusal } from '#engine/vendors/refusal.ts'
import { canned_api } from '#test/canned_api.ts'
import type { Fault } from '../../sandbox/faults.ts'
import { graph_faults } from './graph_specs.ts'
import { airbyte_records, without_contracts } from './published.ts'
import { google_secrets, wire } from './wire.ts'

const skip = without_contracts
const today = '2026-11-18'

let wired: Awaited<ReturnType<typeof wire>>
let accounts: Account[]
before(async () => {
  wired = await wire({ connector: social_a, platform: 'social_a', secrets: google_secrets('social_a') })
  accounts = await wired.accounts()
})
afterEach(() => {
  wired.sandbox.faults.clear()
  wired.sandbox.world.changes.clear()
})
after(() => wired?.close())

type Row = Record<string, unknown>
type Api = typeof wired.api
const fault = (more: Omit<Fault, 'platform'>) => wired.sandbox.faults.add({ platform: 'social_a', count: 0, ...more })
const world = () => wired.sandbox.world.social.instagram
const days_of = (from: string, to = from) => wired.rows(social_a.streams.daily, accounts[0]!, from, to)

/** The rows of a stream and what it could not read, by table. */
async function rows_of(
  name: 'followers' | 'stories' | 'posts',
  { account = accounts[0]!, api = wired.api, from = today }: { account?: Account; api?: Api; from?: string } = {},
) {
  const stream = social_a.streams[name]!
  const source = { api, account, settings: {} }
  const pages: AsyncIterable<never[]> =
    'since' in stream
      ? stream.read_created!({ ...source, from: `${from}T00:00:00Z`, before: '2026-11-18T20:00:00Z' })
      : (stream as Extract<Stream, { window: unknown }>).read({ ...source, from: today, to: today })
  const unreadable: string[] = []
  const rows: Row[] = []
  for await (const page of pages)
    for (const item of page)
      rows.push(
        ...(Object.values(
          stream.rows(item, { account, unreadable: (what) => unreadable.push(what) }),
        ).flat() as unknown as Row[]),
      )
  return { rows, unreadable }
}

test('every request of the connector and every answer it gets are as Meta publishes them', { skip }, async () => {
  for (const account of accounts) {
    for (const name of ['followers', 'stories'] as const) await rows_of(name, { account })
    assert.ok((await rows_of('posts', { account, from: '2026-10-20' })).rows.length > 0)
  }
  assert.ok((await days_of('2026-11-01', '2026-11-18')).length > 0)
  const exchanges = wired.exchanges()
  assert.ok(exchanges.length > 20)
  for (const exchange of exchanges) assert.deepEqual(graph_faults(exchange), [], exchange.url)
})

test('the validator rejects metrics, fields and parameters that Meta does not publish', { skip }, () => {
  const url = 'https://graph.facebook.com/v26.0/17841400008460056/insights?metric=reach,fame&period=day&day=3'
  const answer = { data: [{ name: 'reach', amount: 3 }] }
  assert.equal(graph_faults({ method: 'GET', url, body: null, answer }).length, 3)
})

test('a day has the figures of Instagram, and a day that is not delivered has no row', async () => {
  const day = '2026-11-12'
  const [row] = await days_of(day)
  const { reach, impressions, likes, comments, shares, saves, profile_views } = world().day(world().accounts[0]!, day)!
  assert.deepEqual(row, {
    social_account_id: accounts[0]!.account_id,
    date: day,
    reach: BigInt(reach),
    impressions: BigInt(impressions),
    engagements: BigInt(likes + comments + shares + saves),
    profile_views: BigInt(profile_views),
  })
  const days = (await days_of('2026-11-16', today)).map(({ date }) => date)
  assert.deepEqual(days, ['2026-11-16', '2026-11-17'])
})

test('the days of requests are those of Pacific time, on days of a change of daylight time too', async () => {
  wired.sandbox.log.clear()
  await days_of('2026-10-31', '2026-11-02')
  const sent = wired.exchanges().map(({ url }) => new URL(url).searchParams)
  const hour = (name: string) =>
    sent.map((query) => new Date(Number(query.get(name)) * 1_000).toISOString().slice(5, 13))
  assert.deepEqual(hour('since'), ['10-31T07', '11-01T07', '11-02T08'])
  assert.deepEqual(hour('until'), ['11-01T07', '11-02T08', '11-03T08'])
})

test('followers are those of now, under the day of now, whatever days are asked for', async () => {
  const { rows } = await rows_of('followers')
  const followers = BigInt(world().followers(world().accounts[0]!))
  assert.deepEqual(
    rows.map((row) => [row.date, row.username, row.followers]),
    [
      [undefined, 'casalumbre.mx', followers],
      [today, undefined, followers],
    ],
  )
  const { window } = social_a.streams.followers as Extract<Stream, { window: unknown }>
  assert.equal(window.history_days, 0)
})

test('posts from before the business account have no figures but their likes, and are counted', async () => {
  const account = accounts[1]!
  const { rows, unreadable } = await rows_of('posts', { account, from: '2026-10-01' })
  const [newer, older] = [rows.filter((row) => 'reach' in row), rows.filter((row) => !('reach' in row))]
  assert.ok(newer.length > 0 && older.length > 0)
  assert.ok(older.every(({ posted_at }) => String(posted_at) < '2026-10-30'))
  assert.ok(older.every(({ comments }) => typeof comments === 'bigint'))
  assert.deepEqual(unreadable, Array(older.length).fill('figures of posts'))
})

test('a post has its latest figures, and hidden likes are null', async () => {
  const { rows } = await rows_of('posts', { from: '2026-08-01' })
  const posts = world().posts(world().accounts[0]!)
  assert.ok(rows.some(({ likes }) => likes === undefined) && rows.some(({ likes }) => typeof likes === 'bigint'))
  for (const row of rows) {
    const post = posts.find(({ id }) => id === row.post_id)!
    const { reach, impressions, likes, saves, shares } = world().results(post)
    assert.deepEqual(
      [row.reach, row.impressions, row.saves, row.shares, row.likes, row.caption],
      [...[reach, impressions, saves, shares].map(BigInt), post.hides_likes ? undefined : BigInt(likes), post.text],
    )
  }
})

test('stories of the last 24 hours are read, and one without enough viewers has no figures', async () => {
  // Hours of its own, because the limits of requests do not go back in time.
  const own = await wire({ connector: social_a, platform: 'social_a', secrets: google_secrets('social_a') })
  try {
    const found: { rows: Row[]; unreadable: string[] }[] = []
    // A story has few viewers in its first minutes.
    for (let n = 0; n < 12; n += 1) {
      own.sandbox.clock.advance(2 * 3_600_000 - 7 * 60_000)
      found.push(await rows_of('stories', { account: accounts[1]!, api: own.api }))
    }
    const rows = found.flatMap((one) => one.rows)
    assert.ok(rows.some(({ reach }) => typeof reach === 'bigint'))
    for (const { rows, unreadable } of found)
      assert.equal(unreadable.length, rows.filter((row) => !('reach' in row)).length)
  } finally {
    await own.close()
  }
})

test('the sandbox refuses what Instagram refuses: ended metrics, totals as series, more than 30 days', async () => {
  const refused = (query: Record<string, string>) =>
    assert.rejects(
      wired.api.call({
        path: `/${accounts[0]!.account_id}/insights`,
        query: { period: 'day', since: '1762300800', until: '1762387200', ...query },
        schema: z.object({ data: z.array(z.unknown()) }),
      }),
      (error) => error instanceof VendorRefusal && error.kind === 'refused',
    )
  await refused({ metric: 'reach,impressions', metric_type: 'total_value' })
  await refused({ metric: 'profile_views', metric_type: 'time_series' })
  await refused({ metric: 'reach', metric_type: 'total_value', until: '1765000000' })
})

test('a post that does not exist any more is found missing, and one that does is read by its id', async () => {
  const { recheck } = social_a.streams.posts as Extract<Stream, { recheck?: unknown }>
  const [deleted, there] = world().posts(world().accounts[0]!)
  wired.sandbox.world.changes.remove(deleted!.id)
  const found = await recheck!.read({
    api: wired.api,
    account: accounts[0]!,
    settings: {},
    ids: [deleted!.id, there!.id],
  })
  assert.equal(found[0], null)
  assert.ok(found[1])
})

test('a page without an Instagram account is named and not read, and an account without permission is denied', async () => {
  fault({ kind: 'own', name: 'odd_accounts', path: '/me/accounts' })
  assert.deepEqual(
    (await wired.accounts()).map(({ unreadable }) => unreadable),
    [undefined, undefined, 'The page has no Instagram business account.'],
  )
  fault({ kind: 'deny_account', path: accounts[0]!.account_id })
  await assert.rejects(days_of(today), (error) => error instanceof VendorRefusal && error.kind === 'denied')
})

const sample = (stream: string) =>
  airbyte_records('social_a').flatMap(({ stream: of, data }) => (of === stream ? [data] : []))

test('a real account and its posts become rows', { skip }, async () => {
  const [user] = sample('users')
  const page = { id: user!.page_id, name: 'Airbyte', instagram_business_account: user }
  const [account] = await social_a.accounts.read({ api: canned_api([{ data: [page] }]).api, settings: {} })
  assert.deepEqual([account!.account_id, account!.name], ['17841408147298757', 'Jean Lafleur'])
  const followers = await rows_of('followers', { account, api: canned_api([user]).api })
  assert.equal(followers.rows[1]!.followers, 1_252n)
  const media = sample('media')
  const figures = { data: [{ name: 'reach', period: 'lifetime', values: [{ value: 310 }], title: 'Accounts reached' }] }
  const { rows } = await rows_of('posts', {
    account,
    api: canned_api([{ data: media }, ...media.map(() => figures)]).api,
  })
  assert.deepEqual(
    rows.map(({ post_id, type, likes, comments, reach, saves }) => [post_id, type, likes, comments, reach, saves]),
    [
      ['17884386203808767', 'REELS', 9n, 2n, 310n, undefined],
      ['17864256500936159', 'REELS', 7n, 0n, 310n, undefined],
      ['17964324206288599', 'REELS', 13n, 0n, 310n, undefined],
    ],
  )
})
