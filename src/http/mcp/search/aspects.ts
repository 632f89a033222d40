// The aspects of a question: what each of its words and phrases can mean.
import {
  concept_term,
  concepts_of,
  concepts_spelled,
  is_concept,
  is_vendor,
  phrase_words_max,
  type Word,
  word_with_stem,
} from '#http/mcp/search/concepts.ts'
import { intents } from '#http/mcp/search/vocabulary/index.ts'
import { is_stop_word, words_of } from '#http/mcp/search/words.ts'

/** A corrected word counts half, because the correction can be wrong. */
const CORRECTED = 0.7
/** A word within a phrase says less than the phrase: "date" in "up to date". */
const WITHIN_PHRASE = 0.3
/** The name of a vendor says a little about tools for every platform, such as the one that connects it. */
const VENDOR = 0.6
const VENDOR_WORDS_MAX = 2
/** What a person wants to do says more than what it is about: "connect" more than "orders". */
const INTENT = 1.4
/** Ways to spell the words of one phrase that are tried. */
const SPELLINGS_MAX = 32

/** One thing that a question says: the terms that can mean it, each with its weight. */
export interface Aspect {
  terms: Map<string, number>
  weight: number
}

/** The known words that a misspelled word may stand for. */
export type Correct = (word: string) => string[]

type Spelling = Word & { weight: number }
/** The ways to spell each word: as written, and corrected. */
type Spelled = readonly (readonly Spelling[])[]

const spelled_by = (correct: Correct) => (word: string) => [
  ...correct(word).map((other) => ({ ...word_with_stem(other), weight: CORRECTED })),
  { ...word_with_stem(word), weight: 1 },
]

const combined = (words: Spelled) =>
  words.reduce<Spelling[][]>(
    (all, spellings) => all.flatMap((start) => spellings.map((next) => [...start, next])).slice(0, SPELLINGS_MAX),
    [[]],
  )

/** The concepts of words, with the weight of the best spelling that has them. */
function concepts_by_weight(words: Spelled): Map<string, number> {
  const found = new Map<string, number>()
  for (const spelling of combined(words)) {
    const weight = spelling.reduce((product, one) => product * one.weight, 1)
    for (const concept of concepts_of(spelling)) found.set(concept, Math.max(found.get(concept) ?? 0, weight))
  }
  return found
}

/** Times ("last week") are of no help to find a tool, and their words are no aspects. */
const TIME = concept_term('time')
const is_time = (concepts: ReadonlyMap<string, number>) => concepts.size === 1 && concepts.has(TIME)

/** The longest phrases of the vocabulary, and the part of each word that no phrase has taken: 1 none, 0 a time. */
function phrases_in(words: Spelled) {
  const aspects: Aspect[] = []
  const left = words.map(() => 1)
  for (let start = 0; start < words.length; start++)
    for (let end = Math.min(start + phrase_words_max(), words.length); end > start + 1; end--) {
      if (left[start] !== 1 && left[end - 1] !== 1) continue
      const terms = concepts_by_weight(words.slice(start, end))
      if (terms.size === 0) continue
      if (!is_time(terms)) aspects.push({ terms, weight: 1 })
      left.fill(is_time(terms) ? 0 : WITHIN_PHRASE, start, end)
      break
    }
  return { aspects, left }
}

/** A stop word counts only where the vocabulary gives it a meaning of its own, such as "down". */
function aspect_of_word(spellings: readonly Spelling[], weight: number): Aspect | undefined {
  const { word } = spellings.at(-1)!
  if (weight === 0) return
  if (is_stop_word(word)) {
    const terms = new Map([...concepts_spelled(word)].map((concept) => [concept, 1]))
    return terms.size > 0 ? { terms, weight } : undefined
  }
  const concepts = concepts_by_weight([spellings])
  if (is_time(concepts)) return
  return { terms: new Map([...spellings.map(({ stem, weight }) => [stem, weight] as const), ...concepts]), weight }
}

/** Words with the same concepts are one aspect. Otherwise "ads, adverts and campaigns" would count for more than "ads". */
function merged(aspects: readonly Aspect[]): Aspect[] {
  const by_meaning = new Map<string, Aspect>()
  for (const { terms, weight } of aspects) {
    const concepts = [...terms.keys()].filter(is_concept).sort()
    const key = concepts.length > 0 ? concepts.join() : [...terms.keys()].join()
    const same = by_meaning.get(key)
    by_meaning.set(key, {
      terms: new Map([...terms, ...(same?.terms ?? [])]),
      weight: Math.max(weight, same?.weight ?? 0),
    })
  }
  return [...by_meaning.values()]
}

function aspects_of(words: Spelled): Aspect[] {
  const { aspects, left } = phrases_in(words)
  const single = words
    .map((spellings, at) => aspect_of_word(spellings, left[at]!))
    .filter((aspect) => aspect !== undefined)
  return [...aspects, ...single]
}

const names_vendor = (words: Spelled) =>
  words.some((_, start) =>
    Array.from({ length: VENDOR_WORDS_MAX }, (_, more) => words.slice(start, start + more + 1)).some((name) =>
      combined(name).some(is_vendor),
    ),
  )

const intent_terms = new Set(intents.map(concept_term))
const by_intent = ({ terms, weight }: Aspect): Aspect => ({
  terms,
  weight: [...terms.keys()].some((term) => intent_terms.has(term)) ? weight * INTENT : weight,
})

export function aspects_of_question(text: string, correct: Correct): Aspect[] {
  const words = words_of(text).map(spelled_by(correct))
  const vendor = names_vendor(words) ? [{ terms: new Map([[concept_term('platform'), 1]]), weight: VENDOR }] : []
  return merged([...aspects_of(words), ...vendor]).map(by_intent)
}

/** The terms of words that a tool declares: stems, and the concepts of its longest phrases. */
export function terms_declared(text: string): string[] {
  const words = words_of(text).map(spelled_by(() => []))
  const whole = aspects_of(words).flatMap(({ terms, weight }) => (weight === 1 ? [...terms.keys()] : []))
  const stems = words.flat().filter(({ word }) => !is_stop_word(word))
  return [...new Set([...whole, ...stems.map(({ stem }) => stem)])]
}
