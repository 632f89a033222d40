import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Api } from '#engine/connector.ts'
import { VendorRefusal } from '#engine/vendors/refusal.ts'
import { canned_api, rows_of_days } from '#test/canned_api.ts'
import { gx_analytics } from './index.ts'

const account = { account_id: '42', name: 'Shop', time_zone: 'America/Mexico_City', currency: 'MXN' }
const days = { from: '2026-11-01', to: '2026-11-02' }

const figures = {
  sessions: '120',
  totalUsers: '98',
  newUsers: '60',
  engagedSessions: '70',
  keyEvents: '4.5',
  ecommercePurchases: '3',
  purchaseRevenue: '2610.07',
}

/** A report as the API sends it, columns in the order given. */
function report(
  lines: Record<string, string>[],
  { rowCount = lines.length, ...metadata }: Record<string, unknown> = {},
) {
  const fields = Object.keys(lines[0] ?? {})
  const dimensions = fields.filter((field) => !(field in figures) && field !== 'screenPageViews')
  const metrics = fields.filter((field) => !dimensions.includes(field))
  const values = (line: Record<string, string>, names: string[]) => names.map((name) => ({ value: line[name] }))
  return {
    dimensionHeaders: dimensions.map((name) => ({ name })),
    metricHeaders: metrics.map((name) => ({ name, type: 'TYPE_INTEGER' })),
    ...(lines.length > 0
      ? {
          rows: lines.map((line) => ({
            dimensionValues: values(line, dimensions),
            metricValues: values(line, metrics),
          })),
          rowCount,
        }
      : {}),
    metadata: { currencyCode: 'MXN', timeZone: 'America/Mexico_City', ...metadata },
    kind: 'analyticsData#runReport',
  }
}

async function read(name: keyof typeof gx_analytics.streams, answers: unknown[]) {
  // The visits of each day are asked for before those of its sources.
  const before = name.startsWith('by_source') ? [report([])] : []
  const { api, asked } = canned_api([...before, ...answers])
  const rows = await rows_of_days(gx_analytics.streams[name], { api, account, ...days })
  return { rows, asked: asked.slice(before.length) }
}

test('a day becomes a row: whole counts, money in micros, each figure from the column of its name', async () => {
  const line = { date: '20261101', screenPageViews: '410', ...figures }
  const { rows } = await read('daily', [report([line])])
  assert.deepEqual(rows, [
    {
      property_id: '42',
      date: '2026-11-01',
      currency: 'MXN',
      sessions: 120n,
      users: 98n,
      new_users: 60n,
      engaged_sessions: 70n,
      page_views: 410n,
      conversions: '4.5',
      purchases: 3n,
      revenue_micros: 2610070000n,
      is_sampled: false,
      quality: '',
    },
  ])
})

const source = {
  date: '20261101',
  sessionSource: 'google',
  sessionMedium: 'cpc',
  sessionDefaultChannelGroup: 'Paid Search',
  sessionCampaignName: '',
  ...figures,
}

test('a source keeps its names, an empty one too', async () => {
  const { rows } = await read('by_source_daily', [report([source])])
  const { source: from, medium, channel, campaign, date } = rows[0]!
  assert.deepEqual(
    { from, medium, channel, campaign, date },
    {
      from: 'google',
      medium: 'cpc',
      channel: 'Paid Search',
      campaign: '',
      date: '2026-11-01',
    },
  )
})

for (const [flag, [value, quality]] of Object.entries({
  subjectToThresholding: [true, 'thresholded'],
  dataLossFromOtherRow: [true, 'other_row'],
  samplingMetadatas: [[{ samplesReadCount: '1', samplingSpaceSize: '9' }], 'sampled'],
  dataTruncationReasons: [[{ dataTruncationType: 'DATA_TRUNCATION_TYPE_DATE_RANGE' }], 'truncated'],
})) {
  test(`${flag} is stored as what it is, with every row of the report`, async () => {
    const { rows } = await read('by_source_daily', [
      report([source, { ...source, sessionSource: 'bing' }], { [flag as string]: value }),
    ])
    assert.deepEqual(
      rows.map((row) => [row.is_sampled, row.quality]),
      [
        [true, quality],
        [true, quality],
      ],
    )
  })
}

test('several reasons are stored together', async () => {
  const flags = { subjectToThresholding: true, samplingMetadatas: [{}] }
  const { rows } = await read('by_source_daily', [report([source], flags)])
  assert.equal(rows[0]?.quality, 'sampled thresholded')
})

const folded = {
  ...source,
  sessionSource: '(other)',
  sessionMedium: '(other)',
  sessionDefaultChannelGroup: '(other)',
  sessionCampaignName: '(other)',
}

test('countries and devices are rows in our spelling, with the people of each', async () => {
  const line = { date: '20261101', screenPageViews: '410', ...figures }
  const by_country = ['MX', '(not set)', '(other)'].map((countryId) => ({ ...line, countryId }))
  const countries = await read('by_country_daily', [report(by_country, { subjectToThresholding: true })])
  assert.deepEqual(
    countries.rows.map(({ country, users, page_views, quality }) => [country, users, page_views, quality]),
    ['MX', '(not set)', '(other)'].map((country) => [country, 98n, 410n, 'thresholded']),
  )
  const by_device = ['mobile', 'smart tv', 'refrigerator'].map((deviceCategory) => ({ ...line, deviceCategory }))
  const devices = await read('by_device_daily', [report([...by_device, { ...by_device[0]!, date: '(other)' }])])
  assert.deepEqual(
    devices.rows.map(({ date, device, sessions }) => [date, device, sessions]),
    ['mobile', 'tv', 'other'].map((device) => ['2026-11-01', device, 120n]),
  )
  assert.match(JSON.stringify([countries, devices].map(({ asked }) => asked[0]!.body)), /countryId.*deviceCategory/)
})

test('rare sources that Google folds into (other) are a row of their day', async () => {
  const { rows } = await read('by_source_daily', [report([source, folded], { dataLossFromOtherRow: true })])
  assert.deepEqual(
    rows.map((row) => [row.date, row.source, row.channel, row.sessions, row.quality]),
    [
      ['2026-11-01', 'google', 'Paid Search', 120n, 'other_row'],
      ['2026-11-01', '(other)', '(other)', 120n, 'other_row'],
    ],
  )
})

test('a folded row without a day is not stored, and the quality of the others says that it exists', async () => {
  const flags = { dataLossFromOtherRow: true }
  const by_source = await read('by_source_daily', [report([source, { ...folded, date: '(other)' }], flags)])
  assert.deepEqual(
    by_source.rows.map((row) => [row.source, row.quality]),
    [['google', 'other_row']],
  )
  const line = { date: '(other)', screenPageViews: '410', ...figures }
  assert.deepEqual((await read('daily', [report([line], flags)])).rows, [])
})

test('paging follows rowCount and the requested size, also when a row was sent twice', async () => {
  const page = (length: number) =>
    report(
      Array.from({ length }, () => source),
      { rowCount: 20_001 },
    )
  const { rows, asked } = await read('by_source_daily', [page(10_001), page(10_000), page(1)])
  assert.equal(rows.length, 20_002)
  assert.deepEqual(
    asked.map(({ body }) => (body as { offset?: string }).offset),
    [undefined, '10000', '20000'],
  )
  assert.ok(asked.every(({ body }) => (body as { limit: string }).limit === '10000'))
})

test('a report without rows is an empty one', async () => {
  assert.deepEqual((await read('daily', [report([])])).rows, [])
})

test('a missing column is an error, not a zero', async () => {
  const { purchaseRevenue: _, ...less } = source
  await assert.rejects(read('by_source_daily', [report([less])]), /no purchaseRevenue/)
})

const ok = (body: unknown) => gx_analytics.api.classify!({ status: 200, headers: {}, body })

test('figures that the Google account may not see are an error, not zeros', () => {
  const restricted = report([source], {
    schemaRestrictionResponse: { activeMetricRestrictions: [{ metricName: 'purchaseRevenue' }] },
  })
  assert.deepEqual(ok(restricted), {
    kind: 'denied',
    reason: 'the connected Google account may not see purchaseRevenue of this property.',
  })
  assert.equal(ok(report([source], { schemaRestrictionResponse: {} })), undefined)
})

test('a report that counts rows but contains none is requested again', () => {
  assert.equal(ok({ ...report([source]), rows: [] })?.kind, 'transient')
  assert.equal(ok(report([])), undefined)
})

test('tokens and faults of the hour or day that are used up end the sync for an hour; other limits are waited for', () => {
  const answer = (message: string) => ({ status: 429, headers: {}, body: { error: { code: 429, message } } })
  const { classify } = gx_analytics.api
  for (const quota of ['property tokens for a project per hour.', 'server errors quota.'])
    assert.deepEqual(classify!(answer(`Exhausted ${quota}`)), { kind: 'throttled', wait_s: 3600 }, quota)
  assert.equal(classify!(answer('Exhausted concurrent requests quota.')), undefined)
})

const property = (id: string, more: object = {}) => ({
  name: `properties/${id}`,
  displayName: `Property ${id}`,
  timeZone: 'Europe/Madrid',
  currencyCode: 'EUR',
  ...more,
})

test('every ordinary property of every account is read; roll-ups and subproperties would count twice', async () => {
  const summary = (id: string, propertyType?: string) => ({ property: `properties/${id}`, propertyType })
  const { api, asked } = canned_api([
    {
      accountSummaries: [
        { propertySummaries: [summary('1', 'PROPERTY_TYPE_ORDINARY'), summary('2', 'PROPERTY_TYPE_ROLLUP')] },
      ],
      nextPageToken: 'more',
    },
    { accountSummaries: [{}, { propertySummaries: [summary('3', 'PROPERTY_TYPE_SUBPROPERTY'), summary('4')] }] },
    property('1'),
    property('4'),
  ])
  const accounts = await gx_analytics.accounts.read({ api, settings: {} })
  assert.deepEqual(accounts, [
    { account_id: '1', name: 'Property 1', time_zone: 'Europe/Madrid', currency: 'EUR' },
    { account_id: '4', name: 'Property 4', time_zone: 'Europe/Madrid', currency: 'EUR' },
  ])
  assert.equal(asked[1]?.query?.pageToken, 'more')
})

test('a property begins on the day of its creation, in its own time zone', async () => {
  const { api } = canned_api([property('9', { createTime: '2024-03-09T23:30:00.5Z' })])
  const [account] = await gx_analytics.accounts.read({ api, settings: { account_ids: ['9'] } })
  assert.equal(account?.created_on, '2024-03-10')
})

test('a property that cannot be read is named with its reason, and the others are read', async () => {
  const summary = (id: string) => ({ property: `properties/${id}`, displayName: `Listed ${id}` })
  const canned = canned_api([
    { accountSummaries: [{ propertySummaries: ['1', '2', '3', '4'].map(summary) }] },
    property('1', { deleteTime: '2026-11-02T08:00:00Z' }),
    property('2', { currencyCode: '' }),
    property('4'),
  ])
  const denied = new VendorRefusal('denied', 'Web analytics gives no access: no permission')
  const with_denied = (refusal: VendorRefusal): Api => ({
    ...canned.api,
    call: async (request) => {
      if (request.path.endsWith('/3')) throw refusal
      return canned.api.call(request)
    },
  })
  const accounts = await gx_analytics.accounts.read({ api: with_denied(denied), settings: {} })
  assert.deepEqual(
    accounts.map(({ name, unreadable }) => [name, unreadable]),
    [
      ['Property 1', 'The property was moved to the trash on 2026-11-02.'],
      ['Property 2', 'The property has no currency or time zone.'],
      ['Listed 3', 'Web analytics gives no access: no permission'],
      ['Property 4', undefined],
    ],
  )
  const revoked = new VendorRefusal('revoked', 'Web analytics: no. Connect it again.')
  await assert.rejects(
    gx_analytics.accounts.read({ api: with_denied(revoked), settings: { account_ids: ['3'] } }),
    revoked,
  )
})

test('chosen properties are read without a filter', async () => {
  const { api } = canned_api([property('9')])
  const accounts = await gx_analytics.accounts.read({ api, settings: { account_ids: ['9'] } })
  assert.deepEqual(
    accounts.map((one) => one.account_id),
    ['9'],
  )
})
