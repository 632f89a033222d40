// What Tablero stores and answers of each world equals the truth, or Tablero says that it may not.
// WORLDS=2000 npm test -- test/connectors/worlds/worlds.test.ts lives this number of businesses. FROM=101 starts with another seed.
// SEED=7 npm test -- test/connectors/worlds/worlds.test.ts repeats one and shows its events.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { broken } from './broken.ts'
import { open_host } from './business.ts'
import { type Lived, live } from './life.ts'

/** One business of each platform. */
const WORLDS_OF_A_TEST = '11'
const { SEED, WORLDS = WORLDS_OF_A_TEST, FROM = '1' } = process.env
const seeds = SEED ? [Number(SEED)] : Array.from({ length: Number(WORLDS) }, (_, n) => n + Number(FROM))
/** Businesses of one database. */
const OF_DATABASE = 100
/** Databases at the same time: while one computes, the process reads for the other. */
const AT_ONCE = 2
/** Of one business, on a slow machine. */
const TIMEOUT_MS = 20_000
const SHOWN_MAX = 40
const FIRST: (keyof Counts)[] = ['worlds', 'cells', 'equal', 'said', 'silent', 'healed']
type Counts = Record<string, number>

async function live_all(
  wanted: readonly number[],
  lived: (one: Lived) => void,
  connectors?: Parameters<typeof live>[2],
) {
  const left = [...wanted]
  async function live_some() {
    while (left.length > 0) {
      const some = left.splice(0, OF_DATABASE)
      const host = await open_host()
      try {
        for (const seed of some) lived(await live(host, seed, connectors))
      } finally {
        await host.close()
      }
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, live_some))
}

const name = 'what is stored and answered of each world is the truth, or Tablero says that it may not be'
test(name, { timeout: seeds.length * TIMEOUT_MS }, async (context) => {
  const counts: Counts = { worlds: seeds.length, cells: 0, equal: 0, said: 0, silent: 0, healed: 0 }
  let wrong = 0
  await live_all(seeds, (lived) => {
    for (const [name, count] of lived.counts) counts[name] = (counts[name] ?? 0) + count
    for (const text of lived.wrong) if (wrong++ < SHOWN_MAX) console.error(text)
    if (SEED) console.error(lived.log.join('\n'))
  })
  const names = [...FIRST, ...Object.keys(counts).filter((name) => !FIRST.includes(name))]
  context.diagnostic(names.map((name) => `${name} ${counts[name]}`).join(', '))
  assert.equal(wrong, 0)
})

suite_of_mistakes()

function suite_of_mistakes() {
  const seeds_of = { mx_ads: [12, 34], sx: [2], tnx: [4] }
  const mistakes: [keyof typeof broken, readonly number[], string][] = [
    ['forgets_deleted_campaigns', seeds_of.mx_ads, 'not healed'],
    ['forgets_them_without_totals', seeds_of.mx_ads, 'silent'],
    ['counts_refunds_on_the_day_of_the_order', seeds_of.sx, 'silent'],
    ['reads_no_changes_of_orders', seeds_of.tnx, 'silent'],
  ]
  for (const [name, wanted, how] of mistakes)
    test(`a connector is caught that ${name.replaceAll('_', ' ')}`, async () => {
      const wrong: string[] = []
      await live_all(wanted, (lived) => wrong.push(...lived.wrong), broken[name])
      assert.ok(
        wrong.some((text) => text.includes(how)),
        `nothing is ${how}: ${wrong.slice(0, 3)}`,
      )
    })
}
