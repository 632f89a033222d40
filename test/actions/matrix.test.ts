// Every change of every connector is in the tests of changes. Where a preview gives no inverse, it warns.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { connectors } from '#connectors/index.ts'
import type { ActionRefused } from '#engine/action.ts'
import type { Preview } from '#engine/actions/preview.ts'
import { type ActionBench, type ActionPlace, action_bench } from '#test/action_bench.ts'
import { changes_of, inputs, platforms } from './cases.ts'
import { changes_of as changes_of_shop, FINAL, shops } from './shop_cases.ts'

const tested: Record<string, string[]> = Object.fromEntries([
  ...platforms.map(({ platform }) => [platform, Object.keys(inputs)]),
  ...shops.map((of) => [of.platform, Object.keys(of.inputs)]),
])

test('each change that a connector declares has a case, and each case a declaration', () => {
  const declared = Object.entries(connectors).flatMap(([platform, { actions }]) =>
    actions ? [[platform, Object.keys(actions).toSorted()]] : [],
  )
  const cases = Object.entries(tested).map(([platform, names]) => [platform, names.toSorted()])
  assert.deepEqual(Object.fromEntries(cases), Object.fromEntries(declared))
})
