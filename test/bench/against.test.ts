// The arithmetic of `npm run bench -- against`.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { compare, type Line, spread_of } from '../../bench/against/comparison.ts'
import { in_turns, type Name } from '../../bench/against/turns.ts'

const line = (before: number[], now: number[], unit: Line['unit'] = 'calls/s'): Line => ({
  what: 'w',
  unit,
  before,
  now,
})
const verdict = (...given: Parameters<typeof line>) => compare(line(...given)).verdict

test('a spread is the median with the lowest and the highest round, in any order of the values', () => {
  assert.deepEqual(spread_of([5, 1, 9, 3, 100]), { median: 5, min: 1, max: 100 })
  assert.deepEqual(spread_of([4, 1, 2, 3]), { median: 2.5, min: 1, max: 4 })
})

test('the verdict is slower or faster only if the ranges do not overlap', () => {
  const before = [10, 11, 12, 13, 14]
  assert.equal(verdict(before, [5, 6, 7, 8, 9]), 'slower')
  assert.equal(verdict(before, [15, 16, 17, 18, 19]), 'faster')
  assert.equal(verdict(before, [1, 2, 3, 4, 10]), 'same', 'ranges that touch')
  assert.equal(verdict(before, [14, 20, 30, 40, 50]), 'same', 'ranges that touch above')
  assert.equal(verdict(before, [1, 2, 3, 4, 50]), 'same', 'one range within the other')
  assert.equal(verdict(before, before), 'same')
})

test('a lower time is faster, and a higher rate is faster', () => {
  const [few, many] = [
    [1, 2, 3, 4, 5],
    [6, 7, 8, 9, 10],
  ]
  assert.equal(verdict(few, many, 'ms'), 'slower')
  assert.equal(verdict(many, few, 'ms'), 'faster')
  assert.equal(verdict(few, many, 'rows/s'), 'faster')
})

test('a change is computed for each round, so that a slow machine has no effect', () => {
  const { change_percent } = compare(line([100, 10, 100, 10, 100], [90, 9, 90, 9, 90]))
  for (const value of Object.values(change_percent)) assert.ok(Math.abs(value + 10) < 1e-9, `${value}`)
})

test('too few rounds, or unequal numbers of rounds, are refused', () => {
  assert.throws(() => compare(line([1, 2, 3, 4], [1, 2, 3, 4])), /no comparison/)
  assert.throws(() => compare(line([1, 2, 3, 4, 5], [1, 2, 3, 4, 5, 6])), /no comparison/)
})

test('sides alternate, each goes first as often as the other, and the warm-up does not count', async () => {
  const asked: Name[] = []
  let value = 0
  const measure = async (name: Name) => {
    asked.push(name)
    value += 1
    return [{ what: 'w', unit: 'ms' as const, value }]
  }
  const lines = await in_turns(6, [measure], new AbortController().signal)
  const [two_rounds, half] = ['now before before now ', 'now before']
  assert.equal(asked.join(' '), `${two_rounds.repeat(3)}${half}`)
  assert.equal(lines.length, 1)
  const { before, now } = lines[0]!
  assert.deepEqual([before.length, now.length], [6, 6])
  assert.equal(Math.min(...before, ...now), 3, 'the first round is the warm-up')
})

test('a stopped run ends before the next measurement', async () => {
  const stopped = new AbortController()
  let measured = 0
  const measure = async () => {
    measured += 1
    stopped.abort()
    return []
  }
  await assert.rejects(in_turns(5, [measure], stopped.signal), { name: 'AbortError' })
  assert.equal(measured, 1)
})
