// What a person types as an amount or a number. Amounts stay decimal text, because a binary fraction would change them.

/** Of a text field. The browser refuses other texts before anything is sent. */
export const AMOUNT = {
  inputMode: 'decimal',
  pattern: String.raw`\s*\d{1,12}(\.\d{1,6})?\s*`,
  placeholder: '0.00',
} as const
export const WHOLE = { inputMode: 'numeric', pattern: String.raw`\s*\d{1,5}\s*` } as const

export const amount_or_null = (typed: string): string | null => typed.trim() || null
export const whole_or_null = (typed: string): number | null => (typed.trim() === '' ? null : Number(typed))
