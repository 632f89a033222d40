import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { VendorAnswer } from '#engine/connector.ts'
import { classify_graph_answer, graph_auth, is_no_object } from './meta.ts'

test('a token is renewed at half its life, with the newest token', () => {
  const refresh = graph_auth.refresh!
  const now = new Date('2026-11-20T00:00:00Z')
  const renewed = refresh.read({ access_token: 'new', expires_in: 60 * 86_400 }, now)
  assert.deepEqual(renewed, { access_token: 'new', refresh_token: 'new', expires_at: '2026-12-20T00:00:00.000Z' })
  const { query } = refresh.request({ client_id: 'a', client_secret: 'b', ...renewed }, {})!
  assert.equal(query?.fb_exchange_token, 'new')
})

const said = (
  code: number,
  error_subcode?: number,
  headers: VendorAnswer['headers'] = {},
  message = 'No.',
): VendorAnswer => ({
  status: 400,
  headers,
  body: { error: { message, code, error_subcode } },
})

test('each error of Meta is classified by its code', () => {
  const kinds: [VendorAnswer, string][] = [
    [said(4), 'throttled'],
    [said(17, 2446079), 'throttled'],
    [said(80004), 'throttled'],
    [said(190, 463), 'expired'],
    [said(190, 458), 'revoked'],
    [said(190), 'revoked'],
    [said(102), 'expired'],
    [said(200), 'denied'],
    [said(273), 'denied'],
    [said(10), 'denied'],
    [said(100, 33), 'denied'],
    [said(1), 'transient'],
    [said(2), 'transient'],
    [said(1, 99), 'too_much'],
    [said(100, 1487534), 'too_much'],
    [said(100, 1504018), 'too_much'],
    [said(2, 1504038), 'too_much'],
    [said(1, undefined, {}, "Please reduce the amount of data you're asking for, then retry your request"), 'too_much'],
    [said(3018), 'refused'],
    [said(100), 'refused'],
  ]
  for (const [answer, kind] of kinds)
    assert.equal(classify_graph_answer(answer)?.kind, kind, JSON.stringify(answer.body))
  assert.equal(classify_graph_answer({ status: 200, headers: {}, body: { data: [] } }), undefined)
})

test('only the code of a missing object says that an object does not exist', () => {
  const missing = [said(100, 33), said(100), said(100, 2108006), said(10), said(200), said(803)].map(is_no_object)
  assert.deepEqual(missing, [true, false, false, false, false, false])
  assert.equal(is_no_object({ body: null }), false)
})

test('the connector waits for the minutes until an account regains access', () => {
  const usage = { '7': [{ estimated_time_to_regain_access: 3 }], '8': [{ estimated_time_to_regain_access: 1 }] }
  const headers = { 'x-business-use-case-usage': JSON.stringify(usage) }
  assert.deepEqual(classify_graph_answer(said(80000, undefined, headers)), { kind: 'throttled', wait_s: 180 })
  const odd = { 'x-business-use-case-usage': 'odd' }
  assert.deepEqual(classify_graph_answer(said(80000, undefined, odd)), { kind: 'throttled', wait_s: undefined })
})
