// Checks a connector by its declaration alone. After any error of the vendor, the rows at the end are the rows of an undisturbed
// sync. Where that is impossible, the connection reports an error and loses no rows.
import assert from 'node:assert/strict'
import { after, afterEach, before, suite, test } from 'node:test'
import { connectors } from '#connectors/index.ts'
import { in_org } from '#db/org.ts'
import type { Connector } from '#engine/connector.ts'
import { type SyncBench, sync_bench } from '#test/sync.ts'
import type { Fault } from '../../sandbox/faults.ts'
import { skipped_of, unused_of } from './cases/index.ts'
import { found_in } from './cases/unused.ts'
import { few_days } from './few_days.ts'
import { what_is_not_brought } from './left_out.ts'
import { type Impossible, real_answers, type Tools } from './real_answers.ts'
import { in_one_slice, with_short_history } from './short_history.ts'

const DAY_MS = 86_400_000

/** The only connector of this process, with its own test bench. */
let platform: string
let connector: Connector
let bench: SyncBench
/** An undisturbed connection, and its rows. */
let place: Place
let undisturbed: Awaited<ReturnType<SyncBench['rows']>>
/** The requests of the undisturbed sync, with their answers. */
let answered: ReturnType<SyncBench['sandbox']['log']['list']>

type Place = { org_id: string; connection_id: string }

async function connection(place: Place) {
  return in_org(bench.engine.pool.worker, { org_id: place.org_id, read_only: true }, (db) =>
    db.selectFrom('connections').selectAll().where('connection_id', '=', place.connection_id).executeTakeFirstOrThrow(),
  )
}

async function run_of(place: Place, run_id: string) {
  return in_org(bench.engine.pool.worker, { org_id: place.org_id, read_only: true }, (db) =>
    db.selectFrom('sync_runs').selectAll().where('run_id', '=', run_id).executeTakeFirstOrThrow(),
  )
}

function reset() {
  bench.sandbox.faults.clear()
  bench.sandbox.tokens.reset()
  bench.sandbox.clock.reset()
  // Each test finds the limits of a day unused.
  bench.sandbox.clock.wait(DAY_MS)
  bench.forget_limits()
  bench.sandbox.log.clear()
}

/** A new organization syncs under the faults, and must end with the same rows. */
async function same_rows_under(...faults: Fault[]) {
  reset()
  const disturbed = await bench.connect(platform)
  for (const fault of faults) bench.sandbox.faults.add({ platform, ...fault })
  const { end, run_id } = await bench.sync(disturbed)
  assert.equal(end, 'succeeded', (await run_of(disturbed, run_id)).error ?? '')
  const left = bench.sandbox.faults.list().filter(({ count }) => count !== 0)
  assert.deepEqual(left, [], 'every fault was met')
  assert.deepEqual(await bench.rows(disturbed.org_id), undisturbed)
}

const tools: Tools = {
  now: () => ({ platform, connector, bench, undisturbed, answered }),
  connection,
  run_of,
  reset,
  same_rows_under,
}

/** The test file of each connector calls this function, so that each connector is tested in its own process. */
export function test_connector(name: string) {
  const impossible = skipped_of(name)
  const declared = connectors[name]
  assert.ok(declared, `there is no connector called '${name}'`)
  platform = name
  connector = with_short_history(name, declared)
  suite(name, () => {
    before(async () => {
      bench = await sync_bench({ connectors: { [platform]: connector }, keep_answers: true, long_ids: true })
      place = await bench.connect(platform)
      const { end, run_id } = await bench.sync(place)
      assert.equal(end, 'succeeded', (await run_of(place, run_id)).error ?? '')
      undisturbed = await bench.rows(place.org_id)
      answered = [...bench.sandbox.log.list(platform)]
      connector.streams = in_one_slice(connector.streams)
    })
    afterEach(() => bench.check_limits())
    after(() => bench?.close())

    suite('the same rows come', () => whatever_is_answered(impossible))
    suite('what a re-read does not bring', () => what_is_not_brought(impossible.read_again, tools))
    suite('a sign-in', () => sign_in(impossible))
    suite('a sync', interrupted)
    suite('as real vendors answer', () => real_answers(impossible, tools))
    suite('as time passes', () => as_time_passes(impossible))
    suite('with few days', () => few_days(impossible, tools))
  })
}

/** A file of lines is no JSON. */
function parsed(text: string): unknown[] {
  try {
    return [JSON.parse(text)]
  } catch {
    return []
  }
}

function whatever_is_answered({ short_limits }: Impossible) {
  test('fills every table it names', () => {
    const tables = [connector.accounts.into, ...Object.values(connector.streams).map(({ into }) => into)].flat()
    assert.deepEqual(
      tables.filter((table) => !undisturbed[table]),
      [],
    )
  })

  // Otherwise a first read without rows would be zeros (unproven.ts).
  test('campaigns that run are known by their word', { skip: !connector.expects?.states && 'nothing runs' }, () => {
    const { of, states } = connector.expects!
    assert.ok(undisturbed[of]!.some(({ status }) => states!.includes(String(status))))
  })

  test('what its cases call unused is in no row and in no answer', () => {
    const answers = answered.flatMap(({ answer }) => parsed(answer ?? ''))
    for (const word of unused_of(platform))
      assert.deepEqual([...new Set(found_in[word]?.({ rows: undisturbed, answers }))], [], word)
  })

  test('a second sync changes nothing', async () => {
    reset()
    const { end, run_id } = await bench.sync(place)
    assert.equal(end, 'succeeded')
    assert.equal((await run_of(place, run_id)).restatements, 0n)
    assert.deepEqual(await bench.rows(place.org_id), undisturbed)
  })

  test('waits as long as the vendor requires', { skip: short_limits }, () =>
    same_rows_under({ kind: 'throttle', count: 2, seconds: 3 }, { kind: 'throttle', count: 2, skip: 3, seconds: 1 }),
  )

  test('retries when the vendor fails', () =>
    same_rows_under({ kind: 'fail', status: 500 }, { kind: 'fail', status: 503, skip: 2, count: 2 }))

  test('retries a truncated page', () => same_rows_under({ kind: 'truncate' }, { kind: 'truncate', skip: 3 }))

  test('duplicated or reordered records are stored once', () =>
    same_rows_under({ kind: 'duplicate', count: 0 }, { kind: 'shuffle', count: 0, probability: 0.5 }))

  test('a record that is repeated on a later page is stored once', () =>
    same_rows_under({ kind: 'duplicate_across', count: 0 }))

  test('an unknown field has no effect', () => same_rows_under({ kind: 'unknown_field', count: 0 }))

  test('empty pages are accepted or rejected; in both cases no row is lost', async () => {
    reset()
    const quiet = await bench.connect(platform)
    bench.sandbox.faults.add({ platform, kind: 'empty', count: 0 })
    const { end, run_id } = await bench.sync(quiet)
    if (end === 'failed') assert.match((await run_of(quiet, run_id)).error ?? '', /does not answer properly/)
    bench.sandbox.faults.clear()
    assert.equal((await bench.sync(quiet)).end, 'succeeded')
    if (end === 'failed') assert.deepEqual(await bench.rows(quiet.org_id), undisturbed)
  })
}

function sign_in({ read_again }: Impossible) {
  test('a token that expires during a sync is renewed, or the connection needs reconnection', async () => {
    reset()
    const expiring = await bench.connect(platform)
    bench.sandbox.faults.add({ platform, kind: 'expire', skip: 2 })
    const { end } = await bench.sync(expiring)
    const { needs_reconnection } = await connection(expiring)
    if (connector.auth.refresh) {
      assert.equal(end, 'succeeded')
      assert.deepEqual(await bench.rows(expiring.org_id), undisturbed)
    } else assert.equal(end, 'failed')
    assert.equal(needs_reconnection, connector.auth.refresh === undefined)
  })

  test('a refresh token that changes at each use is never lost', async (context) => {
    if (!connector.auth.refresh) return context.skip('nothing is renewed')
    reset()
    bench.sandbox.tokens.rotate(platform, true)
    const rotating = await bench.connect(platform)
    for (let n = 0; n < 3; n++) {
      const { end, run_id } = await bench.sync(rotating)
      assert.equal(end, 'succeeded', (await run_of(rotating, run_id)).error ?? '')
      bench.sandbox.tokens.expire(platform)
    }
  })

  test('after a revoked sign-in the connection needs reconnection, and stored rows stay', {
    skip: read_again,
  }, async () => {
    reset()
    const revoked = await bench.connect(platform)
    await bench.sync(revoked)
    bench.sandbox.tokens.revoke(platform)
    const { end } = await bench.sync(revoked)
    assert.equal(end, 'failed')
    const row = await connection(revoked)
    assert.equal(row.needs_reconnection, true)
    assert.match(row.last_error ?? '', /[Cc]onnect it again/)
    assert.deepEqual(await bench.rows(revoked.org_id), undisturbed)
  })
}

function interrupted() {
  test('an interrupted sync continues where it stopped', async () => {
    reset()
    const stopped = await bench.connect(platform)
    for (const requests of [2, 4, 7]) {
      bench.sandbox.log.clear()
      const stop = new AbortController()
      const watch = setInterval(
        () => bench.sandbox.log.list(platform).length >= requests && stop.abort(new Error('stopped')),
        1,
      )
      await bench.sync(stopped, { signal: stop.signal }).catch(() => {})
      clearInterval(watch)
    }
    const { end, run_id } = await bench.sync(stopped)
    assert.equal(end, 'succeeded', (await run_of(stopped, run_id)).error ?? '')
    assert.deepEqual(await bench.rows(stopped.org_id), undisturbed)
  })

  test('two syncs of the same connection never run at the same time', async () => {
    reset()
    const busy = await bench.connect(platform)
    const ends = await Promise.all([bench.sync(busy), bench.sync(busy)])
    assert.deepEqual(ends.map(({ end }) => end).sort(), ['busy', 'succeeded'])
  })
}

function as_time_passes({ read_again }: Impossible) {
  test('a clock that moves ahead adds the new days, and a clock that moves back loses no rows', async () => {
    reset()
    const moving = await bench.connect(platform)
    await bench.sync(moving)
    bench.sandbox.clock.advance(2 * DAY_MS)
    assert.equal((await bench.sync(moving)).end, 'succeeded')
    const ahead = await bench.rows(moving.org_id)
    bench.sandbox.clock.advance(-3 * 3_600_000)
    assert.equal((await bench.sync(moving)).end, 'succeeded')
    const back = await bench.rows(moving.org_id)
    for (const table of Object.keys(undisturbed)) {
      assert.ok(ahead[table]!.length >= undisturbed[table]!.length, `${table} lost rows`)
      assert.ok(back[table]!.length >= ahead[table]!.length * 0.99, `${table} lost rows when the clock went back`)
    }
  })

  test('a day that the platform restates is corrected, and the correction is recorded', {
    skip: read_again,
  }, async (context) => {
    const daily = Object.keys(undisturbed).filter((table) => table.endsWith('_daily'))
    if (daily.length === 0) return context.skip('the platform has no figures by day')
    reset()
    const restated = await bench.connect(platform)
    await bench.sync(restated)
    const day = '2026-11-16'
    bench.sandbox.world.changes.set_factor(platform, day, 2)
    try {
      const { end, run_id } = await bench.sync(restated)
      assert.equal(end, 'succeeded')
      const log = await in_org(bench.engine.pool.worker, { org_id: restated.org_id, read_only: true }, (db) =>
        db.selectFrom('metric_restatements').selectAll().execute(),
      )
      assert.ok(log.length > 0, 'something was written down')
      assert.equal((await run_of(restated, run_id)).restatements, BigInt(log.length))
      const of_days = log.filter(({ table_name }) => table_name.endsWith('_daily'))
      assert.deepEqual([...new Set(of_days.map(({ date }) => date))], [day])
      for (const { old_value, new_value } of log) assert.notEqual(old_value, new_value)
    } finally {
      bench.sandbox.world.changes.clear()
    }
  })
}
