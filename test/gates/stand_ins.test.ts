// `npm test -- --filled` is a long run. This test keeps it able to start: the stand-ins fit the published contract, and are of every kind.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { catalog_of } from '#engine/catalog.ts'
import type { Tool } from '#engine/tool.ts'
import { with_stand_ins } from '#test/stand_ins.ts'
import { areas } from '#tools/index.ts'
import { not_built, published } from '../contract/published.ts'

const filled = with_stand_ins(areas)
const catalog = catalog_of(filled.areas)
const missing = Object.values(not_built).flat()

/** Stand-ins are known by what they do, not by their names. */
const kinds: Record<string, (tool: Tool) => boolean> = {
  record: ({ record }) => record !== undefined,
  run: (tool) => 'work' in tool,
  list: ({ record, result }) => !record && 'rows' in result,
  read: ({ record, result }) => !record && 'platforms' in result,
}

test('the built tools and the stand-ins are exactly the published tools, in their areas', () => {
  const names = [...catalog.values()].filter(({ internal }) => !internal).map(({ area, name }) => `${area}.${name}`)
  const wanted = Object.entries(published).flatMap(([area, of_area]) =>
    Object.keys(of_area).map((name) => `${area}.${name}`),
  )
  assert.deepEqual(names.sort(), wanted.sort())
})

test('there is a stand-in of every kind, and each record has a table', () => {
  for (const [kind, is_of_kind] of Object.entries(kinds))
    assert.ok(
      missing.some((name) => is_of_kind(catalog.get(name)!)),
      `no stand-in is of the kind '${kind}'`,
    )
  const records = missing.filter((name) => kinds.record!(catalog.get(name)!))
  const tables = Object.values(filled.tables).join('\n')
  for (const name of records) {
    const { table } = catalog.get(name)!.record!
    assert.match(tables, new RegExp(`create table ${table} `), name)
  }
})
