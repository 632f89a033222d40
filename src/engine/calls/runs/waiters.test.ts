import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MINUTE_MS } from '#lib/durations.ts'
import { type Reported, report, SIGN_OF_LIFE_MS } from './waiters.ts'

test('a caller gets reports of work that says nothing well within a minute, and each report is larger than the one before', () => {
  assert.ok(SIGN_OF_LIFE_MS < MINUTE_MS / 2)
  const shown: [number, string | undefined][] = []
  const waiter: Reported = {
    ...{ last_message: '', last_done: -1, reported_at: 0 },
    progress: (done, _, message) => shown.push([done, message]),
  }
  const passed = (ms: number) => (waiter.reported_at -= ms)
  report(waiter, 0, '')
  report(waiter, 0, '')
  assert.deepEqual(shown, [[0, undefined]], 'nothing is new')
  passed(SIGN_OF_LIFE_MS)
  report(waiter, 0, '')
  report(waiter, 0, 'The page loads.')
  report(waiter, 0.5, 'The page loads.')
  report(waiter, 0.4, 'The page is read.')
  assert.deepEqual(
    shown.map(([, message]) => message),
    [undefined, undefined, 'The page loads.', 'The page loads.', 'The page is read.'],
  )
  const sizes = shown.map(([done]) => done)
  for (const [at, size] of sizes.entries()) assert.ok(at === 0 || size > sizes[at - 1]!, sizes.join())
  assert.ok(Math.max(...sizes) < 0.51)
})
