import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { WindowStream } from '#engine/connector.ts'
import { canned_api } from '#test/canned_api.ts'
import { heat_a } from './index.ts'

const account = { account_id: 'k3x9', name: 'Site', time_zone: 'UTC' }
type Row = Record<string, unknown>

/** Rows of a read at an instant, by day and key, and the calls that it took. */
async function read(name: 'daily' | 'pages', at: string, days: { from: string; to: string }, answers: unknown[]) {
  const { api, asked } = canned_api(answers)
  const stream = heat_a.streams[name] as unknown as WindowStream<object, 'behavior_daily'>
  const counted: string[] = []
  const rows: Row[] = []
  const context = { account, unreadable: (what: string) => counted.push(what) }
  for await (const page of stream.read({ api: { ...api, now: () => new Date(at) }, account, settings: {}, ...days }))
    for (const item of page) rows.push(...(Object.values(stream.rows(item, context)) as Row[]))
  return { rows, counted, calls: asked.map(({ query }) => [query?.numOfDays, query?.dimension1]) }
}

const traffic = (...information: object[]) => [{ metricName: 'Traffic', information }]
const visits = (Device: string | null, totalSessionCount: string) => ({
  Device,
  totalSessionCount,
  totalBotSessionCount: '1',
})

test('the last 24 hours are those of yesterday soon after midnight, and one call reads them', async () => {
  const { rows, calls } = await read('daily', '2026-11-20T00:40:00Z', { from: '2026-11-19', to: '2026-11-20' }, [
    [
      ...traffic({ ...visits('PC', '200'), distinctUserCount: '150', pagesPerSessionPercentage: 2.5 }),
      {
        metricName: 'DeadClickCount',
        information: [{ Device: 'PC', sessionsCount: '200', sessionsWithMetricPercentage: 3.25, subTotal: '9' }],
      },
      { metricName: 'ScrollDepth', information: [{ Device: 'PC', averageScrollDepth: 40 }] },
      { metricName: 'EngagementTime', information: [{ Device: 'PC', totalTime: '90', activeTime: null }] },
    ],
  ])
  assert.deepEqual(calls, [[1, 'Device']])
  assert.equal(rows.length, 1)
  const { sessions, users, page_views, dead_clicks, dead_click_sessions, scroll_weighted, ...row } = rows[0]!
  assert.deepEqual(
    [sessions, users, page_views, dead_clicks, dead_click_sessions, scroll_weighted],
    [200n, 150n, '500.000000', 9n, '6.500000', '8000.000000'],
  )
  assert.deepEqual(
    [row.date, row.device, row.is_final, row.ended_at],
    ['2026-11-19', 'desktop', true, '2026-11-20T00:00:00.000Z'],
  )
  assert.deepEqual([row.total_seconds, row.active_seconds, row.rage_clicks], ['18000.000000', null, null])
})

test('of several rows that make up a page or a device, an average that one does not state is unknown, and never a part', async () => {
  const days = { from: '2026-11-19', to: '2026-11-20' }
  const row_of = async (stream: 'daily' | 'pages', dimension: string, keys: [string, string], stated: string[]) => {
    const of = (metricName: string, figures: object) => ({
      metricName,
      information: stated.map((key) => ({ [dimension]: key, ...figures })),
    })
    const all = keys.map((key) => ({
      ...{ [dimension]: key, totalSessionCount: '10', totalBotSessionCount: '0', pagesPerSessionPercentage: 2 },
    }))
    const dead = { sessionsCount: '10', sessionsWithMetricPercentage: 50, subTotal: '6' }
    const answer = [
      ...traffic(...all),
      of('ScrollDepth', { averageScrollDepth: 40 }),
      of('EngagementTime', { totalTime: '90', activeTime: '30' }),
      of('DeadClickCount', dead),
    ]
    const { rows } = await read(stream, '2026-11-20T00:40:00Z', days, [answer])
    return rows.map((row) => [row.sessions, row.page_views, row.scroll_weighted, row.active_seconds, row.dead_clicks])
  }
  const pages: [string, string] = ['https://a.example/x?utm=1', 'https://a.example/x?utm=2']
  for (const [stream, dimension, keys] of [
    ['pages', 'Url', pages],
    ['daily', 'Device', ['PC', 'Desktop']],
  ] as ['pages' | 'daily', string, [string, string]][]) {
    const whole = [20n, '40.000000', '800.000000', '600.000000', 12n]
    assert.deepEqual(await row_of(stream, dimension, keys, keys), [whole], stream)
    for (const stated of keys)
      assert.deepEqual(await row_of(stream, dimension, keys, [stated]), [[20n, '40.000000', null, null, 6n]], stated)
  }
})

test('a first read in the evening takes the last three times 24 hours, each for the day of most of its hours', async () => {
  const { rows, calls } = await read('daily', '2026-11-20T18:00:00Z', { from: '2026-11-18', to: '2026-11-20' }, [
    traffic({ ...visits('Mobile', '10'), distantUserCount: '8' }),
    traffic({ ...visits('Mobile', '25'), distantUserCount: '20' }, visits('Tablet', '2')),
    traffic(visits('Mobile', '45'), visits('Tablet', '2')),
  ])
  assert.deepEqual(
    calls,
    [1, 2, 3].map((days) => [days, 'Device']),
  )
  assert.deepEqual(
    rows.map((row) => [row.date, row.device, row.sessions, row.users, row.is_final]),
    [
      ['2026-11-20', 'mobile', 10n, 8n, false],
      ['2026-11-19', 'mobile', 15n, null, false],
      ['2026-11-19', 'tablet', 2n, null, false],
      ['2026-11-18', 'mobile', 20n, null, false],
    ],
  )
  assert.equal(rows.at(-1)!.ended_at, '2026-11-18T18:00:00.000Z')
})

test('addresses are one page without their queries, and the row without an address is no page', async () => {
  const url = (Url: string | null, totalSessionCount: string) => ({ Url, totalSessionCount, distantUserCount: '1' })
  const days = { from: '2026-11-19', to: '2026-11-20' }
  const { rows } = await read('pages', '2026-11-20T01:00:00Z', days, [
    [
      ...traffic(url('https://a.example/x?fbclid=1', '3'), url('https://a.example/x#top', '4'), url(null, '99')),
      {
        metricName: 'Dead Click Count',
        information: [{ URL: 'https://a.example/x?fbclid=1', sessionsWithMetricPercentage: '50', subTotal: '2' }],
      },
    ],
  ])
  assert.deepEqual(
    rows.map((row) => [row.page, row.sessions, row.users, row.dead_clicks, row.dead_click_sessions, row.quality]),
    [['https://a.example/x', 7n, null, 2n, '1.500000', '']],
  )
})

test('an answer of 1,000 rows says that pages can be missing', async () => {
  const rows_of = Array.from({ length: 1_000 }, (_, at) => ({ Url: `https://a.example/${at}`, totalSessionCount: '1' }))
  const days = { from: '2026-11-19', to: '2026-11-20' }
  const { rows } = await read('pages', '2026-11-20T01:00:00Z', days, [traffic(...rows_of)])
  assert.equal(rows.length, 1_000)
  assert.ok(rows.every(({ quality }) => quality === 'truncated'))
})

test('an answer without visits counts only when the total says that there were none', async () => {
  const days = { from: '2026-11-19', to: '2026-11-20' }
  const none = await read('daily', '2026-11-20T00:10:00Z', days, [traffic(), traffic({ totalSessionCount: '0' })])
  assert.deepEqual(none.rows, [])
  for (const total of [traffic({ totalSessionCount: '40' }), []])
    await assert.rejects(read('daily', '2026-11-20T00:10:00Z', days, [traffic(), total]), { kind: 'unavailable' })
})

test('counts that are no numbers are unknown and counted', async () => {
  const days = { from: '2026-11-19', to: '2026-11-20' }
  const { rows, counted } = await read('daily', '2026-11-20T00:10:00Z', days, [
    [
      ...traffic({ ...visits('PC', '5'), totalBotSessionCount: '-3' }),
      {
        metricName: 'RageClickCount',
        information: [{ Device: 'PC', subTotal: 'n/a', sessionsWithMetricPercentage: null }],
      },
    ],
  ])
  assert.deepEqual([rows[0]!.bot_sessions, rows[0]!.rage_clicks, rows[0]!.rage_click_sessions], [null, null, null])
  assert.deepEqual(counted, ['values of Traffic', 'values of RageClickCount'])
})

test('without the visits of a device there is no day, and a page without them has no row of earlier hours either', async () => {
  const days = { from: '2026-11-18', to: '2026-11-20' }
  for (const unknown of ['1,234', null as unknown as string])
    await assert.rejects(
      read('daily', '2026-11-20T18:00:00Z', days, [traffic(visits('PC', '9'), visits('Mobile', unknown))]),
      { kind: 'unavailable' },
    )
  const url = (Url: string, totalSessionCount: string | null) => ({ Url, totalSessionCount })
  const { rows, counted } = await read('pages', '2026-11-20T18:00:00Z', { from: '2026-11-19', to: '2026-11-20' }, [
    traffic(url('https://a.example/x', null), url('https://a.example/y', '4')),
    traffic(url('https://a.example/x', '30'), url('https://a.example/y', '10')),
  ])
  assert.deepEqual(
    rows.map((row) => [row.date, row.page, row.sessions]),
    [
      ['2026-11-20', 'https://a.example/y', 4n],
      ['2026-11-19', 'https://a.example/y', 6n],
    ],
  )
  assert.deepEqual(counted, ['visits of pages', 'visits of pages'])
})

test('a spent quota lasts until midnight UTC', () => {
  const verdict = (status: number, headers: Record<string, string> = {}) =>
    heat_a.api.classify!({ status, headers, body: 'Exceeded daily limit' })
  assert.deepEqual(verdict(429, { date: 'Fri, 20 Nov 2026 18:00:00 GMT' }), { kind: 'throttled', wait_s: 6 * 3600 })
  assert.deepEqual(verdict(429), { kind: 'throttled', wait_s: 3600 })
  assert.equal(verdict(429, { 'retry-after': '7' }), undefined)
  assert.equal(verdict(403)?.kind, 'denied')
})
