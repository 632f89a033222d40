import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ad_account, ad_accounts, joined } from './ads.ts'
import { type ErrorLine, verdict_of } from './verdicts.ts'

test('an account without a currency or with an unknown time zone cannot be read, and is not stored', () => {
  const whole = { account_id: '1', name: '', currency: 'MXN', time_zone: 'America/Mexico_City' }
  assert.deepEqual([ad_account(whole).unreadable, ad_account(whole).name], [undefined, '1'])
  const without = ad_account({ ...whole, currency: null })
  assert.match(without.unreadable ?? '', /no currency/)
  assert.match(ad_account({ ...whole, time_zone: 'Mars/Base' }).unreadable ?? '', /no time zone/)
  assert.equal(ad_account({ ...whole, currency: null, unreadable: 'A test account.' }).unreadable, 'A test account.')
  assert.deepEqual(ad_accounts.rows(without), {})
})

test('several texts share a column, without repeats', () => {
  assert.equal(joined(['A', null, 'B', 'A']), 'A | B')
  assert.equal(joined([undefined, '']), undefined)
})

test('the first line of a table that fits an error decides', () => {
  const lines: ErrorLine[] = [
    { codes: [1], subcodes: [9], verdict: 'too_much' },
    { codes: [1], says: /slow down/i, verdict: 'throttled' },
    { codes: [[10, 19], 'GONE'], verdict: 'denied' },
    { status: 500, verdict: 'transient' },
  ]
  const kind = (code: number | string, more = {}) =>
    verdict_of(lines, { code, status: 400, message: 'No.', ...more }).kind
  assert.equal(kind(1), 'refused')
  assert.equal(kind(1, { subcode: 9 }), 'too_much')
  assert.equal(kind(1, { message: 'Please slow down' }), 'throttled')
  assert.deepEqual([kind(10), kind(19), kind(20), kind('GONE')], ['denied', 'denied', 'refused', 'denied'])
  assert.equal(kind(1, { status: 503 }), 'transient')
  const marked: ErrorLine[] = [{ is_transient: true, verdict: 'transient' }]
  const of = (is_transient?: boolean) => verdict_of(marked, { code: 1, status: 400, message: 'No.', is_transient }).kind
  assert.deepEqual([of(true), of(false), of()], ['transient', 'refused', 'refused'])
})
