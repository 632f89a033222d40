import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Account, WindowStream } from '#engine/connector.ts'
import { canned_api, rows_of_days } from '#test/canned_api.ts'
import { type AccountDay, type AdDay, type AdLevel, type AdPart, ad_days } from './ad_days.ts'
import { country_code } from './gx_ads/countries.ts'

const account: Account = { account_id: '7', name: 'Shop', currency: 'MXN', time_zone: 'America/Mexico_City' }
const source = { api: canned_api([]).api, account, from: '2026-11-01', to: '2026-11-02' }
const line = (part: string, more: Partial<AdDay> = {}): AdDay => ({
  date: '2026-11-01',
  campaign_id: '5',
  part,
  spend: '10.01',
  impressions: '100',
  clicks: '3',
  conversions: '0.25',
  conversion_value: '7.5',
  ...more,
})
const streams = (...pages: AdDay[][]) => streams_by(() => pages)
const streams_by = (pages: (level: AdLevel | AdPart) => AdDay[][]) =>
  ad_days({
    window: { history_days: 30, history_source: 'test', overlap_days: 3 },
    read: async function* (level) {
      yield* pages(level)
    },
    total: { levels: ['campaign'], read: async function* () {} },
    devices: { ANDROID: 'mobile', PC: 'desktop' },
  })
const rows_by = async (part: 'country' | 'device', ...pages: AdDay[][]) =>
  (await rows_of_days(streams(...pages)[`${part}_daily`], source)).map((row) => [
    row[part],
    row.spend_micros,
    row.clicks,
    row.conversions,
    row.conversion_value_micros,
  ])

test("a vendor's words for one kind of device are added up, and an unknown word is another device", async () => {
  const words = ['ANDROID', 'IPHONE', 'PC', 'TOASTER'].map((word) => line(word))
  assert.deepEqual(await rows_by('device', words), [
    ['mobile', 20_020_000n, 6n, '0.5', 15_000_000n],
    ['desktop', 10_010_000n, 3n, '0.25', 7_500_000n],
    ['other', 10_010_000n, 3n, '0.25', 7_500_000n],
  ])
})

test('a line that is repeated on a later page is added once, and campaigns and days stay apart', async () => {
  const more = [line('IPHONE', { campaign_id: '6' }), line('IPHONE', { date: '2026-11-02' })]
  const rows = await rows_by('device', [line('ANDROID'), line('IPHONE')], [line('IPHONE'), ...more])
  assert.deepEqual(
    rows.map(([, spend]) => spend),
    [20_020_000n, 10_010_000n, 10_010_000n],
  )
})

test('all countries of an account with very many campaigns come, and each once', async () => {
  const campaigns = Array.from({ length: 5_001 }, (_, n) => line('MX', { campaign_id: String(n) }))
  const rows = await rows_of_days(streams(campaigns).country_daily, source)
  assert.equal(new Set(rows.map(({ campaign_id }) => campaign_id)).size, campaigns.length)
  assert.equal(rows.length, campaigns.length)
})

test('what has no known country is left out, instead of standing under a name that is no country', async () => {
  const rows = await rows_by('country', [line('MX'), line('unknown'), line('None'), line('')])
  assert.deepEqual(
    rows.map(([country]) => country),
    ['MX'],
  )
})

test('claims that a platform does not give by country or device are null, not zero', async () => {
  const unknown = { conversions: null, conversion_value: null }
  const rows = await rows_by('device', [line('ANDROID', unknown), line('IPHONE', unknown)])
  assert.deepEqual(rows, [['mobile', 20_020_000n, 6n, null, null]])
})

test('claims that only ad groups have are added up for their campaign and day, and are unknown without ad groups', async () => {
  const below = { has_claims_below: true, conversions: '0', conversion_value: '0' }
  const campaigns = [line('', below), line('', { ...below, date: '2026-11-02' }), line('', { campaign_id: '6' })]
  const group = (ad_group_id: string, more: Partial<AdDay> = {}) => line('', { ad_group_id, ...more })
  const groups = [[group('51'), group('52', { conversions: null })], [group('51', { campaign_id: '6' })]]
  const read = (pages: AdDay[][]) =>
    rows_of_days(streams_by((level) => (level === 'campaign' ? [campaigns] : pages)).campaign_daily, source)
  const claims = async (pages: AdDay[][]) =>
    (await read(pages)).map((row) => [row.conversions, row.conversion_value_micros])
  // An ad group whose claims are unknown makes those of its campaign unknown.
  assert.deepEqual(await claims(groups), [
    [null, 15_000_000n],
    [null, null],
    ['0.25', 7_500_000n],
  ])
  assert.deepEqual((await claims([[group('51')], [group('51'), group('52')]]))[0], ['0.5', 15_000_000n])
})

test('claims that a platform can leave out of a campaign are those of its ad groups, where these have some', async () => {
  const none = { conversions: '0', conversion_value: '0' }
  const campaigns = [line('', none), line('', { ...none, campaign_id: '6' }), line('', { ...none, campaign_id: '7' })]
  const groups = [
    line('', { ad_group_id: '51' }),
    line('', { ad_group_id: '52' }),
    line('', { ad_group_id: '61', campaign_id: '6', conversions: '0', conversion_value: '0' }),
  ]
  const { campaign_daily } = ad_days({
    window: { history_days: 30, history_source: 'test', overlap_days: 3 },
    leaves_out_claims: true,
    read: async function* (level) {
      yield level === 'campaign' ? campaigns : groups
    },
  })
  const rows = await rows_of_days(campaign_daily, source)
  assert.deepEqual(
    rows.map((row) => [row.campaign_id, row.conversions, row.conversion_value_micros]),
    [
      ['5', '0.5', 15_000_000n],
      ['6', '0', 0n],
      ['7', '0', 0n],
    ],
  )
})

test('figures that a platform gives for two ads count for the one whose ad group has them', async () => {
  const copied = { spend: '8', impressions: '80', clicks: '2' }
  const ad = (ad_id: string, ad_group_id: string, more: Partial<AdDay>) =>
    line('', { part: undefined, ad_id, ad_group_id, ...more })
  const group = (ad_group_id: string, more: Partial<AdDay>) => line('', { part: undefined, ad_group_id, ...more })
  const asked: string[] = []
  const read_ads = (ads: AdDay[], groups: AdDay[]) => {
    const { ad_daily } = ad_days({
      window: { history_days: 30, history_source: 'test', overlap_days: 3 },
      copies_ads: true,
      read: async function* (level) {
        asked.push(level)
        yield level === 'ad' ? ads : groups
      },
    })
    return rows_of_days(ad_daily, source).then((rows) => rows.map((row) => [row.ad_id, row.date, row.spend_micros]))
  }
  const ads = [ad('a', '1', copied), ad('b', '2', copied), ad('c', '2', { spend: '3' }), ad('d', '3', { spend: '0' })]
  const own = [group('1', { ...copied, spend: '9' }), group('2', { spend: '3' })]
  const found = await read_ads(ads, own)
  assert.deepEqual(found.toSorted(), [
    ['a', '2026-11-01', 8_000_000n],
    ['c', '2026-11-01', 3_000_000n],
    ['d', '2026-11-01', 0n],
  ])
  // Nothing says whose they are.
  assert.equal((await read_ads(ads, [])).length, 4)
  asked.length = 0
  await read_ads([ad('a', '1', copied), ad('b', '2', { spend: '3' })], [])
  assert.deepEqual(asked, ['ad'])
})

test("Google's ids of countries become ISO codes, and those of other places none", () => {
  const shown = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })
  const codes = Array.from({ length: 1_000 }, (_, n) => country_code(`${2_000 + n}`)).filter((code) => code)
  assert.equal(new Set(codes).size, 250)
  assert.deepEqual(
    [...new Set(codes)].filter((code) => shown.of(code!) === undefined),
    [],
  )
  const of = ['2484', '2840', '2724', '1010043', '']
  assert.deepEqual(of.map(country_code), ['MX', 'US', 'ES', undefined, undefined])
})

/** The line with what the account's own figures have beyond three campaigns of 10 each, of 300 impressions and 9 clicks together. */
async function rest_in(currency: string, total: Partial<AccountDay>, last_digit?: bigint) {
  const { campaign_daily } = ad_days({
    window: { history_days: 30, history_source: 'test', overlap_days: 3 },
    read: async function* () {
      yield ['a', 'b', 'c'].map((campaign_id) => line('', { campaign_id, spend: '10' }))
    },
    total: {
      levels: ['campaign'],
      last_digit,
      read: async function* () {
        yield [{ date: '2026-11-01', spend: '30', impressions: '300', clicks: '9', ...total }]
      },
    },
    unlisted: 'others',
  })
  const rows = await rows_of_days(campaign_daily!, { ...source, account: { ...account, currency } })
  return rows.find(({ campaign_id }) => campaign_id === 'others')
}

test('what a platform rounds away from each campaign is no campaign that its reports leave out', async () => {
  const rest_of = async (currency: string, spend: string, last_digit?: bigint) =>
    (await rest_in(currency, { spend }, last_digit))?.spend_micros
  assert.equal(await rest_of('CLP', '31'), undefined)
  // It has hundredths, and nobody writes them.
  assert.equal(await rest_of('COP', '31'), undefined)
  assert.equal(await rest_of('CLP', '33'), 3_000_000n)
  assert.equal(await rest_of('MXN', '31'), 1_000_000n)
  assert.equal(await rest_of('MXN', '30.02'), undefined)
  assert.equal(await rest_of('CLP', '31', 0n), 1_000_000n)
})

test('where the campaigns have more than the total of the account, the campaigns that reports leave out have zero', async () => {
  const rest = await rest_in('MXN', { spend: '31', impressions: '299', clicks: '10' })
  assert.deepEqual([rest?.spend_micros, rest?.impressions, rest?.clicks], [1_000_000n, 0n, 1n])
  assert.equal(await rest_in('MXN', { spend: '29' }), undefined)
})

test('lines by place are added up by object and day, and what one of them does not know is unknown', async () => {
  const at = (place: string, more: Partial<AdDay> = {}) => line('', { place, part: undefined, ...more })
  const pages = [
    [at('feed'), at('search', { conversions: null })],
    [at('feed'), at('feed', { campaign_id: '6' })],
  ]
  const read = async function* () {
    yield* pages
  }
  const { campaign_daily } = ad_days({
    window: { history_days: 30, history_source: 'test', overlap_days: 3 },
    read,
    adds_places: true,
    total: {
      levels: ['campaign'],
      measures: ['spend_micros'],
      read: async function* () {
        yield [at('feed'), at('search')]
      },
    },
  })
  const rows = await rows_of_days(campaign_daily!, source)
  assert.deepEqual(
    rows.map(({ campaign_id, spend_micros, conversions }) => [campaign_id, spend_micros, conversions]),
    [
      ['5', 20_020_000n, null],
      ['6', 10_010_000n, '0.25'],
    ],
  )
  const { total } = campaign_daily as WindowStream<never, never>
  assert.deepEqual(await total!.read({ ...source, settings: {} }), [
    { date: '2026-11-01', measures: { spend_micros: 20_020_000n } },
  ])
})
