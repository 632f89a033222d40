// The sync engine under seeds. SEEDS=1000 runs as many, SEED=123 that one alone; without either a few dozen that are always the same
// and some new ones each time.
import assert from 'node:assert/strict'
import { randomInt } from 'node:crypto'
import { after, before, test } from 'node:test'
import { connectors } from '#connectors/index.ts'
import { type Laboratory, open_laboratory } from '#test/simulation.ts'
import { plan_of } from './plan.ts'

const FIXED = 60
const NEW = 20
const SEED_MAX = 2 ** 31

const { SEED, SEEDS } = process.env
const seeds = SEED
  ? [Number(SEED)]
  : SEEDS
    ? Array.from({ length: Number(SEEDS) }, (_, n) => n + 1)
    : [
        ...Array.from({ length: FIXED }, (_, n) => n + 1),
        ...Array.from({ length: NEW }, () => randomInt(FIXED, SEED_MAX)),
      ]

let laboratory: Laboratory
before(async () => {
  laboratory = await open_laboratory()
})
after(() => laboratory.bench.close())

test(`whatever happens on the way, the rows in the end are the vendor's: ${seeds.length} seeds`, async (context) => {
  const failed: number[] = []
  const began = performance.now()
  for (const seed of seeds) {
    try {
      const t0 = performance.now()
      const plan = await laboratory.simulate(seed)
      if (process.env.TIMES)
        console.error(
          seed,
          plan.platform,
          plan.steps.filter((s) => s.do === 'sync').length,
          Math.round(performance.now() - t0),
        )
    } catch (error) {
      failed.push(seed)
      context.diagnostic(`seed ${seed} failed. Again: SEED=${seed} npm test -- test/faults/simulation.test.ts`)
      console.error(`seed ${seed}`, (error as Error).stack?.slice(0, 3000))
      if (SEED) console.error(JSON.stringify(plan_of(seed, Object.keys(connectors)), null, 1))
    }
  }
  context.diagnostic(`${seeds.length} seeds, ${Math.round((performance.now() - began) / seeds.length)} ms each`)
  assert.deepEqual(failed, [], 'seeds that failed')
})
