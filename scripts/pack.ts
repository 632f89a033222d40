// npm pack: makes tablero-<version>.tgz, which runs where it is installed. This script prepares it: it writes dist/, the product as
// JavaScript, because Node strips no types inside node_modules, with the built pages and the list of its parts. With --remove it deletes
// dist/ again.
import { cp, glob, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { stripTypeScriptTypes } from 'node:module'
import { dirname, join } from 'node:path'
import { read_arguments } from '#lib/arguments.ts'
import { built_dashboard } from './dashboard/build.ts'
import { write_sbom } from './sbom.ts'

const ROOT = join(import.meta.dirname, '..')
const DIST = join(ROOT, 'dist')
/** What `npx tablero` needs, the demo with its sandbox too. */
const PACKED = ['src/**/*', 'sandbox/**/*', 'scripts/demo.ts', 'scripts/demo/*', 'migrations/*']
/** A text that names a TypeScript file: an import, or the path of a script to start. */
const NAMED_FILE = /(['"])([#.][^'"\n]*)\.ts\1/g

async function write_dist(): Promise<void> {
  const files = await Array.fromAsync(glob(PACKED, { cwd: ROOT, withFileTypes: true }))
  for (const file of files) {
    if (!file.isFile() || file.name.endsWith('.test.ts')) continue
    const from = join(file.parentPath, file.name)
    const to = from.replace(ROOT, DIST)
    await mkdir(dirname(to), { recursive: true })
    if (!file.name.endsWith('.ts')) await cp(from, to)
    else await writeFile(to.replace(/\.ts$/, '.js'), as_javascript(await readFile(from, 'utf8')))
  }
  const pages = await built_dashboard()
  await cp(pages, pages.replace(ROOT, DIST), { recursive: true })
  await writeFile(join(DIST, 'package.json'), await package_of_dist())
}

/** Blanks replace the types, so that each line and column of a stack trace is that of the source. */
const as_javascript = (typed: string) => stripTypeScriptTypes(typed).replaceAll(NAMED_FILE, '$1$2.js$1')

/** Names the folders of dist/, as the project's own `package.json` names those of the sources. */
async function package_of_dist(): Promise<string> {
  const { name, version, type, imports } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8'))
  const { '#test/*': _, ...own } = imports as Record<string, string>
  const renamed = Object.entries(own).map(([key, path]) => [key, path.replace(/\.ts$/, '.js')])
  return `${JSON.stringify({ name, version, type, imports: Object.fromEntries(renamed) }, null, 2)}\n`
}

const { values } = read_arguments(import.meta.filename, { options: { remove: { type: 'boolean', default: false } } })
await rm(DIST, { recursive: true, force: true })
if (!values.remove) {
  await write_dist()
  await write_sbom(DIST)
}
