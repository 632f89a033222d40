import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { processor_ms } from '#test/processor_time.ts'
import { contact_data_in } from './contact_data.ts'

suite('contact data in an answer', () => {
  const contacts: Record<string, string> = {
    'mira https://x.mx/a': 'https://x.mx/a',
    'escribe a ana@correo.mx': 'ana@correo.m',
    'llama al 55 1234-5678': '55 1234-5678',
    'wa.me/52551': 'wa.me/52551',
    'mi página es tienda.com': 'tienda.com',
    'al +54 9 11 5555-1234': '54 9 11 5555-1234',
    'tel (011) 4555-1234': '011) 4555-1234',
    'al 1155551234': '1155551234',
    'al 5491155551234': '5491155551234',
    'es 7798123456783, llama al 4555 1234': '4555 1234',
    'mide 100-200-300': '100-200-300',
    'TEL 1155551234': '1155551234',
    'CEL 11 5555 1234': '11 5555 1234',
    'Son $12.990.000 - 11 5555-1234': '11 5555-1234',
  }
  for (const [text, found] of Object.entries(contacts))
    test(`is found: ${text}`, () => {
      assert.equal(contact_data_in(text), found)
    })

  for (const text of [
    'El precio es $12.990.000',
    'Son 12.990.000 pesos',
    'Cuesta $ 12990000',
    'Cuesta COP 12990000',
    'Cuesta R$ 1.299,90, o USD 12,990,000.50',
    'EAN 5901234123457',
    'El código es 7798123456783',
    'Mide 100 x 200 x 300 cm',
    'Sí, hay 12 disponibles. Llega el 24/11.',
  ])
    test(`is not found: ${text}`, () => {
      assert.equal(contact_data_in(text), undefined)
    })

  test('is looked for in a bounded time', () => {
    const took_ms = processor_ms(() => {
      for (const part of ['1 ', 'a@', '$1', 'www.', '.com', '1)(.-']) contact_data_in(part.repeat(20_000))
    })
    assert.ok(took_ms < 2_000, `${took_ms} ms`)
  })
})
