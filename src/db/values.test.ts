// Values that PostgreSQL writes, read as the driver would read them.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { instant_text } from '#db/values.ts'

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
