// Reads a request body: returns its value, or the sentence that says why the body is invalid. Nothing here throws, because
// authentication comes first. Only then does the caller learn that the body is invalid.

export const BODY_MAX_BYTES = 1024 * 1024
const DEPTH_MAX = 32
/** Values and names of a body. A megabyte of short ones would take longer to parse and to validate than a call. */
const PARTS_MAX = 20_000
/** A shorter body cannot be slow. */
const SMALL_BYTES = 32 * 1024

/** A body that takes long enough to read that the bodies of many requests are read in different cycles of the event loop. */
export const is_large = (raw: unknown): boolean => Buffer.isBuffer(raw) && raw.length > SMALL_BYTES

export type Body = { value: unknown; fault?: undefined } | { value?: undefined; fault: string }

const JSON_TYPE = /^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i
const utf8 = new TextDecoder('utf-8', { fatal: true })

/** An absent or empty body is an empty object. */
export function read_body(raw: unknown, content_type: string | undefined): Body {
  if (!Buffer.isBuffer(raw) || raw.length === 0) return { value: {} }
  if (content_type !== undefined && !JSON_TYPE.test(content_type.trim()))
    return { fault: 'Send the body as JSON, with the header Content-Type: application/json.' }
  const too_much = fault_of_form(raw)
  if (too_much) return { fault: too_much }
  let value: unknown
  try {
    value = JSON.parse(utf8.decode(raw))
  } catch (error) {
    if (!(error instanceof SyntaxError)) return { fault: 'The body is not valid UTF-8 text.' }
    return { fault: `The body is not valid JSON: ${place_of(error)}.` }
  }
  const fault = fault_of(value)
  return fault ? { fault } : { value }
}

/** Counts separators and levels outside of texts, before anything is parsed: half a million brackets alone take a hundred milliseconds. */
function fault_of_form(raw: Buffer): string | undefined {
  if (raw.length < SMALL_BYTES) return undefined
  let parts = 0
  let depth = 0
  let is_text = false
  for (let at = 0; at < raw.length; at++) {
    const byte = raw[at]
    if (byte === BACKSLASH && is_text) at += 1
    else if (byte === QUOTE) is_text = !is_text
    else if (is_text) continue
    else if (byte === COMMA || byte === COLON) {
      if (++parts > PARTS_MAX) return `The body may hold ${PARTS_MAX} values and names at most. Send it in parts.`
    } else if (byte === OPENING_BRACKET || byte === OPENING_BRACE) {
      if (++depth > DEPTH_MAX) return TOO_DEEP
    } else if (byte === CLOSING_BRACKET || byte === CLOSING_BRACE) depth -= 1
  }
  return undefined
}
const [QUOTE, BACKSLASH, COMMA, COLON] = [0x22, 0x5c, 0x2c, 0x3a]
const [OPENING_BRACKET, CLOSING_BRACKET, OPENING_BRACE, CLOSING_BRACE] = [0x5b, 0x5d, 0x7b, 0x7d]
const TOO_DEEP = `The body is nested deeper than ${DEPTH_MAX} levels.`

/** Where the parser stopped, without a quote from the body. It names no position where a value should begin. */
function place_of({ message }: SyntaxError): string {
  if (/^Unexpected end/.test(message)) return 'it ends too early'
  const position = /at position (\d+)/.exec(message)?.[1]
  return position
    ? `it breaks at position ${position}`
    : 'a value is not JSON. Texts and names need double quotes; other values are numbers, true, false, null, lists and objects'
}

/** Finds values that JSON allows but no column can store: NUL, half a surrogate pair, infinite numbers, nesting that is too deep. */
function fault_of(root: unknown): string | undefined {
  const waiting: { value: unknown; depth: number }[] = [{ value: root, depth: 1 }]
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { value, depth } = next
    if (typeof value === 'string' && !is_clean(value)) return UNCLEAN
    if (typeof value === 'number' && !Number.isFinite(value)) return 'The body holds a number that is too large.'
    if (typeof value !== 'object' || value === null) continue
    if (depth > DEPTH_MAX) return TOO_DEEP
    for (const [key, inner] of Object.entries(value)) {
      if (!is_clean(key)) return UNCLEAN
      if (key === '__proto__') return "'__proto__' is not a parameter of any tool."
      waiting.push({ value: inner, depth: depth + 1 })
    }
  }
  return undefined
}

const UNCLEAN = 'The body holds text with a NUL character or half a surrogate pair.'
const is_clean = (text: string) => text.isWellFormed() && !text.includes('\u0000')
