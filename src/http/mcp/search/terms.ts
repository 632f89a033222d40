// What a text says, for the comparison of a question with the texts of a tool.
import { concepts_of, phrase_words_max, read_word, type Word } from '#http/mcp/search/concepts.ts'
import { is_stop_word, words_of } from '#http/mcp/search/words.ts'

/** The known words that a misspelled word may stand for. */
export type Correct = (word: string) => string[]

/** Marks, so that no term of one kind equals one of another. A concept has its own. */
const SPELLED = '"'
const PAIR = '+'

const pairs_of = (words: readonly Word[]) =>
  words.slice(1).map(({ spelling }, at) => `${PAIR}${words[at]!.spelling} ${spelling}`)

/** The concepts of the longest phrases, and of the words outside them. */
function concepts_in(words: readonly Word[]): string[] {
  const found: string[] = []
  for (let start = 0; start < words.length; ) {
    let length = Math.min(phrase_words_max(words[start]!), words.length - start)
    while (length > 0) {
      const concepts = means(words.slice(start, start + length))
      found.push(...concepts)
      if (concepts.length > 0) break
      length--
    }
    start += Math.max(length, 1)
  }
  return found
}

/** A stop word has a meaning of its own only where the vocabulary spells it, such as "down". */
const means = (words: readonly Word[]) => [...concepts_of(words, words.length === 1 && is_stop_word(words[0]!.word))]

/**
 * The terms of a text: its stems, words, pairs of neighboring words, and concepts. A concept joins the synonyms of three languages, a
 * pair keeps what two words mean together, and a word what its stem lost.
 */
export function terms_of(text: string, correct: Correct = () => []): Set<string> {
  const words = words_of(text)
    .flatMap((word) => {
      const corrected = correct(word)
      return corrected.length > 0 ? corrected : [word]
    })
    .map(read_word)
  const stems = words.filter(({ word }) => !is_stop_word(word)).map(({ stem }) => stem)
  const concepts = concepts_in(words)
  // Articles alone say nothing.
  if (stems.length + concepts.length === 0) return new Set()
  return new Set([...stems, ...concepts, ...words.map(({ spelling }) => SPELLED + spelling), ...pairs_of(words)])
}
