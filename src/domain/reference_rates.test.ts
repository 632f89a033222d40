import assert from 'node:assert/strict'
import { test } from 'node:test'
import { read_reference_rates, UnreadableRates } from '#domain/reference_rates.ts'

const envelope = (cubes: string) => `<?xml version="1.0" encoding="UTF-8"?>
<gesmes:Envelope xmlns:gesmes="http://www.gesmes.org/xml/2002-08-01" xmlns="http://www.ecb.int/vocabulary/2002-08-01/eurofxref">
\t<gesmes:subject>Reference rates</gesmes:subject>
\t<gesmes:Sender><gesmes:name>European Central Bank</gesmes:name></gesmes:Sender>
\t<Cube>${cubes}</Cube>
</gesmes:Envelope>`

test('rates of every day and currency are read as the bank published them', () => {
  const xml = envelope(`<Cube time='2026-11-20'>
      <Cube currency='USD' rate='1.1601'/><Cube currency='JPY' rate='183.67'/></Cube>
    <Cube time="2026-11-19"><Cube currency="USD" rate="1.1610"/></Cube>`)
  assert.deepEqual(read_reference_rates(xml), [
    { currency: 'USD', date: '2026-11-20', per_eur: '1.1601' },
    { currency: 'JPY', date: '2026-11-20', per_eur: '183.67' },
    { currency: 'USD', date: '2026-11-19', per_eur: '1.1610' },
  ])
})

const day = (rates: string, time = '2026-11-20') => envelope(`<Cube time="${time}">${rates}</Cube>`)
const usd = '<Cube currency="USD" rate="1.16"/>'
const faults: Record<string, [xml: string, says: RegExp]> = {
  'an HTML page': ['<html><body>Maintenance</body></html>', /not an envelope/],
  'a file that breaks off': [day(usd).slice(0, -30), /./],
  'an empty answer': ['', /no rates/],
  'an envelope without rates': [envelope(''), /no rates/],
  'a rate that is no number': [day('<Cube currency="USD" rate="N/A"/>'), /'N\/A' is no rate/],
  'a rate of zero': [day('<Cube currency="USD" rate="0.0000"/>'), /is no rate/],
  'a rate with an exponent': [day('<Cube currency="USD" rate="1e3"/>'), /is no rate/],
  'a currency that is none': [day('<Cube currency="usd" rate="1.16"/>'), /'usd' is no currency/],
  'a rate without its currency': [day('<Cube rate="1.16"/>'), /'' is no currency/],
  'a day that does not exist': [day(usd, '2026-02-30'), /'2026-02-30' is no time/],
  'the same rate twice': [day(usd + usd), /USD is there twice for 2026-11-20/],
  'something else among the rates': [day(`${usd}<Note/>`), /<Note> is not expected/],
  'a document type': [`<!DOCTYPE x [<!ENTITY a "b">]>${day(usd)}`, /document type/],
  'another vocabulary': [day(usd).replace('eurofxref', 'other'), /no rates/],
}
for (const [what, [xml, says]] of Object.entries(faults)) {
  test(`${what} is refused whole`, () => {
    assert.throws(
      () => read_reference_rates(xml),
      (error) => error instanceof UnreadableRates && says.test(error.message),
    )
  })
}
