// Every field of a change has words on the page of approvals, also one that only some changes have.
import assert from 'node:assert/strict'
import { glob, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { it } from 'node:test'

const ROOT = join(import.meta.dirname, '../..')
const text_of = (path: string) => readFile(join(ROOT, path), 'utf8')

/** How a connector declares the fields of what it makes, and names that it takes from elsewhere. */
const DECLARED = [
  /\bname: '(\w+)'(?:, is_amount: true)?[\s},.{]*\bsent\b/g,
  /\b(?:of_story|own)\('(\w+)'/g,
  /\bfield: '(?:\w+\.)?(\w+)'/g,
]
const OF_TEXTS = ['title', 'description', 'body', 'handle', 'published', 'status']
const FILES = 'src/connectors/{*/create*,*/actions,ad_actions}.ts'

it('a person who approves a change reads no name of a program', async () => {
  const words = await text_of('dashboard/src/areas/approvals/field_words.ts')
  const declared = /const fields: Words = \{(.*?)\n\}/s.exec(words)?.[1] ?? ''
  const known = new Set([...declared.matchAll(/^ {2}(\w+): \(\)/gm)].map(([, name]) => name!))
  const files = await Array.fromAsync(glob(FILES, { cwd: ROOT }))
  const texts = await Promise.all(files.map(text_of))
  const named = texts.flatMap((text) => DECLARED.flatMap((of) => [...text.matchAll(of)].map(([, name]) => name!)))
  const names = new Set([...named, ...OF_TEXTS])
  for (const name of ['enhancements_off', 'landing_page', 'identity_type', 'daily_budget', 'answer', 'path1'])
    assert.ok(names.has(name), `${name} is not among the fields that the test finds`)
  assert.deepEqual([...names.difference(known)], [])
})

it('each change of an ad that Meta may not make has words', async () => {
  const creative = await text_of('src/connectors/mx_ads/create_creative.ts')
  const off = /const ENHANCEMENTS = \[(.*?)\n\]/s.exec(creative)?.[1] ?? ''
  const names = [...off.matchAll(/'(\w+)'/g)].map(([, name]) => name!)
  assert.ok(names.length > 3)
  const words = await text_of('dashboard/src/areas/approvals/field_words.ts')
  for (const name of names) assert.match(words, new RegExp(`\\n  ${name}: \\(\\) => t`), name)
})
