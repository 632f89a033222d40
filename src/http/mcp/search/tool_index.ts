// Search over tools without a model: an index of each tool's name, description, parameters and declared keywords.
import type { Catalog, NamedTool } from '#engine/tool.ts'
import { aspects_of_question, terms_declared } from '#http/mcp/search/aspects.ts'
import { concept_term, known_words } from '#http/mcp/search/concepts.ts'
import { type Document, type Ranking, ranked, ranking_of } from '#http/mcp/search/ranking.ts'
import { type Corrector, corrector_of } from '#http/mcp/search/typos.ts'
import { vendors_of_names } from '#http/mcp/search/vocabulary/vendors.ts'
import { stem_of, stems_of, words_of } from '#http/mcp/search/words.ts'

interface Index {
  tools: readonly NamedTool[]
  ranking: Ranking
  corrector: Corrector
}

const indexes = new WeakMap<Catalog, Index>()

function index_of(catalog: Catalog): Index {
  const kept = indexes.get(catalog)
  if (kept) return kept
  // No client of MCP sees internal tools, so their words must not make those of the others less rare.
  const tools = [...catalog.values()].filter(({ internal }) => !internal)
  const texts = tools.map(texts_of)
  const words = new Set([...known_words(), ...texts.flatMap((text) => words_of(Object.values(text).join(' ')))])
  const stems = new Set([...words].map(stem_of))
  const made = {
    tools,
    ranking: ranking_of(tools.map((tool, at) => document_of(tool, texts[at]!))),
    corrector: corrector_of(words, (word) => stems.has(stem_of(word))),
  }
  indexes.set(catalog, made)
  return made
}

const spaced = (names: string) => names.replaceAll('_', ' ')

const texts_of = ({ name, about, area, input, keywords }: NamedTool) => ({
  name: spaced(`${name} ${area}`),
  keywords: Object.values(keywords ?? {}).join('. '),
  about,
  parameters: spaced(Object.keys(input).join(' ')),
})

const document_of = ({ name }: NamedTool, texts: ReturnType<typeof texts_of>): Document => ({
  terms: {
    name: stems_of(texts.name),
    keywords: terms_declared(texts.keywords),
    about: terms_declared(texts.about),
    parameters: stems_of(texts.parameters),
  },
  vendor: name
    .split('_')
    .map((part) => vendors_of_names[part])
    .filter((concept) => concept !== undefined)
    .map(concept_term)[0],
})

/** Tools that match the query, best first. */
export function find_tools(catalog: Catalog, query: string, is_shown: (tool: NamedTool) => boolean): NamedTool[] {
  const { tools, ranking, corrector } = index_of(catalog)
  const aspects = aspects_of_question(query, corrector())
  return ranked(aspects, ranking)
    .map((at) => tools[at]!)
    .filter(is_shown)
}
