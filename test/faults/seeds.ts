// Checks the sync engine against its invariants for a range of seeds, and checks that each seed always gives the same trace.
import assert from 'node:assert/strict'
import { randomInt } from 'node:crypto'
import { after, before, test } from 'node:test'
import { open_simulation_host, type SimulationHost, simulated } from '#test/simulation.ts'
import { plan_of } from './plan.ts'

const SEED_MAX = 2 ** 31
/** Number of seeds that run twice, to compare their traces. */
const TWICE = 4

const { SEED, SEEDS } = process.env

const range = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, n) => first + n)

interface Chosen {
  first: number
  last: number
  /** Number of random seeds, in addition to the fixed ones. */
  fresh?: number
}

/** The seeds of the environment if it names any, otherwise the file's own. */
function chosen_seeds({ first, last, fresh = 0 }: Chosen): number[] {
  if (SEED) return [Number(SEED)]
  if (!SEEDS) return [...range(first, last), ...Array.from({ length: fresh }, () => randomInt(last, SEED_MAX))]
  const [from, to] = SEEDS.split('-').map(Number) as [number, number?]
  return to === undefined ? range(1, from) : range(from, to)
}

export function hold_seeds(chosen: Chosen): void {
  const seeds = chosen_seeds(chosen)
  let host: SimulationHost
  before(async () => {
    host = await open_simulation_host()
  })
  after(() => host.close())

  test(`after any disturbance, the rows at the end are the vendor's: ${seeds.length} seeds from ${seeds[0]}`, async (context) => {
    const failed: number[] = []
    const began = performance.now()
    await host.simulate_all(seeds, (seed, error) => {
      failed.push(seed)
      context.diagnostic(`seed ${seed} failed. Again: SEED=${seed} npm test -- test/faults/simulation.test.ts`)
      if (SEED) console.error(JSON.stringify(plan_of(seed, simulated), null, 1), error.trace?.join('\n'))
      console.error(`seed ${seed}`, error.stack?.slice(0, 3000))
    })
    context.diagnostic(`${seeds.length} seeds, ${Math.round((performance.now() - began) / seeds.length)} ms each`)
    assert.deepEqual(failed, [], 'seeds that failed')
  })

  test('a seed always gives the same trace, whatever runs at the same time', async () => {
    for (const seed of seeds.slice(0, TWICE)) {
      const others = range(1, TWICE).map((n) => seed + n)
      const alone = await trace_of(host, seed)
      await host.simulate_all(others, () => {}) // their effects must not change the trace
      assert.equal(await trace_of(host, seed), alone, `seed ${seed}`)
    }
  })
}

/** Every step, request, answer and cursor, and a digest of every row, as one text. */
async function trace_of({ simulate }: SimulationHost, seed: number): Promise<string> {
  const trace = await simulate(seed).catch((error) => [error.message])
  assert.ok(trace.length > 0)
  return trace.join('\n')
}
