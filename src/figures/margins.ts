// Cost and margin of what was sold. Where lines have no cost, sums that need all costs are null, ratios divide sums of the lines with
// a cost, and a note says how much of the revenue that is.
import { sql } from 'kysely'
import { type Exact, exact_ratio, less, money_number, RATIO_DIGITS, to_number } from '#domain/exact.ts'
import { type Sides, type Sums, unrated } from '#figures/figure.ts'
import { money_text, percent_text } from '#figures/wording.ts'

/** Sums of metrics.store_margins that say how much of the margin is known. */
export const margin_money = {
  margin_revenue: sql.ref('f.margin_revenue_micros'),
  costed_revenue: sql.ref('f.costed_revenue_micros'),
  cost: sql.ref('f.cost_micros'),
}
export const margin_counts = { margin_rows: sql`1`, lines_without_cost: sql.ref('f.lines_without_cost') }

type Margins = Partial<Sums>
type MarginName = keyof typeof margin_money | keyof typeof margin_counts

/** False: an amount has no exchange rate, so revenue and cost are of different lines. */
export const has_rates = (sums: Margins) => !sums[unrated('margin_rows')]
/** True: every line has a cost. */
export const has_all_costs = (sums: Margins) => has_rates(sums) && !sums.lines_without_cost

interface MarginSides<S> {
  current: S | null
  previous: S | null
  lacks?: Sides['lacks']
}

/** Adds the margin to sums. `cost` and `gross_margin` are null unless every line has a cost; `known_` are of the lines with a cost. */
export function with_margins<S extends Sums<MarginName>>({ current, previous, lacks }: MarginSides<S>) {
  const margins = (sums: S | null) => {
    if (sums === null) return null
    const known_margin = has_rates(sums) ? less(sums.costed_revenue, sums.cost) : null
    const is_whole = has_all_costs(sums)
    return {
      ...sums,
      known_cost: sums.cost,
      known_margin,
      cost: is_whole ? sums.cost : null,
      gross_margin: is_whole ? known_margin : null,
    }
  }
  return { current: margins(current), previous: margins(previous), ...(lacks && { lacks }) }
}

/** How much of the revenue has a cost, when lines lack one. With a currency, the note also has the amounts. */
export function margin_notes(sums: Margins, currency?: string): string[] {
  if (!sums.lines_without_cost) return []
  const { margin_revenue = null, costed_revenue = null, cost = null } = sums
  const share = exact_ratio(costed_revenue, margin_revenue)
  if (!costed_revenue || share === null)
    return [
      'No cost of the sold products is known, so cost and margin are null. Costs are read from stores, or set by SKU.',
    ]
  const text = (value: Exact) => money_text(money_number(value, currency!), currency!)
  const amounts =
    currency && margin_revenue !== null && cost !== null
      ? ` (${text(costed_revenue)} of ${text(margin_revenue)}, which cost ${text(cost)})`
      : ''
  return [
    `A cost is known for ${percent_text(to_number(share, RATIO_DIGITS))} of the revenue of order lines${amounts}. Sums that need all costs are null.`,
  ]
}
