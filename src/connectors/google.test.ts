import assert from 'node:assert/strict'
import { test } from 'node:test'
import { classify_google_answer } from './google.ts'

const classify = (status: number, error: object) =>
  classify_google_answer({ status, headers: {}, body: { error: { code: status, message: 'No.', ...error } } })

test('an exhausted quota waits for the time that Google names, in newer and older services', () => {
  const details = [{ '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '2.5s' }]
  assert.deepEqual(classify(429, { status: 'RESOURCE_EXHAUSTED', details }), { kind: 'throttled', wait_s: 2.5 })
  assert.deepEqual(classify(429, { status: 'RESOURCE_EXHAUSTED' }), { kind: 'throttled', wait_s: undefined })
  assert.equal(classify(403, { errors: [{ reason: 'userRateLimitExceeded' }] })?.kind, 'throttled')
})

test('an expired token is renewed, revoked access is not', () => {
  assert.deepEqual(classify(401, { status: 'UNAUTHENTICATED' }), { kind: 'expired' })
  assert.deepEqual(classify(403, { status: 'PERMISSION_DENIED' }), { kind: 'revoked', reason: 'No.' })
})

test('an error that a new sign-in cannot fix is refused in Google’s words', () => {
  assert.deepEqual(classify(400, { status: 'INVALID_ARGUMENT' }), { kind: 'refused', reason: 'No.' })
  assert.equal(classify(403, { details: [{ reason: 'SERVICE_DISABLED' }] })?.kind, 'refused')
})

test('the engine handles successes, server errors and bodies that are not Google’s', () => {
  assert.equal(classify_google_answer({ status: 200, headers: {}, body: {} }), undefined)
  assert.equal(classify(503, { status: 'UNAVAILABLE' }), undefined)
  assert.equal(classify_google_answer({ status: 403, headers: {}, body: null }), undefined)
  assert.equal(classify_google_answer({ status: 400, headers: {}, body: { error: 'invalid_grant' } }), undefined)
})
