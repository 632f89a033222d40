// Which files of a folder belong to one unit alone, such as the helper that only one tool imports.
import { dirname, join } from 'node:path/posix'

/** Texts of modules by path from the root. */
type Texts = ReadonlyMap<string, string>

interface Places {
  /** Modules that can belong to a unit. All others are shared. */
  within: RegExp
  /** A module that these import is a unit. */
  contents: RegExp
  /** A module that only exports what others declare, and is imported as `f`. Its importer imports the modules whose names it uses. */
  collection: string
}

const IMPORT = /^(?:import|export|\}) .*?'([#.][^']+)'|\bimport\('([#.][^']+)'\)/gm
const DECLARED = /^export (?:async )?(?:const|function|class|interface|type) (\w+)/gm

function imports_of(path: string, text: string): string[] {
  const named = [...text.matchAll(IMPORT)].map(([, at_top, later]) => at_top ?? later!)
  const places = named.map((name) => (name.startsWith('#') ? `src/${name.slice(1)}` : join(dirname(path), name)))
  return [...new Set(places)]
}

/** The modules of a collection whose names a text uses, such as `f.answer`. */
function collected_by(user: string, collection: string, texts: Texts): string[] {
  const used = new Set([...user.matchAll(/\bf\.(\w+)/g)].map(([, name]) => name))
  return imports_of(collection, texts.get(collection)!).filter((path) =>
    [...texts.get(path)!.matchAll(DECLARED)].some(([, name]) => used.has(name)),
  )
}

function importers_in(texts: Texts, collection: string): Map<string, string[]> {
  const pairs = [...texts].flatMap(([path, text]) => {
    const imported = imports_of(path, text)
    const through = imported.includes(collection) ? collected_by(text, collection, texts) : []
    return path === collection ? [] : [...imported, ...through].map((to) => [to, path] as const)
  })
  const by_module = Map.groupBy(pairs, ([to]) => to)
  return new Map([...by_module].map(([to, found]) => [to, found.map(([, path]) => path)]))
}

/** The modules of each unit beside its own: those that nothing else imports, not even through others. */
export function own_files(texts: Texts, { within, contents, collection }: Places): Map<string, string[]> {
  const importers = importers_in(texts, collection)
  const is_unit = (path: string) => importers.get(path)?.some((from) => contents.test(from)) ?? false
  /** The units that a module serves. A module outside serves everybody. */
  const served_by = (path: string, seen = new Set<string>()): Set<string> => {
    if (is_unit(path)) return new Set([path])
    if (!within.test(path)) return new Set(['everybody'])
    if (seen.has(path)) return new Set()
    seen.add(path)
    return new Set((importers.get(path) ?? []).flatMap((from) => [...served_by(from, seen)]))
  }
  const is_helper = (path: string) => path !== collection && !contents.test(path) && !is_unit(path)
  const helpers = [...texts.keys()].filter((path) => within.test(path) && is_helper(path))
  const pairs = helpers.flatMap((path) => {
    const [unit = 'everybody', ...others] = served_by(path)
    return others.length === 0 && unit !== 'everybody' ? [[unit, path] as const] : []
  })
  const by_unit = Map.groupBy(pairs, ([unit]) => unit)
  return new Map([...by_unit].map(([unit, found]) => [unit, found.map(([, path]) => path).sort()]))
}
