import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Account, Api, PagedRequest, SnapshotStream, VendorAnswer } from '#engine/connector.ts'
import { VendorRefusal } from '#engine/vendors/refusal.ts'
import { canned_api, rows_of_days } from '#test/canned_api.ts'
import { classify_answer } from './errors.ts'
import { tx_ads } from './index.ts'

const account: Account = { account_id: '7', name: 'Shop', currency: 'MXN', time_zone: 'America/Mexico_City' }
const days = { from: '2026-11-01', to: '2026-11-02' }
const list = (items: unknown[], page = 1, total_page = 1) => ({
  code: 0,
  message: 'OK',
  data: { list: items, page_info: { page, total_page, page_size: 1000, total_number: items.length } },
})
const claims = {
  complete_payment: '0',
  total_complete_payment_rate: '0.00',
  total_purchase: '0',
  total_purchase_value: '-',
  onsite_shopping: '0',
  total_onsite_shopping_value: '-',
}
const line = (ids: object, metrics: object) => ({
  dimensions: { stat_time_day: '2026-11-01 00:00:00', advertiser_id: '7', ...ids },
  metrics: { spend: '10.00', impressions: '100', clicks: '3', ...claims, ...metrics },
})
const campaign = (campaign_id: string, spend: string) => line({ campaign_id }, { spend })
/** Answers of the auction. No campaign is bought by reservation, so that each report has one without lines beside it. */
const unreserved = (answers: readonly unknown[]) => answers.flatMap((answer) => [answer, list([])])
const days_of = async (own: object, campaigns: object, ...more: object[]) => {
  const { api, asked } = canned_api([...unreserved([own]), campaigns, ...more, list([])])
  return { rows: await rows_of_days(tx_ads.streams.campaign_daily, { api, account, ...days }), asked }
}

test('purchases on the site, in the app and in the shop are added; other goals are not', async () => {
  const { rows } = await days_of(
    list([line({}, {})]),
    list([
      line(
        { campaign_id: '5' },
        {
          conversion: '40',
          complete_payment: '2',
          total_complete_payment_rate: '1500.10',
          total_purchase: '1',
          total_purchase_value: '99.90',
        },
      ),
    ]),
  )
  assert.deepEqual([rows[0]!.conversions, rows[0]!.conversion_value_micros], ['3', 1_600_000_000n])
})

test('a kind of sale that the platform does not have is left out, and without any kind claims are null, as is such a reach', async () => {
  const none = Object.fromEntries(Object.keys(claims).map((name) => [name, '-']))
  const { rows } = await days_of(
    list([]),
    list([
      line({ campaign_id: '5' }, { reach: '-', complete_payment: '-', total_purchase: '2' }),
      line({ campaign_id: '6' }, none),
    ]),
  )
  assert.deepEqual(
    rows.map((row) => [row.conversions, row.conversion_value_micros, row.reach]),
    [
      ['2', 0n, null],
      [null, null, null],
    ],
  )
  await assert.rejects(days_of(list([]), list([campaign('5', '-')])))
  const without = line({ campaign_id: '5' }, { onsite_shopping: undefined })
  await assert.rejects(days_of(list([]), list([without])), /onsite_shopping/)
})

test('the spend that no campaign has is a line of its own', async () => {
  const total = line({}, { spend: '30.00', clicks: '9', complete_payment: '4', reach: '80' })
  const { rows } = await days_of(list([total]), list([campaign('5', '10.00')]))
  assert.deepEqual(
    rows.map((row) => [row.campaign_id, row.spend_micros, row.clicks, row.conversions, row.reach]),
    [
      ['5', 10_000_000n, 3n, '0', null],
      ['other campaigns of the account (GMV Max)', 20_000_000n, 6n, '4', null],
    ],
  )
})

test('campaigns bought by reservation have reports of their own, and the total has them too', async () => {
  const { api, asked } = canned_api([
    list([line({}, { spend: '30.00', clicks: '9', complete_payment: '4' })]),
    list([line({}, { spend: '100.00', impressions: '900', clicks: '1', complete_payment: '-' })]),
    list([campaign('5', '10.00')]),
    list([line({ campaign_id: '9' }, { spend: '100.00', impressions: '900', clicks: '1' })]),
  ])
  const rows = await rows_of_days(tx_ads.streams.campaign_daily, { api, account, ...days })
  assert.deepEqual(
    rows.map((row) => [row.campaign_id, row.spend_micros, row.clicks, row.conversions]),
    [
      ['5', 10_000_000n, 3n, '0'],
      ['9', 100_000_000n, 1n, '0'],
      ['other campaigns of the account (GMV Max)', 20_000_000n, 6n, '4'],
    ],
  )
  assert.deepEqual(
    asked.map(({ query }) => [query?.service_type, query?.data_level]),
    [
      ['AUCTION', 'AUCTION_ADVERTISER'],
      ['RESERVATION', 'RESERVATION_ADVERTISER'],
      ['AUCTION', 'AUCTION_CAMPAIGN'],
      ['RESERVATION', 'RESERVATION_CAMPAIGN'],
    ],
  )
})

test('a difference that rounding explains is no further campaign, and a repeated line counts once', async () => {
  const { rows } = await days_of(
    list([line({}, { spend: '20.01' })]),
    list([campaign('5', '10.00')], 1, 2),
    list([campaign('5', '10.00'), campaign('6', '10.00')], 2, 2),
  )
  assert.deepEqual([...new Set(rows.map(({ campaign_id }) => campaign_id))], ['5', '6'])
})

test('every level asks for deleted objects by its own status, for one advertiser and 30 days at most', async () => {
  const wanted = { campaign_daily: 'campaign_status', ad_group_daily: 'adgroup_status', ad_daily: 'ad_status' } as const
  for (const [name, status] of Object.entries(wanted)) {
    const stream = tx_ads.streams[name]!
    const { api, asked } = canned_api(unreserved([list([]), list([])]))
    await rows_of_days(stream, { api, account, ...days })
    const query = asked.at(-1)!.query!
    assert.deepEqual(JSON.parse(String(query.filtering)), [
      { field_name: status, filter_type: 'IN', filter_value: '["STATUS_ALL"]' },
    ])
    assert.equal(query.advertiser_id, '7')
    assert.ok('window' in stream && stream.window.slice_days === 30)
  }
})

/** An advertiser whose reports are too much unless they are limited to campaigns that `fits` accepts. */
async function read_limited(name: string, campaigns: string[], fits: (ids: string[]) => boolean) {
  const asked: (string[] | undefined)[] = []
  const { api: lists } = canned_api([list(campaigns.map((campaign_id) => ({ campaign_id }))), list([])])
  const api: typeof lists = {
    ...lists,
    async *pages<Body, Item>(request: PagedRequest<Body, Item>) {
      if (!request.path.startsWith('/report/')) return yield* lists.pages(request)
      if (request.query?.service_type === 'RESERVATION') return
      const filters = JSON.parse(String(request.query?.filtering ?? '[]')) as Record<string, string>[]
      const only = filters.find(({ field_name }) => field_name === 'campaign_ids')
      const ids = only && (JSON.parse(only.filter_value!) as string[])
      asked.push(ids)
      if (!ids || !fits(ids)) throw new VendorRefusal('too_much', 'only the 20,000 newest ads')
      yield* canned_api([list(ids.map((id) => campaign(id, '1.00')))]).api.pages(request)
    },
  }
  const rows = await rows_of_days(tx_ads.streams[name], { api, account, ...days })
  return { ids: rows.map(({ campaign_id }) => campaign_id), asked }
}

test('an advertiser with too many ads is read in campaigns, a hundred in a request', async () => {
  const ids = Array.from({ length: 230 }, (_, at) => String(at))
  const { ids: read, asked } = await read_limited('campaign_daily', ids, () => true)
  assert.deepEqual(read, ids)
  // The advertiser's own figures, the report of all campaigns, then the parts.
  assert.deepEqual(
    asked.map((one) => one?.length),
    [undefined, undefined, 100, 100, 30],
  )
})

test('campaigns that have too many ads together are read in halves, and one alone that has them is refused', async () => {
  const ids = ['1', '2', '3', '4', '5']
  const { ids: read } = await read_limited('campaign_daily', ids, (some) => some.length <= 2)
  assert.deepEqual(read, ids)
  const refused = (error: unknown) => error instanceof VendorRefusal && error.kind === 'refused'
  await assert.rejects(
    read_limited('campaign_daily', ids, (some) => !some.includes('3')),
    refused,
  )
})

const said = (code: number, message = 'No.', headers: VendorAnswer['headers'] = {}): VendorAnswer => ({
  status: 200,
  headers,
  body: { code, message, data: {} },
})

test('each error is classified by the code in the body, although its status is 200', () => {
  const kinds: [VendorAnswer, string][] = [
    [said(40_100), 'throttled'],
    [said(40_105), 'revoked'],
    [said(40_104), 'revoked'],
    [said(40_102), 'revoked'],
    [said(40_001), 'denied'],
    [said(40_001, 'advertiser does not grant you /file/video/ad/search/:GET permission'), 'denied'],
    [said(40_002, "The advertiser 7 doesn't exist or has been deleted."), 'denied'],
    [said(40_002, 'page_size: Must be between 1 and 1000.'), 'refused'],
    ...[40_016, 40_132, 61_000].map((code): [VendorAnswer, string] => [said(code), 'throttled']),
    ...[40_117, 40_118, 40_130, 40_300, 40_301, 40_302].map((code): [VendorAnswer, string] => [said(code), 'denied']),
    ...[40_200, 40_201, 40_202, 40_700, 50_000, 60_001].map((code): [VendorAnswer, string] => [
      said(code),
      'transient',
    ]),
    [said(40_113), 'refused'],
    [said(20_001, 'Partial success.'), 'transient'],
    [said(0, 'OK', { 'x-tt-ads-throttle': 'Number of ad ids is equal or more than 20k' }), 'too_much'],
  ]
  for (const [answer, kind] of kinds) assert.equal(classify_answer(answer)?.kind, kind, JSON.stringify(answer))
  assert.equal(classify_answer(said(0)), undefined)
  const some_ads = { code: 20_001, message: 'Partial success.', data: { ad_ids: ['7'] } }
  assert.equal(classify_answer({ status: 200, headers: {}, body: some_ads }), undefined, 'a part of the ads was made')
})

test('a change of status that failed is a refusal with its reason, although the code is that of success', () => {
  const answer = (error_list: object[]) => ({ status: 200, headers: {}, body: { code: 0, data: { error_list } } })
  const failed = { campaign_id: '7', error_message: 'The campaign is under review.' }
  assert.deepEqual(classify_answer(answer([failed])), { kind: 'refused', reason: failed.error_message })
  assert.equal(classify_answer(answer([])), undefined)
})

test('a limit of a minute pauses for five, that of a day until midnight in UTC, and a bare one as the engine decides', () => {
  const date = 'Wed, 18 Nov 2026 20:00:00 GMT'
  assert.deepEqual(classify_answer(said(40_100, 'Too many requests in a minute.')), { kind: 'throttled', wait_s: 300 })
  assert.deepEqual(classify_answer(said(40_100, 'Requests of the day (QPD) used up.', { date })), {
    kind: 'throttled',
    wait_s: 4 * 3600,
  })
  assert.deepEqual(classify_answer(said(40_100)), { kind: 'throttled', wait_s: undefined })
})

const ad = (ad_id: string, more: object) => ({
  ...{ ad_id, adgroup_id: '3', campaign_id: '5', ad_name: 'Ad', secondary_status: 'AD_STATUS_DELIVERY_OK' },
  ...more,
})
const assets = (items: object[]) => ({ code: 0, message: 'OK', data: { list: items } })
async function ads_of(api: Api) {
  const stream = tx_ads.streams.ads as SnapshotStream<never, never>
  const rows: Record<string, unknown>[] = []
  for await (const page of stream.read({ api, account, settings: {} }))
    rows.push(...page.map((item) => (stream.rows(item, { account }) as { ads: Record<string, unknown> }).ads))
  return rows
}

test('ads have the covers of their videos, or their pictures, and all of their texts', async () => {
  const { api, asked } = canned_api([
    list([
      ad('1', { video_id: 'v1', ad_texts: ['One', 'Two'], image_ids: ['own cover'] }),
      ad('2', { video_id: '', image_ids: ['i1', 'i2'], ad_text: 'Only' }),
      ad('3', { video_id: 'v3', secondary_status: 'AD_STATUS_DELETE' }),
    ]),
    assets([{ video_id: 'v1', video_cover_url: 'https://cdn.example/v1' }]),
    assets([{ image_id: 'i1', image_url: 'https://cdn.example/i1' }]),
  ])
  const rows = await ads_of(api)
  assert.deepEqual(
    rows.map(({ thumbnail_url, creative_id, descriptions, description }) => ({
      ...{ thumbnail_url, creative_id, descriptions, description },
    })),
    [
      {
        ...{ thumbnail_url: 'https://cdn.example/v1', creative_id: 'v1' },
        ...{ descriptions: ['One', 'Two'], description: 'One | Two' },
      },
      {
        ...{ thumbnail_url: 'https://cdn.example/i1', creative_id: 'i1' },
        ...{ descriptions: ['Only'], description: 'Only' },
      },
      { thumbnail_url: undefined, creative_id: 'v3', descriptions: [], description: undefined },
    ],
  )
  assert.deepEqual(
    asked.slice(1).map(({ path, query }) => [path, query?.video_ids ?? query?.image_ids]),
    [
      ['/file/video/ad/info/', '["v1"]'],
      ['/file/image/ad/info/', '["i1"]'],
    ],
  )
})

test('covers of sixty different videos are one request', async () => {
  const all = Array.from({ length: 130 }, (_, at) => ad(String(at), { video_id: `v${at % 70}` }))
  const { api, asked } = canned_api([list(all), assets([]), assets([])])
  await ads_of(api)
  assert.deepEqual(
    asked.slice(1).map(({ query }) => (JSON.parse(String(query?.video_ids)) as string[]).length),
    [60, 10],
  )
})

test('without the permission to read the library, ads come without covers; another error is an error', async () => {
  const with_error = (kind: 'denied' | 'unavailable') => {
    const { api } = canned_api([list([ad('1', { video_id: 'v1' })])])
    const call = () => Promise.reject(new VendorRefusal(kind, 'No.'))
    return { ...api, call } as Api
  }
  const [row] = await ads_of(with_error('denied'))
  assert.deepEqual([row?.ad_id, row?.thumbnail_url], ['1', undefined])
  await assert.rejects(ads_of(with_error('unavailable')))
})
