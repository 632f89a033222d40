import assert from 'node:assert/strict'
import { test } from 'node:test'
import { clean } from '#engine/vendors/clean.ts'
import { logged_error, VendorRefusal, when_refused } from '#engine/vendors/refusal.ts'

const LONG = 5_000_000
/** A connector can pass on a vendor's text as it is, with a credential anywhere in it. */
const text = `refused: Authorization: Bearer ${'k9'.repeat(20)}\n${'no '.repeat(LONG / 3)}`

test('the sentence of a refusal is short and shows no credential, whatever a vendor sent', () => {
  const { message } = new VendorRefusal('refused', text)
  assert.equal(message.length, 500)
  assert.match(message, /^refused: Authorization/)
  assert.doesNotMatch(message, /k9k9/)
})

test('the sentence of a refusal and a cleaned message can be stored, whatever a vendor sent and wherever they end', () => {
  for (const units of [298, 299, 300, 498, 499, 500]) {
    const said = `bad \0 name ${'\ude00'}${'x'.repeat(units - 12)}😀😀`
    for (const stored of [new VendorRefusal('refused', said).message, clean(said, new Set())])
      assert.deepEqual([stored.isWellFormed(), stored.includes('\0')], [true, false], `${units} units`)
  }
})

test('a refusal of the expected kinds stands for a value, and any other error is thrown', async () => {
  const read = (error: Error, kinds: Parameters<typeof when_refused>[0]) =>
    Promise.reject(error).catch(when_refused(kinds, ({ message }) => message))
  const denied = new VendorRefusal('denied', 'No access.')
  assert.equal(await read(denied, 'denied'), 'No access.')
  assert.equal(await read(denied, ['refused', 'denied']), 'No access.')
  await assert.rejects(read(denied, 'refused'), denied)
  await assert.rejects(read(new TypeError('x is undefined'), ['refused', 'denied']), TypeError)
})

test('a log line has the sentence and the kind of a refusal, and the stack of any other error', () => {
  const refusal = new VendorRefusal('denied', 'Ads gives no access.')
  assert.deepEqual(logged_error(refusal), { refusal: 'denied', reason: 'Ads gives no access.' })
  const error = new TypeError('x is undefined')
  assert.deepEqual(logged_error(error), { err: error })
})
