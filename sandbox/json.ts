// Whole numbers above 2^53 in JSON, which a number of JavaScript cannot hold.

// TypeScript does not know this function yet (https://github.com/tc39/proposal-json-parse-with-source, in Node since 22).
const { rawJSON } = JSON as unknown as { rawJSON: (digits: string) => unknown }

/** The digits as a number in JSON. */
export const whole_number = (digits: string): unknown => rawJSON(digits)

/** Only a text with sixteen digits in a row is worth the slower parse. */
const LONG_NUMBER = /\d{16}/

/** Parses JSON so that it can be written again with all its digits. */
export const parse_whole = (text: string): unknown =>
  LONG_NUMBER.test(text) ? JSON.parse(text, with_digits) : JSON.parse(text)

const with_digits = (_name: string, value: unknown, context?: { source?: string }): unknown =>
  typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value)
    ? rawJSON(context!.source!)
    : value
