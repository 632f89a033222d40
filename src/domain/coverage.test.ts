import assert from 'node:assert/strict'
import { test } from 'node:test'
import { BEGINNING, type Covered, is_known, known_days } from '#domain/coverage.ts'

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

const of_holes = (...holes: string[]) => known_days([old, { ...old, holes }], { ...march, to: '2026-03-11' }, today)

test('a hole makes its window unknown, and the days after it are a known part', () => {
  assert.deepEqual(of_holes('2026-02-27', '2026-03-12'), { is: 'whole' })
  for (const holes of [['2026-03-01'], ['2026-02-27', '2026-03-01']])
    assert.deepEqual(of_holes(...holes), {
      is: 'unknown',
      part: { from: '2026-03-02', to: '2026-03-11' },
      around: { from: '2026-03-01', to: '2026-03-11', holes: ['2026-03-01'] },
    })
  assert.deepEqual(of_holes('2026-03-04', '2026-03-06'), {
    is: 'unknown',
    part: { from: '2026-03-07', to: '2026-03-11' },
    around: { from: '2026-03-01', to: '2026-03-11', holes: ['2026-03-04', '2026-03-06'] },
  })
})

test('holes at the end are days that are not delivered yet, also where another source ends before a hole', () => {
  assert.deepEqual(of_holes('2026-03-11'), { is: 'begun', until: '2026-03-10' })
  assert.deepEqual(of_holes('2026-03-10', '2026-03-11'), { is: 'begun', until: '2026-03-09' })
  const with_today = (...holes: string[]) =>
    known_days([{ ...old, until: '2026-03-12', holes }], { ...march, to: today }, today)
  assert.deepEqual(with_today('2026-03-11', '2026-03-12'), { is: 'begun', until: '2026-03-10' })
  assert.equal(with_today('2026-03-11').is, 'unknown')
  const all = Array.from({ length: 11 }, (_, at) => `2026-03-${String(at + 1).padStart(2, '0')}`)
  assert.deepEqual(of_holes(...all), { is: 'unknown' })
  const ends_before = [
    { ...old, until: '2026-03-08' },
    { ...old, holes: ['2026-03-10'] },
  ]
  assert.deepEqual(known_days(ends_before, march, today), { is: 'begun', until: '2026-03-08' })
})

test('each day beside a hole is known by itself', () => {
  const known = of_holes('2026-03-04', '2026-03-11')
  const is_known_from = (from: string, to = from) => is_known(known, { from, to })
  const all = ['02-28', '03-01', '03-03', '03-04', '03-05', '03-10', '03-11'].map((day) => is_known_from(`2026-${day}`))
  assert.deepEqual(all, [false, true, true, false, true, true, false])
  assert.deepEqual(
    [is_known_from('2026-03-01', '2026-03-03'), is_known_from('2026-03-03', '2026-03-05')],
    [true, false],
  )
})
