// What counts as JSON, as an error inside a good answer, and as a word of the platform itself.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { z } from 'zod'
import type { Connector } from '#engine/connector.ts'
import { processor_ms } from '#test/processor_time.ts'
import { not_found, parse, parse_behind_warnings, with_error } from './answers.ts'

const BYTE_ORDER_MARK = '\ufeff'
const WARNING =
  '<br />\n<b>Deprecated</b>:  Creation of property {closure}::$x [strict] in <b>/srv/a.php</b> on line <b>4</b><br />\n'

test('byte order marks and empty lines before JSON do not matter, and long ids keep their digits', () => {
  assert.deepEqual(parse(`${BYTE_ORDER_MARK}${BYTE_ORDER_MARK}{"id":12345678901234567890}`), {
    id: '12345678901234567890',
  })
  assert.deepEqual(parse(`\r\n\n${BYTE_ORDER_MARK}\n[1]`), [1])
})

test('no JSON is undefined, an empty body is null, and so is the null of JSON', () => {
  assert.deepEqual(['<html></html>', '\n', '{"a":1', '{"a":1} <br />'].map(parse), Array(4).fill(undefined))
  assert.deepEqual(['', 'null', ' null'].map(parse), [null, null, null])
})

test('JSON behind warnings of PHP is read, whatever brackets the warnings have', () => {
  for (const json of ['[{"id":1,"name":"<b>[x]</b>"}]', '{"id":1}', '[]'])
    for (const before of [
      '',
      WARNING,
      WARNING + WARNING,
      '\nWarning: x in /srv/a.php on line 4\n',
      '<div>Notice</div>',
    ])
      assert.deepEqual(parse_behind_warnings(before + json), JSON.parse(json), before)
})

test('without a whole JSON at the end, an answer with warnings is none', () => {
  for (const text of [
    WARNING,
    `${WARNING}[{"id":1}`,
    `${WARNING}[1]${WARNING}`,
    '<html><script>{"a":1}</script></html>',
  ])
    assert.equal(parse_behind_warnings(text), undefined, text)
})

test('a list behind an error of the database is no empty list', () => {
  const error = '<div id="error"><p class="wpdberror"><strong>WordPress database error:</strong> [Lock wait]</p></div>'
  assert.equal(parse_behind_warnings(`${error}[]`), undefined)
})

test('a page with many brackets is no JSON, and takes no long time', () => {
  const took_ms = processor_ms(() => assert.equal(parse_behind_warnings('>[{'.repeat(400_000)), undefined))
  assert.ok(took_ms < 1_000, `${took_ms} ms`)
})

const found_in = (body: unknown, api = {}) =>
  with_error({ api } as Connector, { status: 200, headers: {}, body }) as { reason: string } | undefined

test('an error inside a good answer is a fault of the platform, whatever else the answer has', () => {
  for (const [body, reason] of [
    [{ error: { code: 500, message: 'Backend error' } }, 'Backend error'],
    [{ error: 'internal' }, 'internal'],
    [{ data: [], errors: [{ title: 'Internal' }] }, 'Internal'],
    [{ list: [{ id: 1 }], error: { message: 'Some shards failed' } }, 'Some shards failed'],
    [{ campaigns: [], errors: [{ reason: 7 }] }, 'the answer has an error inside.'],
    // Gateways before a platform.
    [{ message: 'Internal server error' }, 'Internal server error'],
    [{ timestamp: '2026-11-18T20:00:00Z', status: 500, error: 'Bad', path: '/list' }, 'Bad'],
    [{ type: 'about:blank', title: 'Bad Gateway', status: 502 }, 'Bad Gateway'],
    [{ code: 'rest_error', message: 'Sorry', data: null }, 'Sorry'],
  ] as const)
    assert.deepEqual(found_in(body), { kind: 'transient', reason })
})

test('an answer without an error is none, and some connectors classify errors with whole data themselves', () => {
  for (const body of [
    {},
    [],
    [{ error: 'of one record' }],
    'text',
    { error: null, errors: [], list: [] },
    { error: '', error_count: 0 },
    { results: {}, errors: { 7: { status: 404 } } },
    { code: 0, message: 'OK', data: { list: [] } },
    { id: 1, title: 'A post', message: 'Hello', status: 'live' },
  ])
    assert.equal(found_in(body), undefined, JSON.stringify(body))
  assert.equal(found_in({ data: {}, errors: [{ message: 'x' }] }, { classifies_errors: true }), undefined)
})

test('a page of HTML with status 404 does not say that a record was deleted', () => {
  const request = { path: '/one', schema: z.null(), if_not_found: () => null }
  const says = (text: string) => not_found(request, { status: 404, headers: {}, body: parse(text) })
  assert.equal(says('{"message":"no such record"}'), null)
  assert.equal(says('<html><h1>404 Not Found</h1></html>'), undefined)
})
