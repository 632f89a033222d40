// Whole numbers above 2^53 in JSON, which a number of JavaScript cannot hold.

// TypeScript does not know this function yet (https://github.com/tc39/proposal-json-parse-with-source, in Node since 22).
const { rawJSON } = JSON as unknown as { rawJSON: (digits: string) => unknown }

/** The digits as a number in JSON. */
export const whole_number = (digits: string): unknown => rawJSON(digits)

/** Parses JSON so that it can be written again with all its digits. */
export const parse_whole = (text: string): unknown =>
  JSON.parse(text, (_name: string, value: unknown, context?: { source?: string }) =>
    typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value)
      ? rawJSON(context!.source!)
      : value,
  )
