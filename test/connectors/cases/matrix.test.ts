// The case matrix of the connectors: complete, with tests that exist, and with nothing impossible that the vendors' list describes.
// scripts/cases/check.ts compares it with the tests that passed.
import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { connectors } from '#connectors/index.ts'
import { samples_folder, without_contracts } from '../../vendors/published.ts'
import { cases } from './cases.ts'
import { compared, comparisons } from './contracts.ts'
import { counts, entries, is_of, not_passed, type Passed, platforms, unused_of } from './index.ts'
import { found_in, is_undeclared, of_vendor } from './unused.ts'

const ROOT = join(import.meta.dirname, '../../..')
const SUITE = [
  'test_connector.ts',
  'real_answers.ts',
  'left_out.ts',
  'few_days.ts',
  'lacking_figures.ts',
  'refused_renewals.ts',
]
const source_of = (file: string) => readFileSync(join(ROOT, file), 'utf8')
const suite = SUITE.map((file) => source_of(`test/connectors/${file}`)).join('\n')
const cells = entries()

test('every connector declares every case', () => {
  assert.deepEqual(platforms.toSorted(), Object.keys(connectors).toSorted())
  assert.equal(Object.keys(cases).length, 34)
  assert.equal(cells.length, 34 * platforms.length)
  const empty = cells.filter(({ cell }) => !cell || ('tests' in cell && cell.tests.length === 0))
  assert.deepEqual(
    empty.map(({ platform, number }) => `${platform} ${number}`),
    [],
  )
  for (const platform of platforms) {
    const { run, impossible, unused, gaps } = counts(platform)
    assert.equal(run + impossible + unused + gaps, 34)
  }
})

test('no case lacks its test', () => {
  assert.deepEqual(
    cells.flatMap(({ platform, number, cell }) =>
      cell && 'gap' in cell ? [`${platform} ${number}: ${cell.gap}`] : [],
    ),
    [],
  )
})

const cannot = cells.flatMap(({ platform, number, cell }) => {
  const reason = cell && 'impossible' in cell ? cell : cell && 'unused' in cell ? cell.source : undefined
  return reason ? [{ at: `${platform} ${number}`, ...reason }] : []
})

test('what the vendor does not have, and the connector therefore does not use, has a document', () => {
  const without_document = cells.flatMap(({ platform, number, cell }) =>
    cell && 'unused' in cell && of_vendor.includes(cell.unused) && !cell.source ? [`${platform} ${number}`] : [],
  )
  assert.deepEqual(without_document, [])
})

test('what cannot happen has a reason, and the address or the words of a document with its month', () => {
  assert.ok(cannot.length > 0)
  for (const { at, impossible, document, month, shown } of cannot) {
    assert.ok(impossible.length > 15 && document.length > 5, at)
    assert.match(month, /^20\d\d-(0[1-9]|1[0-2])$/, at)
    assert.ok(shown || /^[\w.-]+\.\w+\/\S/.test(document), `${at}: ${document} is no address`)
  }
})

test('the documents have the words that show why a case cannot happen', { skip: without_contracts }, () => {
  const read = cannot.flatMap(({ at, shown }) => (shown ? [{ at, file: shown[0], words: shown[1] }] : []))
  assert.ok(read.length > 0)
  for (const { at, file, words } of read) {
    const text = readFileSync(join(ROOT, '../shared/vendors/specs', file), 'utf8')
    assert.ok(text.includes(words), `${at}: '${words}' in ${file}`)
  }
})

test('what cells call unused, the declaration lacks', () => {
  let compared = 0
  for (const platform of platforms) {
    const connector = connectors[platform]!
    const folder = join(ROOT, 'src/connectors', platform)
    const files = readdirSync(folder).filter((file) => !file.endsWith('.test.ts'))
    const sources = files.map((file) => readFileSync(join(folder, file), 'utf8')).join('\n')
    for (const word of unused_of(platform)) {
      const is_lacking = is_undeclared[word]
      // The shared suite compares the others with rows and answers.
      if (!is_lacking) assert.ok(found_in[word], word)
      else assert.ok(is_lacking({ platform, connector, sources }), `${platform}: ${word}`)
      compared += 1
    }
  }
  assert.ok(compared > 50, `only ${compared} were compared`)
})

test('every named test is in its file', () => {
  // The parts of a template that are not computed. A name has them at its ends.
  const templates = (source: string) =>
    [...source.matchAll(/test\(`([^`]*)`/g)].map(([, text = '']) => text.split(/\$\{[^}]*\}/))
  const has = (source: string, name: string) =>
    [`'${name}'`, `"${name}"`].some((quoted) => source.includes(quoted)) ||
    templates(source).some((parts) => name.startsWith(parts[0]!) && name.endsWith(parts.at(-1)!))
  const lost = cells.flatMap(({ platform, number, cell }) =>
    cell && 'tests' in cell
      ? cell.tests
          .filter(({ file, name }) => !has(file ? (existsSync(join(ROOT, file)) ? source_of(file) : '') : suite, name))
          .map(({ file, name }) => `${platform} ${number}: ${name} in ${file ?? 'the suite'}`)
      : [],
  )
  assert.deepEqual(lost, [])
})

test('a test that did not pass for a connector is found, and one of another connector does not count', () => {
  const file = 'test/connectors/test_connector.ts'
  const named = { name: 'duplicated or reordered records are stored once' }
  const passed: Passed = { file, path: ['mpa', 'the same rows come', named.name] }
  assert.ok(is_of('mpa', named)(passed))
  assert.ok(!is_of('tnx', named)(passed))
  const ran = ['test/connectors/mpa.test.ts']
  const missing = not_passed([passed], ran)
  assert.ok(missing.length > 0 && missing.every((one) => one.startsWith('mpa, case ')))
  assert.ok(!missing.some((one) => one.includes(named.name)))
  assert.deepEqual(not_passed([], []), [])
})

test('every connector is compared with a contract, in a way that can fail, and with the samples that exist', () => {
  assert.deepEqual(Object.keys(compared).toSorted(), platforms.toSorted())
  for (const platform of platforms) {
    for (const { file, name } of comparisons(platform)) {
      assert.ok(existsSync(join(ROOT, file)), file)
      assert.ok(
        [`'${name}'`, `"${name}"`].some((quoted) => source_of(file).includes(quoted)),
        `${name} in ${file}`,
      )
    }
    if ('none' in compared[platform]!.samples) assert.ok(!existsSync(samples_folder(platform)), platform)
  }
})

/** Words of the vendors' list that say that a case happens on a platform. A case with other words is one of the table alone. */
const HAPPENS: Record<number, RegExp> = {
  4: /\bdeleted (campaigns|ids|ones|and paused)|with_deleted|vanished posts|\barchived\b.*explicitly/i,
  5: /cut without a word|1,000 rows, no paging|offset ends at/i,
  10: /one use, only the newest/i,
  11: /(365 days|60 days|after 7 days|6 months, or 4 months)/i,
  7: /HTTP 200 with `code`|answers 410 at random|captcha with 200/i,
  12: /app's secret after 180/i,
  17: /timezone_switch_at/,
  18: /amountMicros|decimals of the account's currency|budgets micros/i,
  19: /overlap \d+/i,
  20: /reach of days does not add up|unique impressions do not add up/i,
  21: /SPOTLIGHT|Sum them; name the columns|compare with AUCTION_ADVERTISER/,
  23: /refunds? (slip|are not|stand)|payment_status|stays? `paid`/i,
  24: /case 24|imported from Mercado Libre/i,
  25: /2\^53|case-sensitive/,
  28: /modified_after|since_last_changed/,
  29: /take up to 3 hours|IN_QUEUE|async 90 days/i,
  30: /\b(72 hours|live 24 hours|live 30 days|retention 95)/i,
  31: /^- \*\*(Webhooks|Notifications)|^- Webhooks:/im,
  32: /every call 402|redact/i,
  34: /`test: true`/,
}

test('what the list of the vendors describes for a platform is not declared impossible', {
  skip: without_contracts,
}, () => {
  const list = readFileSync(join(ROOT, '../shared/vendors/TRAPS.md'), 'utf8')
  const numbers = [...list.matchAll(/^\| (\d+) \| /gm)].map(([, number]) => Number(number))
  assert.deepEqual(numbers, Object.keys(cases).map(Number))
  const sections = list.split(/^## /m).slice(1)
  let described = 0
  for (const platform of platforms) {
    const text = sections.find((section) => new RegExp(`^${platform} · `).test(section))
    if (!text) continue
    for (const [number, words] of Object.entries(HAPPENS))
      if (words.test(text)) {
        described += 1
        const { cell } = cells.find((one) => one.platform === platform && one.number === Number(number))!
        assert.ok(cell && !('impossible' in cell), `${platform}: case ${number} happens there (${words})`)
      }
  }
  assert.ok(described >= 30, `only ${described} descriptions were found`)
})
