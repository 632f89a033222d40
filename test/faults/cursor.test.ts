// What a cursor reads and covers, also after Tablero's clock was wrong.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { add_days } from '#domain/windows.ts'
import { change_stream, window_stream } from '#engine/connector.ts'
import { coverage_of } from '#engine/sync/coverage.ts'
import {
  after_slice,
  type Cursor,
  complete_at,
  type Days,
  halves,
  history_start,
  is_behind,
  outdated_slice,
  recent_start,
  slice_behind,
  slices_ahead,
  valid_part,
} from '#engine/sync/cursor.ts'
import { since_change, since_of } from '#engine/sync/history.ts'

const window = { history_days: 9, history_source: 'test', overlap_days: 2, slice_days: 3 }
const TODAY = '2026-11-01'

interface Reading {
  today?: string
  /** Slices that are stored before the sync is interrupted. */
  slices?: number
  of?: typeof window & { late_days?: number }
  delivered?: string
}

/** Reads the whole history, newest slice first. Returns the new cursor and the slices that were read. */
function read(cursor: Cursor, { today = TODAY, slices = 99, of = window, delivered }: Reading = {}) {
  const start = history_start(of, {}, today)
  let now = valid_part(of, cursor, today)
  const ahead = slices_ahead(of, now, start, today)
  const read: Days[] = []
  for (
    let slice = ahead.shift();
    slice && read.length < slices;
    slice = ahead.shift() ?? slice_behind(of, now, start)
  ) {
    now = after_slice(of, now, slice, { today, delivered })
    read.push(slice)
  }
  return { cursor: now, read }
}

const first = (of: { read: Days[] }) => of.read.map(({ from }) => from).sort()[0]

test('the newest days are read first, and the history grows backwards without a gap', () => {
  const { read: slices, cursor } = read({})
  assert.deepEqual(
    slices.map(({ from, to }) => `${from} ${to}`),
    ['2026-10-30 2026-11-01', '2026-10-27 2026-10-29', '2026-10-24 2026-10-26', '2026-10-23 2026-10-23'],
  )
  assert.deepEqual([cursor.read_from, cursor.read_to], ['2026-10-23', TODAY])
})

test('an interrupted sync reads the days that can still change, and continues behind the stored ones', () => {
  const { cursor } = read({}, { slices: 2 })
  assert.deepEqual([cursor.read_from, cursor.read_to, cursor.whole_until], ['2026-10-27', TODAY, '2026-10-31'])
  const { read: again } = read(cursor)
  assert.deepEqual(
    again.map(({ from, to }) => `${from} ${to}`),
    ['2026-10-30 2026-11-01', '2026-10-24 2026-10-26', '2026-10-23 2026-10-23'],
  )
})

test('a sync first reads a month and the month before, and an account has no days before it was created', () => {
  const start = history_start({ history_days: 1_000 }, {}, TODAY)
  assert.equal(recent_start(start, TODAY), add_days(TODAY, -60))
  assert.equal(history_start({ history_days: 1_000 }, { created_on: '2026-10-20' }, TODAY), '2026-10-20')
})

test('a slice that is too much is read in halves that touch each other', () => {
  assert.deepEqual(halves({ from: '2026-10-01', to: '2026-10-05' }), [
    { from: '2026-10-04', to: '2026-10-05' },
    { from: '2026-10-01', to: '2026-10-03' },
  ])
  assert.deepEqual(halves({ from: '2026-10-01', to: '2026-10-02' }), [
    { from: '2026-10-02', to: '2026-10-02' },
    { from: '2026-10-01', to: '2026-10-01' },
  ])
  assert.equal(halves({ from: '2026-10-01', to: '2026-10-01' }), undefined)
})

// ---- coverage ----------------------------------------------------------------------------------------------------------

const stream = window_stream({
  into: ['seo_daily'],
  every: '1h',
  window,
  read: () => [] as never,
  rows: () => ({}),
})

test('the day of the reading is not whole, and days before the history are not covered', () => {
  const { cursor } = read({})
  assert.deepEqual(coverage_of(stream, cursor, {}), {
    covered_from: '2026-10-23',
    covered_until: '2026-10-31',
    read_until: TODAY,
    covered_at: null,
  })
})

test('an account whose first day is stored has nothing older', () => {
  const { cursor } = read({})
  assert.equal(coverage_of(stream, cursor, { created_on: '2026-10-23' }).covered_from, '-infinity')
  assert.equal(coverage_of(stream, cursor, { created_on: '2026-10-22' }).covered_from, '2026-10-23')
})

test('a platform that delivers late covers only delivered days, until the delay is over', () => {
  const of = { ...window, late_days: 3 }
  const whole = (delivered?: string) => read({}, { of, delivered }).cursor.whole_until
  assert.equal(whole(), '2026-10-28', 'older days without rows had none')
  assert.equal(whole('2026-10-30'), '2026-10-30')
  assert.equal(whole(TODAY), '2026-10-31', 'today is not over')
})

test('a day is complete when the hours that the platform needs after its end are over, in the time zone of the account', () => {
  const at = (late_hours: number | undefined, instant: string, time_zone = 'UTC') =>
    complete_at({ late_hours }, time_zone, new Date(instant))
  assert.equal(at(undefined, '2026-11-01T00:00:00Z'), '2026-10-31')
  assert.equal(at(16, '2026-11-01T15:59:59Z'), '2026-10-30')
  assert.equal(at(16, '2026-11-01T16:00:00Z'), '2026-10-31')
  assert.equal(at(24, '2026-11-01T23:59:59Z'), '2026-10-30')
  assert.equal(at(24, '2026-11-02T00:00:00Z'), '2026-10-31')
  assert.equal(at(16, '2026-11-01T21:59:59Z', 'America/Mexico_City'), '2026-10-30')
  assert.equal(at(16, '2026-11-01T22:00:00Z', 'America/Mexico_City'), '2026-10-31')
})

test('a cursor keeps no day as whole that the platform cannot have completely', () => {
  const { cursor } = read({})
  assert.equal(cursor.whole_until, '2026-10-31')
  const whole = (late_hours?: number) => valid_part({ ...window, late_hours }, cursor, TODAY).whole_until
  assert.deepEqual([whole(), whole(16), whole(24), whole(30)], ['2026-10-31', '2026-10-31', '2026-10-30', '2026-10-30'])
})

test('changes cover nothing until a first read has reached its end', () => {
  const changes = change_stream({
    into: ['contacts'],
    every: '1h',
    since: { history_source: 'test', overlap_minutes: 10, changed_at: () => '' },
    read: () => [] as never,
    rows: () => ({}),
  })
  const changed_at = '2026-10-30T00:00:00.000Z'
  const read_at = '2026-11-01T12:00:00.000Z'
  assert.equal(coverage_of(changes, { changed_at }, {}).covered_from, null)
  assert.equal(coverage_of(changes, { changed_at, read_at }, {}).covered_from, '-infinity')
  const limited = coverage_of(changes, { changed_at, read_at, read_from: '2026-10-22T12:00:00.000Z' }, {})
  assert.deepEqual([limited.covered_from, limited.covered_at], ['2026-10-23', read_at])
})

test('a history that starts at an instant covers the days of the organization that begin after it, and no half day', () => {
  const changes = change_stream({
    into: ['contacts'],
    every: '1h',
    since: { history_source: 'test', overlap_minutes: 10, changed_at: () => '' },
    read: () => [] as never,
    rows: () => ({}),
  })
  const first = (read_from: string, org_time_zone: string) =>
    coverage_of(changes, { read_at: '2026-11-21T12:00:00Z', read_from }, { org_time_zone }).covered_from
  // In the evening of the 21st in Mexico, it is the 22nd in UTC.
  assert.equal(first('2026-10-22T03:30:00.000Z', 'America/Mexico_City'), '2026-10-22')
  assert.equal(first('2026-10-22T05:59:59.999Z', 'America/Mexico_City'), '2026-10-22')
  assert.equal(first('2026-10-22T06:00:00.000Z', 'America/Mexico_City'), '2026-10-22')
  assert.equal(first('2026-10-22T06:00:00.001Z', 'America/Mexico_City'), '2026-10-23')
  // In the morning of the 22nd in Tokyo, it is the 21st in UTC.
  assert.equal(first('2026-10-21T20:00:00.000Z', 'Asia/Tokyo'), '2026-10-23')
})

// ---- wrong clocks ------------------------------------------------------------------------------------------------------

test('a history that was started under a clock two days ahead, and interrupted, is read from its correct first day', () => {
  const { cursor } = read({}, { today: '2026-11-03', slices: 1 })
  assert.equal(first(read(cursor)), '2026-10-23')
})

test('days that a fast clock skipped after a long time without syncs are read later', () => {
  const { cursor: old } = read({}, { today: '2026-10-20' })
  const { cursor: leapt } = read(old, { today: '2026-11-04', slices: 1 })
  assert.ok(leapt.read_to! <= TODAY, 'nothing else tells that the clock was wrong')
  assert.equal(first(read(leapt)), '2026-10-23')
})

test('a clock that was fast leaves no day marked as settled or whole that can still change', () => {
  const { cursor: old } = read({}, { today: '2026-10-20' })
  const { cursor: ahead } = read(read(old, { today: '2026-10-28' }).cursor, { today: '2026-11-03' })
  const { cursor } = read(ahead)
  assert.deepEqual([cursor.read_to, cursor.settled_until, cursor.whole_until], [TODAY, '2026-10-29', '2026-10-31'])
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

test('changes after a pause that is longer than the history are read from its start, because those between are lost', () => {
  const since = { history_days: 30, history_source: 'test', overlap_minutes: 10, changed_at: () => '' }
  const now = new Date('2026-11-28T12:00:00Z')
  const cursor = { read_from: '2026-05-01T00:00:00.000Z', changed_at: '2026-06-15T00:00:00.000Z' }
  const start = '2026-10-29T12:00:00.000Z'
  const after = since_of(since, { ...cursor, read_at: '2026-06-15T10:00:00.000Z' }, now)
  assert.deepEqual([after.since, after.cursor.read_from], [start, start])
  assert.equal(since_of(since, cursor, now).cursor.read_from, start, 'a first read that did not reach its end')
  // Nothing has changed for months, and every sync has seen it.
  const quiet = since_of(since, { ...cursor, read_at: '2026-11-28T11:00:00.000Z' }, now)
  assert.deepEqual([quiet.since, quiet.cursor.read_from], ['2026-06-14T23:50:00.000Z', cursor.read_from])
  const endless = { ...since, history_days: undefined } as never
  assert.equal(since_of(endless, { ...cursor, read_at: cursor.changed_at }, now).cursor.read_from, cursor.read_from)
})

test('changes that a fast clock marked as read are read again, and a small difference between clocks is not such a mark', () => {
  const since = { history_source: 'test', overlap_minutes: 10, changed_at: () => '' }
  const now = new Date('2026-11-01T12:00:00Z')
  const marked = (changed_at: string) => since_of(since, { changed_at }, now)
  assert.equal(marked('2026-11-02T08:00:00.000Z').since, null)
  assert.equal(marked('2026-11-02T08:00:00.000Z').cursor.changed_at, undefined)
  assert.equal(marked('2026-11-01T12:10:00.000Z').since, '2026-11-01T12:00:00.000Z')
  assert.equal(since_change(since, { changed_at: '2026-11-02T08:00:00.000Z' }, now), undefined)
})

const newer = { ...window, reading: { version: 2, why: 'test' } }

test('days of an older reading are read again once, newest first, and count as stored all the time', () => {
  const stored = read({}).cursor
  let now = valid_part(newer, stored, TODAY)
  assert.deepEqual(now.outdated, { from: '2026-10-23', before: '2026-11-02' })
  const start = history_start(newer, {}, TODAY)
  const again: Days[] = []
  for (let slice = outdated_slice(newer, now, start); slice; slice = outdated_slice(newer, now, start)) {
    now = after_slice(newer, now, slice, { today: TODAY })
    again.push(slice)
    assert.deepEqual([now.read_from, now.read_to], [stored.read_from, stored.read_to])
  }
  assert.deepEqual(
    again.map(({ from, to }) => `${from} ${to}`),
    ['2026-10-30 2026-11-01', '2026-10-27 2026-10-29', '2026-10-24 2026-10-26', '2026-10-23 2026-10-23'],
  )
  assert.deepEqual([now.reading, now.outdated], [2, undefined])
  assert.deepEqual(valid_part(newer, now, TODAY), now)
})

test('days that a sync or somebody else read again with the present reading are not read once more', () => {
  const now = valid_part(newer, read({}).cursor, TODAY)
  const recent = after_slice(newer, now, { from: '2026-10-30', to: TODAY }, { today: TODAY })
  assert.deepEqual(recent.outdated, { from: '2026-10-23', before: '2026-10-30' })
  const older = after_slice(newer, recent, { from: '2026-10-23', to: '2026-10-25' }, { today: TODAY })
  assert.deepEqual(older.outdated, recent.outdated, 'the days between are outdated')
  assert.equal(after_slice(newer, now, { from: '2026-10-23', to: TODAY }, { today: TODAY }).outdated, undefined)
})

test('nothing is outdated without stored days, or when the stored history starts again', () => {
  assert.deepEqual(valid_part(newer, {}, TODAY).outdated, undefined)
  assert.equal(read({}, { of: newer }).cursor.reading, 2)
  const now = valid_part(newer, read({}).cursor, TODAY)
  const apart = after_slice(newer, now, { from: '2026-12-24', to: '2026-12-26' }, { today: '2026-12-26' })
  assert.deepEqual([apart.read_from, apart.outdated], ['2026-12-24', undefined])
})

test('a slice of outdated days that is too much is read newest half first, so that an interruption leaves no day', () => {
  const now = valid_part(newer, read({}).cursor, TODAY)
  const slice = outdated_slice(newer, now, '2026-10-23')!
  assert.equal(is_behind(now, slice), true)
  assert.equal(is_behind({ ...now, outdated: undefined }, slice), false)
})
