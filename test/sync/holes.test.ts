// Days without a row beside days with many: the platform can have lost them. Reads of a week and its own total say whether they are zeros.
import assert from 'node:assert/strict'
import { after, afterEach, before, test } from 'node:test'
import { connectors } from '#connectors/index.ts'
import { in_org } from '#db/org.ts'
import type { Stream } from '#engine/connector.ts'
import { run_backfill } from '#engine/sync/backfill.ts'
import { type SyncBench, sync_bench } from '#test/sync.ts'
import { with_history_of } from '../connectors/short_history.ts'

const DAY_MS = 86_400_000
const START = Date.parse('2026-11-20T18:00:00Z')
const PLATFORMS = ['gx_analytics', 'seo_console', 'net_c'] as const
type Platform = (typeof PLATFORMS)[number]
type Place = Awaited<ReturnType<SyncBench['connect']>>

let bench: SyncBench
before(async () => {
  const short = (platform: Platform) => {
    const { streams: all, ...connector } = with_history_of(30, connectors[platform]!)
    return { ...connector, streams: { daily: all.daily! } }
  }
  bench = await sync_bench({ connectors: Object.fromEntries(PLATFORMS.map((platform) => [platform, short(platform)])) })
})
after(() => bench?.close())
afterEach(() => {
  bench.sandbox.faults.clear()
  bench.sandbox.log.clear()
  bench.sandbox.clock.set(START)
})

/** One sync, some days after the one before. */
async function sync(place: Place, days = 0) {
  bench.sandbox.clock.advance(days * DAY_MS)
  assert.equal((await bench.sync(place)).end, 'succeeded')
}
/** The platform leaves the days out of its answers, and its own total has their figures. */
const lose = (platform: Platform, ...days: string[]) =>
  bench.sandbox.faults.add({ platform, kind: 'lose_days', days, count: 0 })
/** Its own total has no figure of them either. */
const without = (platform: Platform, ...days: string[]) =>
  bench.sandbox.faults.add({ platform, kind: 'lose_days', days, is_recounted: true, count: 0 })
const november = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, at) => `2026-11-${String(from + at).padStart(2, '0')}`)

const cursor_of = ({ org_id }: Place) =>
  in_org(bench.engine.pool.worker, { org_id, read_only: true }, (db) =>
    db
      .selectFrom('sync_cursors')
      .select(['state', 'reason', 'covered_from', 'cursor'])
      .where('stream', '=', 'daily')
      .executeTakeFirstOrThrow(),
  )
async function stored(place: Place) {
  const { state, reason, cursor } = await cursor_of(place)
  const { holes = [] } = cursor as { holes?: { date: string; is_answer?: true }[] }
  return { state, reason, holes: holes.map((hole) => [hole.date, hole.is_answer ?? false]) }
}
const asked_from = (platform: Platform, day: string) =>
  bench.sandbox.log.list(platform).filter(({ body }) => /"startDate":"([^"]+)"/.exec(JSON.stringify(body))?.[1] === day)
const is_of_days = ({ body }: { body?: unknown }) => /"dimensions":\[[^\]]*date/i.test(JSON.stringify(body))
/** Reads that began with a day. */
const asked_alone = (platform: Platform, day: string) => asked_from(platform, day).filter(is_of_days).length
/** Requests for the platform's own total of the days from one on. */
const totals_from = (platform: Platform, day: string) =>
  asked_from(platform, day).filter((one) => !is_of_days(one)).length

for (const platform of PLATFORMS) {
  test(`a day without a row between days with many is a hole, and its rows fill it when they come (${platform})`, async () => {
    lose(platform, '2026-11-12')
    const place = await bench.connect(platform)
    await sync(place)
    const lost = await stored(place)
    assert.deepEqual([lost.state, lost.holes], ['suspect', [['2026-11-12', false]]])
    assert.match(lost.reason ?? '', /no row of 2026-11-12 beside days with many/)
    bench.sandbox.faults.clear()
    await sync(place, 1)
    assert.deepEqual(await stored(place), { state: 'ok', reason: null, holes: [] })
  })

  test(`a hole is read once a day for a week, and is then what the platform has (${platform})`, async () => {
    without(platform, '2026-11-11')
    const place = await bench.connect(platform)
    await sync(place)
    bench.sandbox.log.clear()
    for (let day = 1; day < 7; day++) {
      await sync(place, 1)
      await sync(place)
      const { state, holes } = await stored(place)
      assert.deepEqual([state, holes], ['suspect', [['2026-11-11', false]]], `day ${day}`)
    }
    if (platform !== 'net_c') assert.equal(asked_alone(platform, '2026-11-11'), 6)
    await sync(place, 1)
    assert.deepEqual(await stored(place), { state: 'ok', reason: null, holes: [['2026-11-11', true]] })
    bench.sandbox.log.clear()
    await sync(place, 1)
    if (platform !== 'net_c') assert.equal(asked_alone(platform, '2026-11-11'), 0)
  })
}

test('days at the edges of a slice and several days in a row are holes too, and the first and the last day are not', async () => {
  // The slices of the first read begin on 13 and 5 November.
  lose('gx_analytics', '2026-10-21', '2026-11-05', '2026-11-12', '2026-11-15', '2026-11-16', '2026-11-20')
  const place = await bench.connect('gx_analytics')
  await sync(place)
  const { holes } = await stored(place)
  assert.deepEqual(
    holes.map(([date]) => date),
    ['2026-11-05', '2026-11-12', '2026-11-15', '2026-11-16'],
  )
})

for (const platform of ['gx_analytics', 'seo_console'] as const) {
  const days = november(6, 10)

  test(`any number of lost days is a hole while the platform's own total has their figures (${platform})`, async () => {
    lose(platform, ...days)
    const place = await bench.connect(platform)
    await sync(place)
    const open = days.map((date) => [date, false])
    const { state, holes } = await stored(place)
    assert.deepEqual([state, holes], ['suspect', open])
    await sync(place, 8)
    assert.deepEqual((await stored(place)).holes, open)
    bench.sandbox.faults.clear()
    await sync(place, 7)
    assert.deepEqual(await stored(place), { state: 'ok', reason: null, holes: [] })
    assert.deepEqual(
      (await whole_rows(place))?.filter((date) => days.includes(date as string)),
      days,
    )
  })

  test(`days that a later sync does not get are a hole (${platform})`, async () => {
    bench.sandbox.clock.set(Date.parse('2026-11-05T18:00:00Z'))
    const place = await bench.connect(platform)
    await sync(place)
    lose(platform, ...days)
    await sync(place, 15)
    const { state, holes } = await stored(place)
    assert.deepEqual([state, holes], ['suspect', days.map((date) => [date, false])])
  })

  test(`more than three days without a row are zeros if the platform's own total has none, and are read again (${platform})`, async () => {
    without(platform, ...days)
    const place = await bench.connect(platform)
    await sync(place)
    const zeros = days.map((date) => [date, true])
    assert.deepEqual(await stored(place), { state: 'ok', reason: null, holes: zeros })
    assert.equal(totals_from(platform, days[0]!), 1)
    await sync(place)
    assert.equal(totals_from(platform, days[0]!), 1)
    // The platform fills them weeks later.
    await sync(place, 8)
    assert.deepEqual((await stored(place)).holes, zeros)
    bench.sandbox.faults.clear()
    await sync(place, 7)
    assert.deepEqual(await stored(place), { state: 'ok', reason: null, holes: [] })
  })

  test(`lost days after the last row are a hole, and a site whose visits ended has zeros (${platform})`, async () => {
    // The platform delivers a day after up to five days.
    const last = november(11, 21)
    lose(platform, ...last)
    const place = await bench.connect(platform)
    await sync(place)
    const { state, holes } = await stored(place)
    assert.equal(state, 'suspect')
    assert.deepEqual(
      holes.slice(0, 5),
      november(11, 15).map((date) => [date, false]),
    )
    bench.sandbox.faults.clear()
    without(platform, ...last)
    await sync(place, 1)
    assert.deepEqual(await stored(place), { state: 'ok', reason: null, holes: [] })
  })

  test(`stored days that reads do not bring stay while the platform's own total has their figures (${platform})`, async () => {
    const place = await bench.connect(platform)
    await sync(place)
    const before = await whole_rows(place)
    lose(platform, '2026-11-14', '2026-11-15')
    for (let hour = 0; hour < 5; hour++) await sync(place, 1 / 12)
    assert.deepEqual(await whole_rows(place), before)
    assert.equal((await stored(place)).state, 'suspect')
    bench.sandbox.faults.clear()
    without(platform, '2026-11-14', '2026-11-15')
    for (let hour = 0; hour < 5; hour++) await sync(place, 1 / 12)
    assert.equal((await whole_rows(place))?.includes('2026-11-14'), false)
  })

  test(`a hole is filled when the platform has its rows weeks later (${platform})`, async () => {
    without(platform, '2026-11-09')
    const place = await bench.connect(platform)
    await sync(place)
    for (let day = 1; day <= 7; day++) await sync(place, 1)
    assert.deepEqual((await stored(place)).holes, [['2026-11-09', true]])
    bench.sandbox.faults.clear()
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
  bench.sandbox.faults.add({
    ...{ platform: 'gx_analytics', kind: 'rewrite', path: 'runReport', count: 0 },
    ...{ find: '^\\{"metricHeaders":.*', replace: '{"rows":1}' },
  })
  const place = await bench.connect('gx_analytics')
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

test('a day without a row beside days with few visits is a zero', async () => {
  bench.sandbox.faults.add({
    ...{ platform: 'gx_analytics', kind: 'rewrite', path: 'runReport', count: 0 },
    ...{ find: '"metricValues":\\[\\{"value":"\\d+"\\}', replace: '"metricValues":[{"value":"29"}' },
  })
  lose('gx_analytics', ...november(6, 10), '2026-11-15')
  const place = await bench.connect('gx_analytics')
  await sync(place)
  assert.deepEqual(await stored(place), { state: 'ok', reason: null, holes: [] })
  // Nor is the platform asked for a total.
  assert.equal(totals_from('gx_analytics', '2026-11-06'), 0)
})

test('of a platform without such totals, more than three days without a row are zeros', async () => {
  without('net_c', ...november(4, 7), ...november(11, 13))
  const place = await bench.connect('net_c')
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

test('a day without a row before the first visits of today is a hole, because today is not over', async () => {
  bench.sandbox.clock.set(Date.parse('2026-11-20T09:00:00Z'))
  bench.sandbox.faults.add({
    ...{ platform: 'gx_analytics', kind: 'rewrite', path: 'runReport', count: 0 },
    ...{ find: '("20261120"\\}\\],"metricValues":\\[\\{"value":)"\\d+"', replace: '$1"7"' },
  })
  lose('gx_analytics', '2026-11-19')
  const place = await bench.connect('gx_analytics')
  await sync(place)
  assert.deepEqual((await stored(place)).holes, [['2026-11-19', false]])
  // The platform has the day, with few visits.
  await sync(place, 1)
  assert.deepEqual(await stored(place), { state: 'ok', reason: null, holes: [] })
})

test('a hole that the platform keeps no longer is not asked for, and the stored days begin after it', async () => {
  lose('seo_console', '2026-10-23', '2026-11-08')
  const place = await bench.connect('seo_console')
  await sync(place)
  const { holes } = await stored(place)
  assert.deepEqual(holes, [
    ['2026-10-23', false],
    ['2026-11-08', false],
  ])
  await sync(place, 3)
  assert.deepEqual((await stored(place)).holes, [['2026-11-08', false]])
  assert.equal((await cursor_of(place)).covered_from, '2026-10-24')
  bench.sandbox.faults.clear()
  await sync(place, 1)
  assert.deepEqual(await stored(place), { state: 'ok', reason: null, holes: [] })
  assert.equal((await cursor_of(place)).covered_from, '2026-10-24')
})

/** Without the field `rows`, the platform says that there are none. */
const lose_rows = (asked: { skip: number; count: number }) =>
  bench.sandbox.faults.add({
    ...{ platform: 'seo_console', kind: 'rewrite', path: 'searchAnalytics', find: '"rows":', replace: '"lost":' },
    ...asked,
  })
async function whole_rows(place: Place) {
  const { seo_daily, web_daily } = await bench.rows(place.org_id)
  return (seo_daily ?? web_daily)?.map(({ date }) => date)
}

for (const [what, skip] of [
  ['between', 1],
  ['after', 0],
] as const)
  test(`an empty first read of a slice ${what} others is read again, because the platform can have lost it`, async () => {
    const truth = await bench.connect('seo_console')
    await sync(truth)
    lose_rows({ skip, count: 1 })
    const place = await bench.connect('seo_console')
    await sync(place)
    assert.notDeepEqual(await whole_rows(place), await whole_rows(truth))
    const read_older = () => run_backfill(bench.engine, { ...place, signal: new AbortController().signal })
    assert.equal(await read_older(), 'done')
    assert.deepEqual(await whole_rows(place), await whole_rows(truth))
    bench.sandbox.log.clear()
    assert.equal(await read_older(), 'done')
    assert.equal(bench.sandbox.log.list('seo_console').length, 0)
  })

test('days of a first sync without a single row are read again when rows come', async () => {
  const truth = await bench.connect('seo_console')
  lose_rows({ skip: 0, count: 4 })
  const place = await bench.connect('seo_console')
  await sync(place)
  assert.equal(await whole_rows(place), undefined)
  await sync(place, 1)
  assert.equal(await run_backfill(bench.engine, { ...place, signal: new AbortController().signal }), 'done')
  await sync(truth)
  assert.deepEqual(await whole_rows(place), await whole_rows(truth))
})

test('days before the first rows of a site are read once', async () => {
  lose_rows({ skip: 2, count: 0 })
  const place = await bench.connect('seo_console')
  await sync(place)
  bench.sandbox.faults.clear()
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
