// Executes a simulation: the steps of its plan, and the undisturbed sync at the end.
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { in_org } from '#db/org.ts'
import type { Engine } from '#engine/engine.ts'
import { start_sync } from '#engine/sync/runs.ts'
import { run_sync, type SyncEnd } from '#engine/sync/sync.ts'
import { create_connection } from '#engine/vendors/connections.ts'
import { store_secrets } from '#engine/vendors/secrets.ts'
import { create_org } from '#test/access.ts'
import { memory_budgets } from '#test/memory_budgets.ts'
import { chance } from '../../sandbox/world/random.ts'
import { assert_holds_together, assert_same_as_fresh } from './invariants.ts'
import { Killed, killable_process } from './killable_process.ts'
import { see } from './observed.ts'
import type { Step, SyncStep } from './plan.ts'
import { account_of, is_sign_in_lost, type Seen, type Simulation } from './simulated.ts'

/** After this time every change is visible. */
const SETTLES_MS = 11 * 60_000
/** After this time a second read can confirm the loss of a row. */
const CONFIRMED_MS = 61 * 60_000

export async function connect(engine: Engine, { plan, sessions }: Pick<Simulation, 'plan' | 'sessions'>) {
  const org_id = await create_org(engine.pool, { name: 'Simulated' })
  const account = account_of(plan.platform)
  const place = {
    org_id,
    connection_id: await in_org(engine.pool.worker, { org_id }, (db) =>
      create_connection(db, engine, { org_id, ...account }),
    ),
  }
  // The database has its own clock. Its times would make a trace depend on the day of the run.
  await sessions.ask('update connections set created_at = $2, next_sync_at = $2 where org_id = $1', [
    org_id,
    plan.start,
  ])
  return place
}

export async function take(simulation: Simulation, step: Step): Promise<void> {
  const { sandbox, plan } = simulation
  const { tokens, clock } = sandbox
  if (step.do !== 'sync') simulation.trace.push(JSON.stringify(step))
  if (step.do === 'wait') clock.advance(step.ms)
  else if (step.do === 'clock') simulation.skew_ms = step.skew_ms
  else if (step.do === 'change') change(simulation)
  else if (step.do === 'sync') await disturbed_sync(simulation, step)
  else if (step.action === 'rotate_on') tokens.rotate(plan.platform, true)
  else tokens[step.action](plan.platform)
  if (step.do === 'token' && step.action === 'revoke') simulation.revoked = true
  if (step.do === 'token' && step.action === 'restore') simulation.revoked = false
}

function change(simulation: Simulation) {
  const { plan, world, sandbox } = simulation
  const { clock, world: business } = sandbox
  simulation.changes += 1
  const dice = chance(plan.seed, 'change', simulation.changes)
  if (world) return world.change(dice)
  const day = new Date(clock.now() - dice.whole(0, 3) * 86_400_000).toISOString().slice(0, 10)
  if (plan.platform !== 'sx') return business.changes.set_factor(plan.platform, day, dice.between(0, 3))
  const order = business.store.orders().at(-dice.whole(1, 60))!
  business.changes.set_order(order.id, { total_cents: dice.whole(1, 99_999), updated_at: clock.now() })
}

async function disturbed_sync(simulation: Simulation, step: SyncStep): Promise<void> {
  const { sandbox, place, plan, sessions } = simulation
  sandbox.faults.clear()
  for (const fault of step.faults)
    sandbox.faults.add(fault.path === '/token' ? fault : { ...fault, platform: plan.platform })
  const run_id = await next_run(simulation)
  const before = await seen_before(simulation)
  const stop = new AbortController()
  const options = { ...place, run_id, all_streams: step.all_streams }
  const other = () => run_sync(simulation.engine, { ...options, signal: new AbortController().signal })
  let beside: Promise<SyncEnd> | undefined
  const sync_beside = () => {
    beside ??= other()
    return beside
  }
  const mortal = killable_process(simulation.engine, {
    death: step.death,
    pool: sessions.pool,
    async on_statement(number) {
      if (step.beside !== number) return
      const end = await sync_beside()
      // The first statement takes the lock.
      if (number > 1) assert.equal(end, 'busy', 'one sync of a connection at a time')
    },
    on_request(number, answered) {
      if (step.stop?.at === number && step.stop.effective === answered) stop.abort(new Killed('stopped'))
      if (answered) return
      if (step.clock_jump?.at === number) simulation.skew_ms = step.clock_jump.ms
      if (step.change_at === 'every' || step.change_at === number) change(simulation)
    },
  })
  const syncs: Promise<SyncEnd>[] = [run_sync(mortal.engine, { ...options, signal: stop.signal })]
  const [first] = await Promise.allSettled(syncs)
  await sessions.at_rest()
  if (step.beside) syncs.push(sync_beside())
  const ended = [first!, ...(await Promise.allSettled(syncs.slice(1)))]
  sandbox.faults.clear()
  for (const one of ended) if (one.status === 'rejected' && !mortal.is_dead() && !stop.signal.aborted) throw one.reason
  const ends = ended.map((one) => (one.status === 'fulfilled' ? one.value : 'died'))
  await check_invariants(simulation, { before, ends, step, run_id })
}

/** The data after the last sync. Since then only the vendor can have changed. */
async function seen_before(simulation: Simulation): Promise<Seen> {
  const seen = simulation.seen ?? (await see(simulation))
  return { ...seen, is_sign_in_lost: is_sign_in_lost(simulation, seen.secrets) }
}

interface Ended {
  before: Seen
  ends: (SyncEnd | 'died')[]
  step: SyncStep
  run_id: string
}

async function check_invariants(simulation: Simulation, ended: Ended): Promise<Seen> {
  const { sandbox, trace } = simulation
  const after = await see(simulation)
  simulation.seen = after
  for (const { at, method, url, status } of sandbox.log.list())
    trace.push(`${at} ${method} ${url.split('access_token')[0]} ${status}`)
  sandbox.log.clear()
  const { connection, run, cursors, restated, daily, records } = after
  // The id of a connection is random, and so is its part of the wait. The invariants check the wait.
  const { next_sync_at, ...state } = connection
  const days = [...daily.values()].map(({ row: { org_id, connection_id, ...rest } }) => rest)
  // Sorted, because the database returns rows in any order.
  const lists: readonly object[][] = [days, ...Object.values(records ?? {})]
  const texts = lists.map((rows) => rows.map((row) => JSON.stringify(row)).sort())
  const rows = createHash('sha256').update(JSON.stringify(texts)).digest('hex')
  trace.push(JSON.stringify([ended.step, ended.ends, state, run, cursors, restated.toSorted(), rows]))
  assert_holds_together(simulation, { ...ended, after })
  return after
}

/** Starts a sync as the scheduler does. An abandoned run is continued. */
async function next_run({ engine, place }: Simulation): Promise<string> {
  const { run_id } = await in_org(engine.pool.worker, { org_id: place.org_id }, (db) =>
    start_sync(db, async () => {}, { ...place, trigger: 'schedule', all_streams: true }),
  )
  return run_id
}

// ---- the end -----------------------------------------------------------------------------------------------------------

export async function end(simulation: Simulation): Promise<void> {
  const { sandbox, engine, place, plan } = simulation
  Object.assign(simulation, { skew_ms: 0, is_ending: true })
  sandbox.clock.advance(SETTLES_MS)
  // The vendor's pauses are over.
  engine.budgets = memory_budgets()
  const last = await seen_before(simulation)
  if (last.is_sign_in_lost) {
    sandbox.tokens.reset()
    Object.assign(simulation, { revoked: false, newest_refresh: undefined, seen: undefined })
    await in_org(engine.pool.worker, { org_id: place.org_id }, (db) =>
      store_secrets(db, engine, place, account_of(plan.platform).secrets),
    )
  }
  const { signal } = new AbortController()
  await undisturbed_sync(simulation)
  // The second read confirms the loss of missing rows.
  sandbox.clock.advance(CONFIRMED_MS)
  const after = await undisturbed_sync(simulation)
  await assert_same_as_fresh(simulation, after, async () => {
    simulation.skew_ms = 0
    sandbox.tokens.reset()
    const fresh = await connect(engine, simulation)
    const run = await next_run({ ...simulation, place: fresh })
    assert.equal(await run_sync(engine, { ...fresh, run_id: run, all_streams: true, signal }), 'succeeded')
    return fresh.org_id
  })
}

async function undisturbed_sync(simulation: Simulation): Promise<Seen> {
  const { engine, place } = simulation
  const step: SyncStep = { do: 'sync', faults: [], all_streams: true }
  const run_id = await next_run(simulation)
  const before = await seen_before(simulation)
  const { signal } = new AbortController()
  const ended = await run_sync(engine, { ...place, run_id, all_streams: true, signal })
  const after = await check_invariants(simulation, { before, ends: [ended], step, run_id })
  assert.equal(ended, 'succeeded', `the undisturbed sync failed: ${after.run?.error}`)
  return after
}
