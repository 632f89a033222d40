import assert from 'node:assert/strict'
import { test } from 'node:test'
import { body_of, type Status, sweeps_unsent, times_of } from './email.ts'

test('a broadcast that has, or may have, reached people is not deleted when its platform lists it no longer', () => {
  const all = Object.keys({ draft: 1, scheduled: 1, sending: 1, sent: 1, cancelled: 1 } satisfies Record<Status, 1>)
  const swept: readonly string[] = sweeps_unsent.sweeps_only.values
  const reached = (status: string) => times_of(status as Status, '2026-11-20T16:00:00Z').sent_at !== null
  assert.deepEqual(
    all.filter((status) => !swept.includes(status)),
    all.filter(reached),
  )
})

test('the words of an email are those of its own plain text, and otherwise those of its HTML', () => {
  assert.equal(body_of('Hola', '<p>Adiós</p>'), 'Hola')
  assert.equal(body_of('', '<p>Adiós</p>'), 'Adiós')
  assert.equal(body_of(null, undefined), null)
})
