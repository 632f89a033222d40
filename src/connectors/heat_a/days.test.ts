// Days of the connector at the sandbox's true limits: ten calls a day, and nothing older than 72 hours.
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { in_org } from '#db/org.ts'
import type { Connector, WarehouseTable, WindowStream } from '#engine/connector.ts'
import { run_read_again } from '#engine/sync/backfill.ts'
import { HOUR_MS } from '#lib/durations.ts'
import { type SyncBench, sync_bench } from '#test/sync.ts'
import { heat_a } from './index.ts'

/** Visits that the total has beyond the answer by device. */
let later_visits = 0n
const daily = heat_a.streams.daily as WindowStream<never, WarehouseTable>
const total: typeof daily.total = {
  ...daily.total!,
  async read(source) {
    const totals = await daily.total!.read(source)
    return totals.map(({ date, measures }) => ({
      date,
      measures: { ...measures, sessions: BigInt(measures.sessions!) + later_visits },
    }))
  },
}
/** Whether answers have no row. */
let is_empty = false
const streams = Object.entries(heat_a.streams).map(([name, stream]) => {
  const of = stream as WindowStream<never, WarehouseTable>
  const read: typeof of.read = async function* (source) {
    for await (const page of of.read(source)) yield is_empty ? [] : page
  }
  return [name, { ...of, read, ...(name === 'daily' && { total }) }]
})
const changed: Connector = { ...heat_a, streams: Object.fromEntries(streams) }

let bench: SyncBench
before(async () => {
  bench = await sync_bench({ connectors: { heat_a: changed }, now: '2026-11-16T14:20:00Z' })
})
after(() => bench.close())
beforeEach(() => {
  // The sandbox counts the calls of each test on days of their own.
  bench.sandbox.faults.clear()
  bench.sandbox.tokens.reset()
  bench.sandbox.clock.reset()
  bench.sandbox.clock.wait(8 * 24 * HOUR_MS)
  bench.forget_limits()
  bench.sandbox.log.clear()
})

type Place = Awaited<ReturnType<SyncBench['connect']>>
const look = <T>({ org_id }: Place, read: (db: Parameters<Parameters<typeof in_org>[2]>[0]) => Promise<T>) =>
  in_org(bench.engine.pool.worker, { org_id, read_only: true }, read)

async function sync(place: Place, hours = 0, all_streams = false) {
  bench.sandbox.clock.advance(hours * HOUR_MS)
  return (await bench.sync(place, { all_streams })).end
}
const days_of = async ({ org_id }: Place, table = 'behavior_daily') => {
  const rows = (await bench.rows(org_id))[table] ?? []
  return [...new Set(rows.map(({ date, is_final }) => `${date} ${is_final}`))].sort()
}
const cursors = (place: Place) => look(place, (db) => db.selectFrom('sync_cursors').selectAll().execute())
const connection = (place: Place) =>
  look(place, (db) => db.selectFrom('connections').selectAll().executeTakeFirstOrThrow())

test('five days of syncs read each day once, agree with the total, and never exceed ten calls a day', async () => {
  const place = await bench.connect('heat_a')
  await sync(place)
  assert.deepEqual(await days_of(place), ['2026-11-14 false', '2026-11-15 false', '2026-11-16 false'])
  // The first sync of a day is at 00:20 UTC. A person who asks for more causes no call.
  for (let day = 1; day <= 5; day++)
    for (const hours of [10, 7, 7]) assert.equal(await sync(place, hours, hours === 7), 'succeeded')
  assert.deepEqual(await days_of(place), [
    '2026-11-14 false',
    '2026-11-15 false',
    ...[16, 17, 18, 19, 20].map((day) => `2026-11-${day} true`),
  ])
  assert.deepEqual(
    (await days_of(place, 'behavior_page_daily')).slice(-5),
    [16, 17, 18, 19, 20].map((day) => `2026-11-${day} true`),
  )
  const requests = bench.sandbox.log.list('heat_a')
  assert.ok(requests.every(({ status }) => status === 200))
  const by_day = Object.entries(Object.groupBy(requests, ({ at }) => at.slice(0, 10))).map(([day, all]) => [
    day,
    all!.length,
  ])
  assert.deepEqual(by_day, [['2026-11-16', 5], ...[17, 18, 19, 20, 21].map((day) => [`2026-11-${day}`, 3])])
  const ledger = await look(place, (db) => db.selectFrom('ledger').selectAll().execute())
  assert.equal(ledger.length, 15)
  assert.ok(ledger.every(({ verdict }) => verdict === 'matches'))
  const [daily] = (await cursors(place)).filter(({ stream }) => stream === 'daily')
  assert.deepEqual([daily!.covered_from, daily!.covered_until, daily!.state], ['2026-11-14', '2026-11-20', 'ok'])
})

test('later syncs of the first day ask nothing, lose nothing, and today is not known', async () => {
  const place = await bench.connect('heat_a')
  await sync(place)
  const rows = await bench.rows(place.org_id)
  bench.sandbox.log.clear()
  for (const all_streams of [false, true]) assert.equal(await sync(place, 2, all_streams), 'succeeded')
  assert.deepEqual(
    bench.sandbox.log.list('heat_a').filter(({ url }) => url.includes('project-live-insights')),
    [],
  )
  assert.deepEqual(await bench.rows(place.org_id), rows)
  for (const { stream, state, read_until, covered_until } of await cursors(place))
    assert.deepEqual([stream, state, read_until, covered_until], [stream, 'ok', '2026-11-15', '2026-11-15'])
})

test('days that nobody read within 72 hours are missing, and the coverage begins after them', async () => {
  const place = await bench.connect('heat_a')
  await sync(place)
  await sync(place, 5 * 24)
  assert.deepEqual(await days_of(place), [
    ...['2026-11-14 false', '2026-11-15 false', '2026-11-16 false'],
    ...['2026-11-19 false', '2026-11-20 false', '2026-11-21 false'],
  ])
  const [daily] = (await cursors(place)).filter(({ stream }) => stream === 'daily')
  assert.equal(daily!.covered_from, '2026-11-19')
})

test('a total that was asked for some minutes later is no drift', async () => {
  const place = await bench.connect('heat_a')
  await sync(place)
  later_visits = 3n
  await sync(place, 10)
  later_visits = 0n
  const ledger = await look(place, (db) =>
    db.selectFrom('ledger').select(['date', 'measure', 'verdict']).orderBy('measure').execute(),
  )
  assert.deepEqual(
    ledger.map(({ date, measure, verdict }) => `${date} ${measure} ${verdict}`),
    ['2026-11-16 dead_clicks matches', '2026-11-16 rage_clicks matches', '2026-11-16 sessions estimate'],
  )
  for (const { stream, state } of await cursors(place)) assert.equal(state, 'ok', stream)
})

test('neither a drift nor a command reads a past day again, and the command says so', async () => {
  const place = await bench.connect('heat_a')
  for (const hours of [0, 10, 24]) await sync(place, hours)
  const { owner } = bench.database
  const drift = `update ledger set verdict = 'drift', platform_total = 1 where org_id = $1 and date = '2026-11-17'`
  assert.equal((await owner.query(drift, [place.org_id])).rowCount, 3)
  const of_day = async () => {
    const { behavior_daily: rows = [] } = await bench.rows(place.org_id)
    return rows.filter(({ date }) => date === '2026-11-17')
  }
  const stored = await of_day()
  bench.sandbox.log.clear()
  await sync(place, 24)
  assert.equal(bench.sandbox.log.list('heat_a').length, 3)
  bench.sandbox.log.clear()
  const refused: string[] = []
  const end = await run_read_again(bench.engine, {
    ...{ ...place, from: '2026-11-10', signal: new AbortController().signal },
    on_slice: ({ stream }) => assert.fail(stream),
    on_refused: ({ stream, reason }) => refused.push(`${stream}: ${reason}`),
  })
  assert.deepEqual([end, bench.sandbox.log.list('heat_a')], ['done', []])
  assert.equal(refused.length, 2)
  for (const reason of refused) assert.match(reason, /^(daily|pages): .*a second read of a day would store other hours/)
  assert.ok(stored.length > 0)
  assert.deepEqual(await of_day(), stored)
})

test('rows of the hours that were read first are deleted when the day itself is read without them', async () => {
  const place = await bench.connect('heat_a')
  await sync(place)
  const { owner } = bench.database
  const page = 'https://www.example.com/of-the-first-read'
  const copied = await owner.query(
    `insert into behavior_page_daily
     select (jsonb_populate_record(b, jsonb_build_object('page', $2::text))).* from behavior_page_daily b
     where org_id = $1 and date = '2026-11-16' limit 1`,
    [place.org_id, page],
  )
  assert.equal(copied.rowCount, 1)
  await sync(place, 10)
  const { behavior_page_daily: rows = [] } = await bench.rows(place.org_id)
  assert.ok(rows.length > 0 && rows.every((row) => row.page !== page))
  for (const { stream, state } of await cursors(place)) assert.equal(state, 'ok', stream)
})

test('an only read that brings no row of a day deletes none of them, and makes the streams suspect', async () => {
  const place = await bench.connect('heat_a')
  await sync(place)
  const of_day = async () => {
    const stored = await bench.rows(place.org_id)
    return ['behavior_daily', 'behavior_page_daily'].map(
      (table) => (stored[table] ?? []).filter(({ date }) => date === '2026-11-16').length,
    )
  }
  const before = await of_day()
  assert.ok(
    before.every((count) => count > 0),
    before.join(),
  )
  is_empty = true
  await sync(place, 10)
  is_empty = false
  assert.deepEqual(await of_day(), before)
  for (const { stream, state } of await cursors(place)) assert.equal(state, 'suspect', stream)
})

test('a spent quota ends the sync, says when it continues, and the day is read then', async () => {
  const place = await bench.connect('heat_a')
  const ask = () =>
    bench.sandbox.app.inject({
      url: '/www.clarity.ms/export-data/api/v1/project-live-insights?numOfDays=1',
      headers: { authorization: 'Bearer clarity_sandbox' },
    })
  for (let call = 1; call <= 10; call++) assert.equal((await ask()).statusCode, 200)
  assert.equal((await ask()).statusCode, 429)
  assert.equal(await sync(place), 'failed')
  // The eleventh call was this test's own, and the twelfth the connector's, which cannot know of calls by others.
  bench.sandbox.limits.clear_violations()
  const { next_sync_at, last_error, needs_reconnection } = await connection(place)
  assert.match(last_error ?? '', /limits calls for now; the sync continues after 2026-11-17 00:00 UTC/)
  // Syncs that wait for the same midnight start at different minutes.
  assert.match(String(next_sync_at), /^2026-11-17T00:0[0-5]:/)
  assert.equal(needs_reconnection, false)
  assert.equal(await sync(place, 9.75), 'succeeded')
  assert.ok((await days_of(place)).includes('2026-11-16 true'))
})

test('connections with the same token share the ten calls of the day', async () => {
  const ends: string[] = []
  for (let n = 0; n < 4; n++) ends.push(await sync(await bench.connect('heat_a')))
  // A first read takes five calls, so the third one finds none.
  assert.deepEqual(ends, ['succeeded', 'succeeded', 'failed', 'failed'])
  const requests = bench.sandbox.log.list('heat_a')
  assert.equal(requests.length, 10)
  assert.ok(requests.every(({ status }) => status === 200))
})

test('a day is read from answers in the other spelling too', async () => {
  const [usual, other] = [await bench.connect('heat_a'), await bench.connect('heat_a')]
  assert.equal(await sync(usual), 'succeeded')
  bench.sandbox.faults.add({ platform: 'heat_a', kind: 'own', name: 'other_spelling', count: 0 })
  assert.equal(await sync(other), 'succeeded', (await connection(other)).last_error ?? '')
  assert.deepEqual(await bench.rows(other.org_id), await bench.rows(usual.org_id))
})

test('counts that cannot be read are unknown and stated, and the others are read', async () => {
  const place = await bench.connect('heat_a')
  bench.sandbox.faults.add({ platform: 'heat_a', kind: 'own', name: 'odd_counts', count: 0 })
  assert.equal(await sync(place), 'succeeded')
  const { behavior_daily: rows = [] } = await bench.rows(place.org_id)
  assert.ok(
    rows.some(({ dead_clicks }) => dead_clicks === null) && rows.some(({ dead_clicks }) => Number(dead_clicks) > 0),
  )
  const run = await look(place, (db) => db.selectFrom('sync_runs').selectAll().executeTakeFirstOrThrow())
  assert.ok((run.unreadable as Record<string, number>)['values of DeadClickCount']! > 0)
})

test('on the next day, a revoked token needs reconnection, HTML ends the sync, and an empty answer is no zero', async () => {
  const place = await bench.connect('heat_a')
  await sync(place)
  const before = await bench.rows(place.org_id)
  const kinds = [
    ['html', /does not answer properly|limits calls for now/],
    ['empty', /does not answer properly/],
    ['revoke', /[Cc]onnect it again/],
  ] as const
  for (const [kind, says] of kinds) {
    bench.sandbox.clock.reset()
    bench.sandbox.clock.wait(24 * HOUR_MS)
    bench.forget_limits()
    bench.sandbox.faults.add({ platform: 'heat_a', kind, count: 0 })
    assert.equal(await sync(place, 12), 'failed', kind)
    const { last_error, needs_reconnection } = await connection(place)
    assert.match(last_error ?? '', says)
    assert.equal(needs_reconnection, kind === 'revoke')
    assert.deepEqual(await bench.rows(place.org_id), before)
    bench.sandbox.faults.clear()
  }
})
