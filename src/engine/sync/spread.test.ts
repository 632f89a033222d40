import assert from 'node:assert/strict'
import { test } from 'node:test'
import { spread_s } from '#engine/sync/spread.ts'

const FIFTY = Array.from({ length: 50 }, (_, n) => `01990000-0000-7000-8000-${String(n).padStart(12, '0')}`)
const HOUR_S = 3_600

test('fifty hourly syncs that end together start again over five minutes, at most ten of them in half a minute', () => {
  const waits = FIFTY.map((id) => spread_s(id, HOUR_S)).toSorted((a, b) => a - b)
  assert.ok(waits.at(-1)! - waits[0]! >= 300, `${waits[0]} to ${waits.at(-1)} s`)
  const most = Math.max(...waits.map((from) => waits.filter((wait) => wait >= from && wait < from + 30).length))
  assert.ok(most <= FIFTY.length / 5, String(most))
})

test('a sync is late by less than a tenth of its interval and less than ten minutes, always by the same', () => {
  for (const id of FIFTY) {
    for (const every_s of [900, HOUR_S, 86_400, Number.POSITIVE_INFINITY]) {
      const wait_s = spread_s(id, every_s)
      assert.ok(wait_s >= 0 && wait_s < Math.min(every_s / 10, 600))
      assert.equal(spread_s(id, every_s), wait_s)
    }
  }
})
