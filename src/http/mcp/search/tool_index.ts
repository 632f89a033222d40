// Search over tools without a model of language: a question is compared with what people ask each tool for, and with what the tool says
// of itself (ADR 59).
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Catalog, NamedTool } from '#engine/tool.ts'
import { concept_term, known_words } from '#http/mcp/search/concepts.ts'
import { type Duty, duties } from '#http/mcp/search/duties.ts'
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
  /** Their places come after those of the tools. */
  duties: readonly Duty[]
}

interface Index extends Learned {
  tools: readonly NamedTool[]
  /** The concept of the vendor that each tool is for, if it is for only one. */
  vendors: readonly (string | undefined)[]
}

const indexes = new WeakMap<Catalog, Index>()
/** By the texts of the tools, because a process can have several catalogs of the same tools. */
const learned = new Map<string, Learned>()

type QuestionsByTool = Record<string, Record<string, string[]>>

/** Questions by tool. */
export const asked_questions = (): QuestionsByTool =>
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

const all_questions = (by_language: Record<string, string[]>) => Object.values(by_language).flat()

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
    const questions = all_questions(asked[name] ?? {})
    add([...said, ...questions], { place: position, kind: 'tool' }, said.length)
    yield
    for (const names of figure_texts(groups, name)) add(names, { place: position, kind: 'figure' })
    yield
  }
  const of_people = duties()
  for (const [position, { asked, beside }] of of_people.entries()) {
    const place = tools.length + position
    add(Object.values(asked).flatMap(all_questions), { place, kind: 'duty' })
    // In places after the duties, which no answer shows. Where one of them comes first, the question is about no duty.
    add(all_questions(beside), { place: place + of_people.length, kind: 'beside' })
    yield
  }
  const directions = directions_of(tools.length + 2 * of_people.length, sets)
  yield
  const stems = new Set([...words].map(stem_of))
  return {
    directions,
    corrector: corrector_of(words, (word) => stems.has(stem_of(word))),
    duties: of_people,
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

export interface Found {
  /** Tools that match the query, best first. */
  tools: NamedTool[]
  /** What only a person does, if the query is nearer to that than to every tool. */
  duty?: Duty
}

/** What matches the query. A tool that is not shown is compared too, because a duty must not come first in its absence. */
export function search(catalog: Catalog, query: string, is_shown: (tool: NamedTool) => boolean): Found {
  const { tools, duties, vendors, directions, corrector } = index_of(catalog)
  const terms = terms_of(query, corrector())
  const is_named = names_vendor(terms, vendors)
  const is_for_another = (at: number) =>
    at < tools.length
      ? vendors[at] !== undefined && !terms.has(vendors[at])
      : duties[at - tools.length]?.is_about_platforms === false
  const places = nearest(terms, directions, (at) => (is_named && is_for_another(at) ? OTHER_VENDOR : 1))
  const duty = duties[places[0]! - tools.length]
  const found = places.map((at) => tools[at]).filter((tool) => tool !== undefined)
  return { tools: found.filter(is_shown), ...(duty && { duty }) }
}
