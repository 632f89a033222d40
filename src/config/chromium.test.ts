import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chromium_of } from './chromium.ts'

/** Any file that exists. */
const there = import.meta.filename
const places = ['/nowhere/chromium', there]

test('the first browser in a usual place measures pages, and none does for root, to whom it refuses its sandbox', () => {
  assert.equal(chromium_of(undefined, { is_root: false, places }), there)
  assert.equal(chromium_of(undefined, { is_root: true, places }), undefined)
})

test('a browser that is named measures for everybody, and must exist', () => {
  for (const is_root of [true, false]) {
    assert.equal(chromium_of(there, { is_root, places }), there)
    assert.equal(chromium_of('none', { is_root, places }), undefined)
    assert.throws(() => chromium_of('/nowhere/chromium', { is_root, places }), /CHROMIUM names a file that does not/)
  }
})
