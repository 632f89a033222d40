// Accounts whose campaigns vary as real ones do, with an action of known effect, for the test of impacts. They were fixed before the formula.
import type { SeriesKind } from '#domain/detector.ts'
import { heavy_tailed, normal, poisson, seeded } from '#test/broken_series.ts'

export interface World {
  kind: SeriesKind
  /** Daily values of the campaign that the action changed. */
  target: number[]
  /** Daily values of all other campaigns of the account together. */
  others: number[]
}

export const WORLD_DAYS = 100
/** The day of the action. Fourteen days follow it. */
export const ACTION_DAY = 85
const OTHERS_MAX = 7
/** Events a day of the changed campaign, and of one other. */
const TARGET_COUNTS = { from: 40, to: 400 }
const OTHER_COUNTS = { from: 20, to: 400 }
const AMOUNTS = { from: 50, to: 5_000 }
/** Rise or fall of the account, and of one campaign beside it, in logarithms over all days. */
const TREND = { account: 0.5, campaign: 0.3 }
const SEASON = { account: 0.25, campaign: 0.05 }
/** Deviations of the daily noise of a campaign, and its correlation from day to day. */
const NOISE = { from: 0.05, to: 0.2, correlation: { from: 0.2, to: 0.6 } }
/** Daily shocks that all campaigns share, and how much of one is left on the next day. */
const SHOCK = { from: 0.05, to: 0.2, correlation: 0.8 }
/** Sales of a week, which raise the whole account. */
const SALES_MAX = 2
const SALE_DAYS = 7

type Random = () => number

const between = (random: Random, { from, to }: { from: number; to: number }) => from + (to - from) * random()
const log_between = (random: Random, { from, to }: { from: number; to: number }) =>
  between(random, { from: Math.log(from), to: Math.log(to) })

/** A season of weekdays and a trend. */
function course(random: Random, season: number, trend: number): (day: number) => number {
  const weekdays = Array.from({ length: 7 }, () => season * normal(random))
  const slope = between(random, { from: -trend, to: trend }) / WORLD_DAYS
  return (day) => weekdays[day % 7]! + slope * day
}

/** Noise with heavy tails that lasts for days. */
function noise(random: Random, deviation: number, correlation: number): number[] {
  let last = heavy_tailed(random)
  return Array.from({ length: WORLD_DAYS }, () => {
    last = correlation * last + Math.sqrt(1 - correlation ** 2) * heavy_tailed(random)
    return deviation * last
  })
}

/** What happens to the whole account, as logarithms: season, trend, lasting shocks, and weeks of sales. */
function account_of(random: Random): number[] {
  const common = course(random, SEASON.account, TREND.account)
  const shocks = noise(random, between(random, SHOCK), SHOCK.correlation)
  const sales = Array.from({ length: Math.floor((SALES_MAX + 1) * random()) }, () => ({
    from: Math.floor(WORLD_DAYS * random()),
    rise: between(random, { from: 0.2, to: 0.6 }),
  }))
  return shocks.map((shock, day) => {
    const raised = sales.filter(({ from }) => day >= from && day < from + SALE_DAYS)
    return common(day) + shock + raised.reduce((sum, { rise }) => sum + rise, 0)
  })
}

function campaign_of(random: Random, level: number): number[] {
  const own = course(random, SEASON.campaign, TREND.campaign)
  return noise(random, between(random, NOISE), between(random, NOISE.correlation)).map(
    (of, day) => level + own(day) + of,
  )
}

/** The world of a seed. `effect`: the logarithm by which the action moves its campaign on every later day, and half of it on its own day. */
export function make_world(seed: number, kind: SeriesKind, effect: number): World {
  const random = seeded(seed)
  const account = account_of(random)
  const target = campaign_of(random, log_between(random, kind === 'count' ? TARGET_COUNTS : AMOUNTS))
  const others = Array.from({ length: 1 + Math.floor(OTHERS_MAX * random()) }, () =>
    campaign_of(random, log_between(random, kind === 'count' ? OTHER_COUNTS : AMOUNTS)),
  )
  const value = (log: number, day: number) => {
    const mean = Math.exp(log + account[day]!)
    return kind === 'count' ? poisson(random, mean) : Math.round(100 * mean) / 100
  }
  const moved = (day: number) => (day > ACTION_DAY ? effect : day === ACTION_DAY ? effect / 2 : 0)
  return {
    kind,
    target: target.map((log, day) => value(log + moved(day), day)),
    others: account.map((_, day) => others.reduce((sum, one) => sum + value(one[day]!, day), 0)),
  }
}
