// Work outside a transaction: which calls join it, how it fails, how it moves to another worker, and when it is deleted.
import assert from 'node:assert/strict'
import { after, before, beforeEach, suite, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { RUN_KEPT_MS, UNDELIVERED_KEPT_MS } from '#engine/calls/runs/table.ts'
import { refuse } from '#engine/outcomes.ts'
import { run_job } from '#engine/queue/run_job.ts'
import { ALL_STEPS, BALANCE, error_of, type RunApp, result_of, run_app, run_of } from '#test/run_app.ts'
import { COSTS, hooks } from '#test/run_area.ts'
import { forget_expired } from '../../src/jobs/forget_expired.ts'

let tablero: RunApp
before(async () => {
  tablero = await run_app()
})
after(() => tablero?.close())
beforeEach(() => tablero.refill())

suite('the same call', () => {
  test('joins the run in progress: concurrent calls make one run, pay once and get the same answer', async () => {
    // The work continues when all callers wait for it. A call after its end would be a new run.
    const at_work = tablero.gate('in one')
    const calls = Array.from({ length: 8 }, () => tablero.ask({ text: 'same' }))
    await at_work.here
    while (tablero.app.engine.waiters.size < calls.length) await wait(5)
    at_work.open()
    const answers = await Promise.all(calls)
    assert.equal(new Set(answers.map(run_of)).size, 1)
    assert.equal(new Set(answers.map((answer) => JSON.stringify(answer.ok && answer.result))).size, 1)
    assert.equal(await tablero.balance(), BALANCE - ALL_STEPS)
    assert.equal(tablero.reached().filter((point) => point === 'begin').length, 1)
    assert.notEqual(run_of(await tablero.ask({ text: 'same' })), run_of(answers[0]!), 'that answer was delivered')
  })

  test('is the same with a default left out', async () => {
    const at_work = tablero.gate('in one')
    const first = tablero.ask({ text: 'default' })
    await at_work.here
    const second = run_of(await tablero.ask({ text: 'default', times: 1 }, { wait_ms: 0 }))
    at_work.open()
    assert.equal(run_of(await first), second)
  })

  test('gets an outcome that no caller received, once, and makes a new run after ten minutes', async () => {
    const unheard = async (text: string) => {
      const at_work = tablero.gate('in one')
      const run_id = run_of(await tablero.ask({ text }, { wait_ms: 0 }))
      at_work.open()
      await tablero.ended(run_id)
      return run_id
    }
    const first = await unheard('given')
    const both = await Promise.all([tablero.ask({ text: 'given' }), tablero.ask({ text: 'given' })])
    assert.equal(both.filter((answer) => run_of(answer) === first).length, 1)
    assert.equal(UNDELIVERED_KEPT_MS, 600_000)
    const older = (run_id: string, ms: number) =>
      tablero.app.db.query(`update runs set ended_at = now() - $1 * interval '1 ms' where run_id = $2`, [ms, run_id])
    const almost_old = await unheard('almost old')
    await older(almost_old, 570_000)
    assert.equal(run_of(await tablero.ask({ text: 'almost old' })), almost_old)
    const old = await unheard('old')
    await older(old, 600_000)
    assert.notEqual(run_of(await tablero.ask({ text: 'old' })), old)
  })

  test('of another key, another organization or another tool is another run', async () => {
    const at_work = tablero.gate('in one')
    const own = run_of(await tablero.ask({ text: 'own' }, { wait_ms: 0 }))
    await at_work.here
    const { key } = await tablero.app.key(tablero.app.acme.org_id)
    const others = [
      await tablero.ask({ text: 'own' }, { key, wait_ms: 0 }),
      await tablero.ask({ text: 'own' }, { key: tablero.app.keys.globex, wait_ms: 0 }),
      await tablero.ask({ text: 'own' }, { tool: 'fixture_run_looks', wait_ms: 0 }),
    ]
    at_work.open()
    assert.equal(new Set([own, ...others.map(run_of)]).size, 4)
    await Promise.all([own, ...others.map(run_of)].map(tablero.ended))
    assert.equal(await tablero.balance(tablero.app.globex.org_id), BALANCE - ALL_STEPS)
  })

  test('is decided by an idempotency key where there is one', async () => {
    const keyed = (idempotency_key: string, text = 'keyed') => tablero.ask({ text }, { idempotency_key })
    const both = await Promise.all([keyed('a'), keyed('a')])
    const first = run_of(both[0]!)
    assert.equal(run_of(both[1]!), first)
    assert.deepEqual(result_of(await keyed('a')), result_of(both[0]!), 'also after it was delivered')
    assert.notEqual(run_of(await keyed('b')), first)
    assert.notEqual(run_of(await tablero.ask({ text: 'keyed' })), first)
    assert.equal(error_of(await keyed('a', 'other'))[0], 409)
  })
})

suite('work that fails', () => {
  test('with a refusal ends with its sentence, and costs what its finished steps cost', async () => {
    const at_work = tablero.gate('in three', () => refuse('The vendor says no.'))
    at_work.open()
    assert.deepEqual(error_of(await tablero.ask({ text: 'refused' })), [400, 'The vendor says no.'])
    assert.equal(await tablero.balance(), BALANCE - COSTS.one - COSTS.two)
    assert.equal((await tablero.runs())[0].state, 'failed')
  })

  test('is reported to the next same call, when no caller received it', async () => {
    const at_work = tablero.gate('after one', () => refuse('Nobody received this.'))
    const run_id = run_of(await tablero.ask({ text: 'unheard' }, { wait_ms: 0 }))
    at_work.open()
    await tablero.ended(run_id)
    assert.deepEqual(error_of(await tablero.ask({ text: 'unheard' })), [400, 'Nobody received this.'])
  })

  test('once continues after its last finished step', async () => {
    let times = 0
    const at_work = tablero.gate('after one', () => {
      if (times++ === 0) throw new Error('not this time')
    })
    at_work.open()
    assert.equal(result_of(await tablero.hurry_until(tablero.ask({ text: 'again' }))).said, 'again')
    assert.equal(tablero.reached().filter((point) => point === 'in one').length, 1)
    assert.equal(await tablero.balance(), BALANCE - ALL_STEPS)
  })

  test('repeatedly is an internal error, with the id of the request', async () => {
    const at_work = tablero.gate('after one', () => {
      throw new Error('password=hunter2')
    })
    at_work.open()
    const [status, sentence] = error_of(
      await tablero.hurry_until(tablero.ask({ text: 'broken' }, { request_id: 'the-request' })),
    )
    assert.equal(status, 500)
    assert.equal(sentence, 'Something went wrong on our side. It has been logged as request the-request.')
    assert.equal(await tablero.balance(), BALANCE - COSTS.one)
    assert.equal(tablero.reached().filter((point) => point === 'after one').length, 3)
  })
})

test('two workers of one run do each transaction once and settle once; a late worker changes nothing', async () => {
  const at_work = tablero.gate('in two')
  const answered = tablero.ask({ text: 'twice' })
  await at_work.here
  const [{ run_id, org_id }] = await tablero.runs()
  const signal = new AbortController().signal
  const other = tablero.app.engine.work_run({ org_id, run_id, signal })
  await wait(200)
  at_work.open()
  await other
  assert.equal(result_of(await answered).written, 1)
  assert.equal((await tablero.app.db.query('select 1 from contacts')).rowCount, 1)
  assert.equal(await tablero.balance(), BALANCE - ALL_STEPS)
  const before = await tablero.runs()
  await tablero.app.engine.work_run({ org_id, run_id, signal })
  assert.deepEqual(await tablero.runs(), before)
  assert.equal(await tablero.balance(), BALANCE - ALL_STEPS)
})

test('a worker that stops leaves the run to another, which continues after its last finished step', async () => {
  const at_work = tablero.gate('in three')
  const answered = tablero.ask({ text: 'moved' })
  await at_work.here
  const stopped = tablero.stop_worker()
  at_work.open()
  await stopped
  await tablero.start_worker()
  assert.equal(result_of(await tablero.hurry_until(answered)).state, 'succeeded')
  assert.equal(tablero.reached().filter((point) => point === 'in one').length, 1)
  assert.equal((await tablero.runs())[0].starts, 1, 'an orderly stop does not count against it')
})

test('runs and their steps are deleted some time after their end; a run in progress is not', async () => {
  const at_work = tablero.gate('in three')
  const running = run_of(await tablero.ask({ text: 'in progress' }, { wait_ms: 0 }))
  await at_work.here
  hooks.reach = async () => {}
  const over = run_of(await tablero.ask({ text: 'over' }))
  await tablero.app.db.query(
    `update runs set created_at = created_at - $1 * interval '1 ms', ended_at = ended_at - $1 * interval '1 ms'`,
    [RUN_KEPT_MS],
  )
  const { log } = tablero.app.engine
  await run_job(tablero.app.engine, forget_expired, {}, { log, signal: new AbortController().signal })
  assert.deepEqual(
    (await tablero.runs()).map(({ run_id }) => run_id),
    [running],
  )
  assert.equal((await tablero.app.db.query('select 1 from run_steps where run_id = $1', [over])).rowCount, 0)
  at_work.open()
  await tablero.ended(running)
})
