// Search over tools without a model of language: a question is compared with what people ask each tool for, and with what the tool says
// of itself (ADR 59).
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Catalog, NamedTool } from '#engine/tool.ts'
import { concept_term, known_words } from '#http/mcp/search/concepts.ts'
import { figure_groups, figure_texts } from '#http/mcp/search/figures.ts'
import { type Directions, directions_of, nearest, type TextSet } from '#http/mcp/search/nearest.ts'
import { terms_of } from '#http/mcp/search/terms.ts'
import { type Corrector, corrector_of } from '#http/mcp/search/typos.ts'
import { vendors_of_names, vendors_without_tools } from '#http/mcp/search/vocabulary/vendors.ts'
import { stem_of, words_of } from '#http/mcp/search/words.ts'

/** How people ask for each tool, by area. */
const ASKED = join(import.meta.dirname, 'asked')
/** A tool has few texts of its own, and many questions. */
const OWN_WEIGHT = 2
/** Time for which one step of the building of an index may hold the process. */
const STEP_MS = 10

/** How near a tool of one vendor is, when the question names another one. */
const OTHER_VENDOR = 0.3

/** What follows from the texts of the tools alone. */
interface Learned {
  directions: Directions
  corrector: Corrector
}

interface Index extends Learned {
  tools: readonly NamedTool[]
  /** The concept of the vendor that each tool is for, if it is for only one. */
  vendors: readonly (string | undefined)[]
}

const indexes = new WeakMap<Catalog, Index>()
/** By the texts of the tools, because a process can have several catalogs of the same tools. */
const learned = new Map<string, Learned>()

type Asked = Record<string, Record<string, string[]>>

/** Questions by tool. */
export const asked_questions = (): Asked =>
  Object.assign({}, ...readdirSync(ASKED).map((file) => JSON.parse(readFileSync(join(ASKED, file), 'utf8'))))

const spaced = (names: string) => names.replaceAll('_', ' ')

const said_of = ({ name, area, about, input, keywords }: NamedTool) => [
  spaced(`${name} ${area}`),
  about,
  ...Object.values(keywords ?? {}),
  spaced(Object.keys(input).join(' ')),
]

const vendor_of = ({ name }: NamedTool) =>
  name
    .split('_')
    .map((part) => vendors_of_names[part])
    .filter((concept) => concept !== undefined)
    .map(concept_term)[0]

/** Builds the index of a catalog. It takes some 0.4 s, so each `yield` is a place to stop for a while. */
function* building(catalog: Catalog): Generator<undefined, Index> {
  // No client of MCP sees internal tools, so their words must not make those of the others less rare.
  const tools = [...catalog.values()].filter(({ internal }) => !internal)
  const all_said = tools.map(said_of)
  const key = JSON.stringify(all_said)
  const known = learned.get(key) ?? (yield* learning(tools, all_said))
  learned.set(key, known)
  return { tools, vendors: tools.map(vendor_of), ...known }
}

function* learning(tools: readonly NamedTool[], all_said: readonly string[][]): Generator<undefined, Learned> {
  const asked = asked_questions()
  const words = new Set(known_words())
  const groups = figure_groups()
  const sets: TextSet[] = []
  const add = (texts: readonly string[], set: Omit<TextSet, 'texts'>, own = 0) => {
    const weighted = texts.map((text, at) => ({ terms: terms_of(text), weight: at < own ? OWN_WEIGHT : 1 }))
    sets.push({ ...set, texts: weighted })
    for (const word of texts.flatMap(words_of)) words.add(word)
  }
  for (const [position, { name }] of tools.entries()) {
    const said = all_said[position]!
    const questions = Object.values(asked[name] ?? {}).flat()
    add([...said, ...questions], { tool: position, is_figure: false }, said.length)
    yield
    for (const names of figure_texts(groups, name)) add(names, { tool: position, is_figure: true })
    yield
  }
  const directions = directions_of(tools.length, sets)
  yield
  const stems = new Set([...words].map(stem_of))
  return {
    directions,
    corrector: corrector_of(words, (word) => stems.has(stem_of(word))),
  }
}

function index_of(catalog: Catalog): Index {
  const kept = indexes.get(catalog)
  if (kept) return kept
  const steps = building(catalog)
  let step = steps.next()
  while (!step.done) step = steps.next()
  indexes.set(catalog, step.value)
  return step.value
}

/** Builds the index beforehand, in short steps, so that the first search does not hold the process. */
export async function prepare_search(catalog: Catalog, signal: AbortSignal): Promise<void> {
  const steps = building(catalog)
  let until = performance.now() + STEP_MS
  while (!signal.aborted && !indexes.has(catalog)) {
    const step = steps.next()
    if (step.done) indexes.set(catalog, step.value)
    else if (performance.now() > until) {
      await new Promise((done) => setImmediate(done))
      until = performance.now() + STEP_MS
    }
  }
}

/** Whether the question names a vendor: one that some of the tools are for, or one without tools of its own. */
const names_vendor = (terms: ReadonlySet<string>, vendors: Index['vendors']) =>
  [...vendors, ...vendors_without_tools.map(concept_term)].some((vendor) => vendor !== undefined && terms.has(vendor))

/** Tools that match the query, best first. */
export function find_tools(catalog: Catalog, query: string, is_shown: (tool: NamedTool) => boolean): NamedTool[] {
  const { tools, vendors, directions, corrector } = index_of(catalog)
  const terms = terms_of(query, corrector())
  const is_named = names_vendor(terms, vendors)
  const is_for_another = (at: number) => vendors[at] !== undefined && !terms.has(vendors[at])
  return nearest(terms, directions, (at) => (is_named && is_for_another(at) ? OTHER_VENDOR : 1))
    .map((at) => tools[at]!)
    .filter(is_shown)
}
