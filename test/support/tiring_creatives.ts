// Seeded creatives for the test of fatigue: half of them tire, and half only look like it. This generator was written before the formula
// that the test measures, and knows nothing of it.
//
// Each creative has daily impressions, clicks, spend and reach, as ad platforms report them:
// - Counts are Poisson counts. Traffic has a weekly season, and click rate and price have a weaker one.
// - A tiring creative loses most of its click rate, with a decay of 10 to 60 days, because the same people see it again.
// - A budget raise: from a day on, more impressions at a higher price, to the same people, with the same click rate.
// - A new audience: from a day on, more people who see it less often, and who click less.

export interface CreativeDay {
  date: string
  impressions: number
  clicks: number
  spend_cents: number
  reach: number
}

export interface SeededCreative {
  creative_id: string
  kind: 'tiring' | 'budget_raise' | 'new_audience'
  is_tiring: boolean
  /** Oldest first. The last day is the given one. */
  days: CreativeDay[]
}

const COUNT = 200
const DAY_MS = 86_400_000
/** Impressions of a small creative: fewer than a score needs. */
const SMALL_IMPRESSIONS_A_WEEK = 700

type Random = () => number

/** Mulberry32: the same numbers in every run. */
function seeded(seed: number): Random {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

const between = (random: Random, low: number, high: number) => low + (high - low) * random()
/** Small values are as frequent as large ones. */
const log_between = (random: Random, low: number, high: number) =>
  Math.exp(between(random, Math.log(low), Math.log(high)))

function normal(random: Random): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
}

/** A Poisson count. From a mean of 200 the normal distribution is close enough. */
function poisson(random: Random, mean: number): number {
  if (mean >= 200) return Math.max(0, Math.round(mean + Math.sqrt(mean) * normal(random)))
  const end = Math.exp(-mean)
  let count = -1
  for (let product = 1; product > end; product *= random()) count += 1
  return Math.max(0, count)
}

/** People whom a number of impressions reaches on a day, of all people of the audience. */
const reached = (impressions: number, audience: number) => audience * (1 - Math.exp(-impressions / audience))

function days_of(random: Random, kind: SeededCreative['kind'], is_small: boolean, last_day: string): CreativeDay[] {
  const age = Math.round(between(random, 24, 100))
  const impressions_a_day = is_small ? (SMALL_IMPRESSIONS_A_WEEK / 7) * random() : log_between(random, 250, 25_000)
  const click_rate = log_between(random, 0.005, 0.035)
  const price_per_mille_cents = log_between(random, 250, 1_800)
  const audience = impressions_a_day * log_between(random, 2, 12)
  const weekly = between(random, 0.05, 0.3)
  const peak = Math.floor(random() * 7)
  const season = (at: number, strength: number) => 1 + strength * Math.cos((2 * Math.PI * (at - peak)) / 7)
  const decay_days = between(random, 10, 60)
  /** The part of the click rate that never tires. */
  const rest = between(random, 0.15, 0.35)
  // The people who are easiest to reach have seen the ad, so the same people see it more often.
  const narrowed = between(random, 0.3, 0.7)
  const changed_on = Math.round(between(random, 0.35, 0.8) * age)
  const raise = between(random, 1.4, 3)
  const dearer = between(random, 1.15, 1.6)
  const wider = between(random, 2, 6)
  const colder = between(random, 0.4, 0.8)

  return Array.from({ length: age }, (_, at) => {
    const tired = kind === 'tiring' ? Math.exp(-at / decay_days) : 1
    const is_raised = kind === 'budget_raise' && at >= changed_on
    const is_wider = kind === 'new_audience' && at >= changed_on
    const impressions = poisson(random, impressions_a_day * season(at, weekly) * (is_raised ? raise : 1))
    const rate = click_rate * season(at, weekly / 4) * (rest + (1 - rest) * tired) * (is_wider ? colder : 1)
    const price =
      price_per_mille_cents * season(at, weekly / 3) * (is_raised ? dearer : 1) * between(random, 0.93, 1.07)
    const people = audience * (1 - narrowed * (1 - tired)) * (is_wider ? wider : 1)
    return {
      date: new Date(Date.parse(last_day) - (age - 1 - at) * DAY_MS).toISOString().slice(0, 10),
      impressions,
      clicks: Math.min(impressions, poisson(random, impressions * rate)),
      spend_cents: Math.round((impressions * price) / 1000),
      reach: Math.min(impressions, poisson(random, reached(impressions, people))),
    }
  })
}

/** 200 creatives, of which every other one tires. One in twelve is too small for a score. */
export function seeded_creatives(seed: number, last_day: string): SeededCreative[] {
  const random = seeded(seed)
  return Array.from({ length: COUNT }, (_, at) => {
    const kind = at % 2 === 0 ? 'tiring' : at % 4 === 1 ? 'budget_raise' : 'new_audience'
    const is_small = random() < 1 / 12
    return {
      creative_id: `creative-${at}`,
      kind,
      is_tiring: kind === 'tiring',
      days: days_of(random, kind, is_small, last_day),
    }
  })
}
