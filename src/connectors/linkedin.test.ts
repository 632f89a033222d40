import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { VendorAnswer } from '#engine/connector.ts'
import { classify_linkedin_answer, id_in, path_of, read_text } from './linkedin.ts'

test('lists and records keep their brackets, and the marks inside of values are encoded', () => {
  assert.equal(
    path_of('/x', { q: 'search', search: { name: { values: ["a,b(c)'", 'd:e'] } }, n: 5 }, ['id', 'name']),
    '/x?q=search&search=(name:(values:List(a%2Cb%28c%29%27,d%3Ae)))&n=5&fields=id,name',
  )
  assert.equal(id_in('urn:li:sponsoredCampaign:168387646'), '168387646')
})

const said = (status: number, serviceErrorCode?: number, message = 'No.', date?: string): VendorAnswer => ({
  status,
  headers: { date },
  body: { status, serviceErrorCode, message },
})

test('each error is classified by status and subcode', () => {
  const kinds: [VendorAnswer, string | undefined][] = [
    [said(401, 65_601), 'revoked'],
    [said(401, 65_602), 'expired'],
    [said(401), 'expired'],
    [said(403, 100), 'denied'],
    [said(404), 'denied'],
    [said(426), 'refused'],
    [said(429, 101), 'throttled'],
    [said(504), 'transient'],
    [{ status: 200, headers: {}, body: { elements: [] } }, undefined],
  ]
  for (const [answer, kind] of kinds) assert.equal(classify_linkedin_answer(answer)?.kind, kind, JSON.stringify(answer))
})

test('a spent quota pauses until midnight in UTC, for the app that it names, and another limit as the engine decides', () => {
  const date = 'Wed, 18 Nov 2026 20:00:00 GMT'
  const of_day = 'Resource level throttle APPLICATION DAY limit for calls to this resource is reached.'
  const wait = { kind: 'throttled', wait_s: 4 * 3600 }
  assert.deepEqual(classify_linkedin_answer(said(429, 101, of_day, date)), { ...wait, of: 'app' })
  assert.deepEqual(classify_linkedin_answer(said(429, 101, of_day.replace('APPLICATION', 'MEMBER'), date)), wait)
  const documented = 'Resource level throttle limit for calls to this resource is reached.'
  assert.deepEqual(classify_linkedin_answer(said(429, 101, documented, date)), wait)
  assert.deepEqual(classify_linkedin_answer(said(429, 101, 'Too many requests.', date)), {
    kind: 'throttled',
    wait_s: undefined,
  })
  for (const window of ['MINUTE', 'SECOND']) {
    const answer = said(429, 101, of_day.replace('DAY', window), date)
    const of_app = { kind: 'throttled', of: 'app' }
    assert.deepEqual(classify_linkedin_answer(answer), { ...of_app, wait_s: undefined })
    const headers = { ...answer.headers, 'retry-after': '20' }
    assert.deepEqual(classify_linkedin_answer({ ...answer, headers }), { ...of_app, wait_s: 20 })
  }
})

test('the text of a post is read as people see it, without the marks that LinkedIn writes into it', () => {
  const read = {
    'Hola \\(feria\\) \\#1 \\@ 50\\_60 \\\\ \\[a\\|b\\] \\<c\\> \\* \\~ \\{d\\}':
      'Hola (feria) #1 @ 50_60 \\ [a|b] <c> * ~ {d}',
    '{hashtag|\\#|verano} y {hashtag|#|año\\_2026}.': '#verano y #año_2026.',
    '@[Casa Lumbre](urn:li:organization:2414183), @[Ana \\(MX\\)] (urn:li:person:12\\_34)': 'Casa Lumbre, Ana (MX)',
    'Con \\{hashtag|\\#|no\\} y \\@\\[no\\]': 'Con {hashtag|#|no} y @[no]',
    '100 % & #libre, a\\b': '100 % & #libre, a\\b',
  }
  for (const [given, shown] of Object.entries(read)) assert.equal(read_text(given), shown)
  assert.deepEqual([read_text(null), read_text(undefined), read_text('')], [null, undefined, ''])
})
