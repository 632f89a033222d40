// npm run pages: builds the pages of dashboard/ into build/dashboard, unless the build there is made from the same sources. `npm run demo`,
// `npm start`, `npm test` and `npm pack` do it first. An installation without development packages keeps the build that it has.
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { glob, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { InlineConfig } from 'vite'
import { help_on_request } from '#lib/arguments.ts'
import { catalogs } from './catalogs.ts'

const ROOT = join(import.meta.dirname, '../..')
const BUILT = join(ROOT, 'build/dashboard')
const MARK = 'sources.sha256'
/** The packages that the pages contain, with the texts of their licenses. */
const PACKAGES = 'packages.json'
const IN_PACKAGE = /node_modules\/((?:@[^/]+\/)?[^/]+)\//
const SOURCES = [
  'dashboard/**/*',
  'scripts/dashboard/*',
  'src/domain/{roles,scopes,platforms,health}.ts',
  'package-lock.json',
]
/** Pictures and fonts are compressed already. */
const COMPRESSED = /\.(?:js|css|svg)$/
const GZIP_LEVEL = 9

async function hash_of_sources(): Promise<string> {
  const hash = createHash('sha256')
  const files = await Array.fromAsync(glob(SOURCES, { cwd: ROOT, withFileTypes: true }))
  const paths = files.filter((file) => file.isFile()).map((file) => join(file.parentPath, file.name))
  for (const path of paths.sort())
    hash
      .update(path.slice(ROOT.length))
      .update('\0')
      .update(await readFile(path))
  return hash.digest('hex')
}

/** Vite's own names keep a hash of the content, so a browser may keep each file forever. */
async function build_into(folder: string): Promise<void> {
  const { build } = await import('vite')
  // Vite sets NODE_ENV for this process. Programs that start afterwards, such as npm, would leave out development packages.
  const before = process.env.NODE_ENV
  try {
    await build(options_of(folder))
  } finally {
    if (before === undefined) delete process.env.NODE_ENV
    else process.env.NODE_ENV = before
  }
}

const options_of = (folder: string) =>
  ({
    root: join(ROOT, 'dashboard'),
    configFile: false,
    envDir: false,
    logLevel: 'warn',
    plugins: [catalogs(join(ROOT, 'dashboard/locales'))],
    build: {
      outDir: folder,
      emptyOutDir: true,
      manifest: 'manifest.json',
      license: { fileName: PACKAGES },
      target: 'es2024',
      assetsInlineLimit: 0,
      reportCompressedSize: false,
      modulePreload: { polyfill: false },
      chunkSizeWarningLimit: Number.POSITIVE_INFINITY, // test/dashboard/budgets.test.ts checks the sizes
      rolldownOptions: {
        input: join(ROOT, 'dashboard/src/main.tsx'),
        // Packages mark their modules for servers that draw pages. Nothing is drawn on a server here.
        onwarn: (warning, show) => warning.code !== 'MODULE_LEVEL_DIRECTIVE' && show(warning),
      },
    },
  }) satisfies InlineConfig

export interface BundledPackage {
  name: string
  version: string
  /** SPDX. */
  identifier?: string
  text?: string
}

/** Adds packages of fonts. Vite lists those of scripts only. */
async function list_fonts(folder: string): Promise<void> {
  const list = join(folder, PACKAGES)
  const packages: BundledPackage[] = JSON.parse(await readFile(list, 'utf8'))
  const manifest = JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8'))
  for (const name of new Set(Object.keys(manifest).flatMap((source) => IN_PACKAGE.exec(source)?.[1] ?? []))) {
    if (packages.some((known) => known.name === name)) continue
    const at = join(ROOT, 'node_modules', name)
    const { version, license } = JSON.parse(await readFile(join(at, 'package.json'), 'utf8'))
    packages.push({ name, version, identifier: license, text: await readFile(join(at, 'LICENSE'), 'utf8') })
  }
  await writeFile(list, JSON.stringify(packages, null, 2))
}

async function compress(folder: string): Promise<void> {
  for await (const name of glob('assets/*', { cwd: folder })) {
    if (!COMPRESSED.test(name)) continue
    const file = join(folder, name)
    const plain = await readFile(file)
    const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY }
    await writeFile(`${file}.br`, await promisify(brotliCompress)(plain, { params }))
    await writeFile(`${file}.gz`, await promisify(gzip)(plain, { level: GZIP_LEVEL }))
  }
}

/** Returns the folder of the built pages. */
export async function built_dashboard(): Promise<string> {
  const hash = await hash_of_sources()
  const mark = join(BUILT, MARK)
  const before = await readFile(mark, 'utf8').catch(() => undefined)
  if (before === hash || !existsSync(join(ROOT, 'node_modules/vite'))) return BUILT
  // A folder of its own, so that a process that serves the old pages never sees half of the new ones.
  const folder = `${BUILT}.${process.pid}`
  await mkdir(folder, { recursive: true })
  await build_into(folder)
  await list_fonts(folder)
  await compress(folder)
  await writeFile(join(folder, MARK), hash)
  await rm(BUILT, { recursive: true, force: true })
  await rename(folder, BUILT)
  return BUILT
}

export async function bundled_packages(): Promise<BundledPackage[]> {
  return JSON.parse(await readFile(join(await built_dashboard(), PACKAGES), 'utf8'))
}

if (import.meta.main) {
  help_on_request(import.meta.filename)
  await built_dashboard()
}
