// How a cursor recovers after Tablero's clock was wrong.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { after_slice, type Cursor, since_of, slices_of, valid_part } from '#engine/sync/cursor.ts'

const window = { history_days: 9, history_source: 'test', overlap_days: 2, slice_days: 3 }
const TODAY = '2026-11-01'

/** Reads on a given day until a number of slices is stored. Returns the new cursor and the first day that was read. */
function read(cursor: Cursor, today: string, slices = 99): { cursor: Cursor; first: string | undefined } {
  let now = valid_part(window, cursor, today)
  const planned = slices_of(window, now, today)
  for (const slice of planned.slice(0, slices)) now = after_slice(window, now, slice, today)
  return { cursor: now, first: planned[0]?.from }
}

test('an interrupted sync continues after the stored days, less the overlap', () => {
  const { cursor } = read({}, TODAY, 2)
  assert.deepEqual(cursor, { read_from: '2026-10-23', read_to: '2026-10-28', settled_until: '2026-10-28' })
  assert.equal(read(cursor, TODAY).first, '2026-10-26')
})

test('a history that was started under a clock two days ahead, and interrupted, is read from its correct first day', () => {
  const { cursor } = read({}, '2026-11-03', 1)
  assert.equal(cursor.read_from, '2026-10-25')
  assert.equal(read(cursor, TODAY).first, '2026-10-23')
})

test('days that a fast clock skipped after a long time without syncs are read later', () => {
  const { cursor: old } = read({}, '2026-10-20')
  const { cursor: leapt } = read(old, '2026-11-04', 1)
  assert.ok(leapt.read_to! <= TODAY, 'nothing else tells that the clock was wrong')
  assert.equal(read(leapt, TODAY).first, '2026-10-23')
})

test('a clock that was fast leaves no day marked as settled that can still change', () => {
  const { cursor: old } = read({}, '2026-10-20')
  const { cursor: ahead } = read(read(old, '2026-10-28').cursor, '2026-11-03')
  const { cursor } = read(ahead, TODAY)
  assert.deepEqual([cursor.read_to, cursor.settled_until], [TODAY, '2026-10-29'])
})

test('changes that a fast clock started to read too late are read from their correct start', () => {
  const since = { history_days: 10, history_source: 'test', overlap_minutes: 10, changed_at: () => '' }
  const now = new Date('2026-11-01T12:00:00Z')
  const ahead = since_of(since, {}, new Date('2026-11-06T12:00:00Z'))
  const cursor = { ...ahead.cursor, changed_at: '2026-10-30T00:00:00.000Z' }
  assert.equal(since_of(since, cursor, now).since, '2026-10-22T12:00:00.000Z')
  const right = { ...since_of(since, {}, now).cursor, changed_at: '2026-10-30T00:00:00.000Z' }
  assert.equal(since_of(since, right, new Date('2026-11-02T12:00:00Z')).since, '2026-10-29T23:50:00.000Z')
})
