// The impact of a change that was carried out at the sandbox, from the synced days before and after it to the history of actions.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Caller } from '#engine/access/caller.ts'
import { run_job } from '#engine/queue/run_job.ts'
import { run_backfill } from '#engine/sync/backfill.ts'
import { measure_impacts } from '#jobs/measure_impacts.ts'
import { sync_connection } from '#jobs/sync_connection.ts'
import { type ApprovalBench, approval_bench } from '#test/approval_bench.ts'

const DAY_MS = 86_400_000
/** Days after which this platform changes no figure any more. */
const CHANGING_DAYS = 28

let bench: ApprovalBench
let account: Awaited<ReturnType<ApprovalBench['account']>>
let ana: Caller

before(async () => {
  bench = await approval_bench({ history_days: 130 })
  account = await bench.account()
  ana = await bench.person(account.place)
  const signal = new AbortController().signal
  while ((await run_backfill(bench.engine, { ...account.place, signal })) === 'more');
})
after(() => bench?.close())

const work = (job: typeof measure_impacts, more: object = {}) => {
  const { engine } = bench
  const { org_id, connection_id } = account.place
  const payload = { org_id, payload: { connection_id, ...more } }
  return run_job({ ...engine, pool: engine.pool.worker } as never, job, payload, {
    log: engine.log,
    signal: new AbortController().signal,
  })
}

/** Lets days pass, and syncs as the schedule does. Returns whether the sync has started the measuring. */
async function days_later(days: number): Promise<boolean> {
  bench.sandbox.clock.advance(days * DAY_MS)
  bench.forget_limits()
  const { org_id, connection_id } = account.place
  const [run] = await bench.rows(
    `insert into sync_runs (org_id, connection_id, trigger, state) values ($1, $2, 'schedule', 'queued') returning run_id`,
    [org_id, connection_id],
  )
  await work(sync_connection, { run_id: run.run_id, all_streams: true })
  const started = await bench.rows(
    `with ended as (
       delete from graphile_worker._private_jobs j using graphile_worker._private_tasks t
       where t.id = j.task_id and t.identifier = 'measure_impacts' returning j.payload)
     select payload from ended`,
  )
  return started.length > 0
}

const impact_now = async () => {
  const { actions } = await bench.ok(ana, 'list_action_history', { status: 'executed' })
  return actions[0].impact
}

test('an impact is measured after 7 and after 14 settled days, once, and shown in the history', async () => {
  assert.equal(await days_later(0), false)
  const { action_id } = await bench.ok(ana, 'propose_pause_campaign', {
    platform: account.platform,
    campaign_id: account.campaign_id,
    reason: 'It sells too little.',
  })
  assert.equal((await bench.ok(ana, 'approve_action', { action_id })).status, 'executed')
  assert.deepEqual(await impact_now(), [])

  assert.equal(await days_later(7 + CHANGING_DAYS), true)
  await work(measure_impacts)
  assert.deepEqual(await impact_now(), [], 'the seventh day can still change')

  assert.equal(await days_later(1), true)
  await work(measure_impacts)
  const first = await impact_now()
  assert.deepEqual(
    first.map((one: { days: number; measure: string }) => [one.days, one.measure]),
    [
      [7, 'spend'],
      [7, 'conversions'],
    ],
  )

  assert.equal(await days_later(7), true)
  await work(measure_impacts)
  const second = await impact_now()
  assert.deepEqual(second.slice(0, 2), first, 'what is stored does not change')
  assert.deepEqual(
    second.slice(2).map((one: { days: number }) => one.days),
    [14, 14],
  )
  assert.equal(await days_later(1), false)
})
