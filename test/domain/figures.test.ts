import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { type RatioPart, ratio_effects, shown_units } from '#domain/breakdown.ts'
import {
  change_percent,
  divide,
  exact,
  exact_micros,
  exact_ratio,
  money_number,
  ONE,
  ratio,
  sum_known,
  to_number,
} from '#domain/exact.ts'
import { decimal, micros, round_decimal } from '#domain/money.ts'

const amounts = fc.bigInt({ min: -(10n ** 18n), max: 10n ** 18n })

describe('exact figures', () => {
  it('converting micros to text and back keeps the amount', () => {
    fc.assert(fc.property(amounts, (value) => assert.equal(micros(decimal(value)), value)))
    fc.assert(fc.property(amounts, (value) => assert.equal(exact(decimal(value)), exact_micros(value))))
  })

  it('rounds half away from zero, and never by more than half a unit', () => {
    assert.deepEqual(
      ['0.005', '-0.005', '0.0049', '2.675', '-1.005'].map((text) => money_number(exact(text), 'USD')),
      [0.01, -0.01, 0, 2.68, -1.01],
    )
    assert.equal(money_number(exact('1234.5'), 'JPY'), 1235)
    assert.equal(money_number(exact('0.0005'), 'KWD'), 0.001)
    assert.equal(Object.is(money_number(exact('-0.001'), 'USD'), 0), true) // no negative zero in JSON
    fc.assert(
      fc.property(amounts, fc.bigInt({ min: 1n, max: 10n ** 12n }), (over, under) => {
        const off = divide(over, under) * under - over
        assert.ok((off < 0n ? -off : off) * 2n <= under)
        assert.equal(divide(-over, under), -divide(over, under))
        assert.equal(divide(over, -under), -divide(over, under))
      }),
    )
  })

  it('gives the number of the rounded decimal text', () => {
    const cents = fc.bigInt({ min: -(10n ** 14n), max: 10n ** 14n })
    fc.assert(
      fc.property(cents, fc.nat(999_999), (value, rest) => {
        const micros = value * 10_000n + BigInt(rest)
        assert.equal(money_number(exact_micros(micros), 'USD'), Number(round_decimal(decimal(micros), 2)))
      }),
    )
  })

  it('has no ratio and no percentage for a zero denominator or an unknown figure', () => {
    assert.deepEqual(
      [
        ratio(1n, 0n),
        ratio(null, 1n),
        ratio(1n, null),
        exact_ratio(1n, 0n),
        change_percent(1n, 0n),
        change_percent(null, 1n),
      ],
      [null, null, null, null, null, null],
    )
    assert.deepEqual([ratio(2n, 3n), ratio(-2n, 3n), ratio(0n, 3n)], [0.6667, -0.6667, 0])
    assert.deepEqual([change_percent(110n, 100n), change_percent(-50n, -100n), change_percent(0n, 3n)], [10, 50, -100])
    assert.deepEqual([sum_known([null, null]), sum_known([null, 2n, 3n]), sum_known([])], [null, 5n, null])
  })
})

describe('the breakdown of a ratio', () => {
  const side = fc.bigInt({ min: 0n, max: 10n ** 24n })
  const part = fc.record({
    over: fc.record({ current: side, previous: side }),
    under: fc.record({ current: fc.oneof(fc.constant(0n), side), previous: fc.oneof(fc.constant(0n), side) }),
  })
  const total = (parts: RatioPart[], what: 'over' | 'under', which: 'current' | 'previous') =>
    parts.reduce((sum, of) => sum + of[what][which], 0n)

  it('adds up to the change of the whole, except for a rounding of 10^-12 for each part', () => {
    fc.assert(
      fc.property(fc.array(part, { minLength: 1, maxLength: 12 }), (parts) => {
        const effects = ratio_effects(parts)
        const now = exact_ratio(total(parts, 'over', 'current'), total(parts, 'under', 'current'))
        const then = exact_ratio(total(parts, 'over', 'previous'), total(parts, 'under', 'previous'))
        assert.equal(effects === null, now === null || then === null)
        if (!effects || now === null || then === null) return
        const sum = effects.reduce((all, { mix, rate }) => all + mix + rate, 0n)
        const off = now - then - sum
        assert.ok((off < 0n ? -off : off) <= BigInt(parts.length) + 1n, `off by ${off}`)
      }),
    )
  })

  it('separates a moved budget from better performance', () => {
    const campaign = (spend: [number, number], value: [number, number]): RatioPart => ({
      under: { previous: BigInt(spend[0]) * ONE, current: BigInt(spend[1]) * ONE },
      over: { previous: BigInt(value[0]) * ONE, current: BigInt(value[1]) * ONE },
    })
    const shown = (parts: RatioPart[]) =>
      ratio_effects(parts)?.map(({ mix, rate }) => [to_number(mix, 4), to_number(rate, 4)])
    // the same ratios, budget moved from the good one (4) to the bad one (1): all of the fall is mix
    assert.deepEqual(shown([campaign([50, 20], [200, 80]), campaign([50, 80], [50, 80])]), [
      [-0.585, 0], // 0.3 of the budget left it: -0.3 * (4 - 2.05)
      [-0.315, 0],
    ])
    // the same budgets, one got worse: all of the fall is its rate
    assert.deepEqual(shown([campaign([50, 50], [200, 100]), campaign([50, 50], [50, 50])]), [
      [0, -1],
      [0, 0],
    ])
    assert.equal(shown([campaign([0, 10], [0, 20])]), undefined)
    assert.equal(shown_units(exact('-0.0000005'), 6), -1n)
  })
})
