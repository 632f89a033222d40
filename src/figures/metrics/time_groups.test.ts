import assert from 'node:assert/strict'
import { test } from 'node:test'
import { part_notes } from '#figures/metrics/time_groups.ts'
import { text_of } from '#messages/render.ts'

const notes = (type: 'day' | 'week' | 'month', from: string, to: string) =>
  part_notes([{ type } as never], { from, to }).map((of) => text_of(of, { language: 'en', currency: 'MXN' }))

test('a note names each week and month that is only in part in the window', () => {
  const end = 'Do not compare it with a whole one.'
  assert.deepEqual(notes('month', '2026-09-29', '2026-11-18'), [
    `The month of 2026-09-01 has only the days 2026-09-29 to 2026-09-30. ${end}`,
    `The month of 2026-11-01 has only the days 2026-11-01 to 2026-11-18. ${end}`,
  ])
  assert.deepEqual(notes('week', '2026-11-10', '2026-11-12'), [
    `The week of 2026-11-09 has only the days 2026-11-10 to 2026-11-12. ${end}`,
  ])
  assert.deepEqual(notes('week', '2026-11-02', '2026-11-15'), [])
  assert.deepEqual(notes('month', '2024-02-01', '2024-02-29'), [])
  assert.deepEqual(notes('day', '2026-11-10', '2026-11-12'), [])
})
