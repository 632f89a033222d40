import assert from 'node:assert/strict'
import { test } from 'node:test'
import { minimum_of, unit_micros } from './budgets.ts'

test('the lowest budget and the smallest step follow the currency as TikTok counts it', () => {
  const of = (currency: string) => [minimum_of(currency), Number(unit_micros(currency))]
  assert.deepEqual(of('USD'), ['50', 10_000])
  assert.deepEqual(of('MXN'), ['500', 10_000])
  assert.deepEqual(of('CLP'), ['50000', 1_000_000])
  assert.deepEqual(of('COP'), ['50000', 10_000])
  assert.deepEqual(of('HUF'), ['50', 1_000_000])
  assert.deepEqual(of('PHP'), ['2500', 10_000])
  assert.equal(minimum_of('BRL', 'of_shop'), '10')
  assert.deepEqual([minimum_of('XAF'), minimum_of(undefined)], [undefined, undefined])
})
