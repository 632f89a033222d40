import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Pacer } from './pacer.ts'

test('the sixth request of a quarter of an hour waits until the first is a quarter of an hour old', async () => {
  let now = Date.parse('2026-11-18T20:00:00Z')
  const began = now
  const pacer = new Pacer({
    now: () => new Date(now),
    sleep: async (ms: number) => {
      now += ms
    },
  })
  const { signal } = new AbortController()
  for (let sent = 0; sent < 5; sent++) await pacer.throttle([{ key: 'list', per_15_minutes: 5 }], signal, 3_600_000)
  assert.equal(now, began)
  await pacer.throttle([{ key: 'list', per_15_minutes: 5 }], signal, 3_600_000)
  assert.equal(now - began, 900_000)
})
