// Work outside a transaction: what the caller gets and pays, and how callers wait. runs_killed.test.ts tests killed processes.
import assert from 'node:assert/strict'
import { after, before, beforeEach, suite, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { RUN_WAIT_MS } from '#engine/calls/runs/begin.ts'
import { WAITERS_MAX } from '#engine/calls/runs/waiters.ts'
import { WORK_MAX_MS } from '#engine/calls/runs/work.ts'
import { revoke_key } from '#test/access.ts'
import { ALL_STEPS, BALANCE, error_of, type RunApp, result_of, run_app, run_of } from '#test/run_app.ts'
import { COSTS, HELD } from '#test/run_area.ts'

let tablero: RunApp
before(async () => {
  tablero = await run_app()
})
after(() => tablero?.close())
beforeEach(() => tablero.refill())

suite('a call of work outside a transaction', () => {
  test('is answered with the finished result and its run, as published, and each step happened once', async () => {
    const { status, body } = await tablero.app.rest(
      'fixture_run',
      { text: 'hola', times: 2 },
      { key: tablero.app.keys.acme },
    )
    assert.equal(status, 200, JSON.stringify(body))
    const { run_id, asked_by, ...result } = body.result
    assert.deepEqual(result, { state: 'succeeded', said: 'holahola', written: 1 })
    assert.match(asked_by, /^key:/)
    assert.deepEqual(tablero.reached(), [
      'begin',
      'start',
      'in one',
      'after one',
      'in two',
      'after two',
      'in three',
      'end',
    ])
    const ajv = new Ajv2020({ strict: false, validateFormats: false })
    ajv.addSchema((await (await fetch(`${tablero.app.url}/api/openapi.json`)).json()) as object, 'openapi')
    const is_valid = ajv.getSchema('openapi#/components/schemas/fixture_run_result')!
    assert.ok(is_valid(body.result), JSON.stringify(is_valid.errors))
    assert.ok(is_valid({ run_id, state: 'running' }))
    assert.ok(!is_valid({ said: 'hola' }), 'the run is always named')
    assert.equal((await tablero.app.db.query('select count(*)::int as n from contacts')).rows[0].n, 1)
  })

  test('costs what its steps report, held before the work and settled at its end; both are recorded', async () => {
    const at_work = tablero.gate('in one')
    const answered = tablero.ask({ text: 'paid' })
    await at_work.here
    assert.equal(await tablero.balance(), BALANCE - HELD)
    at_work.open()
    const run_id = run_of(await answered)
    assert.equal(await tablero.balance(), BALANCE - ALL_STEPS)
    const { rows } = await tablero.app.db.query(
      `select a.tool, a.outcome from audit_log a join runs r using (org_id, request_id) where r.run_id = $1 order by a.seq`,
      [run_id],
    )
    assert.deepEqual(rows, [
      { tool: 'fixture_run', outcome: 'ok' },
      { tool: 'fixture_run ended', outcome: 'ok' },
    ])
  })

  test('gets `state: running` after its wait, and nothing of the result', async () => {
    assert.equal(RUN_WAIT_MS, 55_000)
    const at_work = tablero.gate('in one')
    const started = performance.now()
    const result = result_of(await tablero.ask({ text: 'long' }, { wait_ms: 300 }))
    assert.ok(performance.now() - started >= 300)
    assert.deepEqual(Object.keys(result).sort(), ['run_id', 'state'])
    assert.equal(result.state, 'running')
    at_work.open()
    await tablero.ended(String(result.run_id))
  })

  test('that may cost more than the balance gets 402 and leaves nothing', async () => {
    await tablero.app.db.query('update credit_balances set balance = $1', [HELD - 1])
    for (const tool of ['fixture_run', 'fixture_run_looks'])
      assert.equal(error_of(await tablero.ask({ text: 'dear' }, { tool }))[0], 402)
    assert.deepEqual(await tablero.runs(), [])
    assert.equal(await tablero.balance(), HELD - 1)
    assert.ok(!tablero.reached().includes('look'), 'no external request is sent for a call that cannot be paid')
  })

  test('that is refused by `begin` or by `look` leaves nothing', async () => {
    assert.deepEqual(error_of(await tablero.ask({ text: 'refuse immediately' })), [
      400,
      'It was asked to refuse immediately.',
    ])
    const looked = await tablero.ask({ text: 'refuse at the look' }, { tool: 'fixture_run_looks' })
    assert.deepEqual(error_of(looked), [400, 'What it looked at refuses.'])
    assert.deepEqual(await tablero.runs(), [])
    assert.equal(await tablero.balance(), BALANCE)
  })

  test('passes the result of `look` to `begin`, and runs `look` without an open transaction', async () => {
    const looking = tablero.gate('look')
    const answered = tablero.ask({ text: 'x' }, { tool: 'fixture_run_looks' })
    await looking.here
    // Short transactions of other work end. One around `look` would stay open as long as `look` waits.
    await tablero.app.settled(async () => {
      const { rowCount } = await tablero.app.db.query(
        `select from pg_stat_activity where datname = current_database() and state like 'idle in transaction%'`,
      )
      return rowCount === 0
    })
    looking.open()
    assert.equal(result_of(await answered).asked_by, 'seen x')
  })

  test('outlives its caller, and its result is kept for the next same call', async () => {
    const at_work = tablero.gate('in one')
    const leaving = new AbortController()
    const left = tablero.ask({ text: 'left' }, { signal: leaving.signal })
    await at_work.here
    leaving.abort()
    assert.equal((await left).status, 499)
    at_work.open()
    const [{ run_id }] = await tablero.runs()
    await tablero.ended(run_id)
    assert.equal(run_of(await tablero.ask({ text: 'left' })), run_id)
  })

  test('gives nothing to a key that was revoked while it waited', async () => {
    const { key, key_id } = await tablero.app.key(tablero.app.acme.org_id)
    const at_work = tablero.gate('in one')
    const answered = tablero.ask({ text: 'revoked' }, { key })
    await at_work.here
    await revoke_key(tablero.app.db, { org_id: tablero.app.acme.org_id, key_id })
    await tablero.app.settled(async () => (await tablero.app.rest('fixture_run', 0, { key })).status === 401)
    at_work.open()
    assert.equal(error_of(await answered)[0], 401)
  })
})

test('a key that was revoked during `look` starts no work', async () => {
  const { key, key_id } = await tablero.app.key(tablero.app.acme.org_id)
  const looking = tablero.gate('look')
  const answered = tablero.ask({ text: 'revoked at look' }, { key, tool: 'fixture_run_looks' })
  await looking.here
  await revoke_key(tablero.app.db, { org_id: tablero.app.acme.org_id, key_id })
  await tablero.app.settled(async () => (await tablero.app.rest('fixture_run', 0, { key })).status === 401)
  looking.open()
  assert.equal(error_of(await answered)[0], 401)
  assert.deepEqual(await tablero.runs(), [])
  assert.equal(await tablero.balance(), BALANCE)
})

test('work that does not end is stopped after its longest time, pays its finished steps, and is not repeated', async () => {
  assert.equal(WORK_MAX_MS, 600_000)
  const at_work = tablero.gate('in three')
  const answered = await tablero.ask({ text: 'endless' }, { tool: 'fixture_run_short' })
  const [status, error] = error_of(answered)
  assert.equal(status, 500)
  assert.match(error, /fixture_run_short did not end within 0\.5 s and was stopped/)
  assert.equal(await tablero.balance(), BALANCE - COSTS.one - COSTS.two)
  const [run] = await tablero.runs()
  assert.deepEqual([run.state, run.outcome, run.starts], ['failed', 'fault', 1])
  at_work.open()
})

test('work that finds the disk full does not count as started too often', async () => {
  const STARTS = 12 // more than a run has
  const { app, runs, stop_worker, start_worker } = tablero
  await stop_worker()
  const answered = tablero.ask({ text: 'full' })
  await app.settled(async () => (await runs()).length === 1)
  const [{ run_id, org_id }] = await runs()
  let is_full = true
  const at_work = tablero.gate('in one', () => {
    if (is_full) throw Object.assign(new Error('could not extend file'), { code: '53100' })
  })
  at_work.open()
  const start = () => app.engine.work_run({ org_id, run_id, signal: new AbortController().signal })
  for (let n = 0; n < STARTS; n++) await assert.rejects(start(), /could not extend file/)
  assert.deepEqual(
    (await runs()).map(({ state, starts }) => [state, starts]),
    [['queued', 0]],
  )
  is_full = false
  await start_worker()
  assert.equal(result_of(await answered).state, 'succeeded')
})

suite('who waits', () => {
  test('holds no connection and no place among the calls in progress', async () => {
    const at_work = tablero.gate('in one')
    const waiting = Array.from({ length: 40 }, () => tablero.ask({ text: 'crowd' }))
    await at_work.here
    const { load, waiters } = tablero.app.engine
    await tablero.app.settled(async () => waiters.size === waiting.length && load.calls === 0)
    const pool = tablero.app.engine.pool.org
    assert.ok(pool.totalCount - pool.idleCount <= 5, `${pool.totalCount - pool.idleCount} connections are in use`)
    at_work.open()
    assert.equal(new Set((await Promise.all(waiting)).map(run_of)).size, 1)
  })

  test('is one of a bounded number; further callers immediately get `state: running`', async () => {
    const at_work = tablero.gate('in one')
    const run_id = run_of(await tablero.ask({ text: 'full' }, { wait_ms: 0 }))
    await at_work.here
    const { waiters } = tablero.app.engine
    const leaving = new AbortController()
    const crowd = Array.from({ length: WAITERS_MAX }, () =>
      waiters.wait({ org_id: tablero.app.acme.org_id, run_id, ms: 60_000, signal: leaving.signal }).catch(() => 'left'),
    )
    const started = performance.now()
    assert.equal(result_of(await tablero.ask({ text: 'full' })).state, 'running')
    assert.ok(performance.now() - started < 20_000)
    leaving.abort()
    await Promise.all(crowd)
    at_work.open()
    assert.equal(result_of(await tablero.ask({ text: 'full' })).state, 'succeeded')
  })

  test('gets an answer immediately when the process stops', async () => {
    const at_work = tablero.gate('in one')
    const answered = tablero.ask({ text: 'stopping' })
    await at_work.here
    await wait(300)
    tablero.app.engine.stopping.abort()
    const result = result_of(await answered)
    tablero.app.engine.stopping = new AbortController()
    assert.equal(result.state, 'running')
    at_work.open()
    await tablero.ended(String(result.run_id))
  })

  test('receives progress', async () => {
    const received: unknown[][] = []
    const at_work = tablero.gate('after two')
    const answered = tablero.ask(
      { text: 'heard' },
      { progress: (done, total, message) => received.push([done, total, message]) },
    )
    await at_work.here
    while (received.at(-1)?.[0] !== 0.5) await wait(20)
    at_work.open()
    await answered
    // A run without progress yet is reported once when it starts.
    const of_work = received.filter(([done]) => done !== 0)
    assert.deepEqual(of_work, [[0.5, 1, 'The first step is done.']])
    assert.ok(received.length - of_work.length <= 1)
  })
})
