import assert from 'node:assert/strict'
import { test } from 'node:test'
import { FxUse, rates_used } from '#figures/sums/fx.ts'

test('a sum of the window itself that lacks an amount without an exchange rate is only a part', () => {
  const fx = new FxUse(1)
  fx.add({ name: 'refunds', segment: 1 }, 'UYU', 0n)
  fx.add({ name: 'refunds', segment: 0 }, 'UYU', 1n)
  assert.equal(fx.misses_rates('current'), false)
  fx.add({ name: 'revenue', segment: 2 }, 'UYU', 500_000_000n)
  assert.equal(fx.misses_rates('current'), true)
})

test('the rates of several parts are one list, each currency and source once', () => {
  const [one, other, none] = [new FxUse(), new FxUse(), new FxUse()]
  const bank = { currency: 'USD', source: 'European Central Bank' }
  one.use([{ ...bank, lowest: '1.10', highest: '1.20', filled_days: 2 }])
  other.use([
    { ...bank, lowest: '1.05', highest: '1.15', filled_days: 1 },
    { currency: 'ARS', source: 'contract', lowest: '0.00071428571428571428', highest: '0.001', filled_days: 0 },
  ])
  assert.deepEqual(rates_used([one, other, none]), [
    { currency: 'ARS', source: 'contract', lowest: 0.00071428571, highest: 0.001, filled_days: 0 },
    { ...bank, lowest: 1.05, highest: 1.2, filled_days: 2 },
  ])
  assert.equal(rates_used([none]), undefined)
})
