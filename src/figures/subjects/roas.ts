// ROAS: what a platform claims, divided by the spend of the same rows. Spend without a stated claim is on neither side.
import { type Exact, exact_ratio } from '#domain/exact.ts'
import { type Figure, ratio } from '#figures/figure.ts'
import { beside } from '#figures/sums/unknown_rows.ts'

const CLAIMED = 'conversion_value'
/** The spend of the rows that state what they brought. */
export const claimed_spend = beside('spend', CLAIMED)
export type RoasSum = typeof CLAIMED | typeof claimed_spend

/** The figure. `claimed` is the name of the claimed value in the answer. */
export const roas = (claimed?: string): Figure<RoasSum, false> =>
  ratio(claimed && `${claimed} divided by spend, of the rows that state both.`, CLAIMED, claimed_spend)

export const roas_of = (sums: Record<RoasSum, Exact | null>): Exact | null =>
  exact_ratio(sums[CLAIMED], sums[claimed_spend])
