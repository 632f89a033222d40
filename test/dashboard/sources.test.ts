// The sources of the pages: every text in each language, the style of each component, the sizes of what is built.
import assert from 'node:assert/strict'
import { glob, readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { parseSync, Visitor } from 'oxc-parser'
import { open_built } from '#http/dashboard/built.ts'
import { differences, find_messages } from '../../scripts/dashboard/messages.ts'

const ROOT = join(import.meta.dirname, '../..')
const BUILT = join(ROOT, 'build/dashboard')
const MANTINE = join(ROOT, 'node_modules/@mantine/core')
const SCRIPT_MAX = 200 * 1024
const STYLE_MAX = 40 * 1024
const PAGE_MAX = 60 * 1024
/** The drawings of all plots, which a page loads after its figures. */
const CHARTS = 'src/components/charts/charts.tsx'
const CHARTS_MAX = 135 * 1024
const FONT_MAX = 50 * 1024

/** Parts of components that appear only when a page asks for them by name. */
const OPTIONAL = new Set(['CheckboxCard', 'RadioCard'])

/** Texts that are alike in every language. */
const PROPER_NAMES = new Set(['Tablero', 'ROAS', 'SQL'])
const TEXT_ATTRIBUTES = new Set([
  'about',
  'alt',
  'aria-description',
  'aria-label',
  'description',
  'label',
  'placeholder',
  'title',
])

interface Chunk {
  file: string
  src?: string
  imports?: string[]
  css?: string[]
  isDynamicEntry?: boolean
}

/** The chunks that a browser loads with this one. */
function reached(manifest: Record<string, Chunk>, name: string, into = new Set<string>()): Set<string> {
  if (into.has(name)) return into
  into.add(name)
  for (const one of manifest[name]!.imports ?? []) reached(manifest, one, into)
  return into
}

test('every text of the pages is in each catalog, with the same values, and no catalog has another', async () => {
  const { ids } = await find_messages()
  assert.ok(ids.size > 250)
  assert.deepEqual(await differences(), [])
})

test('every text that an element has goes through t(…), except proper names', async () => {
  const found: string[] = []
  let looked = 0
  for await (const file of glob('dashboard/src/**/*.tsx', { cwd: ROOT }))
    new Visitor({
      JSXText({ value }) {
        looked += 1
        if (/\p{L}{2}/u.test(value) && !PROPER_NAMES.has(value.trim())) found.push(`${file}: ${value.trim()}`)
      },
      JSXAttribute({ name, value }) {
        if (!TEXT_ATTRIBUTES.has(String(name.name)) || value?.type !== 'Literal') return
        if (value.value !== '') found.push(`${file}: ${name.name}="${value.value}"`)
      },
    }).visit(parseSync(file, await readFile(join(ROOT, file), 'utf8')).program)
  assert.ok(looked > 500)
  assert.deepEqual(found, [])
})

test('every component of Mantine that the pages use has its style, and those inside of it', async () => {
  const loaded = await readFile(join(ROOT, 'dashboard/src/shell/styles.ts'), 'utf8')
  const used = new Set<string>()
  for await (const file of glob('dashboard/src/**/*.tsx', { cwd: ROOT }))
    for (const [, names] of (await readFile(join(ROOT, file), 'utf8')).matchAll(
      /import \{([^}]+)\} from '@mantine\/core'/g,
    ))
      for (const name of names!.split(',')) used.add(name.trim().replace(/^type /, ''))
  const styles = new Set(await readdir(join(MANTINE, 'styles')))
  const missing: string[] = []
  for (const name of await with_inner(used))
    if (!OPTIONAL.has(name) && styles.has(`${name}.css`) && !loaded.includes(`/styles/${name}.css'`)) missing.push(name)
  assert.ok(used.size > 10)
  assert.deepEqual(missing.sort(), [])
})

/** The folders of Mantine's components that these import, directly or through others. */
async function with_inner(names: Set<string>): Promise<Set<string>> {
  const found = new Set(names)
  for (const name of found)
    for await (const file of glob(`esm/components/${name}/**/*.mjs`, { cwd: MANTINE }))
      for (const [, inner] of (await readFile(join(MANTINE, file), 'utf8')).matchAll(
        /from "\.\.?\/(?:\.\.\/)*([A-Z]\w+)\//g,
      ))
        found.add(inner!)
  return found
}

test('the frame of every page loads the style of each part that it imports, directly or through others', async () => {
  const manifest: Record<string, Chunk> = JSON.parse(await readFile(join(BUILT, 'manifest.json'), 'utf8'))
  const needed = [...reached(manifest, 'src/main.tsx')].flatMap((name) => manifest[name]!.css ?? [])
  const { styles } = open_built()!.entry
  assert.ok(needed.length > 5)
  assert.deepEqual(new Set(styles), new Set(needed))
})

test('scripts, styles and the font stay within their budgets', async (context) => {
  const manifest: Record<string, Chunk> = JSON.parse(await readFile(join(BUILT, 'manifest.json'), 'utf8'))
  const gzipped = async (file: string) => (await stat(join(BUILT, `${file}.gz`))).size
  const total = async (files: Iterable<string>) =>
    (await Promise.all([...files].map(gzipped))).reduce((a, b) => a + b, 0)
  const files = (names: Iterable<string>) => new Set([...names].map((name) => manifest[name]!.file))
  const shell = reached(manifest, 'src/main.tsx')
  const script = await total(files(shell))
  const styles = new Set(Object.values(manifest).flatMap(({ css = [] }) => css))
  const style = await total(styles)
  const pages: [string, number][] = []
  for (const [name, { isDynamicEntry }] of Object.entries(manifest))
    if (isDynamicEntry && name !== CHARTS)
      pages.push([name, await total(files(reached(manifest, name).difference(shell)))])
  const [largest, size] = pages.sort((a, b) => b[1] - a[1])[0]!
  const charts = await total(files(reached(manifest, CHARTS).difference(shell)))
  const fonts = await Array.fromAsync(glob('assets/*.woff2', { cwd: BUILT }))
  for (const font of fonts) assert.ok((await stat(join(BUILT, font))).size <= FONT_MAX, font)
  context.diagnostic(
    `script ${script}, style ${style}, largest page ${largest} ${size}, charts ${charts} bytes gzipped`,
  )
  assert.equal(fonts.length, 1)
  assert.ok(script <= SCRIPT_MAX, `script ${script}`)
  assert.ok(style <= STYLE_MAX, `style ${style}`)
  assert.ok(charts <= CHARTS_MAX, `charts ${charts}`)
  assert.ok(size <= PAGE_MAX, `${largest} ${size}`)
})

test('no two pages have the same key or address', async () => {
  const pages: string[] = []
  for await (const file of glob('dashboard/src/areas/*/pages.ts', { cwd: ROOT }))
    pages.push(await readFile(join(ROOT, file), 'utf8'))
  const values = (name: string) =>
    pages.flatMap((text) => [...text.matchAll(new RegExp(`\\b${name}: '([^']*)'`, 'g'))].map(([, value]) => value!))
  for (const name of ['key', 'path']) {
    const all = values(name)
    assert.ok(all.length > 5)
    assert.deepEqual(all.sort(), [...new Set(all)].sort())
  }
})
