// Checks the connector and the sandbox against what is known of LinkedIn's API, and converts real records to the expected rows.
import assert from 'node:assert/strict'
import { after, afterEach, before, test } from 'node:test'
import { net_c } from '#connectors/net_c/index.ts'
import type { Account, Stream } from '#engine/connector.ts'
import { VendorRefusal } from '#engine/vendors/refusal.ts'
import { canned_api } from '#test/canned_api.ts'
import type { Fault } from '../../sandbox/faults.ts'
import { linkedin_faults } from './linkedin_specs.ts'
import { airbyte_records, without_contracts } from './published.ts'
import { google_secrets, wire } from './wire.ts'

const skip = without_contracts
const today = '2026-11-18'

let wired: Awaited<ReturnType<typeof wire>>
let accounts: Account[]
before(async () => {
  wired = await wire({ connector: net_c, platform: 'net_c', secrets: google_secrets('net_c') })
  accounts = await wired.accounts()
})
afterEach(() => {
  wired.sandbox.faults.clear()
  wired.sandbox.world.changes.clear()
})
after(() => wired?.close())

type Row = Record<string, unknown>
type Api = typeof wired.api
type Changes = Extract<Stream, { since: unknown }>
const fault = (more: Omit<Fault, 'platform'>) => wired.sandbox.faults.add({ platform: 'net_c', count: 0, ...more })
const world = () => wired.sandbox.world.social.linkedin
const days_of = (from: string, to = from, account = accounts[0]!) => wired.rows(net_c.streams.daily, account, from, to)

async function posts_of(
  account: Account,
  { api = wired.api, since = null }: { api?: Api; since?: string | null } = {},
) {
  const stream = net_c.streams.posts as Changes
  const rows: Row[] = []
  for await (const page of stream.read({ api, account, settings: {}, since }))
    for (const item of page) rows.push(stream.rows(item, { account }).social_posts as unknown as Row)
  return rows
}

test('every request of the connector is known, and the sandbox invents no field', { skip }, async () => {
  for (const account of accounts) {
    assert.ok((await posts_of(account)).length > 0)
    assert.ok((await wired.rows(net_c.streams.followers, account, today, today)).length > 0)
    assert.ok((await days_of('2026-10-20', today, account)).length > 0)
  }
  const exchanges = wired.exchanges()
  assert.ok(exchanges.length > 10)
  for (const exchange of exchanges) assert.deepEqual(linkedin_faults(exchange), [], exchange.url)
})

test('the validator rejects what is not known', { skip }, () => {
  const faults = (path: string, answer = {}) =>
    linkedin_faults({ method: 'GET', url: `https://api.linkedin.com/rest${path}`, body: null, answer }).length
  assert.equal(faults('/posts?q=author&sortBy=CREATED'), 0)
  assert.equal(faults('/posts?q=author&since=1'), 1)
  assert.equal(faults('/networkSizes/urn%3Ali%3Aorganization%3A90362860', { firstDegreeSize: 1, total: 1 }), 1)
  const elements = [{ totalShareStatistics: { likeCount: 1, loveCount: 2 } }]
  assert.equal(faults('/organizationalEntityShareStatistics?q=organizationalEntity', { elements }), 1)
})

test('a day has the organic figures of LinkedIn, without clicks among the engagements', async () => {
  const day = '2026-11-10'
  const [row] = await days_of(day)
  const { reach, impressions, likes, comments, shares } = world().day(world().accounts[0]!, day)!
  assert.deepEqual(row, {
    social_account_id: accounts[0]!.account_id,
    date: day,
    reach: BigInt(reach),
    impressions: BigInt(impressions),
    engagements: BigInt(likes + comments + shares),
  })
})

test('requests have whole days in UTC that are over, so today is not asked for', async () => {
  wired.sandbox.log.clear()
  assert.deepEqual(await days_of(today), [])
  assert.deepEqual(wired.exchanges(), [])
  const days = (await days_of('2026-11-14', today)).map(({ date }) => date)
  assert.deepEqual(days, ['2026-11-14', '2026-11-15', '2026-11-16', '2026-11-17'])
  const [{ url } = { url: '' }] = wired.exchanges()
  assert.ok(url.includes(`timeRange:(start:${Date.parse('2026-11-14')},end:${Date.parse(today)})`), url)
})

test('the oldest day that the connector asks for is within what LinkedIn gives', async () => {
  const { window } = net_c.streams.daily as Extract<Stream, { window: unknown }>
  const oldest = (more: number) =>
    new Date(Date.parse(today) - (window.history_days + more) * 86_400_000).toISOString().slice(0, 10)
  assert.equal((await days_of(oldest(0))).length, 1)
  assert.deepEqual(await days_of(oldest(8)), [])
})

test('companies and showcase pages are read, each by its own list', async () => {
  assert.deepEqual(
    accounts.map(({ name, extra }) => [name, extra?.urn, extra?.username]),
    [
      ['Casa Lumbre', 'urn:li:organization:64265083', 'casa-lumbre'],
      ['Casa Lumbre Contract', 'urn:li:organizationBrand:64265999', 'casa-lumbre-contract'],
    ],
  )
  const followers = await wired.rows(net_c.streams.followers, accounts[1]!, today, today)
  assert.equal(followers[1]!.followers, BigInt(world().followers(world().accounts[1]!)))
})

test('posts of both kinds have their statistics, by their own parameters', async () => {
  const rows = await posts_of(accounts[0]!)
  for (const kind of ['share', 'ugcPost'])
    assert.ok(rows.some(({ post_id, reach }) => String(post_id).startsWith(`urn:li:${kind}:`) && reach !== undefined))
  const posts = world().posts(world().accounts[0]!)
  for (const { post_id, reach, likes, caption } of rows) {
    const post = posts.find(({ id }) => String(post_id).endsWith(id))!
    const results = world().results(post)
    assert.deepEqual([reach, likes, caption], [BigInt(results.reach), BigInt(results.likes), post.text])
  }
})

test('a later read ends at the posts that changed before its start', async () => {
  wired.sandbox.log.clear()
  const all = await posts_of(accounts[0]!)
  const recent = await posts_of(accounts[0]!, { since: '2026-11-01T00:00:00Z' })
  assert.ok(recent.length < all.length)
  assert.ok(all.filter(({ posted_at }) => String(posted_at) > '2026-11-01').length <= recent.length)
})

test('a deleted post is found missing by its id', async () => {
  const { recheck } = net_c.streams.posts as Changes
  const [deleted, there] = (await posts_of(accounts[0]!)).map(({ post_id }) => String(post_id))
  wired.sandbox.world.changes.remove(deleted!.split(':').at(-1)!)
  const found = await recheck!.read({
    api: wired.api,
    account: accounts[0]!,
    settings: {},
    ids: [deleted!, there!],
  })
  assert.equal(found[0], null)
  assert.ok(found[1])
})

test('a post that is refused by its id is not treated as a deleted one, and an error that can pass is asked for again', async () => {
  const { recheck } = net_c.streams.posts as Changes
  const ids = (await posts_of(accounts[0]!)).map(({ post_id }) => String(post_id)).slice(0, 2)
  const read = () => recheck!.read({ api: wired.api, account: accounts[0]!, settings: {}, ids })
  fault({ kind: 'own', name: 'post_denied', path: '/rest/posts', count: 1 })
  const states = (await read()).map((one) => (one ? 'read' : one))
  assert.deepEqual(states.sort(), ['read', undefined])
  fault({ kind: 'own', name: 'post_fails', path: '/rest/posts', count: 2 })
  assert.ok((await read()).every((one) => one))
})

test('a page that the app may not read is named, and the others are read', async () => {
  fault({ kind: 'own', name: 'odd_accounts', path: '/organizationAcls' })
  assert.deepEqual(
    (await wired.accounts()).map(({ unreadable }) => unreadable !== undefined),
    [false, false, true],
  )
  fault({ kind: 'deny_account', path: 'organizationalEntityShareStatistics' })
  await assert.rejects(days_of('2026-11-10'), (error) => error instanceof VendorRefusal && error.kind === 'denied')
})

const sample = (stream: string) =>
  airbyte_records('net_c').flatMap(({ stream: of, data }) => (of === stream ? [data] : []))

test('real records of a page become its account, its followers and a day', { skip }, async () => {
  const [page] = sample('organization_lookup')
  const roles = { elements: [{ organization: 'urn:li:organization:90362860', role: 'ADMINISTRATOR' }] }
  const [account] = await net_c.accounts.read({ api: canned_api([roles, page]).api, settings: {} })
  assert.deepEqual(
    [account!.account_id, account!.name, account!.created_on],
    ['90362860', 'Testing Company', '2023-01-20'],
  )
  const read = async (name: string, answer: unknown) => {
    const stream = net_c.streams[name] as Extract<Stream, { window: unknown }>
    const rows: unknown[] = []
    const source = { api: canned_api([answer]).api, account: account!, settings: {} }
    for await (const items of stream.read({ ...source, from: '2026-11-17', to: '2026-11-17' }))
      for (const item of items) rows.push(...Object.values(stream.rows(item, { account: account! })))
    return rows as Row[]
  }
  const [, followers] = await read('followers', sample('total_follower_count')[0])
  assert.equal(followers!.followers, 0n)
  const timeRange = { start: Date.parse('2026-11-17'), end: Date.parse('2026-11-18') }
  const [day] = await read('daily', { elements: sample('share_statistics').map((of) => ({ ...of, timeRange })) })
  assert.deepEqual(day, {
    social_account_id: '90362860',
    date: '2026-11-17',
    reach: 0n,
    impressions: 0n,
    engagements: 0n,
  })
})

test('a day on which people withdrew reactions keeps its negative count', async () => {
  const stream = net_c.streams.daily as Extract<Stream, { window: unknown }>
  const totalShareStatistics = { likeCount: -2, commentCount: 0, shareCount: 1, impressionCount: 4 }
  const elements = [{ totalShareStatistics, timeRange: { start: Date.parse('2026-11-17') } }]
  const source = { api: canned_api([{ elements }]).api, account: accounts[0]!, settings: {} }
  for await (const items of stream.read({ ...source, from: '2026-11-17', to: '2026-11-17' })) {
    const { social_daily: row } = stream.rows(items[0]!, { account: accounts[0]! })
    assert.deepEqual([(row as Row).engagements, (row as Row).reach], [-1n, undefined])
  }
})
