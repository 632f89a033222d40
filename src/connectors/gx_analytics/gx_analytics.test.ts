import assert from 'node:assert/strict'
import { test } from 'node:test'
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
  const dimensions = fields.filter((field) => field === 'date' || (field.startsWith('session') && field !== 'sessions'))
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

async function read(name: 'daily' | 'by_source_daily', answers: unknown[]) {
  const { api, asked } = canned_api(answers)
  return { rows: await rows_of_days(gx_analytics.streams[name], { api, account, ...days }), asked }
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

for (const [flag, value] of Object.entries({
  subjectToThresholding: true,
  dataLossFromOtherRow: true,
  samplingMetadatas: [{ samplesReadCount: '1', samplingSpaceSize: '9' }],
  dataTruncationReasons: [{ dataTruncationType: 'DATA_TRUNCATION_TYPE_DATE_RANGE' }],
})) {
  test(`${flag} marks every row of the report as sampled`, async () => {
    const { rows } = await read('by_source_daily', [
      report([source, { ...source, sessionSource: 'bing' }], { [flag]: value }),
    ])
    assert.deepEqual(
      rows.map((row) => row.is_sampled),
      [true, true],
    )
  })
}

test('a row that Google folds into (other) has no day and is not stored', async () => {
  const folded = { ...source, date: '(other)', sessionSource: '(other)' }
  const { rows } = await read('by_source_daily', [report([source, folded], { dataLossFromOtherRow: true })])
  assert.deepEqual(
    rows.map((row) => [row.source, row.is_sampled]),
    [['google', true]],
  )
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
    kind: 'refused',
    reason: 'the connected Google account may not see purchaseRevenue of this property.',
  })
  assert.equal(ok(report([source], { schemaRestrictionResponse: {} })), undefined)
})

test('a report that counts rows but contains none is requested again', () => {
  assert.equal(ok({ ...report([source]), rows: [] })?.kind, 'transient')
  assert.equal(ok(report([])), undefined)
})

const property = (id: string) => ({
  name: `properties/${id}`,
  displayName: `Property ${id}`,
  timeZone: 'Europe/Madrid',
  currencyCode: 'EUR',
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

test('chosen properties are read without a filter', async () => {
  const { api } = canned_api([property('9')])
  const accounts = await gx_analytics.accounts.read({ api, settings: { account_ids: ['9'] } })
  assert.deepEqual(
    accounts.map((one) => one.account_id),
    ['9'],
  )
})
