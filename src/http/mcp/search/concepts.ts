// Concepts by the words and phrases of the vocabulary. A phrase with (a|b) stands for one phrase with each.
import { vocabulary } from '#http/mcp/search/vocabulary/index.ts'
import { read_word, type Word, words_of } from '#http/mcp/search/words.ts'

/** Marks the name of a concept, so that no stem equals it. */
const MARK = '='
export const concept_term = (concept: keyof typeof vocabulary) => MARK + concept

function expanded(phrase: string): string[] {
  const group = /\(([^()]*)\)/.exec(phrase)
  if (!group) return [phrase]
  return group[1]!.split('|').flatMap((one) => expanded(phrase.replace(group[0], one)))
}
const phrases_of = (line: string) => line.split(',').flatMap(expanded).map(words_of)

const spelled = (words: readonly Word[]) => words.map(({ spelling }) => spelling).join(' ')
const stemmed = (words: readonly Word[]) => words.map(({ stem }) => stem).join(' ')

interface Tables {
  by_spelling: Map<string, Set<string>>
  by_stems: Map<string, Set<string>>
  /** All single words of the vocabulary. */
  known: Set<string>
  /** Words of the longest phrase, by the spelling and by the stem of its first word. */
  words_max: Map<string, number>
}

function build(): Tables {
  const by_spelling: Tables['by_spelling'] = new Map()
  const by_stems: Tables['by_stems'] = new Map()
  const known = new Set<string>()
  const words_max: Tables['words_max'] = new Map()
  for (const [concept, line] of Object.entries(vocabulary))
    for (const phrase of phrases_of(line)) {
      const words = phrase.map(read_word)
      for (const [index, key] of [
        [by_spelling, spelled(words)],
        [by_stems, stemmed(words)],
      ] as const)
        index.set(key, (index.get(key) ?? new Set()).add(concept_term(concept as keyof typeof vocabulary)))
      for (const word of phrase) known.add(word)
      const [first] = words
      for (const start of [first!.spelling, first!.stem])
        words_max.set(start, Math.max(words_max.get(start) ?? 1, phrase.length))
    }
  return { by_spelling, by_stems, known, words_max }
}

let built: Tables | undefined
/** The first search builds the tables, because most processes never search. */
const tables = (): Tables => {
  built ??= build()
  return built
}

/** All single words of the vocabulary. */
export const known_words = (): ReadonlySet<string> => tables().known
/** Words of the longest phrase that starts with the word. */
export const phrase_words_max = ({ spelling, stem }: Word): number =>
  Math.max(tables().words_max.get(spelling) ?? 1, tables().words_max.get(stem) ?? 1)

/**
 * The concepts of a word or phrase. A spelling that the vocabulary has counts before the stems, because one stem can belong to words
 * with different meanings: "publicidad" and "publicaciones".
 */
export const concepts_of = (words: readonly Word[], only_spelled: boolean): ReadonlySet<string> =>
  tables().by_spelling.get(spelled(words)) ?? (only_spelled ? undefined : tables().by_stems.get(stemmed(words))) ?? NONE
const NONE: ReadonlySet<string> = new Set()
