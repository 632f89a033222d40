// docs/connectors.md has the limits of single calls. An operator who reads only the limit of all calls expects far more of them.
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { connectors } from '#connectors/index.ts'

const ROOT = join(import.meta.dirname, '../../..')
/** A limit with a key, as source text. */
const LIMIT = /\{[^{}]*\bkey: '([^']+)'[^{}]*\bper_[^{}]*\}/g

test('every limit of a call that a connector has is declared with its connector, and so in the document', () => {
  let compared = 0
  for (const [platform, { api }] of Object.entries(connectors)) {
    const files = globSync(`src/connectors/${platform}/*.ts`, { cwd: ROOT }).filter(
      (file) => !file.endsWith('.test.ts'),
    )
    const sources = files.map((file) => readFileSync(join(ROOT, file), 'utf8')).join('\n')
    const written = [...sources.matchAll(LIMIT)].map(([, key]) => key)
    const declared = Object.values(api.calls ?? {}).map(({ key }) => key)
    assert.deepEqual(written.toSorted(), declared.toSorted(), platform)
    // Without a key, a call would share the limit of another one.
    assert.ok(!declared.includes(undefined), platform)
    compared += declared.length
  }
  assert.ok(compared > 10)
})
