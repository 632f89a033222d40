// Names that run from right to left, within sentences that do not.

const RIGHT_TO_LEFT = /\p{Script=Arabic}|\p{Script=Hebrew}|\p{Script=Syriac}|\p{Script=Thaana}|\p{Script=Nko}/u

/** Such a name would take the amounts and marks beside it into its own order. */
export const isolated = (value: unknown): unknown =>
  typeof value === 'string' && RIGHT_TO_LEFT.test(value) ? `\u2068${value}\u2069` : value
