// The terms of a text: stems, so that the Spanish, English and Portuguese forms of one word match, and concepts of the vocabulary, so that
// words with the same meaning match.
import { stemmer as english } from '@orama/stemmers/english'
import { stemmer as portuguese } from '@orama/stemmers/portuguese'
import { stemmer as spanish } from '@orama/stemmers/spanish'
import { vocabulary } from './vocabulary/index.ts'

/** Words of the three languages that do not help to find a tool. Phrases of the vocabulary may contain them. */
const STOP_WORDS = new Set(
  `a al algo an and ao aos are as at be been by can com como con cual cuales da das de del deles did do does dos e el ela ele eles
  em en entre era es esa ese essa esse esta estan estao estas este esto estos eu for foi fue from get give had has have hay he how
  i in is isso isto it its la las le les lo los mas me mi mis more most my na nao nas need no nos nossa nosso nuestra nuestro nuestros nuestras o of on or os our
  ou para pela pelo please por puedo quais qual quale que quero quiero quien quem se sea ser show si sin so sobre some son sua su sus tem tell than that the their
  them there these they this tiene to toda todas todo todos tu um uma un una unas uno unos us was we were what when where which who
  will with would y you your`.split(/\s+/),
)

const plain = (word: string) => word.normalize('NFD').replace(/\p{M}/gu, '')
const by_length = (a: string, b: string) => a.length - b.length

/** The shortest stem of a word in the three languages. The language is unknown, and the stemmer of a wrong language removes too little. */
const stem = (word: string) => [spanish, english, portuguese].map((stem_in) => plain(stem_in(word))).sort(by_length)[0]!

/** Words of a text in lower case. */
export const words_of = (text: string) =>
  text
    .normalize('NFC')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)

/** Marks the name of a concept, so that no stem equals it. */
const MARK = '='
export const is_concept = (term: string) => term.startsWith(MARK)

/** Concepts by word or phrase, written in stems. */
const concepts = new Map<string, string[]>()
for (const [concept, phrases] of Object.entries(vocabulary))
  for (const phrase of phrases.split(',')) {
    const key = words_of(phrase).map(stem).join(' ')
    concepts.set(key, [...new Set([...(concepts.get(key) ?? []), MARK + concept])])
  }
const PHRASE_WORDS_MAX = Math.max(...[...concepts.keys()].map((key) => key.split(' ').length))

/** All single words of the vocabulary. */
export const known_words = Object.values(vocabulary).flatMap(words_of)

/** Stems of words that are no stop words, and the concepts of words and phrases. Each term is named once. */
export function terms_of(words: readonly string[]): string[] {
  const stems = words.map(stem)
  const terms = new Set<string>()
  for (let start = 0; start < words.length; start++) {
    const is_word = !STOP_WORDS.has(plain(words[start]!))
    if (is_word) terms.add(stems[start]!)
    for (let length = is_word ? 1 : 2; length <= PHRASE_WORDS_MAX && start + length <= words.length; length++)
      for (const concept of concepts.get(stems.slice(start, start + length).join(' ')) ?? []) terms.add(concept)
  }
  return [...terms]
}
