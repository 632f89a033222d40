// One run of the sync engine under whatever a seed decides: faults, deaths, a clock that jumps, a past that changes. After the last
// fault one undisturbed sync must bring exactly what the vendor has; and at every step what is stored must hold together.
import assert from 'node:assert/strict'
import { connectors } from '#connectors/index.ts'
import { in_org } from '#db/org.ts'
import { create_connection } from '#engine/connections.ts'
import type { Connector, Stream } from '#engine/connector.ts'
import type { Engine } from '#engine/engine.ts'
import { create_org } from '#engine/orgs.ts'
import { store_secrets } from '#engine/secrets.ts'
import { run_sync } from '#engine/sync.ts'
import { start_sync } from '#engine/sync_runs.ts'
import { type SyncBench, sync_bench } from '#test/sync.ts'
import { vendors } from '../../sandbox/vendors.ts'
import { chance } from '../../sandbox/world/random.ts'
import { assert_holds_together, assert_same_as_fresh, type Seen, see } from '../faults/invariants.ts'
import { Killed, mortal_process } from '../faults/mortal_process.ts'
import { type Plan, plan_of, type Step, type SyncStep } from '../faults/plan.ts'
import { account_of, type Simulation, START_DAYS, sign_in_is_gone } from '../faults/simulated.ts'
import { small } from '../faults/small_connector.ts'
import { PLATFORM as SMALL, small_vendor } from '../faults/small_vendor.ts'
import { create_small_world, type SmallWorld } from '../faults/small_world.ts'

/** The vendors' own waits are two minutes at most, and the longest pace is one of a minute. */
const SLEEP_MAX_MS = 121_000
/** After this long everything that changed is visible. */
const SETTLES_MS = 11 * 60_000

export interface Laboratory {
  bench: SyncBench
  /** Throws when something does not hold; returns what was asked of the vendor, with its answers. */
  simulate(seed: number): Promise<string[]>
}

export async function open_laboratory(): Promise<Laboratory> {
  let world: SmallWorld | undefined
  const bench = await sync_bench({ vendors: [...vendors, small_vendor(() => world!)] })
  const { clock, tokens, faults, log } = bench.sandbox
  let running: Simulation | undefined
  const refresh = tokens.refresh.bind(tokens)
  tokens.refresh = (...asked) => {
    const grant = refresh(...asked)
    if (running && typeof grant !== 'string') running.newest_refresh = grant.refresh_token
    return grant
  }
  return {
    bench,
    async simulate(seed) {
      const plan = plan_of(seed, Object.keys(connectors))
      clock.set(Date.parse(plan.start))
      tokens.reset()
      faults.clear()
      log.clear()
      bench.sandbox.world.changes.clear()
      world =
        plan.platform === SMALL
          ? create_small_world({ seed, names: plan.accounts, traits: plan.traits }, clock.now)
          : undefined
      const simulation = await begin(bench, plan, world)
      running = simulation
      const random = Math.random
      Math.random = chance(seed, 'random').next // waits spread by chance; here by the seed's
      try {
        for (const step of plan.steps) await take(simulation, step)
        await end(simulation)
      } finally {
        Math.random = random
        running = undefined
      }
      // Tokens count on from one simulation to the next.
      return log
        .list()
        .map(({ at, method, url, status }) => `${at} ${method} ${url.split('access_token')[0]} ${status}`)
    },
  }
}

const declared: Record<string, Connector> = { ...connectors, [SMALL]: small }
async function begin(bench: SyncBench, plan: Plan, world: SmallWorld | undefined): Promise<Simulation> {
  const connector = with_few_streams(declared[plan.platform]!, plan)
  const simulation: Omit<Simulation, 'engine' | 'place'> = {
    plan,
    bench,
    connector,
    world,
    skew_ms: 0,
    is_ending: false,
    latest_ms: 0,
    newest_refresh: undefined,
    revoked: false,
    faults: [],
    newest: new Map(),
    changes: 0,
    clock: {
      now() {
        const now_ms = bench.sandbox.clock.now() + simulation.skew_ms
        simulation.latest_ms = Math.max(simulation.latest_ms, now_ms)
        return new Date(now_ms)
      },
      async sleep(ms, signal) {
        signal?.throwIfAborted()
        assert.ok(ms <= SLEEP_MAX_MS, `the sync sleeps ${ms} ms at once`)
        // In the end the vendor's clock stands, so that two organizations read the same.
        if (simulation.is_ending) simulation.skew_ms += ms
        else bench.sandbox.clock.advance(ms)
      },
    },
  }
  const log = Object.assign(Object.create(bench.engine.log), {
    error: (told: { err: unknown }) => simulation.faults.push(told.err),
  })
  const engine = { ...bench.engine, log, connectors: { [plan.platform]: connector }, clock: simulation.clock }
  return Object.assign(simulation, { engine, place: await connect(engine, plan.platform) })
}

async function connect(engine: Engine, platform: string) {
  const org_id = await create_org(engine.pool, { name: 'Simulated' })
  const account = account_of(platform)
  return {
    org_id,
    connection_id: await in_org(engine.pool, { org_id }, (db) => create_connection(db, engine, { org_id, ...account })),
  }
}

function with_few_streams(connector: Connector, plan: Plan): Connector {
  const streams = Object.entries(connector.streams).map(([name, stream]): [string, Stream] => {
    if (plan.platform === SMALL) return [name, stream]
    if ('window' in stream)
      return [name, { ...stream, window: { ...stream.window, start_days: START_DAYS, slice_days: 2 } }]
    if ('since' in stream)
      return [name, { ...stream, since: { ...stream.since, start_days: START_DAYS, merge_records: 60 } }]
    return [name, stream]
  })
  return { ...connector, streams: Object.fromEntries(plan.streams(streams.length).map((n) => streams[n]!)) }
}

// ---- steps -------------------------------------------------------------------------------------------------------------

async function take(simulation: Simulation, step: Step): Promise<void> {
  const { bench, plan } = simulation
  const { tokens, clock } = bench.sandbox
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
  const { plan, world, bench } = simulation
  const { clock, world: business } = bench.sandbox
  simulation.changes += 1
  const dice = chance(plan.seed, 'change', simulation.changes)
  if (world) return world.change(dice)
  const day = new Date(clock.now() - dice.whole(0, 3) * 86_400_000).toISOString().slice(0, 10)
  if (plan.platform !== 'sx') return business.changes.set_factor(plan.platform, day, dice.between(0, 3))
  const order = business.store.orders().at(-dice.whole(1, 60))!
  business.changes.set_order(order.id, { total_cents: dice.whole(1, 99_999), updated_at: clock.now() })
}

async function disturbed_sync(simulation: Simulation, step: SyncStep): Promise<void> {
  const { bench, place, plan } = simulation
  bench.sandbox.faults.clear()
  for (const fault of step.faults)
    bench.sandbox.faults.add(fault.path === '/token' ? fault : { ...fault, platform: plan.platform })
  const run_id = await next_run(simulation)
  const before = await see(simulation)
  const stop = new AbortController()
  const mortal = mortal_process(simulation.engine, {
    url: bench.engine.pool.options.connectionString!,
    death: step.death,
    clock: simulation.clock,
    on_request(number, answered) {
      if (step.stop?.at === number && step.stop.effective === answered) stop.abort(new Killed('stopped'))
      if (answered) return
      if (step.jolt?.at === number) simulation.skew_ms = step.jolt.ms
      if (step.change_at === 'every' || step.change_at === number) change(simulation)
    },
  })
  const options = { ...place, run_id, all_streams: step.all_streams }
  const syncs = [run_sync(mortal.engine, { ...options, signal: stop.signal })]
  if (step.beside) syncs.push(run_sync(simulation.engine, { ...options, signal: new AbortController().signal }))
  const ended = await Promise.allSettled(syncs)
  await mortal.bury()
  bench.sandbox.faults.clear()
  for (const one of ended) if (one.status === 'rejected' && !mortal.is_dead() && !stop.signal.aborted) throw one.reason
  const ends = ended.map((one) => (one.status === 'fulfilled' ? one.value : 'died'))
  await assert_holds_together(simulation, { before, after: await see(simulation), ends, step, run_id })
}

/** As the scheduler starts a sync: a run that somebody left behind is taken up again. */
async function next_run({ engine, place }: Simulation): Promise<string> {
  const { run_id } = await in_org(engine.pool, { org_id: place.org_id }, (db) =>
    start_sync(db, async () => {}, { ...place, trigger: 'schedule', all_streams: true }),
  )
  return run_id
}

// ---- the end -----------------------------------------------------------------------------------------------------------

async function end(simulation: Simulation): Promise<void> {
  const { bench, engine, place, plan } = simulation
  Object.assign(simulation, { skew_ms: 0, is_ending: true })
  bench.sandbox.clock.advance(SETTLES_MS)
  if (await sign_in_is_gone(simulation)) {
    bench.sandbox.tokens.reset()
    Object.assign(simulation, { revoked: false, newest_refresh: undefined })
    await in_org(engine.pool, { org_id: place.org_id }, (db) =>
      store_secrets(db, engine, place, account_of(plan.platform).secrets),
    )
  }
  const quiet: SyncStep = { do: 'sync', faults: [], all_streams: true, beside: false }
  const run_id = await next_run(simulation)
  const before: Seen = await see(simulation)
  const signal = new AbortController().signal
  const ended = await run_sync(engine, { ...place, run_id, all_streams: true, signal })
  const after = await see(simulation)
  assert.equal(ended, 'succeeded', `the undisturbed sync failed: ${after.run.error}`)
  await assert_holds_together(simulation, { before, after, ends: [ended], step: quiet, run_id })
  await assert_same_as_fresh(simulation, async () => {
    simulation.skew_ms = 0
    bench.sandbox.tokens.reset()
    const fresh = await connect(engine, plan.platform)
    const run = await next_run({ ...simulation, place: fresh })
    assert.equal(await run_sync(engine, { ...fresh, run_id: run, all_streams: true, signal }), 'succeeded')
    return fresh.org_id
  })
}
