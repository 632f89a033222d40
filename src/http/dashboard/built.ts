// The built pages: which files there are, and their content. scripts/dashboard/build.ts writes them, and the package carries them.
import { readdirSync, readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import type { Encoding } from '#http/compressed.ts'

const BUILT = join(import.meta.dirname, '../../../build/dashboard')
const ENTRY = 'src/main.tsx'

const types: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
}

const extensions: Record<Encoding, string> = { br: '.br', gzip: '.gz' }

/** A part of Vite's manifest, by the path of its source. */
interface Chunk {
  file: string
  css?: string[]
  assets?: string[]
  imports?: string[]
}

/** What the frame of every page loads first. */
export interface Entry {
  script: string
  styles: string[]
  /** Scripts that the first one imports. Naming them saves a round trip for each. */
  imports: string[]
  font: string | undefined
}

export interface Built {
  entry: Entry
  /** Content type of a file in `assets/`, or undefined when there is no such file. */
  type_of(name: string): string | undefined
  /** The content, compressed when the file was compressed at build. */
  read(name: string, accepted: readonly Encoding[]): Promise<{ body: Buffer; encoding?: Encoding }>
}

function entry_of(manifest: Record<string, Chunk>): Entry {
  const main = manifest[ENTRY]!
  const imports = imports_of(manifest, ENTRY)
  const font = main.assets?.find((name) => name.endsWith('.woff2'))
  return {
    script: main.file,
    styles: [main, ...imports].flatMap(({ css = [] }) => css),
    imports: imports.map(({ file }) => file),
    font,
  }
}

/** Everything that a part needs before it runs. Vite loads the styles of these parts only for pages that open later. */
function imports_of(manifest: Record<string, Chunk>, name: string, found = new Set<Chunk>()): Chunk[] {
  for (const next of manifest[name]!.imports ?? []) {
    if (found.has(manifest[next]!)) continue
    found.add(manifest[next]!)
    imports_of(manifest, next, found)
  }
  return [...found]
}

/** Undefined when nothing is built: in a copy of the sources before the first `npm start`. */
export function open_built(folder = BUILT): Built | undefined {
  let manifest: Record<string, Chunk>
  try {
    manifest = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8'))
  } catch {
    return undefined
  }
  const assets = join(folder, 'assets')
  const names = new Set(readdirSync(assets))
  const kept = new Map<string, Promise<Buffer>>()
  const content = (name: string) => {
    const known = kept.get(name) ?? readFile(join(assets, name))
    kept.set(name, known)
    return known
  }
  return {
    entry: entry_of(manifest),
    type_of: (name) => (names.has(name) ? types[extname(name)] : undefined),
    async read(name, accepted) {
      const encoding = accepted.find((one) => names.has(name + extensions[one]))
      return { body: await content(encoding ? name + extensions[encoding] : name), encoding }
    },
  }
}
