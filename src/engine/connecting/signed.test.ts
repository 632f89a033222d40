import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sign, verify } from './signed.ts'

const [key, other] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)]
const values = ['org', 'Größe, "quoted"', '1']

test('a signed text gives its values back, also after the master key was replaced', () => {
  const signed = sign({ master_key: key }, 'link', values)
  assert.match(signed, /^[\w.-]+$/)
  assert.deepEqual(verify({ master_key: key }, 'link', signed), values)
  assert.deepEqual(verify({ master_key: other, old_master_keys: [key] }, 'link', signed), values)
})

test('a text of another purpose, of another key, or with any other character is invalid', () => {
  const signed = sign({ master_key: key }, 'link', values)
  assert.equal(verify({ master_key: key }, 'state', signed), undefined)
  assert.equal(verify({ master_key: other }, 'link', signed), undefined)
  for (let at = 0; at < signed.length; at++)
    for (const mark of ['A', 'B', '_']) {
      const forged = signed.slice(0, at) + mark + signed.slice(at + 1)
      if (forged !== signed) assert.equal(verify({ master_key: key }, 'link', forged), undefined, forged)
    }
  for (const text of ['', '.', 'a.b', `${signed}.`, `${signed}a`, 'a'.repeat(5_000)])
    assert.equal(verify({ master_key: key }, 'link', text), undefined, text)
})
