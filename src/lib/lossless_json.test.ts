import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parse_json, storable_json } from './lossless_json.ts'

test('a whole number above 2^53 keeps all its digits, as text', () => {
  assert.deepEqual(parse_json('{"profileId": 90071992547409931, "ids": [-90071992547409931,3]}'), {
    profileId: '90071992547409931',
    ids: ['-90071992547409931', 3],
  })
})

test('a text that PostgreSQL cannot store has U+FFFD in its place, in names and in values', () => {
  const given = { 'n\0': ['bad \0 name', '😀'.slice(0, 1), `x${'😀'.slice(1)}`, '😀 \\u0000 \\', '\ude00\ud83d'] }
  const stored = { 'n\ufffd': ['bad \ufffd name', '\ufffd', 'x\ufffd', '😀 \\u0000 \\', '\ufffd\ufffd'] }
  assert.deepEqual(parse_json(JSON.stringify(given)), stored)
  assert.equal(storable_json('{"pair":"\\uD83D\\uDE00\\ud83d\\ude00"}'), '{"pair":"\\uD83D\\uDE00\\ud83d\\ude00"}')
  assert.equal(storable_json('["\\\\u0000","\\\\\\u0000"]'), '["\\\\u0000","\\\\\\ufffd"]')
})

test('other numbers and texts are as JSON says', () => {
  const text =
    '{"cost":0.1234567890123456789,"big":1e300,"day":20261101,"say":"ids: 90071992547409931, too","none":null}'
  assert.deepEqual(parse_json(text), JSON.parse(text))
  assert.throws(() => parse_json('{"id": 90071992547409931'), SyntaxError)
})
