// Search over tools without a model: an inverted index of each tool's name, description, parameters and declared keywords.
import MiniSearch from 'minisearch'
import type { Catalog, NamedTool } from '#engine/tool.ts'
import { is_concept, known_words, terms_of, words_of } from './terms.ts'
import { type KnownWord, known_word, with_corrections } from './typos.ts'

/** Shorter stems match the start of too many words. */
const PREFIX_CHARS_MIN = 4
const boost = { name: 4, keywords: 3, about: 2, parameters: 0.5 }

interface Index {
  search: MiniSearch
  words: readonly KnownWord[]
  terms: ReadonlySet<string>
}

const indexes = new WeakMap<Catalog, Index>()

function index_of(catalog: Catalog): Index {
  const kept = indexes.get(catalog)
  if (kept) return kept
  const search = new MiniSearch({
    fields: Object.keys(boost),
    idField: 'tool',
    tokenize: (text) => terms_of(words_of(text)),
    processTerm: (term) => term,
  })
  const documents = [...catalog.values()].map(document_of)
  search.addAll(documents)
  const words = new Set([
    ...known_words,
    ...documents.flatMap(({ tool: _, ...texts }) => words_of(Object.values(texts).join(' '))),
  ])
  const made = { search, words: [...words].map(known_word), terms: new Set(terms_of([...words])) }
  indexes.set(catalog, made)
  return made
}

const document_of = ({ name, about, area, input, keywords }: NamedTool) => ({
  tool: name,
  name: `${name.replaceAll('_', ' ')} ${area}`,
  keywords: Object.values(keywords ?? {}).join(' '),
  about,
  parameters: Object.keys(input).join(' ').replaceAll('_', ' '),
})

/** Tools that match the query, best first. */
export function find_tools(catalog: Catalog, query: string, is_shown: (tool: NamedTool) => boolean): NamedTool[] {
  const { search, words, terms } = index_of(catalog)
  const is_known = (word: string) => terms_of([word]).every((term) => terms.has(term))
  const found = search.search(query, {
    boost,
    tokenize: (text) => terms_of(with_corrections(words_of(text), words, is_known)),
    prefix: (term) => !is_concept(term) && term.length >= PREFIX_CHARS_MIN,
    weights: { prefix: 0.4, fuzzy: 0 },
  })
  return found.map(({ id }) => catalog.get(id)!).filter(is_shown)
}
