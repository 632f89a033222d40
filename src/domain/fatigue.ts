// Fatigue of a creative: people click less, each click costs more, and the same people see it as often as before, or more often. The
// formula is in docs/numbers.md. src/domain/fatigue.test.ts measures it with creatives that were generated before the formula was written.
import { change_percent, exact_ratio, less, ONE, ratio, to_number } from '#domain/exact.ts'

/** Days of the first and of the recent part: whole weeks, so that weekdays do not matter. */
export const FATIGUE_PART_DAYS = 7
/** Fewer impressions in a part say nothing about its click rate. */
const FATIGUE_IMPRESSIONS_MIN = 1_000n

/** Sums over the days of a part. */
export interface CreativePart {
  impressions: bigint
  clicks: bigint
  spend_micros: bigint
  /** People of each day, added up. null: the platform does not give them for every day. */
  reach: bigint | null
}

export interface Fatigue {
  /** 0 to 100. null: too few impressions, or nothing to compare with. */
  score: number | null
  ctr_fall_percent: number | null
  cost_rise_percent: number | null
  first_frequency: number | null
  frequency: number | null
}

/** Compares the recent days of a creative with its first days. Without either of them nothing is known. */
export function fatigue_of(first: CreativePart | null, recent: CreativePart | null): Fatigue {
  if (!is_enough(first) || !is_enough(recent)) return UNKNOWN
  const [first_ctr, ctr] = [first, recent].map(({ clicks, impressions }) => exact_ratio(clicks, impressions))
  const [first_cost, cost] = [first, recent].map(({ spend_micros, clicks }) => exact_ratio(spend_micros, clicks))
  const ctr_change = change_percent(ctr ?? null, first_ctr ?? null)
  const parts = {
    ctr_fall_percent: ctr_change === null ? null : 0 - ctr_change,
    cost_rise_percent: change_percent(cost ?? null, first_cost ?? null),
    first_frequency: frequency_of(first),
    frequency: frequency_of(recent),
  }
  return { score: score_of(first, recent), ...parts }
}

const UNKNOWN: Fatigue = {
  score: null,
  ctr_fall_percent: null,
  cost_rise_percent: null,
  first_frequency: null,
  frequency: null,
}

const is_enough = (part: CreativePart | null): part is CreativePart =>
  part !== null && part.impressions >= FATIGUE_IMPRESSIONS_MIN

const frequency_of = ({ impressions, reach }: CreativePart) => ratio(impressions, reach)

/** The geometric mean of the fall of the click rate and of the rise of its cost, as far as the same people see the creative. */
function score_of(first: CreativePart, recent: CreativePart): number | null {
  const same_people = same_people_of(repeats(first), repeats(recent))
  const kept_rate = share(recent.clicks * first.impressions, first.clicks * recent.impressions)
  const kept_price = share(first.spend_micros * recent.clicks, recent.spend_micros * first.clicks)
  if (same_people === null || kept_rate === null || kept_price === null) return null
  return Math.round(100 * Math.sqrt((1 - kept_rate) * (1 - kept_price)) * same_people)
}

/** Impressions beyond the first one of each person of a day, for each person, in units of 10^-12. */
const repeats = ({ impressions, reach }: CreativePart) => less(exact_ratio(impressions, reach), ONE)

/** 1: people see the creative as often as in its first days, or more often. Less: most of its people are new. */
const same_people_of = (first: bigint | null, now: bigint | null) =>
  first !== null && now !== null && now >= first ? 1 : share(now, first)

/** over / under between 0 and 1. null: one is not known, or there is nothing to compare with. */
function share(over: bigint | null, under: bigint | null): number | null {
  const of = exact_ratio(over, under)
  if (of === null) return null
  return Math.min(1, Math.max(0, to_number(of, 9)))
}
