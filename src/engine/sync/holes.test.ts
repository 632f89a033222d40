import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hole_sentence } from './holes.ts'

const at = '2026-11-20T12:00:00Z'
const hole = (date: string, is_answer?: true) => ({ date, since: at, read_at: at, ...(is_answer && { is_answer }) })
const said = (...holes: ReturnType<typeof hole>[]) => hole_sentence({ holes }, '2026-11-20')

test('holes of months ago are no reason to doubt what a stream says of present days', () => {
  assert.equal(said(), undefined)
  assert.equal(said(hole('2026-09-20'), hole('2026-11-12', true)), undefined)
  assert.match(said(hole('2026-09-20'), hole('2026-09-21')) ?? '', /no row of 2026-09-21 beside days with many\. Such/)
})
