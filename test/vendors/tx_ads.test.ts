// Checks the connector and the sandbox against TikTok's published requests.
import assert from 'node:assert/strict'
import { after, afterEach, before, test } from 'node:test'
import { z } from 'zod'
import { tx_ads } from '#connectors/tx_ads/index.ts'
import { today_in } from '#domain/windows.ts'
import type { Account, Stream } from '#engine/connector.ts'
import { VendorRefusal } from '#engine/vendors/refusal.ts'
import { add_campaigns } from '#test/large_advertisers.ts'
import type { Fault } from '../../sandbox/faults.ts'
import { business_api_faults } from './business_api_specs.ts'
import { without_contracts } from './published.ts'
import { rows_of_all } from './support.ts'
import { wire } from './wire.ts'

const skip = without_contracts
const structure = ['campaigns', 'ad_groups', 'ads'] as const
const figures = ['campaign_daily', 'ad_group_daily', 'ad_daily', 'country_daily', 'device_daily'] as const
const secrets = { app_id: 'sandbox-client', secret: 'sandbox-secret', access_token: 'tt_sandbox' }

let wired: Awaited<ReturnType<typeof wire>>
let accounts: Account[]
before(async () => {
  wired = await wire({ connector: tx_ads, platform: 'tx_ads', secrets })
  accounts = await wired.accounts()
})
afterEach(() => {
  wired.sandbox.faults.clear()
  wired.sandbox.world.changes.clear()
})
after(() => wired?.close())

const fault = (more: Omit<Fault, 'platform'>) => wired.sandbox.faults.add({ platform: 'tx_ads', count: 0, ...more })
const days_of = (name: (typeof figures)[number], from: string, to: string, account = accounts[0]!) =>
  wired.rows(tx_ads.streams[name], account, from, to)
const all_of = (name: (typeof structure)[number]) =>
  rows_of_all(tx_ads.streams[name], { api: wired.api, account: accounts[0]! })
const spend_of = (rows: Record<string, unknown>[]) =>
  rows.reduce((sum, { spend_micros }) => sum + (spend_micros as bigint), 0n)

test('every request of the connector is as TikTok publishes it', { skip }, async () => {
  for (const name of structure) assert.ok((await all_of(name)).length > 0)
  for (const name of figures) assert.ok((await days_of(name, '2026-10-20', '2026-11-18')).length > 0)
  const exchanges = wired.exchanges()
  assert.ok(exchanges.length > 8)
  for (const exchange of exchanges) assert.deepEqual(business_api_faults(exchange), [], exchange.url)
})

test('after a change of the app’s secret the operator is named, and nobody is asked to connect again', async () => {
  const changed = { ...secrets, secret: 'secret-before-the-change' }
  const other = await wire({ connector: tx_ads, platform: 'tx_ads', secrets: changed })
  try {
    const error = await other.accounts().catch((error: unknown) => error)
    assert.ok(error instanceof VendorRefusal)
    assert.equal(error.kind, 'refused')
    assert.match(error.message, /Its operator must set the app's present id and secret/)
  } finally {
    await other.close()
  }
})

test('the validator rejects what TikTok does not publish', { skip }, () => {
  const faults = (path: string) =>
    business_api_faults({
      method: 'GET',
      url: `https://business-api.tiktok.com/open_api/v1.3${path}`,
      body: null,
      answer: { code: 0, message: 'OK', request_id: '', data: {} },
    }).length
  assert.equal(faults('/campaign/get/?advertiser_id=7'), 0)
  assert.equal(faults('/campaign/get?advertiser_id=7'), 1)
  assert.equal(faults('/campaign/get/?filters={}'), 2)
  assert.equal(faults('/campaign/get/?advertiser_id=7&filtering={"status":"ALL"}'), 1)
})

test('a stand-in that invents a field fails', { skip }, async () => {
  await all_of('campaigns')
  await days_of('campaign_daily', '2026-11-03', '2026-11-03')
  const invents = (path: string, change: (line: Record<string, object>) => object) => {
    const exchange = wired.exchanges().find(({ url }) => url.includes(path))!
    const answer = structuredClone(exchange.answer) as { data: { list: Record<string, object>[] } }
    Object.assign(change(answer.data.list[0]!), { invented: '1' })
    return business_api_faults({ ...exchange, answer })
  }
  assert.deepEqual(
    invents('/campaign/get/', (line) => line),
    ['answer: invented is not known'],
  )
  assert.deepEqual(
    invents('/report/integrated/get/', (line) => line.metrics!),
    ['answer: invented is not known'],
  )
})

test('the campaigns of a day add up to the total of the advertiser, with those that no list contains', async () => {
  const { ads: world } = wired.sandbox.world
  const [account] = accounts
  const day = '2026-11-03'
  const facts = world.tx.ads.flatMap((ad) =>
    ad.account_id === account!.account_id ? (world.tx.facts(ad, day) ?? []) : [],
  )
  const truth = facts.reduce((cents, fact) => cents + fact.spend_cents, 0)
  const rows = await days_of('campaign_daily', day, day)
  assert.equal(spend_of(rows), BigInt(truth) * 10_000n)
  assert.ok(rows.some(({ campaign_id }) => String(campaign_id).includes('GMV Max')))
  assert.ok(spend_of(await days_of('ad_daily', day, day)) < spend_of(rows))
})

test('what is deleted keeps its spend at every level, and stays in the lists', async () => {
  const { world } = wired.sandbox
  const read = () => Promise.all(figures.map((name) => days_of(name, '2026-11-03', '2026-11-05')))
  const before_it = await read()
  const [first] = world.ads.tx.ads
  world.changes.remove(first!.campaign_id)
  assert.deepEqual(await read(), before_it)
  for (const name of structure)
    assert.ok(
      (await all_of(name)).some(({ status }) => String(status).endsWith('_DELETE')),
      name,
    )
})

test("the account's own total of a day is the sum of its campaigns, with deleted ones", async () => {
  const { world } = wired.sandbox
  world.changes.remove(world.ads.tx.ads[0]!.campaign_id)
  const { total } = tx_ads.streams.campaign_daily as Extract<Stream, { total?: unknown }>
  const days = { from: '2026-11-03', to: '2026-11-04' }
  const totals = await total!.read({ api: wired.api, account: accounts[0]!, settings: {}, ...days })
  assert.deepEqual(totals.map(({ date }) => date).sort(), [days.from, days.to])
  for (const { date, measures } of totals)
    assert.equal(measures.spend_micros, spend_of(await days_of('campaign_daily', date, date)))
})

test('an advertiser with 20,000 ads or more keeps all its figures, although TikTok reports only the newest ads', async () => {
  const whole = await Promise.all(figures.map((name) => days_of(name, '2026-11-03', '2026-11-03')))
  const listed = ({ campaign_id }: Record<string, unknown>) => !String(campaign_id).includes('GMV Max')
  // More campaigns than a request may name, and a hundred of them have too many ads.
  const leave = add_campaigns(wired.sandbox.world, { campaigns: 150, ads_each: 210 })
  try {
    wired.sandbox.log.clear()
    const read = await Promise.all(figures.map((name) => days_of(name, '2026-11-03', '2026-11-03')))
    // The advertiser's own figures are truncated, so what no campaign has is unknown.
    const by_campaign = (rows: Record<string, unknown>[]) => Map.groupBy(rows.filter(listed), (row) => row.campaign_id)
    for (const [at, name] of figures.entries())
      assert.deepEqual(new Map([...by_campaign(read[at]!)].sort()), new Map([...by_campaign(whole[at]!)].sort()), name)
    const { total } = tx_ads.streams.campaign_daily as Extract<Stream, { total?: unknown }>
    const day = { from: '2026-11-03', to: '2026-11-03' }
    assert.deepEqual(await total!.read({ api: wired.api, account: accounts[0]!, settings: {}, ...day }), [])
    const asked = wired.exchanges().filter(({ url }) => url.includes('campaign_ids'))
    assert.ok(asked.length > 0)
    if (!skip) for (const exchange of asked) assert.deepEqual(business_api_faults(exchange), [], exchange.url)
  } finally {
    leave()
  }
})

test('automated campaigns are named, also by an app that may not read their own list', async () => {
  const automated = (rows: Record<string, unknown>[]) => rows.filter(({ channel_type }) => channel_type !== 'MANUAL')
  const ids = (rows: Record<string, unknown>[]) => new Set(automated(rows).map(({ campaign_id }) => campaign_id))
  const named = ids(await all_of('campaigns'))
  assert.equal(named.size, 1)
  fault({ kind: 'deny_account', path: '/smart_plus/' })
  assert.deepEqual(ids(await all_of('campaigns')), named)
})

test('one advertiser without permission is denied, and the others are read', async () => {
  fault({ kind: 'deny_account', path: `advertiser_id=${accounts[1]!.account_id}` })
  const denied = (error: unknown) => error instanceof VendorRefusal && error.kind === 'denied'
  await assert.rejects(days_of('campaign_daily', '2026-11-03', '2026-11-03', accounts[1]), denied)
  assert.ok((await days_of('campaign_daily', '2026-11-03', '2026-11-03')).length > 0)
  await assert.rejects(
    days_of('campaign_daily', '2026-11-03', '2026-11-03', { ...accounts[0]!, account_id: '99' }),
    denied,
  )
})

test('an advertiser whose details are refused is named, and does not hide the others', async () => {
  const [, other] = accounts
  fault({ kind: 'deny_account', path: `info/.*${other!.account_id}` })
  const found = await wired.accounts()
  assert.deepEqual(
    found.map(({ account_id, unreadable }) => [account_id, unreadable !== undefined]),
    [
      [accounts[0]!.account_id, false],
      [other!.account_id, true],
    ],
  )
})

test('advertisers say when they began and in which zone they count, and a draft is named', async () => {
  fault({ kind: 'own', name: 'odd_accounts', path: '/oauth2/' })
  const [{ created_at } = { created_at: 0 }] = wired.sandbox.world.ads.tx.accounts
  const created_on = today_in('America/Mexico_City', new Date(created_at))
  const found = await wired.accounts()
  assert.deepEqual(
    found.map(({ created_on, time_zone, unreadable }) => [created_on, time_zone, unreadable]),
    [
      [created_on, 'America/Mexico_City', undefined],
      [created_on, 'America/Mexico_City', undefined],
      [undefined, 'UTC', 'The platform names no currency for this account.'],
    ],
  )
})

test('the secret of the app is in one request only, and in no error', async () => {
  wired.sandbox.log.clear()
  await wired.accounts()
  const urls = wired.sandbox.log.list('tx_ads').map(({ url }) => url)
  const [first, ...others] = urls.map((url) => url.includes('sandbox-secret'))
  assert.equal(first, true)
  assert.ok(others.length > 0 && !others.includes(true))
})

test('countries and devices have deliveries without claims, and lack what no report of campaigns contains', async () => {
  const [campaigns, countries, devices] = await Promise.all(
    (['campaign_daily', 'country_daily', 'device_daily'] as const).map((name) =>
      days_of(name, '2026-11-03', '2026-11-04'),
    ),
  )
  const reserved = wired.sandbox.world.ads.tx.campaigns.find(({ kind }) => kind === 'awareness')!
  const is_in_parts = ({ campaign_id }: Record<string, unknown>) =>
    !String(campaign_id).includes('GMV Max') && campaign_id !== reserved.id
  const whole = spend_of(campaigns!.filter(is_in_parts))
  for (const parts of [countries!, devices!]) {
    assert.ok(spend_of(parts) <= whole && spend_of(parts) * 100n > whole * 97n, `${spend_of(parts)} of ${whole}`)
    for (const { conversions, conversion_value_micros } of parts)
      assert.deepEqual([conversions, conversion_value_micros], [null, null])
  }
  assert.ok(countries!.every(({ country }) => /^[A-Z]{2}$/.test(String(country))))
  assert.deepEqual([...new Set(devices!.map(({ device }) => device))].sort(), ['desktop', 'mobile', 'other', 'tablet'])
})

test('purchases are no metric of the audience, so a request for them would be refused', async () => {
  const read = (metrics: string[]) =>
    wired.api.call({
      path: '/report/integrated/get/',
      query: {
        advertiser_id: accounts[0]!.account_id,
        report_type: 'AUDIENCE',
        data_level: 'AUCTION_CAMPAIGN',
        dimensions: '["campaign_id","stat_time_day","platform"]',
        metrics: JSON.stringify(metrics),
        start_date: '2026-11-03',
        end_date: '2026-11-03',
      },
      schema: z.object({ code: z.number() }),
    })
  assert.equal((await read(['spend'])).code, 0)
  await assert.rejects(read(['spend', 'complete_payment']), /not supported for AUDIENCE/)
})

test('ads that are not deleted have a thumbnail, of a video or a picture', async () => {
  const rows = await all_of('ads')
  const shown = rows.filter(({ status }) => status !== 'AD_STATUS_DELETE')
  for (const { thumbnail_url, creative_id } of shown)
    assert.ok(String(thumbnail_url).includes(String(creative_id)), String(creative_id))
  const kinds = new Set(shown.map(({ type }) => type))
  assert.deepEqual([...kinds].sort(), ['SINGLE_IMAGE', 'SINGLE_VIDEO'])
  for (const { descriptions } of shown) assert.ok((descriptions as string[]).length > 0)
})
