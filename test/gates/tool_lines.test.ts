// Tools are declarations. Their files stay short, because what they share is in the engine and in the figures.
import assert from 'node:assert/strict'
import { globSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { test } from 'node:test'
import { z } from 'zod'
import type { Tool } from '#engine/tool.ts'
import { areas } from '#tools/index.ts'

/** Lines of the median tool, with imports, descriptions and search words. */
const LINES_MAX = { figures: 60, list: 40 }
/** Fewer tools of a kind than this, and the test has looked at the wrong files. */
const TOOLS_MIN = 20
/** What the builders write for every answer, and what a group of figures is made from: facts, platforms and tables. */
const REPEATED =
  /window_on_wire|notes: \[|zero_is_real|unknown_facts|provenance_of|\bfacts:|\bplatforms_of\(|\btables: (?![A-Z])/

const root = join(import.meta.dirname, '../../src/tools')
const files = new Map(globSync('*/*.ts', { cwd: root }).map((path) => [basename(path, '.ts'), join(root, path)]))

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

test('every tool has a file of its own name, and the tools of a record have the file of the record', async () => {
  const without_file = tools.filter(([name]) => !files.has(name))
  assert.deepEqual(
    without_file.filter(([, { record }]) => !record).map(([name]) => name),
    [],
  )
  const texts = await Promise.all([...files.values()].map((path) => readFile(path, 'utf8')))
  const declaring = texts.filter((text) => /(?<![.\w])record\(/.test(text))
  assert.deepEqual(
    without_file.filter(([name]) => !declaring.some((text) => text.includes(name))).map(([name]) => name),
    [],
  )
})

test('a tool whose parts have windows of their own is one with figures', () => {
  assert.ok(paths_of('figures').some((path) => path.endsWith('/get_daily_series.ts')))
})

for (const kind of ['figures', 'list'] as const) {
  test(`the median tool with ${kind === 'list' ? 'a list' : kind} has at most ${LINES_MAX[kind]} lines`, async (context) => {
    const texts = await Promise.all(paths_of(kind).map((path) => readFile(path, 'utf8')))
    const lines = texts.map((text) => text.trimEnd().split('\n').length).sort((a, b) => a - b)
    const median = (lines.at((lines.length - 1) / 2)! + lines.at(lines.length / 2)!) / 2
    context.diagnostic(`${lines.length} tools, median ${median} lines, from ${lines[0]} to ${lines.at(-1)}`)
    assert.ok(lines.length >= TOOLS_MIN, `${lines.length} tools`)
    assert.ok(median <= LINES_MAX[kind], `${median} lines`)
  })
}

test('no file of a tool repeats what the builders of answers write', async () => {
  for (const path of globSync('**/*.ts', { cwd: root }))
    assert.doesNotMatch(await readFile(join(root, path), 'utf8'), REPEATED, path)
})
