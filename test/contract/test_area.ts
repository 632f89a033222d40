// All tests of an area's tools that need only their declarations. An area's file in test/areas/ calls this function, so that each area
// is tested in its own process, with one Tablero and one database.
import { suite } from 'node:test'
import { answers } from './suites/answers.ts'
import { area_bench } from './suites/area_bench.ts'
import { declarations } from './suites/declarations.ts'
import { fuzz } from './suites/fuzz.ts'
import { hostile_input } from './suites/hostile_input.ts'
import { isolation } from './suites/isolation.ts'
import { refusals } from './suites/refusals.ts'
import { snapshots } from './suites/snapshots.ts'

export function test_area(name: string) {
  suite(name, () => {
    const bench = area_bench(name)
    suite('declarations', () => declarations(bench))
    // The first suite that calls tools, because later suites change the rows.
    suite('snapshots', () => snapshots(bench))
    suite('answers', () => answers(bench))
    suite('refusals', () => refusals(bench))
    suite('isolation', () => isolation(bench))
    suite('hostile input', () => hostile_input(bench))
    suite('random requests', () => fuzz(bench))
  })
}
