// Tools are declarations. Their files stay short, because what they share is in the engine and in the figures.
import assert from 'node:assert/strict'
import { globSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { test } from 'node:test'
import type { Tool } from '#engine/tool.ts'
import { areas } from '#tools/index.ts'

/** Lines of the median tool, with imports, descriptions and search words. */
const LINES_MAX = { figures: 60, list: 40 }
/** Fewer tools of a kind than this, and the test has looked at the wrong files. */
const TOOLS_MIN = 20
/** What the builders write for every answer. */
const REPEATED = /window_on_wire|notes: \[|zero_is_real|unknown_facts|provenance_of/

const root = join(import.meta.dirname, '../../src/tools')
const files = new Map(globSync('*/*.ts', { cwd: root }).map((path) => [basename(path, '.ts'), join(root, path)]))

/** An answer about a period has figures, and other answers with a counted list are lists. */
const kind_of = ({ result }: Tool) =>
  'window' in result && 'sources' in result ? 'figures' : 'truncated' in result ? 'list' : 'other'

async function texts_of(kind: 'figures' | 'list'): Promise<string[]> {
  const names = Object.values(areas).flatMap(({ tools }) =>
    Object.entries(tools).flatMap(([name, tool]) => (kind_of(tool) === kind ? [name] : [])),
  )
  const paths = names.flatMap((name) => files.get(name) ?? [])
  return Promise.all(paths.map((path) => readFile(path, 'utf8')))
}

for (const kind of ['figures', 'list'] as const) {
  test(`the median tool with ${kind === 'list' ? 'a list' : kind} has at most ${LINES_MAX[kind]} lines`, async (context) => {
    const lines = (await texts_of(kind)).map((text) => text.trimEnd().split('\n').length).sort((a, b) => a - b)
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
