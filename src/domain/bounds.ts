// Bounds of what happens at random: how few or how many events a count can stand for. Statistics, so floats; amounts stay exact elsewhere.

/** Standard deviations of a normal distribution that leave 2.5% on one side. */
const Z = 1.959964

/** The rate at which this number of events, or fewer, have a probability of 2.5% (Wilson and Hilferty). `count` may be a fraction. */
export const upper_count = (count: number): number => {
  const next = count + 1
  return next * (1 - 1 / (9 * next) + Z / (3 * Math.sqrt(next))) ** 3
}

/** The rate at which this number of events, or more, have a probability of 2.5%. */
const lower_count = (count: number): number =>
  count <= 0 ? 0 : Math.max(0, count * (1 - 1 / (9 * count) - Z / (3 * Math.sqrt(count))) ** 3)

export interface Sales {
  orders: number
  value: number
}

/** Orders of all campaigns that count as much as a campaign's own when the value of an order is estimated. */
const SHARED_ORDERS = 5

/**
 * The least and the largest sales value that a campaign's orders can stand for. `all`: the account's campaigns together. With few
 * orders, their mean value says little, so it is drawn to the account's mean. null: the orders have no value.
 */
export function value_bounds(own: Sales, all: Sales): { lower: number; upper: number } | null {
  if (own.orders <= 0 || own.value <= 0 || all.orders <= 0 || all.value <= 0) return null
  const mean = all.value / all.orders
  const of_order = (own.value + SHARED_ORDERS * mean) / (own.orders + SHARED_ORDERS)
  // Values differ from order to order, which makes their sum as uncertain as that of fewer orders.
  const certain = own.orders / SPREAD
  return {
    lower: lower_count(certain) * SPREAD * Math.min(of_order, own.value / own.orders),
    upper: upper_count(certain) * SPREAD * Math.max(of_order, own.value / own.orders),
  }
}

/** One and the squared coefficient of variation of the value of an order: values of shops mostly lie within a factor of two of their mean. */
const SPREAD = 1.4

/** Events of which none happening has a probability of 2.5%. */
export const EXPECTED_MIN = -Math.log(0.025)

export interface Share {
  events: number
  of: number
}

/** The least by which the first share exceeds the second, both of independent events. 0: it need not exceed it. */
export function least_rise(now: Share, before: Share): number {
  if (now.of <= 0 || before.of <= 0) return 0
  const [one, other] = [now.events / now.of, before.events / before.of]
  const spread = Math.sqrt((one * (1 - one)) / now.of + (other * (1 - other)) / before.of)
  return Math.max(0, one - other - Z_RARE * spread)
}

/** Leaves 0.5% on one side: shares are compared every day, so a rare chance comes often. */
const Z_RARE = 2.575829
