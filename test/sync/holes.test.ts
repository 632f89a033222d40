// Days without a row beside days with many: the platform can have lost them, so they are no zeros before reads of a week.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { connectors } from '#connectors/index.ts'
import { run_backfill } from '#engine/sync/backfill.ts'
import { sync_bench } from '#test/sync.ts'
import { with_history_of } from '../connectors/short_history.ts'
import { hole_bench, november, PLATFORMS } from './hole_bench.ts'

const { bench, sync, lose, without, cursor_of, stored, asked_alone, totals_from, whole_rows } = hole_bench()

for (const platform of PLATFORMS) {
  test(`a day without a row between days with many is a hole, and its rows fill it when they come (${platform})`, async () => {
    lose(platform, '2026-11-12')
    const place = await bench().connect(platform)
    await sync(place)
    const lost = await stored(place)
    assert.deepEqual([lost.state, lost.holes], ['suspect', [['2026-11-12', false]]])
    assert.match(lost.reason ?? '', /no row of 2026-11-12 beside days with many/)
    bench().sandbox.faults.clear()
    await sync(place, 1)
    assert.deepEqual(await stored(place), { state: 'ok', reason: null, holes: [] })
  })

  test(`a hole is read once a day for a week, and is then what the platform has (${platform})`, async () => {
    without(platform, '2026-11-11')
    const place = await bench().connect(platform)
    await sync(place)
    bench().sandbox.log.clear()
    for (let day = 1; day < 7; day++) {
      await sync(place, 1)
      await sync(place)
      const { state, holes } = await stored(place)
      assert.deepEqual([state, holes], ['suspect', [['2026-11-11', false]]], `day ${day}`)
    }
    if (platform !== 'net_c') assert.equal(asked_alone(platform, '2026-11-11'), 6)
    await sync(place, 1)
    assert.deepEqual(await stored(place), { state: 'ok', reason: null, holes: [['2026-11-11', true]] })
    bench().sandbox.log.clear()
    await sync(place, 1)
    if (platform !== 'net_c') assert.equal(asked_alone(platform, '2026-11-11'), 0)
  })
}

test('days at the edges of a slice and several days in a row are holes too, and the first and the last day are not', async () => {
  // The slices of the first read begin on 13 and 5 November.
  lose('gx_analytics', '2026-10-21', '2026-11-05', '2026-11-12', '2026-11-15', '2026-11-16', '2026-11-20')
  const place = await bench().connect('gx_analytics')
  await sync(place)
  const { holes } = await stored(place)
  assert.deepEqual(
    holes.map(([date]) => date),
    ['2026-11-05', '2026-11-12', '2026-11-15', '2026-11-16'],
  )
})

test('a day without a row beside days with few visits is a zero', async () => {
  bench().sandbox.faults.add({
    ...{ platform: 'gx_analytics', kind: 'rewrite', path: 'runReport', count: 0 },
    ...{ find: '"metricValues":\\[\\{"value":"\\d+"\\}', replace: '"metricValues":[{"value":"29"}' },
  })
  lose('gx_analytics', ...november(6, 10), '2026-11-15')
  const place = await bench().connect('gx_analytics')
  await sync(place)
  assert.deepEqual(await stored(place), { state: 'ok', reason: null, holes: [] })
  // Nor is the platform asked for a total.
  assert.equal(totals_from('gx_analytics', '2026-11-06'), 0)
})

test('a day without a row before the first visits of today is a hole, because today is not over', async () => {
  bench().sandbox.clock.set(Date.parse('2026-11-20T09:00:00Z'))
  bench().sandbox.faults.add({
    ...{ platform: 'gx_analytics', kind: 'rewrite', path: 'runReport', count: 0 },
    ...{ find: '("20261120"\\}\\],"metricValues":\\[\\{"value":)"\\d+"', replace: '$1"7"' },
  })
  lose('gx_analytics', '2026-11-19')
  const place = await bench().connect('gx_analytics')
  await sync(place)
  assert.deepEqual((await stored(place)).holes, [['2026-11-19', false]])
  // The platform has the day, with few visits.
  await sync(place, 1)
  assert.deepEqual(await stored(place), { state: 'ok', reason: null, holes: [] })
})

test('a hole that the platform keeps no longer is not asked for, and the stored days begin after it', async () => {
  lose('seo_console', '2026-10-23', '2026-11-08')
  const place = await bench().connect('seo_console')
  await sync(place)
  const { holes } = await stored(place)
  assert.deepEqual(holes, [
    ['2026-10-23', false],
    ['2026-11-08', false],
  ])
  await sync(place, 3)
  assert.deepEqual((await stored(place)).holes, [['2026-11-08', false]])
  assert.equal((await cursor_of(place)).covered_from, '2026-10-24')
  bench().sandbox.faults.clear()
  await sync(place, 1)
  assert.deepEqual(await stored(place), { state: 'ok', reason: null, holes: [] })
  assert.equal((await cursor_of(place)).covered_from, '2026-10-24')
})

/** Without the field `rows`, the platform says that there are none. */
const lose_rows = (asked: { skip: number; count: number }) =>
  bench().sandbox.faults.add({
    ...{ platform: 'seo_console', kind: 'rewrite', path: 'searchAnalytics', find: '"rows":', replace: '"lost":' },
    ...asked,
  })

for (const [what, skip] of [
  ['between', 1],
  ['after', 0],
] as const)
  test(`an empty first read of a slice ${what} others is read again, because the platform can have lost it`, async () => {
    const truth = await bench().connect('seo_console')
    await sync(truth)
    lose_rows({ skip, count: 1 })
    const place = await bench().connect('seo_console')
    await sync(place)
    assert.notDeepEqual(await whole_rows(place), await whole_rows(truth))
    const read_older = () => run_backfill(bench().engine, { ...place, signal: new AbortController().signal })
    assert.equal(await read_older(), 'done')
    assert.deepEqual(await whole_rows(place), await whole_rows(truth))
    bench().sandbox.log.clear()
    assert.equal(await read_older(), 'done')
    assert.equal(bench().sandbox.log.list('seo_console').length, 0)
  })

test('days of a first sync without a single row are read again when rows come', async () => {
  const truth = await bench().connect('seo_console')
  lose_rows({ skip: 0, count: 4 })
  const place = await bench().connect('seo_console')
  await sync(place)
  assert.equal(await whole_rows(place), undefined)
  await sync(place, 1)
  assert.equal(await run_backfill(bench().engine, { ...place, signal: new AbortController().signal }), 'done')
  await sync(truth)
  assert.deepEqual(await whole_rows(place), await whole_rows(truth))
})

test('days before the first rows of a site are read once', async () => {
  lose_rows({ skip: 2, count: 0 })
  const place = await bench().connect('seo_console')
  await sync(place)
  bench().sandbox.faults.clear()
  await sync(place, 1)
  assert.ok(!('outdated' in ((await cursor_of(place)).cursor as object)))
})

test('a day without events beside days with many events of few people is a zero', async () => {
  const { gx_analytics } = connectors
  const { by_event_daily } = with_history_of(30, gx_analytics!).streams
  const of_events = await sync_bench({
    connectors: { gx_analytics: { ...gx_analytics!, streams: { daily: by_event_daily! } } },
  })
  const holes_of = async () => {
    const place = await of_events.connect('gx_analytics')
    assert.equal((await of_events.sync(place)).end, 'succeeded')
    const rows = await of_events.database.owner.query('select cursor from sync_cursors where org_id = $1', [
      place.org_id,
    ])
    return (rows.rows[0].cursor.holes ?? []).map(({ date }: { date: string }) => date)
  }
  try {
    of_events.sandbox.faults.add({ platform: 'gx_analytics', kind: 'lose_days', days: ['2026-11-15'], count: 0 })
    assert.deepEqual(await holes_of(), ['2026-11-15'])
    of_events.sandbox.faults.add({
      ...{ platform: 'gx_analytics', kind: 'rewrite', path: 'runReport', count: 0 },
      ...{
        find: '"metricValues":\\[\\{"value":"\\d+"\\},\\{"value":"\\d+"\\}',
        replace: '"metricValues":[{"value":"90"},{"value":"3"}',
      },
    })
    assert.deepEqual(await holes_of(), [])
  } finally {
    await of_events.close()
  }
})
