import assert from 'node:assert/strict'
import { test } from 'node:test'
import { rest_s } from './errors.ts'

test('after an answer that leaves place for less than any query, the next one waits until the bucket has it', () => {
  const rest = (currentlyAvailable: number) => {
    const throttleStatus = { maximumAvailable: 2_000, currentlyAvailable, restoreRate: 100 }
    return rest_s({ status: 200, headers: {}, body: { data: {}, extensions: { cost: { throttleStatus } } } })
  }
  assert.deepEqual([rest(640), rest(1_000), rest(2_000)], [3.6, 0, 0])
  assert.equal(rest_s({ status: 200, headers: {}, body: { data: {} } }), undefined)
})
