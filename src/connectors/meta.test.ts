import assert from 'node:assert/strict'
import { test } from 'node:test'
import { z } from 'zod'
import type { VendorAnswer } from '#engine/connector.ts'
import { canned_api } from '#test/canned_api.ts'
import { classify_graph_answer, graph_auth, is_no_object, read_list } from './meta.ts'
import { all_of } from './records.ts'

test('a token is renewed at half its life, with the newest token', () => {
  const refresh = graph_auth.refresh!
  const now = new Date('2026-11-20T00:00:00Z')
  const renewed = refresh.read({ access_token: 'new', expires_in: 60 * 86_400 }, now)
  const tokens = { access_token: 'new', refresh_token: 'new', expires_at: '2026-12-20T00:00:00.000Z' }
  assert.deepEqual(renewed, { ...tokens, ends_at: '2027-01-19T00:00:00.000Z' })
  assert.deepEqual(refresh.read({ access_token: 'new' }, now), tokens, 'a token without an end')
  const { query } = refresh.request({ client_id: 'a', client_secret: 'b', ...renewed }, {})!
  assert.equal(query?.fb_exchange_token, 'new')
})

// Recorded answers of sns-sdks/python-facebook (testdata/instagram/apidata, 2020-10) have each of these endings but the last.
test('a list ends without a next page, whatever cursors its last page has', async () => {
  const link = 'https://graph.facebook.com/v26.0/1/stories?access_token=t&limit=2&after=B'
  const list = async (...pagings: (object | undefined)[]) => {
    const { api, asked } = canned_api(pagings.map((paging, at) => ({ data: [{ id: String(at) }], paging })))
    const ids = (await all_of(read_list(api, '/1/stories', z.object({ id: z.string() }), {}))).map(({ id }) => id)
    return [ids.join(''), ...asked.map(({ query }) => query?.after)]
  }
  assert.deepEqual(await list({ cursors: { before: 'A' } }), ['0', undefined])
  assert.deepEqual(await list({ cursors: { before: 'A', after: 'B' } }), ['0', undefined])
  assert.deepEqual(await list({ previous: link }), ['0', undefined])
  assert.deepEqual(await list(undefined), ['0', undefined])
  assert.deepEqual(await list({ cursors: { after: 'B' }, next: link }, { cursors: { before: 'A' } }), [
    '01',
    undefined,
    'B',
  ])
  assert.deepEqual(await list({ next: link }, {}), ['01', undefined, 'B'])
  await assert.rejects(list({ next: link.replace('after', 'until') }, {}), { kind: 'refused' })
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
    [said(341), 'throttled'],
    [said(190, 463), 'expired'],
    [said(190, 458), 'revoked'],
    [said(190), 'revoked'],
    [said(101), 'refused'],
    [said(102), 'expired'],
    [said(200), 'denied'],
    [said(273), 'denied'],
    [said(10), 'denied'],
    [said(100, undefined, {}, '(#100) Object does not exist, cannot be loaded due to missing permission.'), 'denied'],
    [said(100, 33), 'denied'],
    [said(1), 'transient'],
    [said(2), 'transient'],
    [said(1, 99), 'too_much'],
    [said(100, 1487534), 'too_much'],
    [said(100, 1504018), 'too_much'],
    [said(2, 1504038), 'too_much'],
    [said(1, undefined, {}, "Please reduce the amount of data you're asking for, then retry your request"), 'too_much'],
    [said(2, 1504044), 'too_much'],
    [said(2, 1504041), 'refused'],
    [said(2, 1504042), 'refused'],
    [said(2, 1504043), 'transient'],
    [said(100, undefined, {}, '(#100) Missing perms'), 'denied'],
    [said(100, undefined, {}, '(#100) This endpoint cannot be loaded due to missing permissions.'), 'denied'],
    [said(3018), 'refused'],
    [said(100), 'refused'],
  ]
  for (const [answer, kind] of kinds)
    assert.equal(classify_graph_answer(answer)?.kind, kind, JSON.stringify(answer.body))
  assert.equal(classify_graph_answer({ status: 200, headers: {}, body: { data: [] } }), undefined)
})

test('a refusal has the sentence for people, because the message is often "Invalid parameter" alone', () => {
  const reason_of = (error: object) => classify_graph_answer({ status: 400, headers: {}, body: { error } })
  const of = { message: 'Invalid parameter', code: 100, error_subcode: 1870227 }
  const error_user_msg = 'To create your ad set, you need to enable or disable the Advantage audience feature.'
  const reason = `Invalid parameter: ${error_user_msg}`
  assert.deepEqual(reason_of({ ...of, error_user_msg }), { kind: 'refused', reason })
  for (const same of [undefined, null, '', of.message])
    assert.deepEqual(reason_of({ ...of, error_user_msg: same }), { kind: 'refused', reason: of.message })
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
