// Every published sample answer is converted to rows by a test, or is listed with the reason why not (samples/list.ts).
import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { test } from 'node:test'
import { connectors } from '#connectors/index.ts'
import { samples_folder, without_contracts } from './published.ts'
import type { Samples } from './samples/form.ts'
import { samples } from './samples/list.ts'

const skip = without_contracts

/** What is no connector, and has samples all the same. */
const OTHERS = ['pagescore']
const platforms = [...Object.keys(connectors), ...OTHERS].toSorted()
const listed = Object.entries(samples).flatMap(([platform, of]) => ('none' in of ? [] : [{ platform, ...of }]))
const words = (text: string) => text.split(' ').filter(Boolean)
const test_file = ({ platform, file = `${platform}.test.ts` }: Samples & { platform: string }) =>
  join(import.meta.dirname, file)

/** The units of a folder: files of examples, and streams of recorded records. */
function units_in(folder: string): string[] {
  return globSync('*/*', { cwd: folder }).flatMap((path) => {
    const name = basename(path)
    if (!name.endsWith('.jsonl')) return [name.replace(/(\.examples)?\.json$/, '').replace(/^(docs__|x-ads-api__)/, '')]
    const of = name.replace('.jsonl', '').replace(/^expected_records_?/, '')
    const lines = readFileSync(join(folder, path), 'utf8').split('\n')
    const streams = lines.filter((line) => line.trim() !== '').map((line) => JSON.parse(line).stream as string)
    return [...new Set(streams)].map((stream) => (of === '' ? stream : `${of}:${stream}`))
  })
}

const matcher = (pattern: string) => new RegExp(`^${pattern.replace(/[.]/g, '\\.').replaceAll('*', '.*')}$`)

/** What is wrong with the list of a platform, compared with its units. */
function faults_of({ mapped, left_out }: Samples, units: readonly string[]): string[] {
  const converted = Object.values(mapped).flatMap(words)
  const patterns = left_out.flatMap(({ of }) => words(of))
  const is_left_out = (unit: string) => patterns.some((pattern) => matcher(pattern).test(unit))
  return [
    ...units.filter((unit) => !converted.includes(unit) && !is_left_out(unit)).map((unit) => `${unit} is not listed`),
    ...converted.filter((unit) => !units.includes(unit)).map((unit) => `${unit} does not exist`),
    ...converted.filter((unit) => patterns.includes(unit)).map((unit) => `${unit} is both converted and left out`),
    ...patterns
      .filter((pattern) => !units.some((unit) => !converted.includes(unit) && matcher(pattern).test(unit)))
      .map((pattern) => `${pattern} leaves nothing out`),
  ]
}

test('every platform has a list of samples, or says that none are published', { skip }, () => {
  assert.deepEqual(Object.keys(samples).toSorted(), platforms)
  for (const platform of platforms)
    assert.equal(existsSync(samples_folder(platform)), !('none' in samples[platform]!), platform)
})

test('every published sample is converted to rows, or left out with a reason', { skip }, (context) => {
  let converted = 0
  let left_out = 0
  for (const of of listed) {
    const units = units_in(samples_folder(of.platform))
    assert.ok(units.length > 0, of.platform)
    assert.deepEqual(faults_of(of, units), [], of.platform)
    const here = Object.values(of.mapped).flatMap(words).length
    converted += here
    left_out += units.length - here
  }
  context.diagnostic(`${converted} samples are converted to rows, and ${left_out} are left out with a reason`)
})

test('every conversion names a test that exists and reads the sample, and every other sample has a reason', () => {
  for (const of of listed) {
    const source = readFileSync(test_file(of), 'utf8')
    for (const [title, units] of Object.entries(of.mapped)) {
      assert.ok(source.includes(`test('${title}'`), `${of.platform}: no test '${title}'`)
      for (const unit of words(units)) {
        // Some tests write the part of the name that all files of the platform have once.
        const name = unit.replace(/^.*:/, '').replace(/^(resources__|source__includes__wp-api-v3___)/, '')
        assert.match(source, new RegExp(`['"\`]${name}['"\`]`), `${of.platform}: ${title} does not read ${unit}`)
      }
    }
    for (const { why } of of.left_out) assert.ok(/^[A-Z].{15,}\.$/.test(why), `${of.platform}: ${why}`)
  }
})

test('a sample that nobody listed, a listed one that does not exist, and one that is listed twice are found', () => {
  const list: Samples = { mapped: { reads: 'a b' }, left_out: [{ why: 'No rows.', of: 'c_* d' }] }
  assert.deepEqual(faults_of(list, ['a', 'b', 'c_1', 'd']), [])
  assert.deepEqual(faults_of(list, ['a', 'b', 'c_1', 'd', 'new']), ['new is not listed'])
  assert.deepEqual(faults_of(list, ['a', 'c_1', 'd']), ['b does not exist'])
  assert.deepEqual(faults_of(list, ['a', 'b', 'd']), ['c_* leaves nothing out'])
  const twice: Samples = { ...list, left_out: [{ why: 'No rows.', of: 'b' }] }
  assert.deepEqual(faults_of(twice, ['a', 'b']), ['b is both converted and left out', 'b leaves nothing out'])
})
