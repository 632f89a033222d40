import assert from 'node:assert/strict'
import { test } from 'node:test'
import { text_of } from '#messages/render.ts'
import { waited } from './questions.ts'

test('a wait is counted in hours up to three days, and then in whole days', () => {
  const written = (hours: number) => text_of(waited(hours), { language: 'en', currency: 'MXN' })
  assert.equal(written(71), 'The oldest has waited for 71 hours.')
  assert.equal(written(72), 'The oldest has waited for 3 days.')
  assert.equal(written(1422), 'The oldest has waited for 59 days.')
})
