// Corrects typos in the words of a question, with the words that the index knows.
import { distance } from 'fastest-levenshtein'

/** A shorter word has too many neighbors. */
const WORD_CHARS_MIN = 5
/** A longer word is no word of the index. */
const WORD_CHARS_MAX = 24
/** A longer word may have two typos. */
const LONG_WORD_CHARS = 8
/** Words of one question that are corrected. The rest of a long text is not worth the time. */
const CORRECTED_MAX = 20

const in_order = (word: string) => [...word].sort().join('')

/** Number of typos between two words. Two exchanged characters are one, and two steps of the common distance. */
function typos_between(one: string, other: string): number {
  const steps = distance(one, other)
  return steps === 2 && in_order(one) === in_order(other) ? 1 : steps
}

/** A known word with the set of its characters as bits, which rules out most pairs of words without comparing them. */
interface KnownWord {
  word: string
  characters: number
}

const characters_of = (word: string) => {
  let bits = 0
  for (let at = 0; at < word.length; at++) bits |= 1 << (word.charCodeAt(at) & 31)
  return bits
}

const known_word = (word: string): KnownWord => ({ word, characters: characters_of(word) })

function bits_set(bits: number): number {
  let count = 0
  for (let left = bits; left !== 0; left &= left - 1) count++
  return count
}

/** Known words by their length. Words of other lengths are too far, and are never looked at. */
type Known = ReadonlyMap<number, readonly KnownWord[]>

function by_length(words: Iterable<string>): Known {
  const known = new Map<number, KnownWord[]>()
  const of_length = (length: number) => {
    if (!known.has(length)) known.set(length, [])
    return known.get(length)!
  }
  for (const word of words) if (word.length >= WORD_CHARS_MIN) of_length(word.length).push(known_word(word))
  return known
}

/** The known words that are nearest to an unknown word, or none when all are too far. */
function nearest(word: string, known: Known): string[] {
  const characters = characters_of(word)
  const most = word.length >= LONG_WORD_CHARS ? 2 : 1
  let least = most
  let found: string[] = []
  const lengths = Array.from({ length: 2 * most + 1 }, (_, at) => word.length - most + at)
  for (const candidate of lengths.flatMap((length) => known.get(length) ?? [])) {
    // A typo changes at most two characters of the set.
    if (bits_set(candidate.characters ^ characters) > 2 * least) continue
    const far = typos_between(word, candidate.word)
    if (far > least) continue
    found = far < least ? [candidate.word] : [...found, candidate.word]
    least = far
  }
  return found
}

/** Makes the corrections of one question. */
export type Corrector = () => (word: string) => string[]

/** Corrects words to the nearest known words. `is_known` says of a word that it needs no correction. */
export function corrector_of(words: Iterable<string>, is_known: (word: string) => boolean): Corrector {
  const known = by_length(words)
  return () => {
    let left = CORRECTED_MAX
    return (word) => {
      if (word.length < WORD_CHARS_MIN || word.length > WORD_CHARS_MAX || is_known(word) || left-- <= 0) return []
      return nearest(word, known)
    }
  }
}
