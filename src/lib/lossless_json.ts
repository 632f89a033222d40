// Parses JSON without losing digits. A number of JavaScript holds whole numbers up to 2^53 only, and vendors send longer ids as numbers.
// A decimal with more than fifteen digits is rounded. No vendor here sends one as a number.

/** A whole number of sixteen digits or more, as a value of its own. Only such a text is worth the slower parse. */
const LONG_NUMBER = /[[:,\s]-?\d{16,}\s*[,\]}]/

/**
 * Whole numbers above 2^53 become texts with the same digits, and each text can be stored: what vendors and others send is read here,
 * so that nobody has to think of it later. Throws on a text that is no JSON.
 */
export function parse_json(text: string): unknown {
  const storable = storable_json(text)
  return LONG_NUMBER.test(storable) ? JSON.parse(storable, with_digits) : JSON.parse(storable)
}

/** The same, and undefined for a text that is no JSON. */
export function json_in(text: string): unknown {
  try {
    return parse_json(text)
  } catch {
    return undefined
  }
}

/** Escapes of NUL and of halves of characters. Only a JSON with one of them is worth the slower search. */
const DOUBTFUL = /\\u(?:0000|d[89a-f])/i
/** An escaped backslash, so that what follows it is no escape; a whole character of two escapes; NUL or a half without its other half. */
const ESCAPE = /\\\\|\\ud[89ab][0-9a-f]{2}\\ud[c-f][0-9a-f]{2}|\\u(?:0000|d[89a-f][0-9a-f]{2})/gi
const HALF_CHARS = '\\uXXXX'.length

/** The JSON with U+FFFD in place of what PostgreSQL cannot store: NUL, and half of a character that takes two units. */
export const storable_json = (json: string): string =>
  DOUBTFUL.test(json)
    ? json.replace(ESCAPE, (found) => (found.length === HALF_CHARS ? '\\ufffd' : found)).toWellFormed()
    : json.toWellFormed()

function with_digits(_name: string, value: unknown, context?: { source?: string }): unknown {
  const is_inexact = typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value)
  return is_inexact && /^-?\d+$/.test(context?.source ?? '') ? context!.source : value
}

// TypeScript does not know this function yet (https://github.com/tc39/proposal-json-parse-with-source, in Node since 22).
const { rawJSON } = JSON as unknown as { rawJSON: (digits: string) => unknown }

/** Digits that JSON.stringify writes as a number, with all of them. */
export const json_number = (digits: string): unknown => rawJSON(digits)
