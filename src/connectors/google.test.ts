import assert from 'node:assert/strict'
import { test } from 'node:test'
import { classify_google_answer } from './google.ts'

const answer = (status: number, error: object) => ({ status, headers: {}, body: { error: { code: status, ...error } } })
const verdict = (status: number, error: object) => classify_google_answer(answer(status, error))

test('a missing permission and a deleted property concern this property only', () => {
  const message = 'User does not have sufficient permissions for this property.'
  assert.deepEqual(verdict(403, { message, status: 'PERMISSION_DENIED' }), { kind: 'denied', reason: message })
  assert.deepEqual(verdict(403, { message, errors: [{ reason: 'forbidden' }] }), { kind: 'denied', reason: message })
  assert.equal(verdict(404, { message: 'Requested entity was not found.' })?.kind, 'denied')
})

test('a sign-in without the permission to read, and an expired token, concern the whole connection', () => {
  assert.equal(verdict(403, { details: [{ reason: 'ACCESS_TOKEN_SCOPE_INSUFFICIENT' }] })?.kind, 'revoked')
  assert.equal(verdict(401, { message: 'Invalid credentials' })?.kind, 'expired')
})

test('an error of the Google Cloud project does not ask for a new sign-in', () => {
  for (const reason of ['SERVICE_DISABLED', 'BILLING_DISABLED', 'CONSUMER_SUSPENDED'])
    assert.equal(verdict(403, { details: [{ reason }] })?.kind, 'refused', reason)
})

test('a quota is waited for as long as the answer or the quota requires', () => {
  const retry = { details: [{ retryDelay: '0.5s' }] }
  assert.deepEqual(verdict(429, retry), { kind: 'throttled', wait_s: 0.5 })
  assert.equal(verdict(429, {}), undefined, 'the engine reads Retry-After')
  const by_reason = (reason: string) => verdict(403, { errors: [{ reason }] })
  assert.deepEqual(by_reason('rateLimitExceeded'), { kind: 'throttled', wait_s: undefined })
  assert.deepEqual(by_reason('quotaExceeded'), { kind: 'throttled', wait_s: 900, of: 'account' })
  assert.deepEqual(by_reason('dailyLimitExceeded'), { kind: 'throttled', wait_s: 3600 })
})

test('an error that arrives with the status 200 is an error', () => {
  const inside = (code: number) => classify_google_answer({ ...answer(code, { message: 'No.' }), status: 200 })
  assert.equal(inside(403)?.kind, 'denied')
  assert.equal(inside(503)?.kind, 'transient')
  assert.equal(classify_google_answer({ status: 200, headers: {}, body: { rows: [] } }), undefined)
})
