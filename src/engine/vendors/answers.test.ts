// What counts as JSON, on sites of people whose programs print something before it.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { processor_ms } from '#test/processor_time.ts'
import { parse, parse_behind_warnings } from './answers.ts'

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
