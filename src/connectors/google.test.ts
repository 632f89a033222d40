import assert from 'node:assert/strict'
import { test } from 'node:test'
import { z } from 'zod'
import { canned_api } from '#test/canned_api.ts'
import { classify_google_answer, listed } from './google.ts'
import { all_of } from './records.ts'

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

test('the token of the next page goes to where the request has its parameters, and an empty list can be absent', async () => {
  const answers = () => canned_api([{ sites: [1], nextPageToken: 'next' }, {}])
  const by_query = answers()
  const query = { pageSize: 1 }
  assert.deepEqual(await all_of(by_query.api.pages(listed({ path: '/sites', query }, 'sites', z.number()))), [1])
  assert.deepEqual(
    by_query.asked.map((one) => one.query),
    [query, { ...query, pageToken: 'next' }],
  )
  const by_body = answers()
  const body = { query: 'SELECT' }
  assert.deepEqual(await all_of(by_body.api.pages(listed({ path: '/search', body }, 'sites', z.number()))), [1])
  assert.deepEqual(
    by_body.asked.map((one) => one.body),
    [body, { ...body, pageToken: 'next' }],
  )
})
