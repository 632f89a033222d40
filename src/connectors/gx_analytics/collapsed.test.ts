// Days of which reports by a dimension have a small part, and no word of it (googleapis/google-cloud-python issue 17380, 2026-06).
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { canned_api, rows_of_days } from '#test/canned_api.ts'
import { gx_analytics } from './index.ts'

const account = { account_id: '42', name: 'Shop', time_zone: 'America/Mexico_City', currency: 'MXN' }
const DIMENSIONS = ['date', 'sessionSource', 'sessionMedium', 'sessionDefaultChannelGroup', 'sessionCampaignName']
const FIGURES = [
  ...['sessions', 'totalUsers', 'newUsers', 'engagedSessions', 'keyEvents'],
  ...['ecommercePurchases', 'purchaseRevenue'],
]
const named = (names: readonly string[]) => names.map((name) => ({ name }))
type Lines = (readonly [date: string, sessions: number])[]

const report = (dimensions: readonly string[], metrics: readonly string[], lines: Lines, metadata = {}) => ({
  dimensionHeaders: named(dimensions),
  metricHeaders: named(metrics),
  rows: lines.map(([date, sessions], at) => ({
    dimensionValues: dimensions.map((name) => ({ value: name === 'date' ? date.replaceAll('-', '') : `${at}` })),
    metricValues: metrics.map(() => ({ value: String(sessions) })),
  })),
  rowCount: lines.length,
  metadata: { currencyCode: 'MXN', ...metadata },
})

interface Days {
  from: string
  to: string
}

async function days_of({ from, to }: Days, all: Lines | undefined, lines: Lines, metadata = {}) {
  const visits = all ? [report(['date'], ['sessions'], all)] : []
  const { api } = canned_api([...visits, report(DIMENSIONS, FIGURES, lines, metadata)])
  const rows = await rows_of_days(gx_analytics.streams.by_source_daily, { api, account, from, to })
  return rows.map(({ date, sessions }) => [date, Number(sessions)])
}

const OLD = { from: '2026-11-01', to: '2026-11-03' }
const all: Lines = [
  ['2026-11-01', 100],
  ['2026-11-02', 100],
  ['2026-11-03', 100],
]

test('a day with less than half of its visits by source has none, and days with most of them are whole', async () => {
  const lines: Lines = [
    ['2026-11-01', 30],
    ['2026-11-01', 20],
    ['2026-11-02', 1],
    ['2026-11-02', 48],
    ['2026-11-03', 100],
  ]
  assert.deepEqual(await days_of(OLD, all, lines), [lines[0], lines[1], lines[4]])
  // The last day of a report is a day like others.
  assert.deepEqual(await days_of(OLD, all, lines.slice(0, 4)), lines.slice(0, 2))
})

test('what Google says that it withholds, a few visits, and days that it still processes are no lost ones', async () => {
  const few: Lines = [['2026-11-02', 1]]
  assert.deepEqual(await days_of(OLD, all, few, { subjectToThresholding: true }), few)
  assert.deepEqual(await days_of(OLD, [['2026-11-02', 30]], few), few)
  assert.deepEqual(await days_of(OLD, [], few), few)
  // Now is 18 November. No other report is asked for.
  const newest: Lines = [['2026-11-16', 1]]
  assert.deepEqual(await days_of({ from: '2026-11-16', to: '2026-11-18' }, undefined, newest), newest)
  const both: Lines = [['2026-11-16', 100]]
  assert.deepEqual(await days_of({ from: '2026-11-14', to: '2026-11-18' }, both, newest), newest)
})
