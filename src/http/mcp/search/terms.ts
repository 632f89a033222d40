// What a text says, for the comparison of a question with the texts of a tool.
import { concepts_of, phrase_words_max } from '#http/mcp/search/concepts.ts'
import { platform_names } from '#http/mcp/search/vocabulary/vendors.ts'
import { read_word, type Word, words_of } from '#http/mcp/search/words.ts'

/** The known words that a misspelled word may stand for. */
export type Correct = (word: string) => string[]

/** Marks, so that no term of one kind equals one of another. A concept has its own. */
const SPELLED = '"'
const PAIR = '+'

const pairs_of = (words: readonly Word[]) =>
  words.slice(1).map(({ spelling }, at) => `${PAIR}${words[at]!.spelling} ${spelling}`)

/** Each stands for all of its kind, because what is asked about one number, address or platform is asked about others too. */
const ANY = { number: read_word('#'), address: read_word('@'), platform: read_word('*') }
const NUMBER = /^\p{N}+$/u
/** Kept whole, so that its parts are not read as words. */
const ADDRESS = /([^\s@]{1,64}@\S+|https?:\/\/\S+|[\w.-]{1,64}\.(?:com|net|org|io|app|dev)(?:\.[a-z]{2})?\b\S*)/i

/** Names of platforms by their first word, longer ones first. */
const platforms = Map.groupBy(
  platform_names.map(words_of).sort((a, b) => b.length - a.length),
  ([first]) => first,
)

function without_names(words: readonly Word[]): Word[] {
  const left: Word[] = []
  for (let at = 0; at < words.length; ) {
    const { spelling } = words[at]!
    const name = platforms
      .get(spelling)
      ?.find((name) => name.every((part, next) => words[at + next]?.spelling === part))
    left.push(name ? ANY.platform : NUMBER.test(spelling) ? ANY.number : words[at]!)
    at += name?.length ?? 1
  }
  return left
}

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
const means = (words: readonly Word[]) => [...concepts_of(words, words.length === 1 && words[0]!.is_stop_word)]

/** The words of a text. The parts of a text between addresses are at even positions. */
const words_in = (text: string, correct: Correct) =>
  text.split(ADDRESS).flatMap((part, at) =>
    at % 2 === 1
      ? [ANY.address]
      : words_of(part)
          .flatMap((word) => {
            const corrected = correct(word)
            return corrected.length > 0 ? corrected : [word]
          })
          .map(read_word),
  )

/**
 * The terms of a text: its stems, words, pairs of neighboring words, and concepts. A concept joins the synonyms of three languages, a
 * pair keeps what two words mean together, and a word what its stem lost.
 */
export function terms_of(text: string, correct: Correct = () => []): Set<string> {
  const named = words_in(text, correct)
  const concepts = concepts_in(named)
  const words = without_names(named)
  const stems = words.filter(({ is_stop_word }) => !is_stop_word).map(({ stem }) => stem)
  // Articles alone say nothing.
  if (stems.length + concepts.length === 0) return new Set()
  return new Set([...stems, ...concepts, ...words.map(({ spelling }) => SPELLED + spelling), ...pairs_of(words)])
}
