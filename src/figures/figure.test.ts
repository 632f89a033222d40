import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { z } from 'zod'
import { exact, exact_count, exact_micros } from '#domain/exact.ts'
import { minor_digits } from '#domain/money.ts'
import { before, certain_count, count, difference, figures, money, quotient, ratio } from '#figures/figure.ts'

const of = (sums: Record<string, string | null>) =>
  Object.fromEntries(Object.entries(sums).map(([name, text]) => [name, text === null ? null : exact(text)]))

const shop = figures({
  orders: count('Orders.'),
  revenue: money('Charged.'),
  net: money('revenue less refunds.', difference('revenue', 'refunds')),
  average: money('revenue divided by orders.', quotient('revenue', 'orders')),
  share: ratio('refunds divided by revenue.', 'refunds', 'revenue'),
})
type ShopSums = Record<'orders' | 'revenue' | 'refunds', bigint | null>
const sums = (values: Record<keyof ShopSums, string | null>) => of(values) as ShopSums

describe('declared figures', () => {
  it('are null where nothing is known, and zero where nothing happened', () => {
    const unknown = shop.values({ current: null, previous: null }, 'USD')
    assert.deepEqual(unknown, { orders: null, revenue: null, net: null, average: null, share: null })
    const nothing = shop.values({ current: sums({ orders: '0', revenue: '0', refunds: '0' }), previous: null }, 'USD')
    assert.deepEqual(nothing, { orders: 0, revenue: 0, net: 0, average: null, share: null })
  })

  it('are unknown when a sum that they need is unknown', () => {
    const current = sums({ orders: '3', revenue: null, refunds: '1' })
    assert.deepEqual(shop.values({ current, previous: null }, 'USD'), {
      orders: 3,
      revenue: null,
      net: null,
      average: null,
      share: null,
    })
  })

  it('round once, at the end, to the decimals of the currency', () => {
    const current = sums({ orders: '3', revenue: '10.005', refunds: '0.001' })
    const { revenue, net, average, share } = shop.values({ current, previous: null }, 'USD')
    assert.deepEqual([revenue, net, average, share], [10.01, 10, 3.34, 0.0001]) // 10.004 and 3.335, not 10.01 less 0
    assert.equal(shop.values({ current, previous: null }, 'JPY').revenue, 10)
  })

  it('are shown for either window, and for the previous window when declared so', () => {
    const pair = figures({
      clicks: certain_count(),
      clicks_before: before(certain_count(undefined, 'clicks')),
      maybe: before(count(undefined, 'clicks')),
    })
    const line = { current: { clicks: exact_count(5) }, previous: { clicks: exact_count(2) } }
    assert.deepEqual(pair.values(line, 'USD'), { clicks: 5, clicks_before: 2, maybe: 2 })
    assert.deepEqual(pair.values({ ...line, previous: null }, 'USD'), { clicks: 5, clicks_before: 0, maybe: null })
    assert.equal(pair.values(line, 'USD', 'previous').clicks, 2)
  })

  it('have result fields that accept the shown values, and null only for values that can be unknown', () => {
    const lines = figures({
      clicks: certain_count(),
      ctr: ratio('clicks divided by impressions.', 'clicks', 'impressions'),
    })
    const shape = z.strictObject(lines.fields)
    assert.ok(shape.safeParse({ clicks: 1, ctr: null }).success)
    assert.ok(!shape.safeParse({ clicks: null, ctr: null }).success)
    assert.equal(lines.fields.ctr.description, 'clicks divided by impressions. null: nothing to divide by.')
    assert.equal(shop.fields.revenue.description, 'Charged. In currency units; null: not known.')
    const compared = shop.compared(
      { current: sums({ orders: '1', revenue: '2', refunds: '1' }), previous: null },
      'USD',
    )
    assert.ok(z.strictObject(shop.compared_fields).safeParse(compared).success)
  })

  it('do not compile with sums that lack one that they need', () => {
    const lacking = { current: { orders: 1n, revenue: 1n }, previous: null }
    // @ts-expect-error refunds is missing: a wrong name is found by the compiler
    assert.equal(shop.values(lacking, 'USD').net, null)
  })
})

describe('compared figures', () => {
  it('change by exactly the difference of the shown figures', () => {
    const amount = fc.bigInt({ min: -(10n ** 15n), max: 10n ** 15n })
    const spend = figures({ spend: money('Cost.') })
    fc.assert(
      fc.property(amount, amount, fc.constantFrom('USD', 'JPY', 'KWD'), (now, then, currency) => {
        const { current, previous, change } = spend.compared(
          { current: { spend: exact_micros(now) }, previous: { spend: exact_micros(then) } },
          currency,
        ).spend
        const units = (value: number | null) => BigInt(Math.round(value! * 10 ** minor_digits(currency)))
        assert.equal(units(change), units(current) - units(previous))
      }),
    )
  })

  it('have no change when one side is unknown, and no percentage of zero', () => {
    const clicks = figures({ clicks: count('Clicks.') })
    const side = (value: number | null) => (value === null ? null : { clicks: exact_count(value) })
    const compared = (now: number | null, then: number | null) =>
      clicks.compared({ current: side(now), previous: side(then) }, 'USD').clicks
    assert.deepEqual(compared(3, null), { current: 3, previous: null, change: null, change_percent: null })
    assert.deepEqual(compared(null, 3), { current: null, previous: 3, change: null, change_percent: null })
    assert.deepEqual(compared(3, 0), { current: 3, previous: 0, change: 3, change_percent: null })
    assert.deepEqual(compared(1, 3), { current: 1, previous: 3, change: -2, change_percent: -66.67 })
    assert.equal(clicks.changes({ current: side(1), previous: side(3) }).clicks, -66.67)
  })

  it('compare ratios of sums, not averages of ratios', () => {
    const roas = figures({ roas: ratio('value divided by spend.', 'value', 'spend') })
    const { current, change } = roas.compared(
      { current: of({ value: '30', spend: '40' }) as never, previous: of({ value: '10', spend: '30' }) as never },
      'USD',
    ).roas
    assert.deepEqual([current, change], [0.75, 0.4167]) // as shown: 0.75 less 0.3333
  })
})
