// The version of each API stands in one place, with its end or with the statement that the vendor announces none.
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { connectors } from '#connectors/index.ts'

const ROOT = join(import.meta.dirname, '../../..')

test('every platform says when its version ends, or that no end is announced, with a source and its month', () => {
  for (const [key, { platform }] of Object.entries(connectors)) {
    const { ends_on, source } = platform.version
    assert.match(source, /\((20\d\d-\d\d, )?read 20\d\d-(0[1-9]|1[0-2])\)/, key)
    if (ends_on === null) assert.match(source, /no end [\w. ]*is announced/, key)
    else assert.match(ends_on, /^20\d\d-\d\d-\d\d$/, key)
  }
})

/** A version in an address, such as '/v3/sites', or in a media type. Addresses of documents and of sign-ins have versions of their own. */
const IN_ADDRESS = /['"`](?=\/|\$\{|https:)[^'"`\s]*?[/.](v\d+(beta|alpha)?|20\d\d-\d\d(-\d\d)?)(?=[/'"`+])/
const IN_MEDIA_TYPE = /\.v\d+\+json/
const has_version = (line: string) => (IN_ADDRESS.test(line) || IN_MEDIA_TYPE.test(line)) && !/read 20\d\d/.test(line)

test('no file of a connector writes a version into an address, except that of the version and that of the sign-in', () => {
  assert.ok(has_version("path: '/webmasters/v3/sites',") && has_version("path: '/v2/profiles',"))
  assert.ok(has_version("accept: 'application/vnd.x.v3+json'"))
  assert.ok(has_version('path: `/orders/2026-01-01/orders`,') && has_version("'https://a.example/v1beta'"))
  const files = globSync('src/connectors/*/*.ts', { cwd: ROOT }).filter(
    (file) => !/(\/version|\/sign_in|\.test)\.ts$/.test(file),
  )
  assert.ok(files.length > 100)
  const found = files.flatMap((file) => {
    const lines = readFileSync(join(ROOT, file), 'utf8').split('\n')
    return lines.flatMap((line, at) => (has_version(line) ? [`${file}:${at + 1} ${line.trim()}`] : []))
  })
  assert.deepEqual(found, [])
})
