// Tools are declarations. Their files stay short, because what they share is in the engine and in the figures. A file that only one tool
// imports counts for this tool, so no tool hides its lines in a file of its own.
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { test } from 'node:test'
import { z } from 'zod'
import type { Tool } from '#engine/tool.ts'
import { areas } from '#tools/index.ts'
import { own_files } from './own_files.ts'

/** Lines of the median tool and the files that only this tool imports, with imports, descriptions and search words. */
const LINES_MAX = { figures: 60, list: 40 }
/** The same with the files of `NOT_COUNTED`. No goal: this keeps the tools from growing there. */
const ALL_LINES_MAX = { figures: 102, list: 40 }
/** Files that only one tool with figures imports, and that its lines do not include, with the reason. */
const NOT_COUNTED: Record<string, string> = {
  ...of_rows('src/tools/mpa/orders.ts', 'src/tools/query/carts.ts', 'src/tools/query/orders.ts'),
  ...of_rows('src/tools/store/checkouts.ts', 'src/tools/store/orders.ts'),
  'src/figures/subjects/breakdown.ts': 'the effects of the parts of a change, a calculation with tests of its own',
}
/** Fewer tools of a kind than this, and the test has looked at the wrong files. */
const TOOLS_MIN = 20
/** A tool that changed by more lines has another number in ARCHITECTURE.md. */
const CHANGED_LINES_MAX = 5
/** What builders write: fields of every answer, what a group of figures consists of (facts, platforms and tables), and ids of own records. */
const REPEATED =
  /\buuid\(\s*['`]|window_on_wire|notes: \[|zero_is_real|unknown_facts|provenance_of|\bfacts:|\bplatforms_of\(|\btables: (?![A-Z])/

function of_rows(...paths: string[]): Record<string, string> {
  const reason = 'rows of a list beside the figures: a declaration of its own, with its fields and its statement'
  return Object.fromEntries(paths.map((path) => [path, reason]))
}

const root = join(import.meta.dirname, '../..')
const texts = new Map(
  globSync('src/**/*.ts', { cwd: root })
    .filter((path) => !path.endsWith('.test.ts'))
    .map((path) => [path.replaceAll('\\', '/'), readFileSync(join(root, path), 'utf8')]),
)
const places = {
  within: /^src\/(?:tools|figures)\//,
  contents: /^src\/tools\/(?:\w+\/)?index\.ts$/,
  collection: 'src/figures/index.ts',
}
const helpers = own_files(texts, places)
const in_tools = [...texts].filter(([path]) => path.startsWith('src/tools/'))
const files = new Map(in_tools.map(([path]) => [basename(path, '.ts'), path]))

const tools = Object.values(areas).flatMap(({ tools }) => Object.entries<Tool>(tools))

/** True for a period with its sources, also when each part of an answer has its own. */
const has_figures = (fields: Record<string, unknown>): boolean =>
  ('window' in fields && 'sources' in fields) ||
  Object.values(fields).some((field) => field instanceof z.ZodObject && has_figures(field.shape))

/** An answer about a period has figures, and other answers with a counted list are lists. */
const kind_of = ({ result }: Tool) => (has_figures(result) ? 'figures' : 'truncated' in result ? 'list' : 'other')

/** The files of a kind of tools. One file has all tools of a record, so those have none of their own. */
const paths_of = (kind: 'figures' | 'list') =>
  tools.flatMap(([name, tool]) => (kind_of(tool) === kind ? (files.get(name) ?? []) : []))

const lines_of = (path: string) => texts.get(path)!.trimEnd().split('\n').length
const sum_of = (paths: readonly string[]) => paths.reduce((sum, path) => sum + lines_of(path), 0)

function median_of(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b)
  return (sorted.at((sorted.length - 1) / 2)! + sorted.at(sorted.length / 2)!) / 2
}

test('every tool has a file of its own name, and the tools of a record have the file of the record', () => {
  const without_file = tools.filter(([name]) => !files.has(name))
  assert.deepEqual(
    without_file.filter(([, { record }]) => !record).map(([name]) => name),
    [],
  )
  const declaring = in_tools.filter(([, text]) => /(?<![.\w])record\(/.test(text))
  assert.deepEqual(
    without_file.filter(([name]) => !declaring.some(([, text]) => text.includes(name))).map(([name]) => name),
    [],
  )
})

test('a tool whose parts have windows of their own is one with figures', () => {
  assert.ok(paths_of('figures').some((path) => path.endsWith('/get_daily_series.ts')))
})

for (const kind of ['figures', 'list'] as const) {
  test(`the median tool with ${kind === 'list' ? 'a list' : kind} has at most ${LINES_MAX[kind]} lines`, (context) => {
    const counts = paths_of(kind).map((path) => {
      const beside = helpers.get(path) ?? []
      const counted = beside.filter((helper) => !(helper in NOT_COUNTED))
      return { path, own: lines_of(path), counted: sum_of([path, ...counted]), all: sum_of([path, ...beside]) }
    })
    for (const { path, own, all } of counts.filter(({ own, all }) => all > own))
      context.diagnostic(`${path}: ${own} lines, ${all} with ${helpers.get(path)!.join(', ')}`)
    const [own, counted, all] = (['own', 'counted', 'all'] as const).map((of) =>
      median_of(counts.map((one) => one[of])),
    )
    context.diagnostic(`${counts.length} tools, median ${counted} lines; of the file alone ${own}, of all files ${all}`)
    assert.ok(counts.length >= TOOLS_MIN, `${counts.length} tools`)
    assert.ok(counted! <= LINES_MAX[kind], `${counted} lines`)
    assert.ok(all! <= ALL_LINES_MAX[kind], `${all} lines with all files`)
  })
}

test('each file that is not counted belongs to one tool with figures', () => {
  const of_figures = new Set(paths_of('figures').flatMap((path) => helpers.get(path) ?? []))
  assert.deepEqual(
    Object.keys(NOT_COUNTED).filter((path) => !of_figures.has(path)),
    [],
  )
})

test('the table of ARCHITECTURE.md has the lines of each tool', () => {
  const table = readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8').matchAll(/`(\w+)` \d+ → (\d+)/g)
  const named = [...table].map(([, name, lines]) => ({ path: files.get(name!)!, lines: Number(lines) }))
  assert.ok(named.length >= TOOLS_MIN, `${named.length} tools`)
  for (const { path, lines } of named) {
    const now = sum_of([path, ...(helpers.get(path) ?? [])])
    assert.ok(Math.abs(now - lines) <= CHANGED_LINES_MAX, `${path} has ${now} lines, not ${lines}`)
  }
})

test('a file belongs to the only tool that imports it, also through other files and the collection of figures', () => {
  const of = (...lines: string[]) => lines.join('\n')
  const planted = new Map([
    ['src/tools/area/index.ts', of(`import { one } from '#tools/area/one.ts'`, `import { two } from './two.ts'`)],
    ['src/tools/area/one.ts', of('import {', '  a,', `} from './mine.ts'`, `import { b } from './common.ts'`)],
    ['src/tools/area/two.ts', of(`import * as f from '#figures/index.ts'`, `import './common.ts'`, 'f.sum()')],
    ['src/tools/area/mine.ts', of(`import { deep } from '../deep.ts'`, `import '#engine/tool.ts'`)],
    ['src/tools/deep.ts', 'const later = await import("./x.ts")'],
    ['src/tools/area/common.ts', ''],
    ['src/figures/index.ts', of(`export * from '#figures/sum.ts'`, `export { nobody } from '#figures/alerts.ts'`)],
    ['src/figures/sum.ts', 'export const sum = () => 1'],
    ['src/figures/alerts.ts', 'export function nobody() {}'],
    ['src/alerts/evaluate.ts', `import { nobody } from '#figures/alerts.ts'`],
    ['src/engine/tool.ts', ''],
  ])
  assert.deepEqual(
    own_files(planted, places),
    new Map([
      ['src/tools/area/one.ts', ['src/tools/area/mine.ts', 'src/tools/deep.ts']],
      ['src/tools/area/two.ts', ['src/figures/sum.ts']],
    ]),
  )
})

test('no file of a tool repeats what the builders write', () => {
  for (const [path, text] of in_tools) assert.doesNotMatch(text, REPEATED, path)
})
