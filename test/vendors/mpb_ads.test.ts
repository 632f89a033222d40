// Checks the connector and the sandbox against Amazon's published specifications, and converts real records to the expected rows.
import assert from 'node:assert/strict'
import { after, afterEach, before, test } from 'node:test'
import { mpb_ads } from '#connectors/mpb_ads/index.ts'
import { products } from '#connectors/mpb_ads/products.ts'
import type { Account, Stream } from '#engine/connector.ts'
import { VendorRefusal } from '#engine/vendors/refusal.ts'
import { canned_api } from '#test/canned_api.ts'
import type { Fault } from '../../sandbox/faults.ts'
import { product_of } from '../../sandbox/vendors/mpb_ads/api.ts'
import { asin_of } from '../../sandbox/vendors/mpb_ads/nodes.ts'
import { add_days, days_from } from '../../sandbox/world/calendar.ts'
import { amazon_faults, columns_of, groups_of_reports, kinds_of } from './amazon_specs.ts'
import { documented_examples } from './documented.ts'
import { airbyte_records, without_contracts } from './published.ts'
import { rows_of_all } from './support.ts'
import { google_secrets, wire } from './wire.ts'

const skip = without_contracts
const structure = ['campaigns', 'ad_groups', 'ads'] as const
const figures = ['campaign_daily', 'ad_group_daily', 'ad_daily'] as const
const [from, to] = ['2026-10-20', '2026-11-18']

let wired: Awaited<ReturnType<typeof wire>>
let accounts: Account[]
before(async () => {
  wired = await wire({ connector: mpb_ads, platform: 'mpb_ads', secrets: google_secrets('mpb_ads') })
  accounts = await wired.accounts()
})
afterEach(() => {
  wired.sandbox.faults.clear()
  wired.sandbox.world.changes.clear()
})
after(() => wired?.close())

const fault = (more: Omit<Fault, 'platform'>) => wired.sandbox.faults.add({ platform: 'mpb_ads', count: 0, ...more })
const days_of = (name: (typeof figures)[number], account = accounts[0]!) =>
  wired.rows(mpb_ads.streams[name], account, from, to)
const all_of = (name: (typeof structure)[number]) =>
  rows_of_all(mpb_ads.streams[name], { api: wired.api, account: accounts[0]! })
const sum_of = (rows: Record<string, unknown>[], column: string) =>
  rows.reduce((sum, row) => sum + (row[column] as bigint), 0n)

test('every request and every answer is as Amazon publishes it', { skip }, async () => {
  for (const name of structure) assert.ok((await all_of(name)).length > 0)
  for (const name of figures) assert.ok((await days_of(name)).length > 0)
  const exchanges = wired.exchanges().filter(({ url }) => /\/(adsApi|reporting|v2)\//.test(url))
  assert.ok(exchanges.length > 20)
  for (const exchange of exchanges) assert.deepEqual(amazon_faults(exchange), [], exchange.url)
})

test('the validator rejects what Amazon does not publish', { skip }, () => {
  const faults = (path: string, body: unknown, answer: unknown) =>
    amazon_faults({ method: 'POST', url: `https://advertising-api.amazon.com${path}`, body, answer }).length
  const query = { adProductFilter: { include: ['SPONSORED_PRODUCTS'] } }
  assert.equal(faults('/adsApi/v1/query/campaigns', query, { campaigns: [] }), 0)
  assert.ok(faults('/adsApi/v1/query/campaigns', {}, { campaigns: [] }) > 0)
  assert.ok(faults('/adsApi/v1/query/campaigns', query, { campaigns: [{ campaignId: '1' }] }) > 0)
  assert.ok(faults('/adsApi/v1/query/campaigns', query, { campaigns: [], total: 0 }) > 0)
  assert.ok(faults('/adsApi/v1/query/budgets', query, {}) > 0)
})

test('every column of a report is documented for its type', { skip }, async () => {
  for (const name of figures) await days_of(name)
  const ordered = wired.exchanges().filter(({ method, url }) => method === 'POST' && url.endsWith('/reporting/reports'))
  const pages: Record<string, string> = {
    spCampaigns: 'campaign',
    sbCampaigns: 'campaign',
    sdCampaigns: 'campaign',
    stCampaigns: 'campaign',
    sbAdGroup: 'ad-group',
    sdAdGroup: 'ad-group',
    spAdvertisedProduct: 'advertised-product',
    sdAdvertisedProduct: 'advertised-product',
    sbAds: 'ad',
  }
  const titles: Record<string, string> = {
    SPONSORED_PRODUCTS: 'Sponsored Products',
    SPONSORED_BRANDS: 'Sponsored Brands',
    SPONSORED_DISPLAY: 'Sponsored Display',
    SPONSORED_TELEVISION: 'Sponsored Television',
  }
  const types = new Set<string>()
  for (const { body } of ordered) {
    const { configuration: of } = body as {
      configuration: { reportTypeId: string; adProduct: string; columns: string[] }
    }
    types.add(of.reportTypeId)
    const known = columns_of(pages[of.reportTypeId]!, titles[of.adProduct]!)
    assert.deepEqual(
      of.columns.filter((column) => !known.has(column)),
      [],
      of.reportTypeId,
    )
  }
  assert.deepEqual([...types].sort(), Object.keys(pages).sort())
})

test('every kind of ads that Amazon publishes is read, or named', { skip }, () => {
  // Display of the demand-side platform has accounts and reports of its own, and ALL is no kind.
  const unread = ['ALL', 'AMAZON_DSP', 'DEMAND_SIDE_PLATFORM']
  const published = [...kinds_of('reporting_v3.openapi.json'), ...kinds_of('amazon_ads_v1.openapi.trimmed.json')]
  const named = [...unread, ...products.map(({ name }) => name)]
  assert.deepEqual([...new Set(published)].sort(), named.sort())
})

test('no report of sponsored ads has a line of a profile, so no total of Amazon can be compared', { skip }, () => {
  // The parts by which lines are made, as the page of each report type names them. `advertiser` is one advertised product of an ad.
  const coarsest = groups_of_reports().filter((one) => /profile|account|entity|portfolio|budget/i.test(one))
  assert.deepEqual(coarsest, [])
  assert.ok(groups_of_reports().includes('campaign'))
  const remark = mpb_ads.platform.remarks?.find((one) => one.includes('nothing confirms'))
  assert.match(remark ?? '', /`groupBy`, read 2026-11/)
})

test('a kind of ads that a profile cannot have is left out, and the others are read', async () => {
  const { mpb } = wired.sandbox.world.ads
  const usual = Object.getOwnPropertyDescriptor(mpb, 'campaigns')!
  const { kind } = mpb.campaigns.find((one) => product_of(one) === 'SPONSORED_PRODUCTS')!
  const of_products = mpb.campaigns.map((one) => ({ ...one, kind }))
  Object.defineProperty(mpb, 'campaigns', { configurable: true, value: of_products })
  try {
    for (const name of structure) assert.ok((await all_of(name)).length > 0, name)
    for (const name of figures) assert.ok((await days_of(name)).length > 0, name)
  } finally {
    Object.defineProperty(mpb, 'campaigns', usual)
  }
})

test('the kinds of ads are added, with archived campaigns, on every level', async () => {
  const { world } = wired.sandbox
  world.changes.remove(world.ads.mpb.campaigns[0]!.id)
  const kind_of = new Map(world.ads.mpb.campaigns.map((campaign) => [campaign.id, product_of(campaign)]))
  for (const name of figures) {
    // Sponsored Television has no report of ads.
    const own = world.ads.mpb.ads.filter(
      ({ account_id, campaign_id }) =>
        account_id === accounts[0]!.account_id &&
        (name !== 'ad_daily' || kind_of.get(campaign_id) !== 'SPONSORED_TELEVISION'),
    )
    const facts = days_from(from, to).flatMap((day) => own.flatMap((ad) => world.ads.mpb.facts(ad, day) ?? []))
    const truth = (of: 'spend_cents' | 'conversion_value_cents' | 'conversions') =>
      facts.reduce((sum, fact) => sum + fact[of], 0)
    assert.ok(truth('conversions') > 0)
    const rows = await days_of(name)
    assert.equal(sum_of(rows, 'spend_micros'), BigInt(truth('spend_cents')) * 10_000n, name)
    assert.equal(sum_of(rows, 'conversion_value_micros'), BigInt(truth('conversion_value_cents')) * 10_000n, name)
    assert.equal(
      rows.reduce((sum, { conversions }) => sum + Number(conversions), 0),
      truth('conversions'),
    )
  }
  for (const name of structure) assert.ok((await all_of(name)).some(({ status }) => status === 'ARCHIVED'))
  const kinds = new Set((await all_of('campaigns')).map(({ channel_type }) => channel_type))
  assert.deepEqual([...kinds].sort(), products.map(({ name }) => name).sort())
})

test('an ad of which Amazon names the ad group only has the campaign of its ad group', async () => {
  const { ads } = wired.sandbox.world.ads.mpb
  const own = ads.filter(({ account_id }) => account_id === accounts[0]!.account_id)
  const above = new Map(own.map(({ id, group_id, campaign_id }) => [id, [group_id, campaign_id]]))
  const rows = await all_of('ads')
  assert.equal(rows.length, own.length)
  for (const { ad_id, ad_group_id, campaign_id } of rows)
    assert.deepEqual([ad_group_id, campaign_id], above.get(String(ad_id)))
})

test('the first and the last day of a campaign are those of its profile, although instants are in UTC', async () => {
  const rows = new Map((await all_of('campaigns')).map((row) => [String(row.campaign_id), row]))
  const own = wired.sandbox.world.ads.mpb.campaigns.filter(({ account_id }) => account_id === accounts[0]!.account_id)
  assert.ok(own.some(({ end_day }) => end_day))
  for (const { id, start_day, end_day } of own) {
    const { starts_on, ends_on, created_on } = rows.get(id)!
    assert.deepEqual([starts_on, ends_on, created_on], [start_day, end_day ?? null, add_days(start_day, -1)])
  }
})

test('ids of profiles keep all digits, and each request names one profile', async () => {
  assert.deepEqual(
    accounts.map(({ account_id, time_zone }) => [account_id, time_zone]),
    [
      ['3991703629696934', 'America/Los_Angeles'],
      ['90071992547409931', 'America/Los_Angeles'],
    ],
  )
  wired.sandbox.log.clear()
  await days_of('campaign_daily', accounts[1])
  const scopes = wired.sandbox.log
    .list('mpb_ads')
    .flatMap(({ url, headers }) => (url.includes('/reporting/') ? [headers['amazon-advertising-api-scope']] : []))
  assert.deepEqual([...new Set(scopes)], ['90071992547409931'])
})

test('a profile whose consent ended is denied, and the token stays', async () => {
  fault({ kind: 'deny_account', path: ` ${accounts[1]!.account_id}$` })
  const denied = (error: unknown) => error instanceof VendorRefusal && error.kind === 'denied'
  await assert.rejects(days_of('campaign_daily', accounts[1]), denied)
  assert.ok((await days_of('campaign_daily')).length > 0)
})

test('a report is not built twice when the first order was lost: a new start waits for the one in progress', async () => {
  const stream = mpb_ads.streams.campaign_daily as Extract<Stream, { window: unknown }>
  const days = { api: wired.api, account: accounts[0]!, settings: {}, from: '2026-11-01', to: '2026-11-02' }
  // Stops when the first file fails, while the other reports are in progress.
  fault({ kind: 'fail', status: 400, path: 'GET .*s3.amazonaws.com', count: 1 })
  await assert.rejects(async () => {
    for await (const _ of stream.read(days)) assert.fail('the file was read')
  })
  wired.reports.clear()
  wired.sandbox.log.clear()
  assert.ok((await wired.rows(stream as Stream, accounts[0]!, days.from, days.to)).length > 0)
  const refused = wired.sandbox.log.list('mpb_ads').filter(({ status }) => status === 425)
  assert.ok(refused.length > 0)
})

test('a report in progress is waited for, a while between two questions', async () => {
  const began = wired.sandbox.clock.now()
  fault({ kind: 'own', name: 'unfinished', path: 'GET .*/reporting/reports/', count: 2 })
  assert.ok((await days_of('campaign_daily')).length > 0)
  assert.ok(wired.sandbox.clock.now() - began >= 6_000)
})

test('reports that take longer are found again later, without a second order', async () => {
  wired.sandbox.log.clear()
  fault({ kind: 'own', name: 'unfinished', path: 'GET .*/reporting/reports/', count: 20 })
  await assert.rejects(days_of('campaign_daily'), /still builds a report/)
  assert.ok((await days_of('campaign_daily')).length > 0)
  const orders = wired.sandbox.log.list('mpb_ads').filter(({ url }) => url.endsWith('/reporting/reports'))
  assert.equal(orders.length, 4)
})

test('a report that Amazon could not build refuses the days', async () => {
  fault({ kind: 'own', name: 'failed', path: 'GET .*/reporting/reports/' })
  await assert.rejects(days_of('campaign_daily'), /could not build a report: Internal error/)
})

test('profiles of agencies are named and not read', async () => {
  fault({ kind: 'own', name: 'odd_accounts', path: '/v2/profiles' })
  const found = await wired.accounts()
  assert.deepEqual(
    found.map(({ unreadable }) => unreadable?.split(' ').slice(0, 5).join(' ')),
    [undefined, undefined, 'The profile of an agency', 'The platform names no currency'],
  )
})

test("a brand's ads have their headlines, and ads of products name the product", async () => {
  const { ads, creatives, campaigns } = wired.sandbox.world.ads.mpb
  for (const row of await all_of('ads')) {
    const ad = ads.find(({ id }) => id === row.ad_id)!
    const creative = creatives.find(({ id }) => id === ad.creative_id)!
    const is_brand = campaigns.find(({ id }) => id === ad.campaign_id)!.kind === 'brand_search'
    assert.equal(row.creative_id, asin_of(ad))
    assert.equal(row.headline, is_brand ? creative.title : undefined)
    assert.equal(row.final_url, is_brand ? creative.link : undefined)
  }
})

const sample = (stream: string) =>
  airbyte_records('mpb_ads').flatMap(({ stream: of, data }) => (of === stream ? [data] : []))

test('real profiles, campaigns, ad groups and ads become rows', { skip }, async () => {
  const [first] = await mpb_ads.accounts.read({ api: canned_api([sample('profiles')]).api, settings: {} })
  assert.deepEqual(
    [first!.account_id, first!.name, first!.currency, first!.time_zone],
    ['3991703629696934', 'The Airbyte Store CA', 'CAD', 'America/Los_Angeles'],
  )
  // The recorded lists are those of version 3, with the same ids, names and states.
  const rows = (name: string, list: string, stream: string) =>
    rows_of_all(mpb_ads.streams[name], {
      api: canned_api([{ [list]: sample(stream) }, {}, {}, {}]).api,
      account: first!,
    })
  const [campaign] = await rows('campaigns', 'campaigns', 'sponsored_product_campaigns')
  assert.deepEqual(
    [campaign!.campaign_id, campaign!.name, campaign!.status, campaign!.currency],
    ['135264288913079', 'Campaign - 7/5/2022 18:14:02', 'ENABLED', 'CAD'],
  )
  const [group] = await rows('ad_groups', 'adGroups', 'sponsored_product_ad_groups')
  assert.deepEqual([group!.ad_group_id, group!.campaign_id], ['183961953969922', '135264288913079'])
  const [ad] = await rows('ads', 'ads', 'sponsored_product_ads')
  assert.deepEqual([ad!.ad_id, ad!.ad_group_id, ad!.status], ['134721479349712', '226404883721634', 'ENABLED'])
})

test('the documented profiles become accounts', { skip }, async () => {
  const profiles = async (page: string) => {
    const [body] = documented_examples('mpb_ads', page).map((one) => one.body)
    return (await mpb_ads.accounts.read({ api: canned_api([body]).api, settings: {} })).map(
      ({ account_id, currency, time_zone }) => [account_id, currency, time_zone],
    )
  }
  const zone = 'America/Los_Angeles'
  const [first] = await profiles('en-us__guides__account-management__authorization__profiles')
  assert.deepEqual(first, ['777777777', 'CAD', zone])
  const [other] = await profiles('en-us__guides__get-started__retrieve-profiles')
  assert.deepEqual(other, ['888888888', 'MXN', zone])
})
