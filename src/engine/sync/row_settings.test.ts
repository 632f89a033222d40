import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { change_stream, snapshot_stream } from '#engine/connector.ts'
import type { Cursor } from '#engine/sync/cursor.ts'
import { outdated_after, outdated_records } from './older_records.ts'
import { settings_of_rows, with_settings } from './row_settings.ts'

const TODAY = '2026-11-20'
const since = { slice_days: 30, overlap_minutes: 1, changed_at: () => '', rows_by: ['states', 'channels'] }
const common = { into: ['store_orders'] as const, every: '1h', rows: () => ({}) }
const orders = change_stream({ ...common, since, async *read() {}, async *read_created() {} } as never)
const plain = snapshot_stream({ ...common, async *read() {} } as never)

describe('the settings that rows may use', () => {
  it('are those that their stream declares', () => {
    const settings = settings_of_rows(orders as never, { states: { a: 'sold' }, url: 'x' })
    assert.deepEqual([settings.states, settings.channels], [{ a: 'sold' }, undefined])
    assert.equal('url' in settings, false)
    assert.deepEqual(Object.keys(settings), ['states'])
  })

  it('are no others: a row that uses one ends with an error, because a changed one would change nothing stored', () => {
    const other = /use the setting 'url', which 'rows_by' of their stream does not declare/
    assert.throws(() => settings_of_rows(orders as never, { url: 'x' }).url, other)
    assert.throws(() => settings_of_rows(plain as never, {}).url, other)
  })
})

describe('a cursor under present settings', () => {
  const at = (cursor: Cursor, settings: object) => with_settings(cursor, orders as never, settings as never, TODAY)
  const sold = { states: { a: 'sold' } }
  const stored: Cursor = { read_from: '2026-09-21', ...at({}, sold) }

  it('is the same when no setting changed, or one on which no row depends', () => {
    assert.equal(at(stored, { ...sold, url: 'other' }), stored)
    const without: Cursor = { read_from: '2026-09-21' }
    assert.equal(at(without, { url: 'x' }), without)
  })

  it('has all stored records as outdated when one was changed, set or removed, and covers them as before', () => {
    const outdated = { from: '2026-09-21', before: '2026-11-21', and_older: undefined }
    for (const settings of [{ states: { a: 'void' } }, { ...sold, channels: 'web' }, {}]) {
      const changed = at(stored, settings)
      assert.deepEqual([changed.outdated, changed.read_from], [outdated, '2026-09-21'])
      assert.equal(at(changed, settings), changed)
    }
    assert.equal(at({ ...stored, is_all: true }, {}).outdated?.and_older, true)
  })

  it('begins again when another one is changed meanwhile', () => {
    const partly = { ...at(stored, {}), outdated: { from: '2026-09-21', before: '2026-10-01' } }
    assert.equal(at(partly, sold).outdated?.before, '2026-11-21')
  })

  const with_words = (...known: string[]) =>
    change_stream({
      ...common,
      since,
      states: { column: 'status', known },
      async *read() {},
      async *read_created() {},
    } as never)
  const under = (cursor: Cursor, ...known: string[]) => with_settings(cursor, with_words(...known) as never, {}, TODAY)

  it('has all stored records as outdated when the known words for states change, and not when they come in another order', () => {
    const first = under({ read_from: '2026-09-21' }, 'paid', 'void')
    assert.equal(first.outdated, undefined)
    assert.equal(under(first, 'void', 'paid'), first)
    const more = under(first, 'paid', 'void', 'settled')
    assert.deepEqual(more.outdated, { from: '2026-09-21', before: '2026-11-21', and_older: undefined })
    assert.equal(under(more, 'paid', 'void', 'settled'), more)
  })

  it('has nothing outdated before anything is stored', () => assert.equal(stored.outdated, undefined))
})

describe('outdated records', () => {
  /** Every slice until nothing is outdated. */
  function slices(outdated: NonNullable<Cursor['outdated']>, first?: string) {
    const read: string[] = []
    for (let left: typeof outdated | undefined = outdated; left && read.length < 9; ) {
      const slice = outdated_records(orders as never, left, first)
      if (!slice) return [...read, 'nothing']
      read.push(`${slice.from} ${slice.to}`)
      left = outdated_after(left, slice, first)
    }
    return read
  }
  const outdated = { from: '2026-09-21', before: '2026-11-21' }
  const newest = ['2026-10-22 2026-11-20', '2026-09-22 2026-10-21', '2026-09-21 2026-09-21']

  it('are read in slices, newest first, without a gap', () => assert.deepEqual(slices(outdated), newest))

  it('end with everything older, where all of it is stored', () =>
    assert.deepEqual(slices({ ...outdated, and_older: true }), [...newest, 'null 2026-09-21']))

  it('end at the first day that the platform still gives', () => {
    assert.deepEqual(slices(outdated, '2026-11-01'), ['2026-11-01 2026-11-20'])
    assert.deepEqual(slices(outdated, '2026-11-21'), ['nothing'])
  })
})
