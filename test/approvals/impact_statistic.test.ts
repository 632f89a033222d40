import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Change, type Course, change_after, HISTORY_DAYS_MIN, impact_days, verdict_of } from '#domain/impact.ts'
import { ACTION_DAY, make_world, type World } from './impact_worlds.ts'

/** WORLDS=1500 IMPACT_SEED=9 npm test -- test/approvals/impact_statistic.test.ts */
const WORLDS = Number(process.env.WORLDS ?? 150)
const SEED = Number(process.env.IMPACT_SEED ?? 1)
/** The limits hold for 1,500 worlds. Of fewer ones, chance may take this much: two deviations of a share of nine tenths. */
const CHANCE = WORLDS >= 1_500 ? 0 : 2 * Math.sqrt(0.09 / WORLDS)
const EFFECTS = [0, 50, -30]

const share = (all: readonly boolean[]) => all.filter(Boolean).length / all.length

function measured({ kind, target, others }: World, days: 7 | 14, from = 0): Change {
  const end = ACTION_DAY + 1 + days
  const found = change_after({ kind, target: target.slice(from, end), others: others.slice(from, end) }, days)
  assert.ok(typeof found === 'object', String(found))
  return found
}

/** How often intervals cover the effect, for each effect, and how often it is found. */
function shares(kind: World['kind'], days: 7 | 14, from = 0) {
  return EFFECTS.map((effect) => {
    const found = Array.from({ length: WORLDS }, (_, at) =>
      measured(make_world(SEED * 1_000_000 + at, kind, Math.log1p(effect / 100)), days, from),
    )
    return {
      effect,
      covered: share(found.map(({ low, high }) => low <= effect && effect <= high)),
      changed: share(found.map((one) => verdict_of(one) === (effect < 0 ? 'fell' : 'rose'))),
      called: share(found.map((one) => verdict_of(one) !== 'unclear')),
    }
  })
}

for (const kind of ['amount', 'count'] as const)
  for (const days of impact_days)
    test(`after ${days} days, intervals of ${kind}s cover the effect, and show it where there is one`, (t) => {
      const of = shares(kind, days)
      const [idle, risen] = of as [(typeof of)[0], (typeof of)[0]]
      const shown = of.map(
        (one) => `${one.effect} %: covered ${one.covered.toFixed(3)}, called ${one.called.toFixed(3)}`,
      )
      t.diagnostic(`${kind}s, ${WORLDS} worlds, ${days} days: ${shown.join(', ')}`)
      for (const { covered, effect } of of) assert.ok(covered >= 0.9 - CHANCE, `${effect} %: ${covered}`)
      assert.ok(idle.called <= 0.08 + CHANCE, `idle: ${idle.called}`)
      assert.ok(risen.changed >= 0.9 - CHANCE, `found: ${risen.changed}`)
    })

test('with the shortest history, intervals cover as often', (t) => {
  for (const days of impact_days) {
    const of = shares('amount', days, ACTION_DAY - HISTORY_DAYS_MIN)
    const lowest = Math.min(...of.map(({ covered }) => covered))
    t.diagnostic(`amounts, ${WORLDS} worlds, ${days} days, shortest history: covered ${lowest.toFixed(3)}`)
    assert.ok(lowest >= 0.88 - CHANCE, String(lowest))
  }
})

const flat = (kind: Course['kind'], days: number, value: number) => ({
  kind,
  target: Array.from({ length: days }, () => value),
  others: Array.from({ length: days }, (_, day) => value * (2 + (day % 2) / 10)),
})

test('a day less than the shortest history has no number', () => {
  const { kind, target, others } = make_world(1, 'amount', 0)
  const of = (before: number) => {
    const [from, end] = [ACTION_DAY - before, ACTION_DAY + 8]
    return change_after({ kind, target: target.slice(from, end), others: others.slice(from, end) }, 7)
  }
  assert.equal(of(HISTORY_DAYS_MIN - 1), 'history_short')
  assert.equal(typeof of(HISTORY_DAYS_MIN), 'object')
  const late = target
    .map((value, day) => (day < ACTION_DAY - HISTORY_DAYS_MIN + 1 ? 0 : value))
    .slice(0, ACTION_DAY + 8)
  assert.equal(change_after({ kind, target: late, others: others.slice(0, ACTION_DAY + 8) }, 7), 'history_short')
})

test('without other campaigns, or without anything before, there is no number', () => {
  const of = flat('amount', 100, 50)
  assert.equal(change_after({ ...of, others: of.others.map(() => 0) }, 7), 'no_others')
  const paused = of.target.map((value, day) => (day >= 60 && day <= 92 ? 0 : value))
  assert.equal(change_after({ ...of, target: paused }, 7), 'nothing_before')
  /** Conversions a day, which are ten in the four weeks before. */
  const ten = 10 / 28
  assert.equal(change_after(flat('count', 100, 0.99 * ten), 7), 'nothing_before')
  assert.equal(change_after(flat('count', 100, 1.01 * ten), 7), 'no_others', 'others have fewer in the week after')
})

test('a campaign that stopped has fallen by all, and events that stopped by nearly all', () => {
  const stopped = (kind: Course['kind']) => {
    const of = flat(kind, 100, 50)
    return change_after({ ...of, target: of.target.map((value, day) => (day > 92 ? 0 : value)) }, 7) as Change
  }
  assert.deepEqual(stopped('amount'), { change: -100, low: -100, high: -100 })
  const { change, high } = stopped('count')
  assert.ok(change < -99 && change > -100 && high < -90)
})

test('what lifts the whole account is no change of the campaign', () => {
  const { kind, target, others } = make_world(3, 'amount', 0)
  const end = ACTION_DAY + 8
  const lifted = (values: number[]) => values.map((value, day) => (day > ACTION_DAY ? 2 * value : value)).slice(0, end)
  const plain = change_after({ kind, target: target.slice(0, end), others: others.slice(0, end) }, 7) as Change
  const all = change_after({ kind, target: lifted(target), others: lifted(others) }, 7) as Change
  assert.deepEqual(all, plain)
})
