// All tests of an area's tools that need only their declarations. An area's file in test/areas/ calls this function, so that each area
// is tested with one Tablero and one database of its own. ONLY_ANSWERS=1 calls each tool and leaves out what asks the same statements again.
import { suite } from 'node:test'
import { answers } from './suites/answers.ts'
import { type AreaBench, area_bench, internal_bench, tools_of } from './suites/area_bench.ts'
import { declarations } from './suites/declarations.ts'
import { fuzz } from './suites/fuzz.ts'
import { hostile_input } from './suites/hostile_input.ts'
import { isolation } from './suites/isolation.ts'
import { only_people } from './suites/only_people.ts'
import { refusals } from './suites/refusals.ts'
import { snapshots } from './suites/snapshots.ts'

export function test_area(name: string) {
  suite(name, () => {
    const bench = area_bench(name)
    suite('declarations', () => declarations(bench))
    // The first suite that calls tools, because later suites change the rows.
    suite('snapshots', () => snapshots(bench))
    catalog_suites(bench)
    if (tools_of(name, true).length > 0)
      suite('internal tools', () => {
        const internal = internal_bench(bench)
        suite('declarations', () => declarations(internal))
        suite('only people', () => only_people(internal))
        catalog_suites(internal)
      })
  })
}

function catalog_suites(bench: AreaBench) {
  suite('answers', () => answers(bench))
  if (process.env.ONLY_ANSWERS) return
  suite('refusals', () => refusals(bench))
  suite('isolation', () => isolation(bench))
  suite('hostile input', () => hostile_input(bench))
  suite('random requests', () => fuzz(bench))
}
