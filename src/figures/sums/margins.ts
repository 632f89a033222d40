// Cost and margin of what was sold. Where lines have no cost, sums that need all costs are null, ratios divide sums of the lines with
// a cost, and a note says how much of the revenue that is.
import { sql } from 'kysely'
import { type Exact, exact_ratio, less, money_number, to_number } from '#domain/exact.ts'
import { type Sides, type Sums, unrated } from '#figures/figure.ts'
import { as_money, as_percent, type Message, message } from '#messages/message.ts'

const PERCENT_DIGITS = 2

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
  unlike?: Sides['unlike']
}

/** Adds the margin to sums. `cost` and `gross_margin` are null unless every line has a cost; `known_` are of the lines with a cost. */
export function with_margins<S extends Sums<MarginName>>({ current, previous, lacks, unlike }: MarginSides<S>) {
  const margins = (sums: S | null) => {
    if (sums === null) return null
    // Without the rate of a cost, the sum of the others is a part of what the lines cost.
    const known_cost = has_rates(sums) ? sums.cost : null
    const known_margin = less(sums.costed_revenue, known_cost)
    const is_whole = has_all_costs(sums)
    return {
      ...sums,
      known_cost,
      known_margin,
      cost: is_whole ? sums.cost : null,
      gross_margin: is_whole ? known_margin : null,
    }
  }
  return { current: margins(current), previous: margins(previous), ...(lacks && { lacks }), ...(unlike && { unlike }) }
}

/** How much of the revenue has a cost, when lines lack one. With a currency, the note also has the amounts. */
export function margin_notes(sums: Margins, currency?: string): Message[] {
  if (!sums.lines_without_cost) return []
  const { margin_revenue = null, costed_revenue = null, cost = null, margin_rows, lines_without_cost } = sums
  if (margin_rows === lines_without_cost) return [message('margin.no_cost')]
  const share_of_all = exact_ratio(costed_revenue, margin_revenue)
  if (costed_revenue === null || share_of_all === null) return [message('margin.some_lack')]
  const share = as_percent(to_number(share_of_all * 100n, PERCENT_DIGITS))
  if (!currency || margin_revenue === null || cost === null || !has_rates(sums))
    return [message('margin.share', { share })]
  const amount = (value: Exact) => as_money(money_number(value, currency), currency)
  const amounts = { costed: amount(costed_revenue), revenue: amount(margin_revenue), cost: amount(cost) }
  return [message('margin.share_of', { share, ...amounts })]
}
