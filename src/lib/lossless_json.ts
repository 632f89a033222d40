// Parses JSON without losing digits. A number of JavaScript holds whole numbers up to 2^53 only, and vendors send longer ids as numbers.
// A decimal with more than fifteen digits is rounded. No vendor here sends one as a number.

/** A whole number of sixteen digits or more, as a value of its own. Only such a text is worth the slower parse. */
const LONG_NUMBER = /[[:,\s]-?\d{16,}\s*[,\]}]/

/** Whole numbers above 2^53 become texts with the same digits. Throws on a text that is no JSON. */
export function parse_json(text: string): unknown {
  return LONG_NUMBER.test(text) ? JSON.parse(text, with_digits) : JSON.parse(text)
}

function with_digits(_name: string, value: unknown, context?: { source?: string }): unknown {
  const is_inexact = typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value)
  return is_inexact && /^-?\d+$/.test(context?.source ?? '') ? context!.source : value
}

// TypeScript does not know this function yet (https://github.com/tc39/proposal-json-parse-with-source, in Node since 22).
const { rawJSON } = JSON as unknown as { rawJSON: (digits: string) => unknown }

/** Digits that JSON.stringify writes as a number, with all of them. */
export const json_number = (digits: string): unknown => rawJSON(digits)
