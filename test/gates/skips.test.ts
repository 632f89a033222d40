// A run fails when it skips a test that scripts/cases/skips.ts does not permit.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { promisify } from 'node:util'
import { not_permitted, permitted_skips, type Skipped, skips_by_reason } from '../../scripts/cases/skips.ts'

const REPORTER = join(import.meta.dirname, '../../scripts/cases/reporter.ts')
const FILE = `
import { suite, test } from 'node:test'
test('runs', () => {})
test('without a reason', { skip: true }, () => {})
test('too slow', (context) => context.skip('it is slow'))
suite('against contracts', { skip: 'the vendors’ published contracts are not on this machine' }, () => { test('one', () => {}) })
`

let folder: string
let skipped: Skipped[]
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tablero-skips-'))
  const file = join(folder, 'skips.test.mjs')
  await writeFile(file, FILE)
  const { NODE_TEST_CONTEXT: _, ...env } = process.env // a runner inside a test would report to the outer one
  const { stdout } = await promisify(execFile)(process.execPath, ['--test', `--test-reporter=${REPORTER}`, file], {
    env,
  })
  const lines = stdout.trim().split('\n')
  skipped = lines.map((line) => JSON.parse(line)).filter((one) => 'skip' in one)
  assert.equal(lines.length - skipped.length, 1, stdout)
})
after(() => rm(folder, { recursive: true, force: true }))

test('the reporter names each skipped test and suite with its reason', () => {
  assert.deepEqual(
    skipped.map(({ path, skip }) => [path.join(' > '), skip]),
    [
      ['without a reason', 'true'],
      ['too slow', 'it is slow'],
      ['against contracts', 'the vendors’ published contracts are not on this machine'],
    ],
  )
  assert.match(skips_by_reason(skipped), /^1 × true; 1 × it is slow; 1 × the vendors/)
})

test('only the skip for lack of contracts is permitted', () => {
  const faults = not_permitted(skipped)
  assert.deepEqual(
    faults.map((fault) => /'(.*?)' is skipped \((.*?)\)/.exec(fault)?.slice(1)),
    [
      ['without a reason', 'true'],
      ['too slow', 'it is slow'],
    ],
  )
})

test('an entry for some files permits nothing in others', () => {
  const of_files = permitted_skips.filter(({ files }) => files)
  assert.ok(of_files.length > 0)
  const skip = 'no script starts a cluster of Citus here'
  assert.deepEqual(not_permitted([{ file: 'test/citus/kills.test.ts', path: ['one'], skip }]), [])
  assert.equal(not_permitted([{ file: 'test/query/sales.test.ts', path: ['one'], skip }]).length, 1)
})

test('cases that a platform cannot cause are permitted in the modules that test them', () => {
  for (const file of ['test/connectors/seo_console.test.ts', 'test/connectors/real_answers.ts'])
    assert.deepEqual(not_permitted([{ file, path: ['one'], skip: 'the platform has no ads' }]), [])
})
