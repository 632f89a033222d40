// Checks the connector and the sandbox against what is known of LinkedIn's API, and converts real records to the expected rows.
import assert from 'node:assert/strict'
import { after, afterEach, before, test } from 'node:test'
import { net_c_ads } from '#connectors/net_c_ads/index.ts'
import type { Account, Stream } from '#engine/connector.ts'
import { VendorRefusal } from '#engine/vendors/refusal.ts'
import { canned_api, rows_of_days } from '#test/canned_api.ts'
import type { Fault } from '../../sandbox/faults.ts'
import { days_from } from '../../sandbox/world/calendar.ts'
import { linkedin_faults } from './linkedin_specs.ts'
import { airbyte_records, without_contracts } from './published.ts'
import { rows_of_all } from './support.ts'
import { google_secrets, wire } from './wire.ts'

const skip = without_contracts
const structure = ['campaigns', 'ad_groups', 'ads'] as const
const figures = ['campaign_daily', 'ad_group_daily', 'ad_daily'] as const
const day = '2026-11-03'

let wired: Awaited<ReturnType<typeof wire>>
let accounts: Account[]
before(async () => {
  wired = await wire({ connector: net_c_ads, platform: 'net_c_ads', secrets: google_secrets('net_c_ads') })
  accounts = await wired.accounts()
})
afterEach(() => {
  wired.sandbox.faults.clear()
  wired.sandbox.world.changes.clear()
})
after(() => wired?.close())

const fault = (more: Omit<Fault, 'platform'>) => wired.sandbox.faults.add({ platform: 'net_c_ads', count: 0, ...more })
const days_of = (name: (typeof figures)[number], from = day, to = from, account = accounts[0]!) =>
  wired.rows(net_c_ads.streams[name], account, from, to)
const all_of = (name: (typeof structure)[number]) =>
  rows_of_all(net_c_ads.streams[name], { api: wired.api, account: accounts[0]! })
const sum_of = (rows: Record<string, unknown>[], column = 'spend_micros') =>
  rows.reduce((sum, row) => sum + (row[column] as bigint), 0n)
/** What the world knows of an account's days. */
function facts_of(from: string, to: string) {
  const { net_c } = wired.sandbox.world.ads
  const own = net_c.ads.filter(({ account_id }) => account_id === accounts[0]!.account_id)
  return days_from(from, to).flatMap((one) => own.flatMap((ad) => net_c.facts(ad, one) ?? []))
}
const total_of = (from: string, to: string) =>
  (net_c_ads.streams.campaign_daily as Extract<Stream, { total?: unknown }>).total!.read({
    api: wired.api,
    account: accounts[0]!,
    settings: {},
    from,
    to,
  })

test('every request of the connector is known, and the sandbox invents no field', { skip }, async () => {
  for (const name of structure) assert.ok((await all_of(name)).length > 0)
  for (const name of figures) assert.ok((await days_of(name, '2026-10-20', '2026-11-18')).length > 0)
  const exchanges = wired.exchanges().filter(({ url }) => url.includes('/rest/'))
  assert.ok(exchanges.length > 8)
  for (const exchange of exchanges) assert.deepEqual(linkedin_faults(exchange), [], exchange.url)
})

test('the validator rejects what is not known', { skip }, () => {
  const faults = (path: string, answer = {}) =>
    linkedin_faults({ method: 'GET', url: `https://api.linkedin.com/rest${path}`, body: null, answer }).length
  assert.equal(faults('/adAccounts?q=search'), 0)
  assert.equal(faults('/adAccount?q=search'), 1)
  assert.equal(faults('/adAccounts?q=search&status=ACTIVE'), 1)
  assert.equal(faults('/adAccounts?q=search', { elements: [{ id: 1, zone: 'UTC' }] }), 1)
})

test('the days of every level add up to the total of the account, with what was deleted', async () => {
  const { world } = wired.sandbox
  const before_it = await Promise.all(figures.map((name) => days_of(name)))
  world.changes.remove(world.ads.net_c.ads[0]!.campaign_id)
  assert.deepEqual(await Promise.all(figures.map((name) => days_of(name))), before_it)
  const [{ measures } = { measures: {} as Record<string, unknown> }] = await total_of(day, day)
  for (const rows of before_it) {
    // Each row rounds costs of eighteen decimals to millionths.
    const difference = (measures.spend_micros as bigint) - sum_of(rows)
    assert.ok(difference * difference <= BigInt(rows.length) ** 2n, `${difference}`)
    assert.equal(String(measures.impressions), String(sum_of(rows, 'impressions')))
  }
  const cents = facts_of(day, day).reduce((sum, { spend_cents }) => sum + spend_cents, 0)
  assert.ok(sum_of(before_it[0]!) - BigInt(cents) * 10_000n <= BigInt(facts_of(day, day).length))
  for (const name of ['campaigns', 'ad_groups'] as const)
    assert.ok((await all_of(name)).some(({ status }) => status === 'REMOVED'))
})

test('conversions on the site and forms of LinkedIn are added, and only the former have a value', async () => {
  const [from, to] = ['2026-10-20', '2026-11-08']
  const claimed = facts_of(from, to)
  const claims = claimed.reduce((sum, { conversions }) => sum + conversions, 0)
  assert.ok(claims > 0)
  for (const name of figures)
    assert.equal(
      (await days_of(name, from, to)).reduce((sum, row) => sum + Number(row.conversions), 0),
      claims,
      name,
    )
  const { campaigns } = wired.sandbox.world.ads.net_c
  const forms = campaigns.find(({ kind, account_id }) => kind === 'leads' && account_id === accounts[0]!.account_id)!
  const rows = (await days_of('campaign_daily', from, to)).filter(({ campaign_id }) => campaign_id === forms.id)
  assert.ok(rows.length > 0 && rows.every(({ conversion_value_micros: value }) => value === 0n))
})

test('a report with 15,000 lines is read again for fewer days', async () => {
  fault({ kind: 'own', name: 'full', path: '/adAnalytics' })
  await assert.rejects(
    days_of('ad_daily', '2026-11-03', '2026-11-09'),
    (error) => error instanceof VendorRefusal && error.kind === 'too_much',
  )
})

test('one day with 15,000 lines is read by campaigns, and the days are those of the whole report', async () => {
  const by_campaigns = () => wired.sandbox.log.list('net_c_ads').filter(({ url }) => url.includes('&campaigns='))
  for (const level of ['ad_group_daily', 'ad_daily'] as const) {
    const whole = await days_of(level)
    wired.sandbox.log.clear()
    fault({ kind: 'own', name: 'full', path: '/adAnalytics.*accounts=' })
    const parts = await days_of(level)
    wired.sandbox.faults.clear()
    assert.ok(by_campaigns().length > 0)
    const in_order = (rows: typeof whole) => rows.map((row) => Object.values(row).join()).sort()
    assert.ok(whole.length > 1)
    assert.deepEqual(in_order(parts), in_order(whole))
  }
})

test('ads have their texts and pictures, from the creative itself or its post', async () => {
  const { creatives, ads } = wired.sandbox.world.ads.net_c
  const rows = await all_of('ads')
  for (const row of rows) {
    const ad = ads.find(({ id }) => id === row.ad_id)!
    const creative = creatives.find(({ id }) => id === ad.creative_id)!
    assert.deepEqual(
      [row.ad_group_id, row.campaign_id, row.description, row.final_url],
      [ad.group_id, ad.campaign_id, creative.body, creative.link],
    )
    assert.ok(String(row.headline).startsWith(creative.title))
    assert.match(String(row.thumbnail_url), new RegExp(creative.id))
  }
  assert.deepEqual([...new Set(rows.map(({ type }) => type))].sort(), ['share', 'textAd'])
})

test('an app that may not read posts reads the ads without their texts, and counts them', async () => {
  fault({ kind: 'deny_account', path: '/rest/posts' })
  const stream = net_c_ads.streams.ads as Extract<Stream, { sweeps?: unknown }>
  const unreadable: string[] = []
  const account = accounts[0]!
  for await (const page of stream.read({ api: wired.api, account, settings: {} }))
    for (const item of page) stream.rows(item, { account, unreadable: (what) => unreadable.push(what) })
  assert.ok(unreadable.length > 0)
  assert.deepEqual([...new Set(unreadable)], ['texts of ads'])
})

test('requests keep the brackets of Rest.li, name a version that lives, and stay below 4 kB', async () => {
  wired.sandbox.log.clear()
  await all_of('ads')
  const [account] = await wired.accounts()
  await days_of('ad_daily', day, day, account)
  const sent = wired.sandbox.log.list('net_c_ads').filter(({ url }) => url.includes('/rest/'))
  assert.ok(sent.some(({ url }) => url.includes('dateRange=(start:(year:2026,month:11,day:3)')))
  assert.ok(sent.some(({ url }) => url.includes('accounts=List(urn%3Ali%3AsponsoredAccount%3A')))
  for (const { url, headers } of sent) {
    assert.equal(headers['linkedin-version'], '202607')
    assert.ok(url.length < 4_000, url)
  }
})

test('test accounts are named and not read, and every account counts its days in UTC', async () => {
  fault({ kind: 'own', name: 'odd_accounts', path: '/adAccounts' })
  const found = await wired.accounts()
  assert.ok(found.every(({ time_zone }) => time_zone === 'UTC'))
  assert.deepEqual(
    found.map(({ unreadable }) => unreadable?.split(' ').slice(0, 5).join(' ')),
    [undefined, undefined, 'The platform calls it a', 'The platform names no currency'],
  )
})

const account: Account = { account_id: '508720451', name: 'Airbyte', currency: 'USD', time_zone: 'UTC' }
const sample = (stream: string) =>
  airbyte_records('net_c_ads').flatMap(({ stream: of, data }) => (of === stream ? [data] : []))

/** Recorded costs are numbers, and were texts in the answer. The recorded request lacked a field that this connector requests. */
function as_sent(data: Record<string, unknown>) {
  const [year, month, day_of_month] = String(data.start_date).split('-').map(Number)
  return {
    ...data,
    costInLocalCurrency: String(data.costInLocalCurrency),
    impressions: data.impressions ?? 0,
    externalWebsiteConversions: data.externalWebsiteConversions ?? 0,
    oneClickLeads: data.oneClickLeads ?? 0,
    dateRange: { start: { year, month, day: day_of_month } },
  }
}

test('real reports become the figures of a day, also one with a tiny negative cost', { skip }, async () => {
  const rows = await rows_of_days(net_c_ads.streams.campaign_daily, {
    api: canned_api([{ elements: sample('ad_campaign_analytics').map(as_sent) }]).api,
    account,
    from: '2023-08-25',
    to: '2023-08-26',
  })
  assert.deepEqual(
    rows.map(({ date, spend_micros, impressions, clicks }) => [date, spend_micros, impressions, clicks]),
    [
      ['2023-08-26', 0n, 1n, 0n],
      ['2023-08-25', 100_000_000n, 0n, 106n],
    ],
  )
})

test('real reports of creatives become the figures of a day of an ad', { skip }, async () => {
  const rows = await rows_of_days(net_c_ads.streams.ad_daily, {
    api: canned_api([{ elements: sample('ad_creative_analytics').map(as_sent) }]).api,
    account,
    from: '2023-08-25',
    to: '2023-08-26',
  })
  assert.deepEqual(
    rows.map(({ ad_id, date, spend_micros, impressions, clicks }) => [ad_id, date, spend_micros, impressions, clicks]),
    [
      ['287513206', '2023-08-26', 0n, 1n, 0n],
      ['287513206', '2023-08-25', 100_000_000n, 0n, 106n],
    ],
  )
})

test('real accounts, campaign groups, campaigns and creatives become rows', { skip }, async () => {
  const { api } = canned_api([{ elements: sample('accounts') }])
  const [first] = await net_c_ads.accounts.read({ api, settings: {} })
  assert.deepEqual([first!.account_id, first!.currency, first!.unreadable], ['508720451', 'USD', undefined])
  const rows = (name: string, ...answers: unknown[]) =>
    rows_of_all(net_c_ads.streams[name], { api: canned_api(answers).api, account })
  const [campaign] = await rows('campaigns', { elements: sample('campaign_groups') })
  assert.deepEqual(
    [campaign!.campaign_id, campaign!.status, campaign!.lifetime_budget_micros, campaign!.starts_on, campaign!.ends_on],
    ['616471656', 'ACTIVE', 200_000_000n, '2021-08-06', '2023-09-20'],
  )
  const groups = await rows('ad_groups', { elements: sample('campaigns') })
  assert.deepEqual(
    groups.map(({ ad_group_id, type, daily_budget_micros }) => [ad_group_id, type, daily_budget_micros]),
    [
      ['168387646', 'BRAND_AWARENESS', 10_000_000n],
      ['252074216', groups[1]!.type, 100_000_000n],
    ],
  )
  const [ad] = await rows('ads', { elements: sample('campaigns') }, { elements: sample('creatives') }, { results: {} })
  assert.deepEqual(
    [ad!.ad_id, ad!.ad_group_id, ad!.status, ad!.creative_id, ad!.type, ad!.description],
    ['287513206', '252074216', 'ACTIVE', 'urn:li:share:6823991265126957056', 'share', undefined],
  )
})
