// States of broadcasts: known words, and those that the vendor adds.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Stream } from '#engine/connector.ts'
import { email_a } from './index.ts'

const account = { account_id: 'a', name: 'Shop', time_zone: 'UTC', currency: 'MXN' }
const SENT_AT = '2026-11-01T10:00:00+00:00'

function row_of(status: string) {
  const counted: string[] = []
  const attributes = { name: 'News', status, updated_at: SENT_AT, send_time: SENT_AT }
  const { rows } = email_a.streams.campaigns as unknown as Stream<unknown>
  const context = { account, unreadable: (what: string) => counted.push(what) }
  const { email_campaigns } = rows({ id: 'c1', attributes, messages: [] }, context)
  const {
    status: stored,
    unknown_status,
    sent_at,
    scheduled_at,
  } = email_campaigns as unknown as Record<string, unknown>
  return [stored, unknown_status, sent_at, scheduled_at, counted.length]
}

test('a known state is stored, also a reason of a cancellation', () => {
  assert.deepEqual(row_of('Sent'), ['sent', null, SENT_AT, SENT_AT, 0])
  assert.deepEqual(row_of('Cancelled: No Recipients'), ['cancelled', null, null, SENT_AT, 0])
  assert.deepEqual(row_of('Unknown'), ['draft', null, null, SENT_AT, 0])
})

test('an unknown state is a draft with the word of the platform, on the day of its sending, and is counted', () => {
  assert.deepEqual(row_of('Dispatched'), ['draft', 'Dispatched', null, SENT_AT, 1])
})
