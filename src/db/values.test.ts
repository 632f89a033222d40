// Values that PostgreSQL writes, read as the driver would read them.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import pg from 'pg'
import { instant_text, read_texts } from '#db/values.ts'

test('an instant has milliseconds and is in UTC, however PostgreSQL writes it', () => {
  const written = [
    '2026-11-29 20:00:00+00',
    '2026-11-29 20:00:00.5+00',
    '2026-11-29 20:00:00.123456+00',
    '1969-12-31 23:59:59.999+00',
  ]
  for (const text of [...written, '2026-11-29 20:00:00+05:30', '12026-01-01 00:00:00+00'])
    assert.equal(instant_text(text), new Date(text).toISOString(), text)
  assert.throws(() => instant_text('infinity'), RangeError)
})

test('texts of an array are those that the driver reads', () => {
  const by_driver = pg.types.getTypeParser(1015 as never) as unknown as (text: string) => unknown
  const written = [
    '{}',
    '{a}',
    '{a,b c,é}',
    '{NULL,"NULL",null}',
    '{"",a}',
    '{"a,b","{c}","d\\"e"}',
    '{"f\\\\","g\\\\\\"h"}',
    '{"i\nj",k}',
  ]
  for (const text of written) assert.deepEqual(read_texts(text), by_driver(text), text)
})

test('an array in a rarer form is left to the driver', () => {
  for (const text of ['[0:1]={a,b}', '{{a,b},{c,d}}']) assert.equal(read_texts(text), undefined, text)
})
