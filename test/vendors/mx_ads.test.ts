// Checks the connector and the sandbox against Meta's api_specs.
import assert from 'node:assert/strict'
import { after, afterEach, before, test } from 'node:test'
import { z } from 'zod'
import { mx_ads } from '#connectors/mx_ads/index.ts'
import { today_in } from '#domain/windows.ts'
import type { Account, Stream } from '#engine/connector.ts'
import { VendorRefusal } from '#engine/vendors/refusal.ts'
import type { Fault } from '../../sandbox/faults.ts'
import { graph_faults } from './graph_specs.ts'
import { without_contracts } from './published.ts'
import { rows_of_all } from './support.ts'
import { google_secrets, wire } from './wire.ts'

const skip = without_contracts
const structure = ['campaigns', 'ad_sets', 'ads', 'creatives'] as const
const figures = ['campaign_daily', 'ad_set_daily', 'ad_daily', 'country_daily', 'device_daily'] as const

let wired: Awaited<ReturnType<typeof wire>>
let accounts: Account[]
before(async () => {
  if (skip) return
  wired = await wire({ connector: mx_ads, platform: 'mx_ads', secrets: google_secrets('mx_ads') })
  accounts = await wired.accounts()
})
afterEach(() => wired?.sandbox.faults.clear())
after(() => wired?.close())

test('every request of the connector and every answer it gets are as Meta publishes them', { skip }, async () => {
  assert.deepEqual(
    accounts.map(({ currency }) => currency),
    ['MXN', 'USD'],
  )
  for (const account of accounts) {
    for (const name of structure)
      assert.ok((await rows_of_all(mx_ads.streams[name], { api: wired.api, account })).length > 0)
    for (const name of figures)
      assert.ok((await wired.rows(mx_ads.streams[name], account, '2026-11-01', '2026-11-18')).length > 0)
  }
  const exchanges = wired.exchanges().filter(({ url }) => !url.includes('/oauth/'))
  assert.ok(exchanges.length > 14)
  for (const exchange of exchanges) assert.deepEqual(graph_faults(exchange), [], exchange.url)
})

test('the validator rejects what Meta does not publish', { skip }, () => {
  const url = 'https://graph.facebook.com/v26.0/act_1/insights?fields=spend,profit&level=planet&days=3'
  const answer = { data: [{ spend: 3, profit: '1' }], total: 1 }
  assert.equal(graph_faults({ method: 'GET', url, body: null, answer }).length, 6)
})

const fault = (more: Omit<Fault, 'platform'>) => wired.sandbox.faults.add({ platform: 'mx_ads', count: 0, ...more })
const refused_as = (kind: VendorRefusal['kind']) => (error: unknown) =>
  error instanceof VendorRefusal && error.kind === kind
const spend_of = (rows: Record<string, unknown>[]) =>
  rows.reduce((sum, { spend_micros }) => sum + (spend_micros as bigint), 0n)
const days_of = (name: (typeof figures)[number], from: string, to: string) =>
  wired.rows(mx_ads.streams[name], accounts[0]!, from, to)

test('what is deleted keeps its spend at every level, and stays in the lists', { skip }, async () => {
  const { world } = wired.sandbox
  const [from, to] = ['2026-11-03', '2026-11-05']
  const before_it = await Promise.all(figures.map((name) => days_of(name, from, to)))
  const { ads: list } = world.ads.mx
  const [ad, other] = [list.find(({ start_day }) => start_day > '2026-10-01')!, list[0]!]
  for (const id of [ad.id, other.campaign_id]) world.changes.remove(id)
  try {
    assert.deepEqual(await Promise.all(figures.map((name) => days_of(name, from, to))), before_it)
    for (const name of ['campaigns', 'ad_sets', 'ads'] as const) {
      const rows = await rows_of_all(mx_ads.streams[name], { api: wired.api, account: accounts[0]! })
      assert.ok(
        rows.some(({ status }) => status === 'DELETED'),
        name,
      )
    }
  } finally {
    world.changes.clear()
  }
})

test("the account's own total of a day is the sum of its campaigns, with deleted ones", { skip }, async () => {
  const { world } = wired.sandbox
  world.changes.remove(world.ads.mx.ads[0]!.campaign_id)
  const { total } = mx_ads.streams.campaign_daily as Extract<Stream, { total?: unknown }>
  const days = { from: '2026-11-03', to: '2026-11-04' }
  const totals = await total!.read({ api: wired.api, account: accounts[0]!, settings: {}, ...days })
  assert.deepEqual(totals.map(({ date }) => date).sort(), [days.from, days.to])
  for (const { date, measures } of totals)
    assert.equal(measures.spend_micros, spend_of(await days_of('campaign_daily', date, date)))
  world.changes.clear()
})

test('a campaign that the business deleted last summer is read with its spend', { skip }, async () => {
  const [campaign] = wired.sandbox.world.ads.mx.campaigns.filter(({ status }) => status === 'removed')
  const rows = await days_of('campaign_daily', campaign!.start_day, campaign!.start_day)
  assert.ok(rows.some(({ campaign_id }) => campaign_id === campaign!.id))
})

test('one account without permission is denied, and the credential stays valid', { skip }, async () => {
  const [open, denied] = accounts
  fault({ kind: 'deny_account', path: `act_${denied!.account_id}/` })
  const read = (account: Account) => wired.rows(mx_ads.streams.campaign_daily, account, '2026-11-03', '2026-11-03')
  await assert.rejects(read(denied!), refused_as('denied'))
  assert.ok((await read(open!)).length > 0)
  const foreign = { ...open!, account_id: '9999' }
  await assert.rejects(read(foreign), refused_as('denied'))
})

test('an account without a currency is named and cannot be read, and accounts say when they began', {
  skip,
}, async () => {
  fault({ kind: 'own', name: 'odd_accounts', path: '/me/adaccounts' })
  const [{ created_at } = { created_at: 0 }] = wired.sandbox.world.ads.mx.accounts
  const created_on = today_in('America/Mexico_City', new Date(created_at))
  const found = await wired.accounts()
  assert.deepEqual(
    found.map(({ created_on, unreadable }) => [created_on, unreadable !== undefined]),
    [
      [created_on, false],
      [created_on, false],
      [created_on, true],
    ],
  )
  assert.deepEqual(mx_ads.accounts.rows(found[2]!), {})
})

test('a page that is too large is read in smaller pages, with the same rows', { skip }, async () => {
  const read = (name: (typeof structure)[number]) =>
    rows_of_all(mx_ads.streams[name], { api: wired.api, account: accounts[0]! })
  const whole = { ads: await read('ads'), creatives: await read('creatives') }
  fault({ kind: 'too_much', path: '/(ads|adcreatives)[?]', records_max: 20 })
  assert.deepEqual({ ads: await read('ads'), creatives: await read('creatives') }, whole)
})

test('lists name no deleted objects, and where insights that name them are too large, a report does', {
  skip,
}, async () => {
  const [account] = accounts
  const asked = { fields: 'id', effective_status: '["DELETED"]' }
  const list = { path: `/act_${account!.account_id}/campaigns`, query: asked, schema: z.object({}) }
  await assert.rejects(wired.api.call(list), refused_as('refused'))
  const read = () => rows_of_all(mx_ads.streams.campaigns, { api: wired.api, account: account! })
  const whole = await read()
  assert.ok(whole.some(({ status }) => status === 'DELETED'))
  fault({ kind: 'too_much', path: 'GET .*act_.*/insights' })
  assert.deepEqual(await read(), whole)
})

test('several days that are too large are refused as such, so that fewer days are asked for', { skip }, async () => {
  fault({ kind: 'too_much', path: 'GET .*act_.*/insights', records_max: 500, days_max: 1 })
  await assert.rejects(days_of('ad_daily', '2026-11-03', '2026-11-04'), refused_as('too_much'))
  assert.ok((await days_of('ad_daily', '2026-11-03', '2026-11-03')).length > 0)
})

test('a single day that is too large is read from a report that Meta builds', { skip }, async () => {
  const whole = await days_of('ad_daily', '2026-11-03', '2026-11-03')
  fault({ kind: 'too_much', path: 'GET .*act_.*/insights' })
  assert.deepEqual(await days_of('ad_daily', '2026-11-03', '2026-11-03'), whole)
  const exchanges = wired.exchanges().filter(({ url }) => !url.includes('/oauth/'))
  for (const exchange of exchanges.slice(-7)) assert.deepEqual(graph_faults(exchange), [], exchange.url)
})

test('a report that fails or expires is refused, and one that takes long is awaited', { skip }, async () => {
  for (const [name, kind] of [
    ['report_failed', 'refused'],
    ['report_skipped', 'refused'],
    ['report_endless', 'awaited'],
  ] as const) {
    wired.sandbox.faults.clear()
    fault({ kind: 'too_much', path: 'GET .*act_.*/insights' })
    fault({ kind: 'own', name, path: 'GET .*/v26.0/[0-9]+[?]' })
    await assert.rejects(days_of('ad_daily', '2026-11-03', '2026-11-03'), refused_as(kind), name)
  }
})

test('a campaign whose ad sets have different attribution settings has their claims, in all and by country and device', {
  skip,
}, async () => {
  const day = '2026-11-03'
  const { ads: list, campaigns, facts } = wired.sandbox.world.ads.mx
  const { id } = campaigns.find(
    ({ kind, account_id }) => kind === 'retargeting' && account_id === accounts[0]!.account_id,
  )!
  const claimed = list
    .filter((ad) => ad.campaign_id === id)
    .reduce((sum, ad) => sum + (facts(ad, day)?.conversions ?? 0), 0)
  assert.ok(claimed > 0)
  wired.sandbox.log.clear()
  const claims = async (name: (typeof figures)[number]) =>
    (await days_of(name, day, day)).filter((row) => row.campaign_id === id).map((row) => row.conversions)
  assert.deepEqual(await claims('campaign_daily'), [String(claimed)])
  const answers = wired.exchanges().flatMap(({ answer }) => (answer as { data: Record<string, unknown>[] }).data)
  assert.ok(answers.some((line) => line.campaign_id === id && line.attribution_setting === 'multiple'))
  for (const name of ['country_daily', 'device_daily'] as const) {
    const parts = await claims(name)
    assert.ok(parts.length > 1 && !parts.includes(null) && parts.some((part) => part !== '0'), name)
  }
})

test('Meta refuses a device without the place of the ad', { skip }, async () => {
  const read = (breakdowns: string[]) =>
    wired.api.call({
      path: `/act_${accounts[0]!.account_id}/insights`,
      query: { fields: 'spend', breakdowns: JSON.stringify(breakdowns) },
      schema: z.object({ data: z.array(z.unknown()) }),
    })
  await assert.rejects(read(['impression_device']), /impression_device[)] is invalid/)
  assert.ok((await read(['publisher_platform', 'impression_device'])).data.length > 0)
})

test('devices that Meta gives in a report only are read with the same rows', { skip }, async () => {
  const whole = await days_of('device_daily', '2026-11-03', '2026-11-04')
  fault({ kind: 'own', name: 'no_devices', path: 'GET .*act_.*/insights.*impression_device.*2026-11-03' })
  assert.deepEqual(await days_of('device_daily', '2026-11-03', '2026-11-04'), whole)
})

test('every kind of creative has its title, text, picture and link', { skip }, async () => {
  const rows = await rows_of_all(mx_ads.streams.creatives, { api: wired.api, account: accounts[0]! })
  const { creatives } = wired.sandbox.world.ads.mx
  for (const format of ['image', 'video', 'carousel'])
    assert.ok(creatives.some((creative) => creative.format === format))
  for (const row of rows) for (const field of ['title', 'body', 'link_url', 'image_url']) assert.ok(row[field], field)
  assert.ok(rows.some(({ title }) => /A \| .*B \| .*C$/.test(String(title))))
})

test('the oldest day that the connector asks for is within what Meta gives', { skip }, async () => {
  const { window } = mx_ads.streams.campaign_daily as Extract<Stream, { window: unknown }>
  const oldest = (more: number) =>
    new Date(Date.parse('2026-11-18') - (window.history_days + more) * 86_400_000).toISOString().slice(0, 10)
  await days_of('campaign_daily', oldest(0), oldest(0))
  await assert.rejects(days_of('campaign_daily', oldest(8), oldest(8)), refused_as('refused'))
})

test('campaigns, ad sets and ads add up to the same money', { skip }, async () => {
  const [account] = accounts
  const days = ['2026-11-03', '2026-11-05'] as const
  const sums: bigint[] = []
  for (const name of figures.slice(0, 3)) {
    const rows = await wired.rows(mx_ads.streams[name], account!, ...days)
    sums.push(spend_of(rows))
  }
  assert.ok(sums[0]! > 0n)
  assert.deepEqual(sums, [sums[0], sums[0], sums[0]])
})

test('countries and devices have the claims of their campaigns, and lack only small and unknown parts', {
  skip,
}, async () => {
  const [campaigns, countries, devices] = await Promise.all(
    (['campaign_daily', 'country_daily', 'device_daily'] as const).map((name) =>
      days_of(name, '2026-11-03', '2026-11-04'),
    ),
  )
  const whole = spend_of(campaigns!)
  for (const parts of [countries!, devices!]) {
    assert.ok(spend_of(parts) <= whole && spend_of(parts) * 100n > whole * 98n, `${spend_of(parts)} of ${whole}`)
    assert.ok(parts.some(({ conversions }) => Number(conversions) > 0))
  }
  assert.deepEqual([...new Set(countries!.map(({ country }) => country))].sort(), ['CO', 'ES', 'MX', 'US'])
  assert.deepEqual([...new Set(devices!.map(({ device }) => device))].sort(), ['desktop', 'mobile', 'other', 'tablet'])
})
