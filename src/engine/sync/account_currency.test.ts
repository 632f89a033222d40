import assert from 'node:assert/strict'
import { test } from 'node:test'
import { since_change_of_currency, with_currency } from './account_currency.ts'
import type { Cursor } from './cursor.ts'

const TODAY = '2026-11-20'
const stored: Cursor = { read_from: '2026-10-01', read_to: '2026-11-19' }
const in_eur: Cursor = { ...stored, currency: 'EUR' }
const slices = [
  { from: '2026-10-01', to: '2026-10-30' },
  { from: '2026-10-31', to: TODAY },
]

test('a currency that is known for the first time, or none, changes nothing', () => {
  assert.equal(with_currency(stored, { currency: 'EUR' }, TODAY).changed_currency, undefined)
  assert.equal(with_currency(in_eur, { currency: undefined }, TODAY), in_eur)
  assert.equal(with_currency(in_eur, { currency: 'EUR' }, TODAY), in_eur)
  assert.deepEqual(since_change_of_currency(slices, in_eur), slices)
})

test('a change is noted with its day, and days before it are not read again', () => {
  const changed = with_currency(in_eur, { currency: 'USD' }, TODAY)
  assert.deepEqual([changed.currency, changed.changed_currency], ['USD', { from: 'EUR', on: TODAY }])
  assert.equal(with_currency(changed, { currency: 'USD' }, '2026-11-25'), changed)
  assert.deepEqual(since_change_of_currency(slices, changed), [{ from: TODAY, to: TODAY }])
})

test('a change after a pause begins on the first day without rows, and says which stored days were not over', () => {
  const paused: Cursor = { ...in_eur, read_to: '2026-11-15', whole_until: '2026-11-14' }
  const changed = with_currency(paused, { currency: 'USD' }, TODAY)
  assert.deepEqual(changed.changed_currency, { from: 'EUR', on: '2026-11-16', part_from: '2026-11-15' })
})

test('a change says which days were not stored yet, also after a further change', () => {
  const begun: Cursor = { ...in_eur, history_left: true }
  const changed = with_currency(begun, { currency: 'USD' }, TODAY)
  assert.deepEqual(changed.changed_currency, { from: 'EUR', on: TODAY, first_read_before: '2026-10-01' })
  const older: Cursor = { ...changed, read_from: '2026-01-01', history_left: undefined }
  const again = with_currency(older, { currency: 'JPY' }, '2026-11-25')
  assert.deepEqual(again.changed_currency, { from: 'USD', on: '2026-11-20', first_read_before: '2026-10-01' })
})

test('a history that begins again has no change', () => {
  const again: Cursor = { currency: 'USD', changed_currency: { from: 'EUR', on: '2026-11-01' } }
  assert.equal(with_currency(again, { currency: 'USD' }, TODAY).changed_currency, undefined)
})
