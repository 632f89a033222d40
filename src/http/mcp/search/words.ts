// Words and their stems, so that the Spanish, English and Portuguese forms of one word match.
import { stemmer as english } from '@orama/stemmers/english'
import { stemmer as portuguese } from '@orama/stemmers/portuguese'
import { stemmer as spanish } from '@orama/stemmers/spanish'
import { stop_words } from '#http/mcp/search/stop_words.ts'

/** A shorter stem is that of too many words: "pag" of "page", "pago" and "página". */
const STEM_CHARS_MIN = 4

const plain = (word: string) => word.normalize('NFD').replace(/\p{M}/gu, '')

/** "didn't" and "didnt" mean "did not", "cannot" means "can not". Other apostrophes join: "client's" is "clients". */
const NEGATED = /\b(do|does|did|is|are|was|were|has|have|had|ca|could|would|should|wo)n['’]?t\b/g
const SHORTENED: Record<string, string> = { ca: 'can', wo: 'will' }
const spelled_out = (text: string) =>
  text
    .replace(NEGATED, (_, verb: string) => `${SHORTENED[verb] ?? verb} not`)
    .replace(/\bcannot\b/g, 'can not')
    .replace(/['’]/g, '')

/** Words of a text in lower case. */
export const words_of = (text: string) =>
  spelled_out(text.normalize('NFC').toLowerCase())
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)

/** A word of a question, or of a text of a tool. */
export interface Word {
  /** Without accents. */
  spelling: string
  stem: string
  is_stop_word: boolean
}

/** Words are read again and again. The bound is for the words of callers. */
const KEPT_MAX = 20_000
const kept = new Map<string, Word>()

export function read_word(word: string): Word {
  const known = kept.get(word)
  if (known !== undefined) return known
  if (kept.size >= KEPT_MAX) kept.clear()
  const spelling = plain(word)
  const read = { spelling, stem: shortest_stem(word), is_stop_word: stop_words.has(spelling) }
  kept.set(word, read)
  return read
}
export const stem_of = (word: string) => read_word(word).stem

/**
 * The shortest stem of a word in the three languages, because the language is unknown, and the stemmer of a wrong language removes too
 * little. A short word loses only the ending of an English plural.
 */
function shortest_stem(word: string): string {
  if (word.length <= STEM_CHARS_MIN) return plain(english(word))
  const stems = [spanish, english, portuguese].map((stem_in) => plain(stem_in(word)))
  const [shortest] = stems.filter((one) => one.length >= STEM_CHARS_MIN).sort((a, b) => a.length - b.length)
  return shortest ?? plain(word)
}
