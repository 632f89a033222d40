// The place of each tool in the source. suites/declarations.ts checks the declarations.
import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { glob, readFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { test } from 'node:test'
import { connectors } from '#connectors/index.ts'
import { catalog_of } from '#engine/catalog.ts'
import { tested_areas } from '#test/areas.ts'
import { areas } from '#tools/index.ts'
import { members_only, of_the_person, refused_here, shows_clients, shows_wanted } from './suites/internal.ts'

const ROOT = join(import.meta.dirname, '../..')
const FOLDER = join(ROOT, 'src/tools')
const catalog = catalog_of(areas)
const tools = [...catalog.values()]

test('a tool is one file, and so are the records of a kind with all their tools: file, export and area agree', async () => {
  const found: string[] = []
  for await (const file of glob('*/*.ts', { cwd: FOLDER })) {
    if (file.endsWith('.test.ts') || file.endsWith('index.ts')) continue
    const source = await readFile(join(FOLDER, file), 'utf8')
    for (const [, name, kind] of source.matchAll(
      /^export const (\w+)(?:: \w+)? = (tool|list_tool|review|record)\(/gm,
    )) {
      assert.equal(basename(file), `${name}.ts`)
      const names = kind !== 'record' ? [name!] : Object.keys((await import(join(FOLDER, file)))[name!].tools)
      for (const one of names) assert.equal(catalog.get(one)?.area, dirname(file), `${one} is in the index of its area`)
      found.push(...names)
    }
  }
  assert.deepEqual(
    found.sort(),
    tools.map(({ name }) => name),
  )
})

test('every area and every connector has a test file, and every snapshot has a tool', async () => {
  const files_of = async (folder: string) =>
    (await Array.fromAsync(glob('*.test.ts', { cwd: join(ROOT, folder) }))).map((file) => basename(file, '.test.ts'))
  assert.deepEqual((await files_of('test/areas')).sort(), Object.keys(tested_areas).sort())
  assert.deepEqual((await files_of('test/connectors')).sort(), Object.keys(connectors).sort())
  const snapshots = await Array.fromAsync(glob('*/*.json', { cwd: join(ROOT, 'test/snapshots') }))
  assert.deepEqual(snapshots.sort(), tools.map(({ area, name }) => `${area}/${name}.json`).sort())
})

test('what internal tools cannot show in the suites is shown elsewhere: each named tool is internal, and its file exists', () => {
  const named = [refused_here, members_only, of_the_person, shows_clients, shows_wanted].flatMap(Object.entries)
  for (const [tool, reason] of named) {
    assert.equal(catalog.get(tool)?.internal, true, tool)
    const [file] = /test\/\S+/.exec(reason) ?? []
    if (file) assert.ok(existsSync(join(ROOT, file)), file)
  }
})
