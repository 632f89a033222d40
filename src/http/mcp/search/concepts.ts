// Concepts by the words and phrases of the vocabulary. A phrase with (a|b) stands for one phrase with each.
import { vocabulary } from '#http/mcp/search/vocabulary/index.ts'
import { vendor_names } from '#http/mcp/search/vocabulary/vendors.ts'
import { plain, stem_of, words_of } from '#http/mcp/search/words.ts'

/** Marks the name of a concept, so that no stem equals it. */
const MARK = '='
export const is_concept = (term: string) => term.startsWith(MARK)
export const concept_term = (concept: keyof typeof vocabulary) => MARK + concept

function expanded(phrase: string): string[] {
  const group = /\(([^()]*)\)/.exec(phrase)
  if (!group) return [phrase]
  return group[1]!.split('|').flatMap((one) => expanded(phrase.replace(group[0], one)))
}
const phrases_of = (line: string) => line.split(',').flatMap(expanded).map(words_of)

/** A word of a question, or of the declaration of a tool. */
export interface Word {
  word: string
  stem: string
}
export const word_with_stem = (word: string): Word => ({ word, stem: stem_of(word) })

const spelled = (words: readonly Word[]) => words.map(({ word }) => plain(word)).join(' ')
const stemmed = (words: readonly Word[]) => words.map(({ stem }) => stem).join(' ')

interface Tables {
  by_spelling: Map<string, Set<string>>
  by_stems: Map<string, Set<string>>
  /** All single words of the vocabulary. */
  known: Set<string>
  /** Words of the longest phrase. */
  words_max: number
  vendors: Set<string>
}

function build(): Tables {
  const by_spelling: Tables['by_spelling'] = new Map()
  const by_stems: Tables['by_stems'] = new Map()
  const known = new Set<string>()
  let words_max = 0
  for (const [concept, line] of Object.entries(vocabulary))
    for (const phrase of phrases_of(line)) {
      const words = phrase.map(word_with_stem)
      for (const [index, key] of [
        [by_spelling, spelled(words)],
        [by_stems, stemmed(words)],
      ] as const)
        index.set(key, (index.get(key) ?? new Set()).add(MARK + concept))
      for (const word of phrase) known.add(word)
      words_max = Math.max(words_max, phrase.length)
    }
  const vendors = new Set(phrases_of(vendor_names).map((phrase) => stemmed(phrase.map(word_with_stem))))
  return { by_spelling, by_stems, known, words_max, vendors }
}

let built: Tables | undefined
/** The first search builds the tables, because most processes never search. */
const tables = (): Tables => {
  built ??= build()
  return built
}

/** All single words of the vocabulary. */
export const known_words = (): ReadonlySet<string> => tables().known
export const phrase_words_max = (): number => tables().words_max

/**
 * The concepts of a word or phrase. A spelling that the vocabulary has counts before the stems, because one stem can belong to words
 * with different meanings: "publicidad" and "publicaciones".
 */
export const concepts_of = (words: readonly Word[]): ReadonlySet<string> =>
  tables().by_spelling.get(spelled(words)) ?? tables().by_stems.get(stemmed(words)) ?? NONE
const NONE: ReadonlySet<string> = new Set()

/** The concepts of a word as it is written. */
export const concepts_spelled = (word: string): ReadonlySet<string> => tables().by_spelling.get(plain(word)) ?? NONE

export const is_vendor = (words: readonly Word[]) => tables().vendors.has(stemmed(words))
