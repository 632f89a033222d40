// Runs that nothing would end: given up by the queue, kept by an idempotency key, or read by another key.
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { has_tool } from '#engine/calls/admission.ts'
import { cancel_run, find_run } from '#engine/calls/runs/follow_up.ts'
import { Refusal } from '#engine/outcomes.ts'
import { BALANCE, error_of, type RunApp, run_app, run_of } from '#test/run_app.ts'
import { hooks } from '#test/run_area.ts'

let tablero: RunApp
before(async () => {
  tablero = await run_app()
})
after(() => tablero?.close())
beforeEach(() => tablero.refill())

const request = (credential: string, run_id: string) => ({
  run_id,
  credential,
  org_id: undefined,
  request_id: 'follow',
  is_there: has_tool,
})

test('a run whose job the queue gave up ends as failed, gives its credits back, and the same call starts a new one', async () => {
  await tablero.stop_worker()
  const run_id = run_of(await tablero.ask({ text: 'stuck' }, { wait_ms: 0 }))
  await tablero.app.db.query(
    `update graphile_worker._private_jobs set attempts = max_attempts
     where task_id = (select id from graphile_worker._private_tasks where identifier = 'work_run')`,
  )
  assert.equal(await tablero.app.engine.end_abandoned_runs(), 0, 'a young run is left alone')
  await tablero.app.db.query('update runs set created_at = $1', [new Date(Date.now() - 120_000)])
  assert.equal(await tablero.app.engine.end_abandoned_runs(), 1)
  const { rows } = await tablero.app.db.query('select state, outcome from runs where run_id = $1', [run_id])
  assert.deepEqual(rows, [{ state: 'failed', outcome: 'fault' }])
  assert.equal(await tablero.balance(), BALANCE)
  await tablero.start_worker()
})

test('an idempotency key starts the work again after its run failed or was cancelled', async () => {
  let asked = 0
  hooks.reach = async (point) => {
    asked += point === 'in one' ? 1 : 0
    if (point === 'in one' && asked === 1) throw new Refusal('overloaded', 'The vendor is busy. Try again.', 5)
  }
  const keyed = () => tablero.ask({ text: 'keyed' }, { idempotency_key: 'once-more' })
  assert.match(String(error_of(await keyed())), /busy/)
  const run_id = run_of(await keyed())
  assert.equal(run_of(await keyed()), run_id, 'a run that succeeded keeps its key')

  await tablero.stop_worker()
  const open = run_of(await tablero.ask({ text: 'c' }, { wait_ms: 0, idempotency_key: 'cancelled' }))
  await cancel_run(tablero.app.engine, request(tablero.app.keys.acme, open))
  await tablero.start_worker()
  assert.notEqual(run_of(await tablero.ask({ text: 'c' }, { idempotency_key: 'cancelled' })), open)
})

test('another key of the organization can read a run, and its caller still gets the answer', async () => {
  const run_id = run_of(await tablero.ask({ text: 'owed' }, { wait_ms: 0 }))
  await tablero.ended(run_id)
  const { key } = await tablero.app.key(tablero.app.acme.org_id)
  assert.equal((await find_run(tablero.app.engine, request(key, run_id)))?.state, 'ended')
  assert.equal(run_of(await tablero.ask({ text: 'owed' })), run_id)
})
