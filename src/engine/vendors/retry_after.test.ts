import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ASKED_WAIT_MAX_S, limited, retry_after } from './retry_after.ts'

const NOW = '2026-11-16T10:00:00Z'
const HOUR_S = 3600
const wait_of = (value: string, date: string | undefined = new Date(NOW).toUTCString()) =>
  retry_after({ status: 429, headers: { 'retry-after': value, date }, body: undefined })
const in_an_hour = Date.parse(NOW) / 1000 + HOUR_S

test('seconds, dates and instants since 1970 are waits', () => {
  assert.equal(wait_of('120'), 120)
  assert.equal(wait_of('-1'), 0)
  assert.equal(wait_of('Mon, 16 Nov 2026 11:00:00 GMT'), HOUR_S)
  assert.equal(wait_of(String(in_an_hour)), HOUR_S)
  assert.equal(wait_of(String(in_an_hour * 1000)), HOUR_S)
  assert.equal(wait_of('soon'), undefined)
})

test('an instant without the time of the answer says nothing', () => {
  for (const value of ['Mon, 16 Nov 2026 11:00:00 GMT', String(in_an_hour)])
    assert.equal(retry_after({ status: 429, headers: { 'retry-after': value }, body: undefined }), undefined)
})

test('no wait is longer than a day and a bit, and each has a sentence', () => {
  for (const value of ['500000000', '1764288000000000', '1e300', 'Mon, 16 Nov 2065 11:00:00 GMT']) {
    assert.equal(wait_of(value), ASKED_WAIT_MAX_S, value)
    assert.match(limited('Shop', new Date(NOW), wait_of(value)), /after 2026-11-17 12:00 UTC/)
  }
})
