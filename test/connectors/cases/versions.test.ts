// The version of each API stands in one place, with its end or with the statement that the vendor announces none.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { connectors } from '#connectors/index.ts'

test('every platform says when its version ends, or that no end is announced, with a source and its month', () => {
  for (const [key, { platform }] of Object.entries(connectors)) {
    const { ends_on, source } = platform.version
    assert.match(source, /\((20\d\d-\d\d, )?read 20\d\d-(0[1-9]|1[0-2])\)/, key)
    if (ends_on === null) assert.match(source, /no end [\w. ]*is announced/, key)
    else assert.match(ends_on, /^20\d\d-\d\d-\d\d$/, key)
  }
})
