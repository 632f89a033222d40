// Days without a row of which the platform's own total has figures: they are lost, however many they are.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { connectors } from '#connectors/index.ts'
import type { Stream } from '#engine/connector.ts'
import { sync_bench } from '#test/sync.ts'
import { with_history_of } from '../connectors/short_history.ts'
import { DAY_MS, hole_bench, november } from './hole_bench.ts'

const { bench, sync, lose, without, stored, totals_from, whole_rows } = hole_bench()

for (const platform of ['gx_analytics', 'seo_console'] as const) {
  const days = november(6, 10)

  test(`any number of lost days is a hole while the platform's own total has their figures (${platform})`, async () => {
    lose(platform, ...days)
    const place = await bench().connect(platform)
    await sync(place)
    const open = days.map((date) => [date, false])
    const { state, holes } = await stored(place)
    assert.deepEqual([state, holes], ['suspect', open])
    await sync(place, 8)
    assert.deepEqual((await stored(place)).holes, open)
    bench().sandbox.faults.clear()
    await sync(place, 7)
    assert.deepEqual(await stored(place), { state: 'ok', reason: null, holes: [] })
    assert.deepEqual(
      (await whole_rows(place))?.filter((date) => days.includes(date as string)),
      days,
    )
  })

  test(`days that a later sync does not get are a hole (${platform})`, async () => {
    bench().sandbox.clock.set(Date.parse('2026-11-05T18:00:00Z'))
    const place = await bench().connect(platform)
    await sync(place)
    lose(platform, ...days)
    await sync(place, 15)
    const { state, holes } = await stored(place)
    assert.deepEqual([state, holes], ['suspect', days.map((date) => [date, false])])
  })

  test(`more than three days without a row are zeros if the platform's own total has none, and are read again (${platform})`, async () => {
    without(platform, ...days)
    const place = await bench().connect(platform)
    await sync(place)
    const zeros = days.map((date) => [date, true])
    assert.deepEqual(await stored(place), { state: 'ok', reason: null, holes: zeros })
    assert.equal(totals_from(platform, days[0]!), 1)
    await sync(place)
    assert.equal(totals_from(platform, days[0]!), 1)
    // The platform fills them weeks later.
    await sync(place, 8)
    assert.deepEqual((await stored(place)).holes, zeros)
    bench().sandbox.faults.clear()
    await sync(place, 7)
    assert.deepEqual(await stored(place), { state: 'ok', reason: null, holes: [] })
  })

  test(`lost days after the last row are a hole, and a site whose visits ended has zeros (${platform})`, async () => {
    // The platform delivers a day after up to five days.
    const last = november(11, 21)
    lose(platform, ...last)
    const place = await bench().connect(platform)
    await sync(place)
    const { state, holes } = await stored(place)
    assert.equal(state, 'suspect')
    assert.deepEqual(
      holes.slice(0, 5),
      november(11, 15).map((date) => [date, false]),
    )
    bench().sandbox.faults.clear()
    without(platform, ...last)
    await sync(place, 1)
    assert.deepEqual(await stored(place), { state: 'ok', reason: null, holes: [] })
  })

  test(`stored days that reads do not bring stay while the platform's own total has their figures (${platform})`, async () => {
    const place = await bench().connect(platform)
    await sync(place)
    const before = await whole_rows(place)
    lose(platform, '2026-11-14', '2026-11-15')
    for (let hour = 0; hour < 5; hour++) await sync(place, 1 / 12)
    assert.deepEqual(await whole_rows(place), before)
    assert.equal((await stored(place)).state, 'suspect')
    bench().sandbox.faults.clear()
    without(platform, '2026-11-14', '2026-11-15')
    for (let hour = 0; hour < 5; hour++) await sync(place, 1 / 12)
    assert.equal((await whole_rows(place))?.includes('2026-11-14'), false)
  })

  test(`a hole is filled when the platform has its rows weeks later (${platform})`, async () => {
    without(platform, '2026-11-09')
    const place = await bench().connect(platform)
    await sync(place)
    for (let day = 1; day <= 7; day++) await sync(place, 1)
    assert.deepEqual((await stored(place)).holes, [['2026-11-09', true]])
    bench().sandbox.faults.clear()
    await sync(place, 7)
    assert.deepEqual(await stored(place), { state: 'ok', reason: null, holes: [] })
  })
}

test('after a quarter, the platform is no longer asked for a hole', async () => {
  const { gx_analytics } = connectors
  const of_days = { daily: with_history_of(200, gx_analytics!).streams.daily! }
  const long = await sync_bench({ connectors: { gx_analytics: { ...gx_analytics!, streams: of_days } } })
  try {
    long.sandbox.faults.add({
      ...{ platform: 'gx_analytics', kind: 'lose_days', days: ['2026-11-09'], is_recounted: true, count: 0 },
    })
    const place = await long.connect('gx_analytics')
    const asked = async (weeks: number) => {
      for (let week = 0; week < weeks; week++) {
        long.sandbox.clock.advance(7 * DAY_MS)
        long.sandbox.log.clear()
        assert.equal((await long.sync(place)).end, 'succeeded')
      }
      return long.sandbox.log.list().filter(({ body }) => JSON.stringify(body).includes('"startDate":"2026-11-09"'))
        .length
    }
    assert.equal((await long.sync(place)).end, 'succeeded')
    assert.notEqual(await asked(13), 0)
    assert.equal(await asked(2), 0)
  } finally {
    await long.close()
  }
})

test('a platform that refuses its own total leaves days unknown for a week', async () => {
  lose('gx_analytics', ...november(6, 10))
  bench().sandbox.faults.add({
    ...{ platform: 'gx_analytics', kind: 'rewrite', path: 'runReport', count: 0 },
    ...{ find: '^\\{"metricHeaders":.*', replace: '{"rows":1}' },
  })
  const place = await bench().connect('gx_analytics')
  await sync(place)
  assert.deepEqual(
    (await stored(place)).holes,
    november(6, 10).map((date) => [date, false]),
  )
  for (let day = 1; day <= 7; day++) await sync(place, 1)
  assert.deepEqual(
    (await stored(place)).holes,
    november(6, 10).map((date) => [date, true]),
  )
})

test('of a platform without such totals, more than three days without a row are zeros', async () => {
  without('net_c', ...november(4, 7), ...november(11, 13))
  const place = await bench().connect('net_c')
  await sync(place)
  assert.deepEqual(
    (await stored(place)).holes,
    november(11, 13).map((date) => [date, false]),
  )
})

test('a part whose rows the platform may withhold has lost days only if the total is large', async () => {
  const { seo_console } = connectors
  const { queries } = with_history_of(30, seo_console!).streams
  const of_queries = await sync_bench({
    connectors: { seo_console: { ...seo_console!, streams: { daily: queries! } } },
  })
  const days = november(6, 10)
  const holes_of = async () => {
    const place = await of_queries.connect('seo_console')
    assert.equal((await of_queries.sync(place)).end, 'succeeded')
    const { rows } = await of_queries.database.owner.query('select cursor from sync_cursors where org_id = $1', [
      place.org_id,
    ])
    const holes = (rows[0].cursor.holes ?? []) as { date: string; is_answer?: true }[]
    return holes.map(({ date, is_answer }) => [date, is_answer ?? false])
  }
  try {
    of_queries.sandbox.faults.add({ platform: 'seo_console', kind: 'lose_days', days, count: 0 })
    assert.deepEqual(
      await holes_of(),
      days.map((date) => [date, false]),
    )
    // Without keys, a row is the total.
    of_queries.sandbox.faults.add({
      ...{ platform: 'seo_console', kind: 'rewrite', path: 'searchAnalytics', count: 0 },
      ...{
        find: '^\\{"rows":\\[\\{"clicks":\\d+,"impressions":\\d+',
        replace: '{"rows":[{"clicks":1,"impressions":149',
      },
    })
    assert.deepEqual(
      await holes_of(),
      days.map((date) => [date, true]),
    )
  } finally {
    await of_queries.close()
  }
})

test('a stream with a total of days names its holes too', async () => {
  const { seo_console } = connectors
  const daily = with_history_of(30, seo_console!).streams.daily! as Extract<Stream, { window: unknown }>
  // A total that leaves the days out says nothing of them.
  const total = { measures: { impressions: {} }, read: async () => [] }
  const with_total = await sync_bench({
    connectors: { seo_console: { ...seo_console!, streams: { daily: { ...daily, total } } } },
  })
  try {
    with_total.sandbox.faults.add({ platform: 'seo_console', kind: 'lose_days', days: ['2026-11-12'], count: 0 })
    const place = await with_total.connect('seo_console')
    assert.equal((await with_total.sync(place)).end, 'succeeded')
    const state = async () => {
      const of = 'select state, reason from sync_cursors where org_id = $1'
      return (await with_total.database.owner.query(of, [place.org_id])).rows[0]
    }
    const { state: found, reason } = await state()
    assert.equal(found, 'suspect')
    assert.match(reason, /no row of 2026-11-12/)
    with_total.sandbox.faults.clear()
    with_total.sandbox.clock.advance(DAY_MS)
    assert.equal((await with_total.sync(place)).end, 'succeeded')
    assert.deepEqual(await state(), { state: 'ok', reason: null })
  } finally {
    await with_total.close()
  }
})
