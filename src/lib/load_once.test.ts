import assert from 'node:assert/strict'
import { test } from 'node:test'
import { load_once } from './load_once.ts'

test('what was loaded is kept, and a failure is not', async () => {
  let loads = 0
  const load = load_once(async () => {
    loads += 1
    if (loads === 1) throw new Error('the package is missing')
    return loads
  })
  await assert.rejects(load(), /the package is missing/)
  assert.deepEqual(await Promise.all([load(), load(), load()]), [2, 2, 2])
})
