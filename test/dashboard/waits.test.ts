// How long a page waits before it sends a refused call again.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { wait_after } from '../../dashboard/src/api/waits.ts'

const BUSY = { status: 503, retry_after_s: undefined }

test('each refusal that says no time doubles the wait of its call, up to two minutes', () => {
  const waits = Array.from({ length: 8 }, () => wait_after('busy', BUSY))
  assert.deepEqual(waits, [2, 4, 8, 16, 32, 64, 120, 120])
  assert.equal(wait_after('another', { ...BUSY, status: 429 }), 2)
})

test('the time that an answer says counts, and any other answer ends the doubling', () => {
  assert.equal(wait_after('one', BUSY), 2)
  assert.equal(wait_after('one', { status: 429, retry_after_s: 30 }), 30)
  assert.equal(wait_after('one', BUSY), 8)
  assert.equal(wait_after('one', { status: 200, retry_after_s: undefined }), undefined)
  assert.equal(wait_after('one', BUSY), 2)
})

test('refusals of long ago do not make a new wait longer', () => {
  const minute = 60_000
  assert.deepEqual(
    [0, 3, 10].map((minutes) => wait_after('late', BUSY, minutes * minute)),
    [2, 4, 2],
  )
})
