import assert from 'node:assert/strict'
import { test } from 'node:test'
import { with_zone } from './account_zone.ts'
import type { Cursor } from './cursor.ts'

const window = { today: '2026-11-20', overlap_days: 3 }
const stored: Cursor = { read_from: '2026-10-01', read_to: '2026-11-19' }
const in_mexico: Cursor = { ...stored, time_zone: 'America/Mexico_City' }

test('a zone that is known for the first time, or has the same hours, is no change', () => {
  assert.equal(with_zone(stored, { time_zone: 'UTC' }, window).changed_zone, undefined)
  assert.equal(with_zone(in_mexico, { time_zone: 'America/Mexico_City' }, window), in_mexico)
  const same = with_zone(in_mexico, { time_zone: 'America/Monterrey' }, window)
  assert.deepEqual([same.time_zone, same.changed_zone], ['America/Monterrey', undefined])
})

test('a change has its day, and the first day that is read again in the new zone', () => {
  const changed = with_zone(in_mexico, { time_zone: 'Europe/Madrid' }, window)
  assert.deepEqual(changed.changed_zone, { from: 'America/Mexico_City', since: '2026-11-16', on: '2026-11-20' })
  assert.equal(with_zone(changed, { time_zone: 'Europe/Madrid' }, { ...window, today: '2026-11-25' }), changed)
})

test('a change says which days were not stored yet, also after a further change', () => {
  const changed = with_zone({ ...in_mexico, history_left: true }, { time_zone: 'Europe/Madrid' }, window)
  assert.equal(changed.changed_zone?.first_read_before, '2026-10-01')
  const older: Cursor = { ...changed, read_from: '2026-01-01', history_left: undefined }
  assert.equal(with_zone(older, { time_zone: 'UTC' }, window).changed_zone?.first_read_before, '2026-10-01')
})

test('a history that begins again has no change', () => {
  const again: Cursor = {
    time_zone: 'UTC',
    changed_zone: { from: 'Asia/Tokyo', since: '2026-11-01', on: '2026-11-02' },
  }
  assert.equal(with_zone(again, { time_zone: 'UTC' }, window).changed_zone, undefined)
})
