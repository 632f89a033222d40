// Finds every text of the pages: the first argument of each `t(…)`. Prints those that a catalog lacks, and those that no page has.
import { glob, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseSync, Visitor } from 'oxc-parser'
import { read_catalog } from './catalogs.ts'

const ROOT = join(import.meta.dirname, '../..')
const translated = ['es', 'pt'] as const

export interface Found {
  ids: Set<string>
  /** Calls whose text is computed, so that no catalog can have it. */
  computed: string[]
}

export async function find_messages(root = ROOT): Promise<Found> {
  const ids = new Set<string>()
  const computed: string[] = []
  for await (const file of glob('dashboard/src/**/*.{ts,tsx}', { cwd: root })) {
    const source = await readFile(join(root, file), 'utf8')
    new Visitor({
      CallExpression({ callee, arguments: [first], start }) {
        if (callee.type !== 'Identifier' || callee.name !== 't' || !first) return
        if (first.type === 'Literal' && typeof first.value === 'string') ids.add(first.value)
        else computed.push(`${file}:${source.slice(0, start).split('\n').length}`)
      },
    }).visit(parseSync(file, source).program)
  }
  return { ids, computed }
}

/** One line for each difference between the pages and a catalog. */
export async function differences(root = ROOT): Promise<string[]> {
  const { ids, computed } = await find_messages(root)
  const faults = computed.map((place) => `${place}: the text of t(…) must be written there`)
  for (const language of translated) {
    const catalog = await read_catalog(join(root, 'dashboard/locales'), language)
    const values = (text: string) => [...text.matchAll(/\{(\w+)[,}]/g)].map(([, name]) => name).sort()
    for (const id of ids) {
      const text = catalog[id]
      if (text === undefined) faults.push(`${language} lacks ${JSON.stringify(id)}`)
      else if (new Set(values(text)).symmetricDifference(new Set(values(id))).size > 0)
        faults.push(`${language} has other values in ${JSON.stringify(id)}`)
    }
    for (const id of Object.keys(catalog))
      if (!ids.has(id)) faults.push(`${language} has ${JSON.stringify(id)}, no page does`)
  }
  return faults
}

// Tests require this module, so nothing is awaited here.
if (import.meta.main) void differences().then((lines) => console.log(lines.join('\n')))
