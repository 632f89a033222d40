import assert from 'node:assert/strict'
import { test } from 'node:test'
import { canned_api, rows_of_days } from '#test/canned_api.ts'
import { seo_console } from './index.ts'
import { accounts_of } from './sites.ts'

const account = { account_id: 'https://shop.example/', name: 'Shop', time_zone: 'America/Los_Angeles' }
const days = { from: '2026-11-01', to: '2026-11-19' }

async function read(name: keyof typeof seo_console.streams, answers: unknown[]) {
  const { api, asked } = canned_api(answers)
  return { rows: await rows_of_days(seo_console.streams[name], { api, account, ...days }), asked }
}

test('a day becomes a row with a position weighted by impressions', async () => {
  const answer = {
    rows: [{ keys: ['2026-11-01'], clicks: 1, impressions: 15, ctr: 0.0667, position: 64.46666666666667 }],
  }
  const { rows, asked } = await read('daily', [answer])
  assert.deepEqual(rows, [
    {
      site_url: 'https://shop.example/',
      date: '2026-11-01',
      clicks: 1n,
      impressions: 15n,
      position_weighted: '967.000000',
      is_final: true,
    },
  ])
  assert.equal(asked[0]?.path, '/webmasters/v3/sites/https%3A%2F%2Fshop.example%2F/searchAnalytics/query')
})

test('days from the first incomplete one on are not final, however the answer spells that field', async () => {
  const row = (date: string) => ({ keys: [date], clicks: 1, impressions: 1, position: 1 })
  const rows = ['2026-11-16', '2026-11-17', '2026-11-18'].map(row)
  for (const metadata of [{ firstIncompleteDate: '2026-11-17' }, { first_incomplete_date: '2026-11-17' }]) {
    const read_rows = (await read('daily', [{ rows, metadata }])).rows
    assert.deepEqual(
      read_rows.map((one) => one.is_final),
      [true, false, false],
    )
  }
})

test('queries and pages are read by day, until a page of the answer is not full', async () => {
  const row = (index: number) => ({ keys: ['2026-11-01', `query ${index}`], clicks: 0, impressions: 1, position: 3 })
  const full = (from: number) => ({ rows: Array.from({ length: 25_000 }, (_, index) => row(from + index)) })
  const { rows, asked } = await read('queries', [full(0), full(25_000), { rows: [row(50_000)] }])
  assert.equal(rows.length, 50_001)
  assert.equal(rows[7]?.query, 'query 7')
  assert.deepEqual(
    asked.map(({ body }) => (body as { startRow?: number }).startRow),
    [undefined, 25_000, 50_000],
  )
  assert.deepEqual((asked[0]!.body as { dimensions: string[] }).dimensions, ['DATE', 'QUERY'])
  const { rows: by_page } = await read('pages', [
    { rows: [{ ...row(1), keys: ['2026-11-01', 'https://shop.example/a'] }] },
  ])
  assert.equal(by_page[0]?.page, 'https://shop.example/a')
})

test('a page that Google ends at a round number of rows is not the last one', async () => {
  const row = (index: number) => ({ keys: ['2026-11-01', `query ${index}`], clicks: 0, impressions: 1, position: 3 })
  const some = (from: number, length: number) => ({ rows: Array.from({ length }, (_, index) => row(from + index)) })
  const { rows, asked } = await read('queries', [some(0, 5_000), some(5_000, 5_000), some(10_000, 17)])
  assert.equal(rows.length, 10_017)
  assert.deepEqual(
    asked.map(({ body }) => (body as { startRow?: number }).startRow),
    [undefined, 5_000, 10_000],
  )
  assert.equal((await read('queries', [some(0, 5_000), {}])).rows.length, 5_000)
})

test('several days that end at 50,000 rows are too much for one answer, and a single day is whole then', async () => {
  const row = (index: number) => ({ keys: ['2026-11-01', `query ${index}`], clicks: 0, impressions: 1, position: 3 })
  const full = (from: number) => ({ rows: Array.from({ length: 25_000 }, (_, index) => row(from + index)) })
  const read_days = (to: string) => {
    const { api } = canned_api([full(0), full(25_000), { responseAggregationType: 'BY_PROPERTY' }])
    return rows_of_days(seo_console.streams.queries, { api, account, from: '2026-11-01', to })
  }
  await assert.rejects(read_days('2026-11-02'), { kind: 'too_much' })
  assert.equal((await read_days('2026-11-01')).length, 50_000)
})

test('countries and devices are read together, in our spelling, with positions weighted by impressions', async () => {
  const row = (country: string, device: string) => ({
    keys: ['2026-11-01', country, device],
    clicks: 1,
    impressions: 4,
    position: 2.5,
  })
  const answer = { rows: [row('mex', 'DESKTOP'), row('zzz', 'MOBILE'), row('xkk', 'TABLET')] }
  const { rows, asked } = await read('places', [answer])
  assert.deepEqual(
    rows.map(({ country, device, position_weighted }) => [country, device, position_weighted]),
    [
      ['MX', 'desktop', '10.000000'],
      ['(not set)', 'mobile', '10.000000'],
      ['XK', 'tablet', '10.000000'],
    ],
  )
  assert.deepEqual((asked[0]!.body as { dimensions: string[] }).dimensions, ['DATE', 'COUNTRY', 'DEVICE'])
})

test('a row without impressions has no position', async () => {
  const { rows } = await read('daily', [{ rows: [{ keys: ['2026-11-01'], clicks: 0, impressions: 0, ctr: 0 }] }])
  assert.equal(rows[0]?.position_weighted, '0.000000')
})

test('an answer with an empty list of rows is requested again; an answer without the list has no data', async () => {
  const classify = (body: unknown) => seo_console.api.classify!({ status: 200, headers: {}, body })
  assert.equal(classify({ rows: [], responseAggregationType: 'BY_PAGE' })?.kind, 'transient')
  assert.equal(classify({ responseAggregationType: 'BY_PAGE' }), undefined)
  assert.deepEqual((await read('daily', [{ responseAggregationType: 'BY_PROPERTY' }])).rows, [])
})

test('every readable site is covered, and each click belongs to one site', async () => {
  const site = (siteUrl: string, permissionLevel = 'siteOwner') => ({ siteUrl, permissionLevel })
  const { api } = canned_api([
    {
      siteEntry: [
        site('sc-domain:shop.example'),
        site('https://www.shop.example/'),
        site('https://other.example/', 'SITE_FULL_USER'),
        site('https://foreign.example/', 'siteUnverifiedUser'),
      ],
    },
  ])
  const accounts = await seo_console.accounts.read({ api, settings: {} })
  const readable = (site_url: string) => ({
    account_id: site_url,
    name: site_url,
    time_zone: 'America/Los_Angeles',
  })
  assert.deepEqual(
    accounts.filter((one) => !one.unreadable),
    [readable('sc-domain:shop.example'), readable('https://other.example/')],
  )
  assert.deepEqual(
    accounts.flatMap(({ account_id, unreadable }) => (unreadable ? [[account_id, unreadable]] : [])),
    [
      ['https://www.shop.example/', 'sc-domain:shop.example already has the figures of this account.'],
      ['https://foreign.example/', 'This Google account has not verified that the site is its own.'],
    ],
  )
})

test('an app in the list is a property beside the sites, and any other text is an error', async () => {
  const read = (siteUrl: string) => {
    const { api } = canned_api([{ siteEntry: [{ siteUrl: 'https://a.example/' }, { siteUrl }] }])
    return seo_console.accounts.read({ api, settings: {}, known: [] })
  }
  const found = await read('android-app://com.example/')
  assert.deepEqual(
    found.map(({ account_id, unreadable }) => [account_id, unreadable]),
    [
      ['https://a.example/', undefined],
      ['android-app://com.example/', undefined],
    ],
  )
  await assert.rejects(read('secret'), /siteUrl/)
})

test('a site that nobody verified does not count the searches of others', () => {
  const accounts = accounts_of([
    { siteUrl: 'sc-domain:shop.example', permissionLevel: 'siteUnverifiedUser' },
    { siteUrl: 'https://shop.example/', permissionLevel: 'siteOwner' },
  ])
  assert.deepEqual(
    accounts.map(({ unreadable }) => unreadable === undefined),
    [false, true],
  )
})

test('chosen sites that overlap are not counted twice either', async () => {
  const account_ids = ['https://shop.example/', 'sc-domain:shop.example']
  const accounts = await seo_console.accounts.read({ api: canned_api([]).api, settings: { account_ids } })
  assert.deepEqual(
    accounts.map(({ unreadable }) => unreadable),
    ['sc-domain:shop.example already has the figures of this account.', undefined],
  )
})

test('a Google account without sites has no accounts to read', async () => {
  assert.deepEqual(await seo_console.accounts.read({ api: canned_api([{}]).api, settings: {} }), [])
})

for (const [what, sites, left] of [
  ['a longer address', ['https://a.example/', 'https://a.example/blog/'], ['https://a.example/']],
  ['an address below a file', ['https://a.example/blog', 'https://a.example/blog/x'], ['https://a.example/blog']],
  ['a subdomain of a domain', ['sc-domain:a.example', 'sc-domain:b.a.example'], ['sc-domain:a.example']],
  [
    'another scheme of an address',
    ['http://a.example/', 'https://a.example/'],
    ['http://a.example/', 'https://a.example/'],
  ],
  [
    'a domain that only ends alike',
    ['sc-domain:a.example', 'https://aa.example/'],
    ['sc-domain:a.example', 'https://aa.example/'],
  ],
  ['an app', ['sc-domain:a.example', 'android-app://a.example/'], ['sc-domain:a.example', 'android-app://a.example/']],
] as const) {
  test(`repeats among sites: ${what}`, () => {
    const read = accounts_of(sites.map((siteUrl) => ({ siteUrl }))).filter(({ unreadable }) => !unreadable)
    assert.deepEqual(
      read.map(({ account_id }) => account_id),
      left,
    )
  })
}
