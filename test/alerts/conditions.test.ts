import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  type AlertCondition,
  type AlertTerms,
  openings_of,
  single_day_expected,
  transition,
  verdict_of,
  window_days,
} from '#domain/alert_conditions.ts'
import { exact, exact_text } from '#domain/exact.ts'

const terms = (condition: AlertCondition, threshold: string): AlertTerms => ({
  condition,
  threshold: exact(threshold),
  comparison_period: null,
})
const checked = (condition: AlertCondition, threshold: string, value: string, expected: string | null = null) => {
  const figures = { value: exact(value), expected: expected === null ? null : exact(expected) }
  const verdict = verdict_of(terms(condition, threshold), figures)
  return verdict && [verdict.breaches, verdict.is_inside]
}

test('each condition is breached only beyond its threshold, and inside only by a tenth of it', () => {
  const cases: [AlertCondition, string, string, string | null, [boolean, boolean]][] = [
    ['above', '100', '100', null, [false, false]],
    ['above', '100', '100.000000000001', null, [true, false]],
    ['above', '100', '90', null, [false, true]],
    ['above', '100', '90.01', null, [false, false]],
    ['above', '-100', '-109', null, [false, false]],
    ['above', '-100', '-110', null, [false, true]],
    ['below', '100', '99.99', null, [true, false]],
    ['below', '100', '109.99', null, [false, false]],
    ['below', '100', '110', null, [false, true]],
    ['increase_percent', '50', '150', '100', [false, false]],
    ['increase_percent', '50', '150.01', '100', [true, false]],
    ['increase_percent', '50', '145', '100', [false, true]],
    ['increase_percent', '50', '10', '100', [false, true]],
    ['decrease_percent', '40', '60', '100', [false, false]],
    ['decrease_percent', '40', '59.99', '100', [true, false]],
    ['decrease_percent', '40', '64', '100', [false, true]],
    ['decrease_percent', '40', '190', '100', [false, true]],
    ['change_percent', '20', '79.99', '100', [true, false]],
    ['change_percent', '20', '120.01', '100', [true, false]],
    ['change_percent', '20', '118', '100', [false, true]],
    ['increase_percent', '50', '-40', '-100', [true, false]],
  ]
  for (const [condition, threshold, value, expected, wanted] of cases)
    assert.deepEqual(checked(condition, threshold, value, expected), wanted, `${condition} ${threshold}: ${value}`)
})

test('amounts are compared exactly, also where a float could not tell them apart', () => {
  assert.deepEqual(checked('above', '900719925474.099300', '900719925474.099301'), [true, false])
  assert.deepEqual(checked('above', '0.3', '0.3'), [false, false])
})

test('without a value or anything to compare with there is no verdict', () => {
  assert.equal(verdict_of(terms('above', '1'), { value: null, expected: null }), null)
  assert.equal(checked('increase_percent', '50', '10', null), null)
  assert.equal(checked('increase_percent', '50', '10', '0'), null)
  assert.equal(verdict_of(terms('anomaly', '4'), { value: exact('1'), expected: null }), null)
})

test('an anomaly is a score beyond the threshold on either side', () => {
  const of = (score: number) => verdict_of(terms('anomaly', '4'), { value: exact('1'), expected: exact('2'), score })
  assert.deepEqual([of(-4.1)?.breaches, of(4.1)?.breaches, of(3.9)?.breaches], [true, true, false])
  assert.deepEqual([of(-3.6)?.is_inside, of(3.7)?.is_inside], [true, false])
})

test('the same weekday is the median of four, or of three when one is not known', () => {
  const values = new Map(
    [
      ['2026-11-13', '10'],
      ['2026-11-06', '40'],
      ['2026-10-30', '20'],
      ['2026-10-23', '31'],
      ['2026-11-19', '5'],
    ].map(([day, value]) => [day, exact(value!)]),
  )
  const expected = (period: AlertTerms['comparison_period']) =>
    single_day_expected(
      { ...terms('increase_percent', '1'), comparison_period: period },
      '2026-11-20',
      (day) => values.get(day) ?? null,
    )
  assert.equal(expected(null), exact('25.5'))
  assert.equal(expected('previous_day'), exact('5'))
  values.delete('2026-11-06')
  assert.equal(expected('same_weekday'), exact('20'))
  values.delete('2026-10-30')
  assert.equal(expected('same_weekday'), null)
})

test('above and below compare one day unless a window is given', () => {
  const days = (period: AlertTerms['comparison_period']) =>
    window_days({ ...terms('below', '1'), comparison_period: period })
  assert.deepEqual(
    [null, 'previous_day', 'same_weekday', 'previous_7_days', 'previous_30_days'].map((of) => days(of as never)),
    [1, 1, 1, 7, 30],
  )
})

test('an alert opens once, and opens again only after it was inside', () => {
  const verdict = (value: string) => verdict_of(terms('above', '100'), { value: exact(value), expected: null })
  const values = ['101', '102', '95', '101', '90', null, '101']
  const days = values.map((value, at) => ({ day: `day ${at}`, verdict: value === null ? null : verdict(value) }))
  assert.deepEqual(openings_of(days), ['day 0', 'day 6'])
  assert.equal(transition(true, null), null)
  assert.equal(transition(false, null), null)
})

test('an exact value and its decimal text are the same', () => {
  for (const text of ['0.000000000000', '-0.000000000001', '12345678901234.500000000000', '-7.250000000000'])
    assert.equal(exact_text(exact(text)), text)
})
