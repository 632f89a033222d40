import assert from 'node:assert/strict'
import { test } from 'node:test'
import { read_daily_rates } from '#domain/daily_rates.ts'
import { UnreadableRates } from '#domain/reference_rates.ts'

const codes = Intl.supportedValuesOf('currency').slice(0, 60)
const many = Object.fromEntries(codes.map((code) => [code.toLowerCase(), 2.5]))
const file = (eur: string, date = '2026-09-29') =>
  `{"date":"${date}","eur":{${JSON.stringify(many).slice(1, -1)}${eur && ','}${eur}}}`
const read = (json: string) => read_daily_rates(json, '2026-09-29')

test('rates are read digit by digit, of currencies only', () => {
  const text = file('"ars":1732.54080866,"btc":1.3652638e-05,"xau":0.0002751379,"eur":1,"1inch":11.3,"uyu":45.5534181')
  const rates = new Map(read(text).map(({ currency, per_eur }) => [currency, per_eur]))
  assert.equal(rates.get('ARS'), '1732.54080866')
  assert.equal(rates.get('UYU'), '45.5534181')
  for (const other of ['BTC', 'XAU', 'EUR', '1INCH']) assert.equal(rates.has(other), false, other)
})

test('a file of another day, a part of a file and other pages are rejected whole', () => {
  const faults: [string, RegExp][] = [
    [file('', '2026-09-28'), /of 2026-09-28/],
    ['{"date":"2026-09-29","eur":{"ars":1732.5}}', /only 1 currencies/],
    [file('').slice(0, -4), /no JSON/],
    ['<html></html>', /no JSON/],
    [file('"ars":"1732"'), /eur\.ars/],
    [file('"ars":-1'), /eur\.ars/],
    ['{"date":"2026-02-30","eur":{}}', /date/],
  ]
  for (const [json, says] of faults)
    assert.throws(
      () => read(json),
      (error) => error instanceof UnreadableRates && says.test(error.message),
    )
})
