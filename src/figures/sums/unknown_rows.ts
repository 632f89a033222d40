// A sum leaves out rows that do not state its value. Facts count these rows beside the sum, and notes say how many there are.
import { type RawBuilder, sql } from 'kysely'
import { type Exact, to_number } from '#domain/exact.ts'
import { unrated } from '#figures/figure.ts'
import { listed_by, type Message, message, named } from '#messages/message.ts'

const PREFIX = 'unknown_'

/** The name of the number of rows that a sum leaves out. */
export const unknown = <Name extends string>(sum: Name) => `${PREFIX}${sum}` as const
/** True for such a name. */
const is_unknown = (name: string) => name.startsWith(PREFIX)

const BESIDE = '_beside_'

/** The name of the part of a sum whose rows also state another value. A ratio of the two values divides by this part. */
export const beside = <Sum extends string, Other extends string>(sum: Sum, other: Other) =>
  `${sum}${BESIDE}${other}` as const
/** True for such a name. Notes name the sum itself, not its part. */
export const is_beside = (name: string) => name.includes(BESIDE)

/** True for sums that only other figures are computed from. */
export const is_helper = (name: string) => is_unknown(name) || is_beside(name) || /_(?:rows|weighted)$/.test(name)

/** Sums that have a sentence of their own. The others share one. */
const sentences = {
  refunds: 'sales.unknown_refunds',
  fees: 'sales.unknown_fees',
  prices: 'sales.unknown_prices',
  seller_shipping: 'sales.unknown_shipping',
} as const

/** Amounts of sales that have rows of their own. All other rows have a 0 there that nobody stated. */
const APART: Readonly<Record<string, string>> = {
  revenue: 'prices',
  refunds: 'refunds',
  fees: 'fees',
  seller_shipping: 'seller_shipping',
}

/** The number of rows beside which a 0 of the amount is unknown. Undefined for other sums. */
export const unknown_apart = (sum: string) => (Object.hasOwn(APART, sum) ? unknown(APART[sum]!) : undefined)

/** Numbers of rows without a value, by the sum that leaves them out. */
export const unknown_rows = <Name extends string>(columns: Record<Name, RawBuilder<unknown>>) =>
  Object.fromEntries(
    Object.entries<RawBuilder<unknown>>(columns).map(([sum, column]) => [unknown(sum), sql`(${column} is null)::int`]),
  ) as Record<`${typeof PREFIX}${Name}`, RawBuilder<unknown>>

/** True if these sums are only a part: amounts lack an exchange rate, or rows do not state a value. */
export const leaves_out = (sums: Record<string, Exact | null>, names: readonly string[]): boolean =>
  names.some((name) => sums[unrated(name)]) || Object.keys(sums).some((name) => is_unknown(name) && sums[name])

type Sums = Record<string, Exact | null>

function left_out_of(sums: Sums) {
  return Object.entries(sums).flatMap(([name, rows]) => {
    const count = is_unknown(name) ? to_number(rows ?? 0n, 0) : 0
    return count > 0 ? [{ sum: name.slice(PREFIX.length), count }] : []
  })
}

const counted = ({ sum, count }: { sum: string; count: number }) =>
  message('sums.unknown_rows', { sum: named('sum', sum, sum.replaceAll('_', ' ')), count })

const sentences_before = { previous: 'sums.unknown_previous', year_before: 'sums.unknown_year_before' } as const

/** What the sums leave out with which those of the window are compared. Without it, a change would be one of different rows. */
export const unknown_before_notes = (before: Partial<Record<keyof typeof sentences_before, Sums | null>>): Message[] =>
  (['previous', 'year_before'] as const).flatMap((side) => {
    // An order without a price lacks revenue. Only the note about the window itself has a sentence of its own.
    const of_side = left_out_of(before[side] ?? {}).map((one) =>
      counted({ ...one, sum: one.sum === 'prices' ? 'revenue' : one.sum }),
    )
    return of_side.length > 0 ? [message(sentences_before[side], { sums: listed_by('; ', of_side) })] : []
  })

export function unknown_notes(sums: Sums): Message[] {
  const left_out = left_out_of(sums)
  const own = left_out.flatMap(({ sum, count }) =>
    Object.hasOwn(sentences, sum) ? [message(sentences[sum as keyof typeof sentences], { count })] : [],
  )
  const others = left_out.filter(({ sum }) => !Object.hasOwn(sentences, sum)).map(counted)
  return [...own, ...(others.length > 0 ? [message('sums.unknown', { sums: listed_by('; ', others) })] : [])]
}
