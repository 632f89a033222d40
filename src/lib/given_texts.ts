// Errors of libraries quote what they were given: a parser its text, PostgreSQL a value. So an error of a call is logged without the texts
// of the caller. Errors in databases and jobs have no caller, and src/lib/log.ts leaves out what they are known to quote.
import { is_remote, mark_remote } from '#lib/remote_errors.ts'

const LEFT_OUT = '…'
/** The beginning of an error's message that is compared and kept. */
const MESSAGE_CHARS_MAX = 2_000
/** Characters of a caller's texts that are compared. A body has fewer (src/http/body.ts). */
const GIVEN_CHARS_MAX = 4 * 2 ** 20
/**
 * Every text of a caller that has twice this number of characters is found, and many shorter ones. A shorter quote says nothing, and shorter
 * texts, such as `mx_ads`, are words of the product too.
 */
const PIECE_CHARS = 6
/** Characters that are compared for one message. */
const WORK_MAX = 4 * 2 ** 20
const DEPTH_MAX = 66
const CAUSES_MAX = 5

/** All texts in an input, names of fields too. */
export function texts_in(value: unknown, depth = 0, found: string[] = []): string[] {
  if (typeof value === 'string') found.push(value)
  if (typeof value !== 'object' || value === null || depth > DEPTH_MAX) return found
  for (const [name, inner] of Object.entries(value)) {
    if (!Array.isArray(value)) found.push(name)
    texts_in(inner, depth + 1, found)
  }
  return found
}

/** The same error, with each part of its messages left out that quotes one of the texts. */
export function without_texts(thrown: unknown, given: readonly string[], depth = 0): unknown {
  if (!(thrown instanceof Error) || depth > CAUSES_MAX) return `a thrown ${typeof thrown}`
  const { message, stack, cause } = thrown
  const copy = Object.create(Object.getPrototypeOf(thrown), Object.getOwnPropertyDescriptors(thrown)) as Error
  const set = (name: string, value: unknown) => Object.defineProperty(copy, name, { value, configurable: true })
  set('message', without(message, given))
  // The message is the beginning of the stack, and a line of it can look like a place.
  const end = message === '' ? -1 : (stack?.indexOf(message) ?? -1)
  set('stack', end < 0 ? stack : stack!.slice(end + message.length))
  if (cause !== undefined) set('cause', without_texts(cause, given, depth + 1))
  if (thrown instanceof AggregateError)
    set(
      'errors',
      thrown.errors.slice(0, CAUSES_MAX).map((inner) => without_texts(inner, given, depth + 1)),
    )
  return is_remote(thrown) ? mark_remote(copy) : copy
}

/** The message in one pass over the texts. A message whose comparison would take long is left out as a whole. */
function without(message: string, given: readonly string[]): string {
  const start = message.slice(0, MESSAGE_CHARS_MAX)
  const lower = start.toLowerCase()
  const is_given = new Uint8Array(lower.length)
  const places = pieces_of(lower)
  let chars = 0
  let work = 0
  for (const text of given) {
    chars += text.length
    if (chars > GIVEN_CHARS_MAX) return LEFT_OUT
    const one = text.toLowerCase()
    for (let at = 0; at + PIECE_CHARS <= one.length; at += PIECE_CHARS)
      for (const place of places.get(hash_of(one, at)) ?? []) {
        const { from, to } = common(lower, place, one, at)
        if (to - from >= PIECE_CHARS) is_given.fill(1, from, to)
        work += to - from
        if (work > WORK_MAX) return LEFT_OUT
      }
  }
  // A few characters have a lower case of another length. Then the places are those of the text in lower case.
  const shown = lower.length === start.length ? start : lower
  const one_of = (is_quote: number, at: number) => (!is_quote ? shown[at] : is_given[at - 1] ? '' : LEFT_OUT)
  return Array.from(is_given, one_of).join('') + (message.length > start.length ? LEFT_OUT : '')
}

/** The places of the text's pieces, by their hash. A number costs less than a text as a key. */
function pieces_of(text: string): Map<number, number[]> {
  const places = new Map<number, number[]>()
  for (let at = 0; at + PIECE_CHARS <= text.length; at += 1) {
    const hash = hash_of(text, at)
    const known = places.get(hash)
    if (known) known.push(at)
    else places.set(hash, [at])
  }
  return places
}

function hash_of(text: string, at: number): number {
  let hash = 0
  for (let next = at; next < at + PIECE_CHARS; next += 1) hash = (hash * 31 + text.charCodeAt(next)) | 0
  return hash
}

/** The longest part of the text around this place that the other text has around its place. */
function common(text: string, place: number, other: string, at: number): { from: number; to: number } {
  let before = 0
  while (place > before && at > before && text[place - before - 1] === other[at - before - 1]) before += 1
  let after = 0
  while (place + after < text.length && at + after < other.length && text[place + after] === other[at + after])
    after += 1
  return { from: place - before, to: place + after }
}
