// Older history is read after the recent days, newest first, and never delays a sync.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { connectors } from '#connectors/index.ts'
import { in_org } from '#db/org.ts'
import { add_days } from '#domain/windows.ts'
import type { Connector, WarehouseTable, WindowStream } from '#engine/connector.ts'
import { Postponed } from '#engine/job.ts'
import { run_job } from '#engine/queue/run_job.ts'
import { has_history_left, run_backfill, run_read_again } from '#engine/sync/backfill.ts'
import { with_connection } from '#engine/sync/connected.ts'
import { VendorRefusal } from '#engine/vendors/refusal.ts'
import { backfill_connection } from '#jobs/backfill_connection.ts'
import { find_recommendations } from '#jobs/find_recommendations.ts'
import { WHOLE_HISTORY } from '#test/recent.ts'
import { type SyncBench, sync_bench } from '#test/sync.ts'
import { read_streams } from '#tools/connections/reading_states.ts'

const TODAY = '2026-11-20'
/** Of the sandbox, and asked for. */
const HISTORY_DAYS = 200
const { gx_analytics } = connectors as Record<string, Connector>
const daily = gx_analytics!.streams.daily as WindowStream<never, never>
const streams = {
  daily: { ...daily, window: { ...daily.window, history_days: HISTORY_DAYS, slice_days: 30, late_days: undefined } },
}

const connector: Connector = { ...gx_analytics!, streams }

let bench: SyncBench
before(async () => {
  bench = await sync_bench({
    last_days: WHOLE_HISTORY,
    connectors: { gx_analytics: connector },
    history_days: HISTORY_DAYS,
  })
})
after(() => bench.close())

type Place = Awaited<ReturnType<SyncBench['connect']>>
const { signal } = new AbortController()

const cursor_of = ({ org_id }: Place) =>
  in_org(bench.engine.pool.worker, { org_id, read_only: true }, (db) =>
    db.selectFrom('sync_cursors').select(['covered_from', 'covered_until']).executeTakeFirstOrThrow(),
  )
const is_left = ({ org_id, connection_id }: Place) =>
  in_org(bench.engine.pool.worker, { org_id, read_only: true }, (db) => has_history_left(db, connection_id))
const requested = () => bench.sandbox.log.list('gx_analytics').filter(({ url }) => url.includes('runReport')).length

test('a sync stores the last sixty days, and the backfill the rest, as far as the platform gives it', async () => {
  const place = await bench.connect('gx_analytics')
  await bench.sync(place)
  assert.deepEqual(await cursor_of(place), { covered_from: add_days(TODAY, -60), covered_until: add_days(TODAY, -1) })
  assert.equal(await is_left(place), true)
  const recent = (await bench.rows(place.org_id)).web_daily!.length
  assert.equal(await run_backfill(bench.engine, { ...place, signal }), 'done')
  assert.equal((await cursor_of(place)).covered_from, add_days(TODAY, -200))
  assert.equal(await is_left(place), false)
  assert.ok((await bench.rows(place.org_id)).web_daily!.length > recent * 3)
})

const expected = ({ org_id }: Place) =>
  in_org(bench.engine.pool.worker, { org_id, read_only: true }, async (db) => {
    const now = bench.engine.clock.now()
    const [row] = await read_streams({ db, org: { time_zone: 'UTC' }, now })
    return row!.history_expected_at
  })
const set_read = ({ org_id }: Place, history: object) =>
  in_org(bench.engine.pool.worker, { org_id }, (db) =>
    db
      .updateTable('sync_cursors')
      .set({ cursor: sql`cursor || ${JSON.stringify({ read_from: add_days(TODAY, -95), history })}::jsonb` })
      .execute(),
  )
/** How long the rest is expected to take. */
const rest_ms = async (place: Place) => Date.parse((await expected(place))!) - bench.engine.clock.now().getTime()
const HALF_HOUR_MS = 30 * 60_000

test('the end of the history is expected by the speed so far', async () => {
  const place = await bench.connect('gx_analytics')
  await bench.sync(place)
  const since = bench.engine.clock.now().toISOString()
  assert.ok(Date.parse((await expected(place))!) >= Date.parse(since))
  bench.sandbox.clock.advance(HALF_HOUR_MS)
  // 35 of 140 days are read.
  await set_read(place, { from: add_days(TODAY, -60), since, goal: add_days(TODAY, -200) })
  assert.ok(Math.abs((await rest_ms(place)) - HALF_HOUR_MS * 3) < 60_000)
  assert.equal(await run_backfill(bench.engine, { ...place, signal }), 'done')
  assert.equal(await expected(place), null)
})

test('time in which Tablero was off is no part of the speed', async () => {
  const place = await bench.connect('gx_analytics')
  await bench.sync(place)
  const since = bench.engine.clock.now().toISOString()
  bench.sandbox.clock.advance(HALF_HOUR_MS)
  const at = bench.engine.clock.now().toISOString()
  await set_read(place, { from: add_days(TODAY, -60), since, at, goal: add_days(TODAY, -200) })
  bench.sandbox.clock.advance(86_400_000)
  assert.ok(Math.abs((await rest_ms(place)) - HALF_HOUR_MS * 3) < 60_000, 'before the next sync')
  await bench.sync(place)
  // One more day is left, because today is another one.
  const rest = await rest_ms(place)
  assert.ok(Math.abs(rest - HALF_HOUR_MS * 3) < 5 * 60_000, `after it: ${rest / 60_000} minutes`)
  bench.sandbox.clock.advance(-86_400_000 - HALF_HOUR_MS * 2)
})

test('time in which a limit of the platform ends each attempt is part of the speed', async () => {
  const place = await bench.connect('gx_analytics')
  await bench.sync(place)
  const since = bench.engine.clock.now().toISOString()
  bench.sandbox.clock.advance(HALF_HOUR_MS)
  const at = bench.engine.clock.now().toISOString()
  await set_read(place, { from: add_days(TODAY, -60), since, at, goal: add_days(TODAY, -200) })
  bench.sandbox.faults.add({ platform: 'gx_analytics', kind: 'throttle', path: 'runReport', seconds: 3_600, count: 0 })
  const hours = 5
  for (let n = 0; n < hours; n++) {
    bench.sandbox.clock.advance(2 * HALF_HOUR_MS)
    await assert.rejects(run_backfill(bench.engine, { ...place, signal }), { kind: 'throttled' })
  }
  const rest = await rest_ms(place)
  assert.ok(Math.abs(rest - HALF_HOUR_MS * (1 + 2 * hours) * 3) < 5 * 60_000, `${rest / 60_000} minutes`)
  bench.forget_limits()
  bench.sandbox.faults.clear()
  bench.sandbox.clock.advance(-HALF_HOUR_MS * (1 + 2 * hours))
})

test('a backfill steps aside for a sync that runs or waits, and continues later without a gap', async () => {
  const place = await bench.connect('gx_analytics')
  await bench.sync(place)
  assert.equal(
    await with_connection(bench.engine, place, () => run_backfill(bench.engine, { ...place, signal })),
    'busy',
  )
  const run = { ...place, trigger: 'tool', state: 'queued' }
  const { run_id } = await in_org(bench.engine.pool.worker, { org_id: place.org_id }, (db) =>
    db.insertInto('sync_runs').values(run).returning('run_id').executeTakeFirstOrThrow(),
  )
  bench.sandbox.log.clear()
  assert.equal(await run_backfill(bench.engine, { ...place, signal }), 'busy')
  assert.equal(requested(), 0)
  await in_org(bench.engine.pool.worker, { org_id: place.org_id }, (db) =>
    db.updateTable('sync_runs').set({ state: 'succeeded' }).where('run_id', '=', run_id).execute(),
  )
  assert.equal(await run_backfill(bench.engine, { ...place, signal }), 'done')
  assert.equal((await cursor_of(place)).covered_from, add_days(TODAY, -200))
})

test('a history is read again on request, also when it is stored', async () => {
  const place = await bench.connect('gx_analytics')
  await bench.sync(place)
  const before = await bench.rows(place.org_id)
  const read: string[] = []
  const from = add_days(TODAY, -45)
  const end = await run_read_again(bench.engine, {
    ...{ ...place, signal, from },
    on_slice: (slice) => read.push(slice.from),
    on_refused: ({ reason }) => assert.fail(reason),
  })
  assert.deepEqual([end, read], ['done', [add_days(TODAY, -29), from]])
  assert.deepEqual(await bench.rows(place.org_id), before)
})

test('a refused stream is named when a history is read again, and the others are read', async () => {
  const refused_stream = { ...streams.daily } as unknown as WindowStream<unknown, WarehouseTable>
  const place = await bench.connect('gx_analytics')
  await bench.sync(place)
  connector.streams = {
    refused: {
      ...refused_stream,
      // biome-ignore lint/correctness/useYield: the platform refuses before its first page
      async *read() {
        throw new VendorRefusal('denied', 'A permission is missing.')
      },
    } as unknown as Connector['streams'][string],
    ...streams,
  }
  try {
    const refused: string[] = []
    const read: string[] = []
    const from = add_days(TODAY, -45)
    const end = await run_read_again(bench.engine, {
      ...{ ...place, signal, from },
      on_slice: ({ stream, from }) => read.push(`${stream} ${from}`),
      on_refused: ({ stream, reason }) => refused.push(`${stream}: ${reason}`),
    })
    assert.equal(end, 'done')
    assert.deepEqual(refused, ['refused: A permission is missing.'])
    assert.equal(read.at(-1), `daily ${from}`)
  } finally {
    connector.streams = streams
  }
})

test('a backfill waits while syncs of other connections have waited for a place', async () => {
  const place = await bench.connect('gx_analytics')
  await bench.sync(place)
  const queued = (ago: string) =>
    bench.database.owner.query(
      `select graphile_worker.add_job('sync_connection', run_at => now() - $1::interval, job_key => 'other')`,
      [ago],
    )
  try {
    await queued('1 minute')
    bench.sandbox.log.clear()
    assert.equal(await run_backfill(bench.engine, { ...place, signal }), 'crowded')
    assert.equal(requested(), 0)
    // It is due soon, and a worker is about to take it.
    await queued('-30 seconds')
    assert.equal(await run_backfill(bench.engine, { ...place, signal }), 'done')
  } finally {
    await bench.database.owner.query(`select graphile_worker.remove_job('other')`)
  }
})

test('a backfill that a limit of the platform ends is postponed, and is no failure', async () => {
  const place = await bench.connect('gx_analytics')
  await bench.sync(place)
  bench.sandbox.faults.add({ platform: 'gx_analytics', kind: 'throttle', seconds: 3_600, path: ':runReport', count: 0 })
  const parts = { ...bench.engine, pool: bench.engine.pool.worker }
  const payload = { connection_id: place.connection_id }
  const run = () =>
    run_job(parts, backfill_connection, { org_id: place.org_id, payload }, { log: bench.engine.log, signal })
  await assert.rejects(run(), Postponed)
  bench.sandbox.faults.clear()
  bench.forget_limits()
})

test('a day that the platform calls too much ends the history of its stream with the reason, and not that of the others', async () => {
  const by_country = gx_analytics!.streams.by_country_daily as unknown as WindowStream<unknown, WarehouseTable>
  const { window } = streams.daily
  const heavy: typeof by_country = {
    ...by_country,
    window,
    async *read(source) {
      if (source.to < add_days(TODAY, -70)) throw new VendorRefusal('too_much', 'The day has too many rows.')
      yield* by_country.read(source)
    },
  }
  connector.streams = { heavy: heavy as unknown as Connector['streams'][string], ...streams }
  try {
    const place = await bench.connect('gx_analytics')
    await bench.sync(place)
    assert.equal(await run_backfill(bench.engine, { ...place, signal }), 'done')
    const found = await in_org(bench.engine.pool.worker, { org_id: place.org_id, read_only: true }, (db) =>
      db.selectFrom('sync_cursors').select(['stream', 'state', 'reason', 'covered_from']).orderBy('stream').execute(),
    )
    assert.deepEqual(
      found.map(({ stream, state, reason }) => [stream, state, reason]),
      [
        ['daily', 'ok', null],
        ['heavy', 'failed', 'The day has too many rows.'],
      ],
    )
    assert.equal(found[0]!.covered_from, add_days(TODAY, -200))
  } finally {
    connector.streams = streams
  }
})

test('its end has the rules asked again that lacked older days of the connection, and no others', async () => {
  const run = async (place: Place) => {
    const parts = { ...bench.engine, pool: bench.engine.pool.worker, jobs: { find_recommendations } }
    const { org_id, connection_id } = place
    await run_job(parts, backfill_connection, { org_id, payload: { connection_id } }, { log: bench.engine.log, signal })
    const { rowCount } = await bench.database.owner.query('select from graphile_worker.jobs where key = $1', [
      `${org_id}:find_recommendations:${connection_id}`,
    ])
    return rowCount
  }
  const verdict = { rule: 'pacing', evaluated_at: `${TODAY}T17:00:00Z`, state: 'unknown', found: 0, kept: 0 }
  const asked: (number | null)[] = []
  for (const lacks of [true, false]) {
    const place = await bench.connect('gx_analytics')
    await bench.sync(place)
    await in_org(bench.engine.pool.worker, { org_id: place.org_id }, async (db) => {
      const { name } = await db.selectFrom('connections').select('name').executeTakeFirstOrThrow()
      await db
        .insertInto('rule_verdicts')
        .values({ ...verdict, untrusted: lacks ? [name] : ['Another'] })
        .execute()
    })
    asked.push(await run(place))
  }
  assert.deepEqual(asked, [1, 0])
})
