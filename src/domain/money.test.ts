import assert from 'node:assert/strict'
import { test } from 'node:test'
import { exact_micros, money_number } from './exact.ts'
import { micros, minor_digits, without_exponent, written_digits } from './money.ts'

test('a recorded amount has the decimals of ISO 4217, also where people write fewer', () => {
  const digits = { USD: 2, COP: 2, PKR: 2, HUF: 2, IDR: 2, CLP: 0, JPY: 0, XOF: 0, KWD: 3, IQD: 3, CLF: 4 }
  for (const [currency, wanted] of Object.entries(digits)) assert.equal(minor_digits(currency), wanted, currency)
  assert.deepEqual(['COP', 'PKR', 'USD', 'KWD'].map(written_digits), [0, 0, 2, 3])
})

test('an amount is read as a vendor writes it, and what is no plain decimal is refused', () => {
  const read = {
    '12.5': 12_500_000n,
    '.99': 990_000n,
    '-.5': -500_000n,
    ' 7 ': 7_000_000n,
    '0.0000005': 1n,
    '+3': 3_000_000n,
  }
  for (const [text, value] of Object.entries(read)) assert.equal(micros(text), value, text)
  for (const text of ['', '.', '-', '5.', '1,5', '1.2.3', '1e3', '$5', '٣'])
    assert.throws(() => micros(text), RangeError, text)
})

test('an exponent is written out, and a text without one keeps every digit', () => {
  const texts = {
    '4.95005007E8': 495_005_007_000_000n,
    '1e-7': 0n,
    '-2E-18': 0n,
    '90071992547409.93': 90_071_992_547_409_930_000n,
  }
  for (const [text, value] of Object.entries(texts)) assert.equal(micros(without_exponent(text)), value, text)
  for (const text of ['e', '1e', '12 e5']) assert.equal(without_exponent(text), text)
})

test('what is left of an order is its total less what was given back, in any currency', () => {
  const [total, refunded] = [micros('1234.50'), micros('234.25')]
  for (const currency of ['PKR', 'COP', 'MXN', 'IQD']) {
    const shown = (amount: bigint) => money_number(exact_micros(amount), currency)
    assert.deepEqual([shown(total), shown(refunded), shown(total - refunded)], [1234.5, 234.25, 1000.25], currency)
  }
})

test('the runtime writes no currency with more decimals than ISO 4217 has', () => {
  for (const currency of Intl.supportedValuesOf('currency'))
    assert.ok(written_digits(currency) <= minor_digits(currency), currency)
})
