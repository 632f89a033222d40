// One simulation of the sync engine. A seed decides its events: faults, killed processes, clock changes, restated history. After the last
// fault, one undisturbed sync must store exactly the vendor's data. After every step, the stored rows must be consistent.
import assert from 'node:assert/strict'
import { AsyncLocalStorage } from 'node:async_hooks'
import { connectors } from '#connectors/index.ts'
import { read_tables, type Table } from '#db/tables.ts'
import type { Connector, Stream } from '#engine/connector.ts'
import type { Engine } from '#engine/engine.ts'
import { memory_budgets } from '#test/memory_budgets.ts'
import { type SyncBench, sync_bench } from '#test/sync.ts'
import { wire_to } from '#test/wire.ts'
import { create_sandbox } from '../../sandbox/server.ts'
import { vendors } from '../../sandbox/vendors.ts'
import { chance } from '../../sandbox/world/random.ts'
import { type Plan, plan_of } from '../faults/plan.ts'
import { open_sessions } from '../faults/sessions.ts'
import { type Simulation, START_DAYS } from '../faults/simulated.ts'
import { small } from '../faults/small_connector.ts'
import { PLATFORM as SMALL, small_vendor } from '../faults/small_vendor.ts'
import { create_small_world, type SmallWorld } from '../faults/small_world.ts'
import { connect, end, take } from '../faults/steps.ts'

/** The vendors' own waits are at most two minutes, and the longest pace is one minute. */
const SLEEP_MAX_MS = 121_000
/** Concurrent simulations: while one waits for the database, another computes. */
const LANES = 3
/** Two processes hold at most two sessions each. */
const SESSIONS = 4

/** The violated check, and the events before it. */
export interface Failure extends Error {
  trace?: string[]
}

export interface SimulationHost {
  /** Runs every seed. `failed` receives each seed that fails. */
  simulate_all(seeds: readonly number[], failed: (seed: number, error: Failure) => void): Promise<void>
  /** Throws when a check fails. Returns the events as text. */
  simulate(seed: number): Promise<string[]>
  close(): Promise<void>
}

export async function open_simulation_host(lane_count = LANES): Promise<SimulationHost> {
  const bench = await sync_bench({ vendors: [] })
  const tables = await read_tables(bench.database.owner)
  const lanes = await Promise.all(Array.from({ length: lane_count }, () => open_lane(bench, tables)))
  return {
    simulate: lanes[0]!.simulate,
    async simulate_all(seeds, failed) {
      const left = seeds.toReversed()
      const work = async ({ simulate }: Lane) => {
        for (let seed = left.pop(); seed !== undefined; seed = left.pop())
          await simulate(seed).catch((error) => failed(seed!, error))
      }
      await Promise.all(lanes.map(work))
    },
    async close() {
      for (const { close } of lanes) await close()
      await bench.close()
    },
  }
}

/** Random waits. Those of a simulation come from its seed. */
const dice_of_lane = new AsyncLocalStorage<() => number>()
const any_random = Math.random
Math.random = () => (dice_of_lane.getStore() ?? any_random)()

/**
 * Some platforms end in ways that the invariants do not know. A lost answer with the single-use token of `mpa` needs a person. A used-up limit
 * of `mpb_sp`, `email_c` or `heat_a` ends a sync for an hour or a day. Networks and feeds give some values for today only, so a new connection
 * cannot read what an older one has. Their own suites test this.
 */
const OTHER_ENDS = ['mpa', 'mpb_sp', 'email_c', 'heat_a', 'social_a', 'net_c', 'merchant_feed']
export const simulated = Object.keys(connectors).filter((platform) => !OTHER_ENDS.includes(platform))

type Lane = Awaited<ReturnType<typeof open_lane>>

/** Vendors, a clock and sessions, which several simulations use one after the other. */
async function open_lane(bench: SyncBench, tables: ReadonlyMap<string, Table>) {
  let world: SmallWorld | undefined
  const sandbox = await create_sandbox({ frozen: true, vendors: [...vendors, small_vendor(() => world!)] })
  const sessions = await open_sessions(bench.database, SESSIONS)
  const engine = { ...bench.engine, pool: sessions.pool(), outbound: wire_to(sandbox) }
  const { clock, tokens, faults, log } = sandbox
  let running: Simulation | undefined
  const refresh = tokens.refresh.bind(tokens)
  tokens.refresh = (...asked) => {
    const grant = refresh(...asked)
    if (running && typeof grant !== 'string') running.newest_refresh = grant.refresh_token
    return grant
  }
  async function simulate(seed: number): Promise<string[]> {
    const plan = plan_of(seed, simulated)
    clock.set(Date.parse(plan.start))
    tokens.reset()
    faults.clear()
    log.clear()
    sandbox.world.changes.clear()
    world =
      plan.platform === SMALL
        ? create_small_world({ seed, names: plan.accounts, traits: plan.traits }, clock.now)
        : undefined
    const simulation = await begin({ plan, sandbox, sessions, tables, world, rows_of: bench.rows }, engine)
    running = simulation
    try {
      for (const step of plan.steps) await take(simulation, step)
      await end(simulation)
    } catch (error) {
      throw Object.assign(error as Error, { trace: simulation.trace })
    } finally {
      running = undefined
      await sessions.at_rest()
    }
    return simulation.trace
  }
  return {
    simulate: (seed: number) => dice_of_lane.run(chance(seed, 'random').next, () => simulate(seed)),
    close: sessions.close,
  }
}

const declared: Record<string, Connector> = { ...connectors, [SMALL]: small }
type Given = Pick<Simulation, 'plan' | 'sandbox' | 'sessions' | 'tables' | 'world' | 'rows_of'>

async function begin(given: Given, base: Engine): Promise<Simulation> {
  const { plan, sandbox } = given
  const connector = with_few_streams(declared[plan.platform]!, plan)
  const simulation: Omit<Simulation, 'engine' | 'place'> = {
    ...given,
    connector,
    skew_ms: 0,
    is_ending: false,
    latest_ms: 0,
    newest_refresh: undefined,
    revoked: false,
    faults: [],
    newest: new Map(),
    changes: 0,
    seen: undefined,
    trace: [],
    clock: {
      now() {
        const now_ms = sandbox.clock.now() + simulation.skew_ms
        simulation.latest_ms = Math.max(simulation.latest_ms, now_ms)
        return new Date(now_ms)
      },
      async sleep(ms, signal) {
        signal?.throwIfAborted()
        assert.ok(ms <= SLEEP_MAX_MS, `the sync sleeps ${ms} ms without a break`)
        // At the end the vendor's clock is frozen, so that two organizations read the same data. Its rate limits continue.
        if (!simulation.is_ending) return sandbox.clock.advance(ms)
        simulation.skew_ms += ms
        sandbox.clock.wait(ms)
      },
    },
  }
  const log = Object.assign(Object.create(base.log), {
    error: (fields: { err: unknown }) => simulation.faults.push(fields.err),
  })
  const engine = {
    ...base,
    log,
    connectors: { [plan.platform]: connector },
    clock: simulation.clock,
    budgets: memory_budgets(),
  }
  return Object.assign(simulation, { engine, place: await connect(engine, given) })
}

function with_few_streams(connector: Connector, plan: Plan): Connector {
  const streams = Object.entries(connector.streams).map(([name, stream]): [string, Stream] => {
    if (plan.platform === SMALL) return [name, stream]
    if ('window' in stream)
      return [name, { ...stream, window: { ...stream.window, history_days: START_DAYS, slice_days: 2 } }]
    if ('since' in stream)
      return [name, { ...stream, since: { ...stream.since, history_days: START_DAYS, merge_records: 60 } }]
    return [name, stream]
  })
  return { ...connector, streams: Object.fromEntries(plan.streams(streams.length).map((n) => streams[n]!)) }
}
