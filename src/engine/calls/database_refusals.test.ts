import assert from 'node:assert/strict'
import { test } from 'node:test'
import { database_refusal } from './database_refusals.ts'

const OUT_OF_TIME = { code: '57014', message: 'canceling statement due to statement timeout' }

test('a read that exceeds its time limit gets 400 and how to ask for less, and a write that waited too long is to be repeated', () => {
  const read = database_refusal(OUT_OF_TIME, 'read')!
  assert.deepEqual([read.outcome, read.retry_after_s], ['error', undefined])
  assert.match(read.message, /Ask for fewer days or rows/)
  for (const effect of ['write', 'propose'] as const) {
    const refusal = database_refusal(OUT_OF_TIME, effect)!
    assert.deepEqual([refusal.outcome, refusal.retry_after_s], ['overloaded', 2])
    assert.match(refusal.message, /Try again/)
  }
})
