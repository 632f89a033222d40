// Names that run from right to left, within sentences of the pages.
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { isolated } from '../../dashboard/src/lib/right_to_left.ts'

test('a name that runs from right to left leaves the amount beside it in its place', async () => {
  assert.equal(isolated('מבצע קיץ'), '\u2068מבצע קיץ\u2069')
  assert.equal(isolated('Summer عرض 20 %'), '\u2068Summer عرض 20 %\u2069')
  for (const value of ['Salas', '', 7, null]) assert.equal(isolated(value), value)
  const sentences = await readFile(join(import.meta.dirname, '../../dashboard/src/lib/language.ts'), 'utf8')
  assert.match(sentences, /isolated\(value\)/, 'every sentence of a page does so')
})
