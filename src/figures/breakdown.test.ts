import assert from 'node:assert/strict'
import { test } from 'node:test'
import { leading_of } from '#figures/breakdown.ts'

const effects = (...of: number[]) => of.map((effect) => ({ effect }))

test('the first effect that a sentence names has the direction of the change', () => {
  assert.deepEqual(leading_of(effects(-40, -30, 25, 24, 23), 2), effects(25, -40))
  assert.deepEqual(leading_of(effects(100, -98), 2), effects(100, -98))
  assert.deepEqual(leading_of(effects(30, -20, -19), -9), effects(-20, 30))
  assert.deepEqual(leading_of(effects(5), 5), effects(5))
  assert.deepEqual(leading_of([], 1), [])
})
