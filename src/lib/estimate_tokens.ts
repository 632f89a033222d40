// Estimates the tokens of a text for a model of language, in one pass. A tokenizer from npm (gpt-tokenizer 4, `o200k_base`, measured 2026-11)
// counts exactly, but takes 70 MiB in each process and up to 30 ms for the ids of one answer. The numbers here were measured with it: words and JSON of ordinary answers, random ids, and texts and random characters of many scripts.

/** Characters A to Z of one token, in a word, in capitals, and in an id. */
const CHARACTERS_OF_WORD = 4.8
const CHARACTERS_OF_CAPITALS = 2.3
const CHARACTERS_OF_ID = 1.65
const DIGITS_OF_TOKEN = 3
/** A character that repeats the character before it counts as this part of one, because equal characters share tokens. */
const REPEATED_CHARACTER = 0.25
/** A run of marks up to this length is one token, such as `","`. Each further mark adds a part of a token. */
const MARKS_OF_TOKEN = 3
const TOKENS_OF_FURTHER_MARK = 0.65

/** A run of characters A to Z and digits is an id when its parts are shorter than this on average, or when nobody could pronounce it. */
const PART_OF_ID_MAX = 4
const CONSONANTS_OF_WORD_MAX = 4

/** Tokens of one UTF-16 unit outside ASCII, by the last unit of each range. Common scripts have tokens of several characters. */
const TOKENS_OF_UNITS: readonly (readonly [last: number, tokens: number])[] = [
  [0x017f, 0.7], // Latin with accents
  [0x02ff, 1.7], // rare Latin and phonetic signs
  [0x036f, 1.9], // combining accents
  [0x045f, 0.7], // Greek, Cyrillic
  [0x052f, 1.6], // rare Cyrillic
  [0x06ff, 0.7], // Armenian, Hebrew, Arabic
  [0x08ff, 2.1], // Syriac, Thaana and others
  [0x0e7f, 1], // scripts of India, Thai
  [0x0fff, 1.9], // Lao, Tibetan
  [0x10ff, 0.95], // Burmese, Georgian
  [0x11ff, 2.9], // parts of Hangul
  [0x139f, 2.2], // Ethiopic
  [0x177f, 3], // Cherokee, syllables of Canada and others
  [0x17ff, 0.95], // Khmer
  [0x1dff, 3], // Mongolian and others
  [0x1eff, 0.95], // Vietnamese
  [0x1fff, 2.1], // old Greek
  [0x206f, 1.2], // punctuation
  [0x27ff, 2], // signs
  [0x2fff, 3], // Braille, Tifinagh and others
  [0x30ff, 1.1], // kana
  [0x33ff, 2.5], // Bopomofo and others
  [0x4dff, 3], // rare Chinese
  [0x9fff, 1.1], // Chinese
  [0xabff, 3], // Yi, Vai and others
  [0xd7a3, 1.1], // Korean
  [0xd83b, 4.1], // first unit of a pair: rare scripts
  [0xd83e, 2.2], // first unit of a pair: emoji
  [0xdbff, 4.1], // first unit of a pair: other characters
  [0xdfff, 0], // second unit of a pair
  [0xfdff, 3], // private use, old forms
  [0xfe0f, 1], // variants of emoji
  [0xffff, 2], // wide forms and others
]

/** By unit. */
const UNITS = new Float32Array(0x10000)
for (const [last, tokens] of TOKENS_OF_UNITS.toReversed()) UNITS.fill(tokens, 0, last + 1)

const DIGIT = 0
const CAPITAL = 1
const SMALL = 2
const SPACE = 3
const MARK = 4
const OTHER = 5

const KINDS = Uint8Array.from({ length: 128 }, (_, unit) => {
  const character = String.fromCharCode(unit)
  if (/[0-9]/.test(character)) return DIGIT
  if (/[A-Z]/.test(character)) return CAPITAL
  if (/[a-z]/.test(character)) return SMALL
  return unit <= 0x20 ? SPACE : MARK
})
const VOWELS = Uint8Array.from({ length: 128 }, (_, unit) => Number(/[aeiouy]/i.test(String.fromCharCode(unit))))

const kind_at = (text: string, at: number) => {
  const unit = text.charCodeAt(at)
  return unit < 128 ? KINDS[unit]! : OTHER
}

/** The estimated number of tokens of a text. Of JSON, ids, digits, emoji and sentences it is at most a tenth below the real number. */
export function estimate_tokens(text: string): number {
  let tokens = 0
  let at = 0
  while (at < text.length) {
    const kind = kind_at(text, at)
    if (kind === OTHER) {
      tokens += UNITS[text.charCodeAt(at)]!
      at += 1
      continue
    }
    const end = kind <= SMALL ? end_of_run(text, at) : end_of_kind(text, at, kind)
    if (kind <= SMALL) tokens += tokens_of_run(text, at, end)
    else if (kind === MARK) tokens += tokens_of_marks(text, at, end)
    // One space belongs to the next word.
    else if (end - at > 1) tokens += 1
    at = end
  }
  return tokens
}

function end_of_kind(text: string, from: number, kind: number): number {
  let at = from + 1
  while (at < text.length && kind_at(text, at) === kind) at += 1
  return at
}

function end_of_run(text: string, from: number): number {
  let at = from + 1
  while (at < text.length && kind_at(text, at) <= SMALL) at += 1
  return at
}

function tokens_of_marks(text: string, from: number, end: number): number {
  const length = end - from
  const next = end < text.length ? kind_at(text, end) : OTHER
  // One mark before a word belongs to the word, such as the underscore of a name.
  if (length === 1 && (next === CAPITAL || next === SMALL)) return 0
  return 1 + Math.max(0, length - MARKS_OF_TOKEN) * TOKENS_OF_FURTHER_MARK
}

/** Tokens of a run of characters A to Z and digits. A tokenizer divides the run where the kind changes, except after one capital. */
function tokens_of_run(text: string, from: number, end: number): number {
  let parts = 0
  let as_words = 0
  let as_id = 0
  let consonants = 0
  let consonants_max = 0
  for (let start = from; start < end; ) {
    let kind = kind_at(text, start)
    let at = start
    let length = 0
    for (; at < end; at++) {
      const kind_now = kind_at(text, at)
      if (kind === CAPITAL && kind_now === SMALL && at === start + 1) kind = SMALL
      if (kind_now !== kind && at > start) break
      length += kind !== DIGIT && at > start && text.charCodeAt(at) === text.charCodeAt(at - 1) ? REPEATED_CHARACTER : 1
      consonants = kind_now === DIGIT || VOWELS[text.charCodeAt(at)] === 1 ? 0 : consonants + 1
      consonants_max = Math.max(consonants_max, consonants)
    }
    const per_token = kind === DIGIT ? DIGITS_OF_TOKEN : kind === CAPITAL ? CHARACTERS_OF_CAPITALS : CHARACTERS_OF_WORD
    as_words += kind === DIGIT ? Math.ceil(length / per_token) : Math.max(1, length / per_token)
    as_id += kind === DIGIT ? Math.ceil(length / per_token) : Math.max(1, length / CHARACTERS_OF_ID)
    parts += 1
    start = at
  }
  const has_short_parts = parts > 2 && parts * PART_OF_ID_MAX > end - from
  const is_id = has_short_parts || consonants_max > CONSONANTS_OF_WORD_MAX
  return is_id ? as_id : as_words
}
