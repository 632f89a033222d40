// Checks the connector and the sandbox against X's documentation, and converts its documented examples to rows.
import assert from 'node:assert/strict'
import { after, afterEach, before, test } from 'node:test'
import { net_d_ads } from '#connectors/net_d_ads/index.ts'
import type { Account, Stream } from '#engine/connector.ts'
import { canned_api } from '#test/canned_api.ts'
import type { Fault } from '../../sandbox/faults.ts'
import { has_picture, x_id } from '../../sandbox/vendors/net_d_ads/nodes.ts'
import { add_days, days_from } from '../../sandbox/world/calendar.ts'
import { without_contracts } from './published.ts'
import { rows_of_all } from './support.ts'
import { wire } from './wire.ts'
import { invented_fields, x_example, x_faults } from './x_docs.ts'

const skip = without_contracts
const structure = ['campaigns', 'ad_groups', 'ads'] as const
const figures = ['campaign_daily', 'ad_group_daily', 'ad_daily'] as const
const secrets = {
  consumer_key: 'sandbox-client',
  consumer_secret: 'sandbox-secret',
  access_token: 'x_sandbox',
  access_token_secret: 'x_sandbox_secret',
}
const [from, to] = ['2026-11-03', '2026-11-09']

let wired: Awaited<ReturnType<typeof wire>>
let accounts: Account[]
before(async () => {
  wired = await wire({ connector: net_d_ads, platform: 'net_d_ads', secrets })
  accounts = await wired.accounts()
})
afterEach(() => {
  wired.sandbox.faults.clear()
  wired.sandbox.world.changes.clear()
})
after(() => wired?.close())

const fault = (more: Omit<Fault, 'platform'>) => wired.sandbox.faults.add({ platform: 'net_d_ads', count: 0, ...more })
const days_of = (name: (typeof figures)[number], account = accounts[0]!) =>
  wired.rows(net_d_ads.streams[name], account, from, to)
const all_of = (name: (typeof structure)[number]) =>
  rows_of_all(net_d_ads.streams[name], { api: wired.api, account: accounts[0]! })
const sum_of = (rows: Record<string, unknown>[], column = 'spend_micros') =>
  rows.reduce((sum, row) => sum + (row[column] as bigint), 0n)
function facts_of() {
  const { net_d } = wired.sandbox.world.ads
  const own = net_d.ads.filter(({ account_id }) => account_id === accounts[0]!.account_id)
  return days_from(from, to).flatMap((day) => own.flatMap((ad) => net_d.facts(ad, day) ?? []))
}

test('every request is as X documents it, and the sandbox invents no field', { skip }, async () => {
  for (const name of structure) assert.ok((await all_of(name)).length > 0)
  for (const name of figures) assert.ok((await days_of(name)).length > 0)
  const exchanges = wired.exchanges().filter(({ url }) => url.includes('ads-api.x.com'))
  assert.ok(exchanges.length > 20)
  for (const exchange of exchanges) assert.deepEqual(x_faults(exchange), [], exchange.url)
  const lists: [path: RegExp, topic: string][] = [
    [/\/12\/accounts(\?|$)/, 'campaign-management__reference'],
    [/accounts\/\w+\/funding_instruments/, 'campaign-management__reference'],
    [/accounts\/\w+\/campaigns(\?|$)/, 'campaign-management__reference'],
    [/accounts\/\w+\/line_items(\?|$)/, 'campaign-management__reference'],
    [/accounts\/\w+\/promoted_tweets(\?|$)/, 'campaign-management__reference'],
  ]
  for (const [path, topic] of lists) {
    const { answer } = exchanges.find(({ url }) => path.test(url))!
    const [record] = (answer as { data: object[] }).data
    assert.deepEqual(invented_fields(record!, topic, new RegExp(`^GET.*${path.source}`)), [], path.source)
  }
})

test('a stand-in that invents a field fails', { skip }, () => {
  const { answer } = wired.exchanges().find(({ url }) => /\/12\/accounts(\?|$)/.test(url))!
  const [record] = (answer as { data: object[] }).data
  const invented = invented_fields(
    { ...record, invented: 1 },
    'campaign-management__reference',
    /^GET.*\/12\/accounts(\?|$)/,
  )
  assert.deepEqual(invented, ['invented'])
})

test('the validator rejects what X does not document', { skip }, () => {
  const faults = (method: string, path: string) =>
    x_faults({ method, url: `https://ads-api.x.com/12${path}`, body: null, answer: {} }).length
  assert.equal(faults('GET', '/accounts?count=5'), 0)
  assert.equal(faults('GET', '/accounts?size=5'), 1)
  assert.equal(faults('GET', '/account'), 1)
  const report = '/stats/jobs/accounts/a1?entity_ids=1&start_time=a&end_time=b&granularity=DAY&metric_groups=BILLING'
  assert.equal(faults('POST', `${report}&entity=CAMPAIGN&placement=TREND`), 0)
  assert.equal(faults('POST', `${report}&entity=AD&placement=TREND`), 1)
  assert.equal(faults('POST', `${report}&entity=CAMPAIGN`), 1)
})

test('spend is the sum of all placements, on every level, and reaches what the funding instruments paid', async () => {
  const truth = facts_of().reduce((cents, { spend_cents }) => cents + spend_cents, 0)
  const { world } = wired.sandbox
  world.changes.remove(world.ads.net_d.ads[0]!.campaign_id)
  for (const name of figures) assert.equal(sum_of(await days_of(name)), BigInt(truth) * 10_000n, name)
  assert.ok(wired.exchanges().some(({ method, url }) => method === 'POST' && url.includes('placement=TREND')))
  const { total } = net_d_ads.streams.campaign_daily as Extract<Stream, { total?: unknown }>
  const totals = await total!.read({ api: wired.api, account: accounts[0]!, settings: {}, from, to })
  assert.deepEqual(totals.map(({ date }) => date).sort(), days_from(from, to))
  assert.equal(
    totals.reduce((sum, { measures }) => sum + (measures.spend_micros as bigint), 0n),
    BigInt(truth) * 10_000n,
  )
  assert.ok(totals.every(({ measures }) => !('clicks' in measures)))
})

test('the first day of a campaign is complete, although X recorded its changes after it ended', async () => {
  const { net_d } = wired.sandbox.world.ads
  const own = net_d.ads.filter(({ account_id }) => account_id === accounts[0]!.account_id)
  // A start that the connector reads as a single day, because nothing is recorded after it.
  const day = own
    .map(({ start_day }) => start_day)
    .sort()
    .at(-1)!
  const truth = own
    .flatMap((ad) => net_d.facts(ad, day) ?? [])
    .reduce((cents, { spend_cents }) => cents + spend_cents, 0)
  assert.ok(truth > 0)
  for (const name of figures)
    assert.equal(
      sum_of(await wired.rows(net_d_ads.streams[name], accounts[0]!, day, day)),
      BigInt(truth) * 10_000n,
      name,
    )
})

test('purchases and their amounts are those of the site, and ads name the levels above them', async () => {
  const facts = facts_of()
  const rows = await days_of('ad_daily')
  assert.equal(
    rows.reduce((sum, row) => sum + Number(row.conversions), 0),
    facts.reduce((sum, { conversions }) => sum + conversions, 0),
  )
  assert.equal(
    sum_of(rows, 'conversion_value_micros'),
    BigInt(facts.reduce((sum, { conversion_value_cents }) => sum + conversion_value_cents, 0)) * 10_000n,
  )
  const { ads } = wired.sandbox.world.ads.net_d
  for (const { ad_id, ad_group_id, campaign_id } of rows) {
    const ad = ads.find(({ id }) => x_id(id) === ad_id)!
    assert.deepEqual([ad_group_id, campaign_id], [x_id(ad.group_id), x_id(ad.campaign_id)])
  }
})

test('what is deleted stays in the lists, and budgets are where X keeps them', async () => {
  const { world } = wired.sandbox
  const [first] = world.ads.net_d.campaigns
  world.changes.remove(first!.id)
  const campaigns = await all_of('campaigns')
  assert.equal(campaigns.find(({ campaign_id }) => campaign_id === x_id(first!.id))!.status, 'DELETED')
  const groups = await all_of('ad_groups')
  const budgets = (rows: Record<string, unknown>[], id: string) =>
    rows.filter(({ campaign_id }) => campaign_id === x_id(id)).map(({ daily_budget_micros }) => daily_budget_micros)
  assert.deepEqual(budgets(campaigns, first!.id), [null])
  assert.equal(
    (budgets(groups, first!.id) as bigint[]).reduce((a, b) => a + b, 0n),
    BigInt(first!.daily_budget_cents) * 10_000n,
  )
})

test('a campaign that was created in the evening was created on that day of its account', async () => {
  const starts = new Map(wired.sandbox.world.ads.net_d.campaigns.map(({ id, start_day }) => [x_id(id), start_day]))
  for (const { campaign_id, created_on } of await all_of('campaigns'))
    assert.equal(created_on, add_days(starts.get(String(campaign_id))!, -1))
})

test('ads have the text of their post, and title, link and picture of its card', async () => {
  const { ads, creatives } = wired.sandbox.world.ads.net_d
  const rows = await all_of('ads')
  for (const row of rows) {
    const ad = ads.find(({ id }) => x_id(id) === row.ad_id)!
    const creative = creatives.find(({ id }) => id === ad.creative_id)!
    assert.deepEqual([row.description, row.final_url, row.name], [creative.body, creative.link, ad.name])
    assert.equal(row.headline, creative.format === 'video' ? creative.title : undefined)
    assert.equal(row.thumbnail_url !== undefined, has_picture(creative))
  }
  const videos = creatives.filter(({ format }) => format === 'video')
  assert.deepEqual([...new Set(videos.map(has_picture))].sort(), [false, true], 'cards of both forms')
})

test('bounds of days have the offset of the present, also for days of another daylight time', async () => {
  wired.sandbox.log.clear()
  const [, other] = accounts
  assert.equal(other!.time_zone, 'America/Los_Angeles')
  await wired.rows(net_d_ads.streams.campaign_daily, other!, '2026-10-20', '2026-10-22')
  const { url } = wired.sandbox.log.list('net_d_ads').find(({ method }) => method === 'POST')!
  assert.equal(new URL(url).searchParams.get('start_time'), '2026-10-20T00:00:00-08:00')
  assert.equal(new URL(url).searchParams.get('end_time'), '2026-10-23T00:00:00-08:00')
})

test('a report in progress is waited for, a while between two questions', async () => {
  const began = wired.sandbox.clock.now()
  fault({ kind: 'own', name: 'unfinished', path: 'GET .*/stats/jobs/', count: 3 })
  assert.ok((await days_of('campaign_daily')).length > 0)
  assert.ok(wired.sandbox.clock.now() - began >= 11_000)
})

test('a report that X could not build refuses the days, and none becomes a zero', async () => {
  fault({ kind: 'own', name: 'failed', path: 'GET .*/stats/jobs/' })
  await assert.rejects(days_of('campaign_daily'), /could not build a report/)
})

test('an account that nothing pays is named, and the address of a file gets no signature', async () => {
  fault({ kind: 'own', name: 'odd_accounts', path: '/12/accounts\\?' })
  // The account exists in the list only.
  fault({ kind: 'empty', path: '/18ce5zzzzzz/' })
  const found = await wired.accounts()
  assert.equal(found.length, 3)
  assert.ok(found[2]!.unreadable)
  wired.sandbox.log.clear()
  await days_of('campaign_daily')
  const log = wired.sandbox.log.list('net_d_ads')
  const files = log.filter(({ url }) => url.includes('ton.twimg.com'))
  assert.ok(files.length > 0 && files.every(({ headers }) => headers.authorization === undefined))
  assert.ok(log.every((one) => files.includes(one) || String(one.headers.authorization).startsWith('OAuth ')))
})

const account: Account = {
  account_id: '18ce54d4x5t',
  name: 'API McTestface',
  currency: 'USD',
  time_zone: 'America/Los_Angeles',
}

test('documented accounts, campaigns, line items and posts become rows', { skip }, async () => {
  const of = (address: RegExp) => x_example('campaign-management__reference', address)
  const paid = of(/^GET.*\/funding_instruments$/)
  const { api } = canned_api([of(/^GET.*\/12\/accounts\?/), paid])
  const [first] = await net_d_ads.accounts.read({ api, settings: {} })
  assert.deepEqual(
    [first!.account_id, first!.currency, first!.time_zone, first!.created_on],
    ['18ce54d4x5t', 'USD', 'America/Los_Angeles', '2016-07-21'],
  )
  const rows = (name: string, ...answers: unknown[]) =>
    rows_of_all(net_d_ads.streams[name], { api: canned_api(answers).api, account })
  const [campaign] = await rows('campaigns', of(/^GET.*\/campaigns\?/))
  assert.deepEqual(
    [campaign!.campaign_id, campaign!.status, campaign!.daily_budget_micros, campaign!.created_on],
    ['8wku2', 'PAUSED', 10_000_000n, '2022-06-03'],
  )
  const items = of(/^GET.*\/line_items\?/)
  const [group] = await rows('ad_groups', items)
  assert.deepEqual([group!.ad_group_id, group!.campaign_id, group!.type], ['itttx', 'f4z6x', 'ENGAGEMENTS'])
  const promoted = of(/^GET.*\/promoted_tweets\?/) as { data: Record<string, unknown>[] }
  const own = {
    ...promoted,
    data: promoted.data.map((one) => ({ ...one, line_item_id: 'itttx', tweet_id: '1166476031668015104' })),
  }
  const [ad] = await rows('ads', items, own, {
    data: [{ tweet_id: '1166476031668015104', full_text: 'hello, v6', name: null, entities: { urls: [] } }],
  })
  assert.deepEqual(
    [ad!.ad_id, ad!.campaign_id, ad!.creative_id, ad!.description, ad!.type],
    ['1efwlo', 'f4z6x', '1166476031668015104', 'hello, v6', 'text'],
  )
})
