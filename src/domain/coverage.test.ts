import assert from 'node:assert/strict'
import { test } from 'node:test'
import { BEGINNING, type Covered, known_days } from '#domain/coverage.ts'

const today = '2026-03-13'
const old: Covered = { from: BEGINNING, until: '2026-03-11', read_until: today, created_on: null }
const made_on = (created_on: string): Covered => ({
  from: BEGINNING,
  until: '2026-03-09',
  read_until: today,
  created_on,
})
const march = { from: '2026-03-01', to: '2026-03-12' }

test('an account that the platform has just created holds back only the days since its creation', () => {
  assert.deepEqual(known_days([old, made_on('2026-03-12')], march, today), { is: 'begun', until: '2026-03-11' })
  assert.deepEqual(known_days([made_on('2026-03-12')], march, today), { is: 'begun', until: '2026-03-11' })
  assert.deepEqual(known_days([old, made_on('2026-03-05')], march, today), { is: 'begun', until: '2026-03-09' })
})

test('an account of which no day was read leaves the days since its creation unknown', () => {
  const unread = { ...made_on('2026-03-12'), from: null, until: null, read_until: null }
  assert.deepEqual(known_days([old, unread], march, today), { is: 'unknown' })
  assert.deepEqual(known_days([old, unread], { from: '2026-03-01', to: '2026-03-11' }, today), { is: 'whole' })
})

test('a hole makes the days up to it unknown in each window that has it, and the days after it are a known part', () => {
  const of = (...holes: string[]) => known_days([old, { ...old, holes }], { ...march, to: '2026-03-11' }, today)
  assert.deepEqual(of('2026-02-27', '2026-03-12'), { is: 'whole' })
  for (const holes of [['2026-03-01'], ['2026-02-27', '2026-03-01']])
    assert.deepEqual(of(...holes), { is: 'unknown', part: { from: '2026-03-02', to: '2026-03-11' } })
  assert.deepEqual(of('2026-03-04', '2026-03-06'), {
    is: 'unknown',
    part: { from: '2026-03-07', to: '2026-03-11' },
  })
  assert.deepEqual(of('2026-03-11'), { is: 'unknown' })
})
