// What a process leaves that was killed while it stored an end, and what one does that lost its lock to another.
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { in_org } from '#db/org.ts'
import type { ActionParts } from '#engine/actions/place.ts'
import { type Execution, read_execution } from '#engine/actions/table.ts'
import { type ActionBench, type ActionPlace, action_bench } from '#test/action_bench.ts'
import type { Fault } from '../../sandbox/faults.ts'
import { campaign_with, platforms } from './cases.ts'

let bench: ActionBench
let place: ActionPlace
const mx = platforms[0]!
before(async () => {
  bench = await action_bench()
  place = await bench.place_of('mx_ads')
})
after(() => bench?.close())
beforeEach(() => bench.reset())

const MINUTE_MS = 60_000
const count = () => bench.sandbox.world.writes.count('mx_ads')
const campaign_id = () => campaign_with(bench, mx, place, 'active').id
const pause = () => bench.begin(place, 'pause_campaign', { campaign_id: campaign_id() })
const create = () => bench.begin(place, 'create_campaign', mx.create)
/** Meta validates a change before it is sent. */
const CHANGE = { path: 'POST .*', skip: 1 }

/** Carries out the same change again and again, and each time kills the process at another stored point. */
async function killed_at_each_point(begin: () => Promise<string>, fault: Fault, check: (ended: Execution) => void) {
  let points = 0
  for (let is_killed = true; is_killed; points++) {
    bench.reset()
    is_killed = false
    const execution_id = await begin()
    bench.add('mx_ads', fault)
    let passed = 0
    const after_point = () => {
      if (passed++ !== points) return
      is_killed = true
      throw new Error('killed')
    }
    for (let ended = false; !ended && !is_killed; bench.sandbox.clock.advance(MINUTE_MS))
      await bench.run(place, execution_id, { after_point }).then(
        (now) => {
          ended = now!.ended_at !== null
        },
        () => {},
      )
    check(await bench.finish(place, execution_id))
  }
  assert.ok(points > 3)
}

test('a change whose request was lost is never executed, wherever its process is killed', () =>
  killed_at_each_point(pause, { kind: 'lose_request', ...CHANGE, count: 1 }, (ended) => {
    const is_sent_later = ended.state === 'executed'
    assert.equal(count(), is_sent_later ? 1 : 0, `${ended.state} ${ended.cause}`)
    if (!is_sent_later) assert.deepEqual([ended.cause, ended.steps[0]!.state], ['not_applied', 'failed'])
  }))

test('no step follows a refused one, wherever the process is killed', () =>
  killed_at_each_point(create, { kind: 'refuse_write', path: 'POST .*/adsets', count: 0 }, (ended) => {
    const states = ended.steps.map(({ state }) => state)
    assert.notEqual(ended.state, 'executed', states.join())
    assert.equal(states[2], 'waiting')
    assert.ok(count() <= 1)
  }))

/** Lets a process come to the moment before it sends. There it loses its lock, and another process carries out the change. */
async function taken_over(execution_id: string, other: () => Promise<unknown>): Promise<void> {
  const { engine, database } = bench
  const budgets = engine.budgets!
  let is_checked = false
  const take: typeof budgets.take = async (...asked) => {
    if (is_checked) {
      is_checked = false
      await database.owner.query(
        `select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())`,
      )
      await other()
    }
    return budgets.take(...asked)
  }
  const after_point = (point: string) => {
    is_checked = point === 'checked'
  }
  const parts: Partial<ActionParts> = { after_point, budgets: { ...budgets, take } }
  await bench.run(place, execution_id, parts).catch(() => {})
}

test('a process that lost its lock sends nothing that another has sent', async () => {
  const execution_id = await pause()
  await taken_over(execution_id, () => bench.finish(place, execution_id))
  const ended = await bench.finish(place, execution_id)
  assert.deepEqual([ended.state, ended.steps[0]!.state, count()], ['executed', 'done', 1])
})

test('a process that lost its lock sends nothing of a change that has ended', async () => {
  const execution_id = await pause()
  await taken_over(execution_id, async () => {
    await bench.database.owner.query(
      `update action_executions set state = 'failed', cause = 'guardrail', ended_at = created_at, again_at = null where execution_id = $1`,
      [execution_id],
    )
  })
  const ended = await bench.finish(place, execution_id)
  assert.deepEqual([ended.state, ended.steps[0]!.state, count()], ['failed', 'waiting', 0])
})

test('a look from before the platform had its time does not end a change, however long its process was stopped', async () => {
  const execution_id = await pause()
  const id = campaign_id()
  bench.add('mx_ads', { kind: 'lose_request', ...CHANGE })
  const { engine, sandbox } = bench
  const looked = async (request: Parameters<typeof engine.outbound.fetch>[0]) => {
    const answer = await engine.outbound.fetch(request)
    const { steps } = (await in_org(engine.pool, place, (db) => read_execution(db, execution_id)))!
    if (request.method === 'GET' && steps[0]!.state === 'unanswered' && count() === 0) {
      sandbox.world.writes.change('mx_ads', id, { status: 'PAUSED' })
      sandbox.clock.advance(10 * MINUTE_MS)
    }
    return answer
  }
  await bench.run(place, execution_id, { outbound: { ...engine.outbound, fetch: looked } })
  const ended = await bench.finish(place, execution_id)
  assert.deepEqual([ended.state, count()], ['executed', 1])
})

test('a request that arrives late is looked for until the platform has had its time after that', async () => {
  const execution_id = await pause()
  bench.add('mx_ads', { kind: 'lose_request', ...CHANGE })
  await bench.run(place, execution_id)
  const { sandbox, engine } = bench
  const { steps } = (await in_org(engine.pool, place, (db) => read_execution(db, execution_id)))!
  // It was sent 10 s after it was stored, travelled for 40 s, and the platform shows it after its two minutes.
  const shown_at = Date.parse(steps[0]!.sent_at!) + 170_000
  sandbox.world.writes.change('mx_ads', campaign_id(), { status: 'PAUSED' }, (shown_at - sandbox.clock.now()) / 1000)
  sandbox.clock.advance(shown_at - sandbox.clock.now() - 5_000)
  await bench.run(place, execution_id)
  assert.equal((await bench.finish(place, execution_id)).state, 'executed')
})
