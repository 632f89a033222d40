// Sums of segments and currencies.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { add } from '#figures/sums/facts.ts'

describe('add', () => {
  const sum = (...values: Record<string, bigint | null>[]) =>
    values.reduce<Record<string, bigint | null> | undefined>((all, of) => add(all, of), undefined)?.value

  it('has the sum of the known values, in any order', () => {
    assert.equal(sum({ value: 0n }, { value: null }), 0n)
    assert.equal(sum({ value: null }, { value: 0n }), 0n)
    assert.equal(sum({ value: 5n }, { value: null }, { value: -5n }), 0n)
  })

  it('is unknown where no value is', () => {
    assert.equal(sum({ value: null }, { value: null }), null)
  })

  it('is unknown where a zero is next to amounts that all lack an exchange rate', () => {
    assert.equal(sum({ value: 0n }, { value: null, unrated_value: 5n }), null)
    assert.equal(sum({ value: null, unrated_value: 5n }, { value: 0n }), null)
    assert.equal(sum({ value: 3n }, { value: null, unrated_value: 5n }), 3n)
  })

  it('is unknown where a zero of orders is next to refunds that nobody stated', () => {
    const refunds = (...values: Record<string, bigint | null>[]) => values.reduce((all, of) => add(all, of)).refunds
    const [orders, unstated, stated] = [
      { refunds: 0n, unknown_refunds: 0n },
      { refunds: null, unknown_refunds: 1n },
      { refunds: 7n, unknown_refunds: 0n },
    ]
    assert.equal(refunds(orders, unstated), null)
    assert.equal(refunds(unstated, orders, orders), null)
    assert.equal(refunds(orders, unstated, orders, stated), 7n)
    assert.equal(refunds(orders, orders), 0n)
  })
})
