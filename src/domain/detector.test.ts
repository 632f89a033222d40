import assert from 'node:assert/strict'
import { test } from 'node:test'
import { HISTORY_DAYS_MIN, score_days } from '#domain/detector.ts'
import { DAYS, type Kind, make_series, SCORED_DAYS } from '#test/broken_series.ts'

/** SERIES=200 DETECTOR_SEED=9 npm test -- src/domain/detector.test.ts */
const SERIES = Number(process.env.SERIES ?? 40)
const SEED = Number(process.env.DETECTOR_SEED ?? 1)
const THRESHOLD = 4
/** A few series have few large breaks. */
const COUNTS_FROM_7 = SERIES >= 200 ? 0.97 : 0.95
const MONTH_DAYS = 30

/** The days of a series that are beyond the threshold, among those that can have a break. */
function flagged_days({ kind, values }: ReturnType<typeof make_series>): number[] {
  const checked = score_days(values, kind, THRESHOLD)
  return checked.flatMap((one, day) =>
    day >= DAYS - SCORED_DAYS && one !== null && Math.abs(one.score) > THRESHOLD ? day : [],
  )
}

function measured(kind: Kind, seed: number) {
  let found = 0
  let false_ones = 0
  const of_size = new Map<number, { found: number; all: number }>()
  for (let at = 0; at < SERIES; at += 1) {
    const series = make_series(seed * 100_000 + at, kind)
    const flagged = flagged_days(series)
    false_ones += flagged.filter((day) => !series.breaks.has(day)).length
    for (const [day, deviations] of series.breaks) {
      const size = of_size.getOrInsertComputed(Math.floor(Math.abs(deviations)), () => ({ found: 0, all: 0 }))
      size.all += 1
      if (!flagged.includes(day)) continue
      size.found += 1
      found += 1
    }
  }
  const sizes = [...of_size].sort(([one], [other]) => one - other)
  const recall_from = (least: number) => {
    const large = sizes.filter(([size]) => size >= least).map(([, counts]) => counts)
    return large.reduce((sum, one) => sum + one.found, 0) / large.reduce((sum, one) => sum + one.all, 0)
  }
  return { precision: found / (found + false_ones), recall: recall_from(0), recall_from_7: recall_from(7) }
}

function measured_quiet(kind: Kind, seed: number) {
  const counts = Array.from({ length: SERIES }, (_, at) => {
    const series = make_series(seed * 100_000 + 50_000 + at, kind, { breaks: 0 })
    return (flagged_days(series).length * MONTH_DAYS) / SCORED_DAYS
  })
  return { mean: counts.reduce((sum, one) => sum + one, 0) / SERIES, worst: Math.max(...counts) }
}

const shown = (figures: object) =>
  Object.entries(figures)
    .map(([name, value]) => `${name} ${(value as number).toFixed(3)}`)
    .join(', ')

test('breaks of amounts are found, and few other days are', (t) => {
  const of = measured('amount', SEED)
  t.diagnostic(`amounts: ${shown(of)}`)
  assert.ok(of.precision >= 0.9 && of.recall >= 0.9 && of.recall_from_7 >= 0.97, shown(of))
})

test('breaks of counts are found, and few other days are', (t) => {
  const of = measured('count', SEED)
  t.diagnostic(`counts: ${shown(of)}`)
  assert.ok(of.precision >= 0.9 && of.recall >= 0.9 && of.recall_from_7 >= COUNTS_FROM_7, shown(of))
})

for (const kind of ['amount', 'count'] as const)
  test(`a quiet ${kind} has few false alerts in 30 days`, (t) => {
    const of = measured_quiet(kind, SEED)
    t.diagnostic(`quiet ${kind}s in ${MONTH_DAYS} days: ${shown(of)}`)
    assert.ok(of.mean <= 0.2 && of.worst <= 2, shown(of))
  })

test('no day has a score before six weeks are known', () => {
  const { values } = make_series(7, 'amount', { breaks: 0 })
  const first = score_days(values, 'amount', THRESHOLD).findIndex((one) => one !== null)
  assert.equal(first, HISTORY_DAYS_MIN)
  const gaps = values.map((value, day) => (day >= 20 && day < 30 ? null : value))
  const after_gap = score_days(gaps, 'amount', THRESHOLD)
  assert.equal(
    after_gap.findIndex((one) => one !== null),
    HISTORY_DAYS_MIN + 10,
  )
  assert.ok(after_gap.slice(20, 30).every((one) => one === null))
})

test('a flagged day does not make the next equal day an expected one', () => {
  const { values } = make_series(7, 'amount', { breaks: 0 })
  const level = values[99]!
  const broken = values.map((value, day) => (day === 100 || day === 107 ? level * 20 : value))
  const checked = score_days(broken, 'amount', THRESHOLD)
  assert.ok(checked[100]!.score > THRESHOLD && checked[107]!.score > THRESHOLD)
  assert.ok(checked[107]!.expected < level * 2)
})

test('a metric that never changes has finite scores, and its end is found', () => {
  const flat = Array.from({ length: 80 }, (_, day) => (day === 79 ? 0 : 100))
  for (const kind of ['amount', 'count'] as const) {
    const checked = score_days(flat, kind, THRESHOLD)
    assert.ok(Math.abs(checked[78]!.score) < 0.1, kind)
    assert.ok(checked[79]!.score < -THRESHOLD && Number.isFinite(checked[79]!.score), kind)
  }
})
