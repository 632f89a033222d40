import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parse_json } from './lossless_json.ts'

test('a whole number above 2^53 keeps all its digits, as text', () => {
  assert.deepEqual(parse_json('{"profileId": 90071992547409931, "ids": [-90071992547409931,3]}'), {
    profileId: '90071992547409931',
    ids: ['-90071992547409931', 3],
  })
})

test('other numbers and texts are as JSON says', () => {
  const text =
    '{"cost":0.1234567890123456789,"big":1e300,"day":20261101,"say":"ids: 90071992547409931, too","none":null}'
  assert.deepEqual(parse_json(text), JSON.parse(text))
  assert.throws(() => parse_json('{"id": 90071992547409931'), SyntaxError)
})
