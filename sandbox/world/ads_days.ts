// One day of an ad: its whole results, and what the platform reports of them at a moment.
import { average_order_cents, type CampaignPlan, type PlatformPlan } from './ads_plan.ts'
import { day_ms, days_between, elapsed, hour_ms, moment_of } from './calendar.ts'
import { chance } from './random.ts'
import { season } from './season.ts'
import type { Ad, AdFact, Day } from './types.ts'

/** All results of an ad's whole day, including claims that arrive later. */
export interface AdDay {
  impressions: number
  reach: number
  clicks: number
  link_clicks: number
  spend_cents: number
  /** Orders that the ad really caused that day. The claims are about twice as many. */
  true_orders: number
  claims: { at: number; known_at: number; weight: number; value_cents: number }[]
}

const overclaim = 2.1

/** The day as the platform reports it at `now`, of an ad that was deleted when it `ends`. */
export function as_known(
  made: AdDay,
  day: Day,
  { now, ends }: Record<'now' | 'ends', number>,
  factor: number,
  fractions: boolean,
): AdFact | null {
  const share = elapsed(day, Math.min(now, ends)) * factor
  if (share === 0) return null
  const known = made.claims.filter((claim) => claim.known_at <= now && claim.at <= ends)
  const claimed = known.reduce((sum, claim) => sum + claim.weight, 0)
  const value_cents = known.reduce((sum, claim) => sum + claim.value_cents, 0)
  const part = (count: number) => Math.round(count * share)
  const link_clicks = part(made.link_clicks)
  return {
    impressions: part(made.impressions),
    reach: part(made.reach),
    clicks: part(made.clicks),
    link_clicks,
    spend_cents: part(made.spend_cents),
    landing_views: Math.round(link_clicks * 0.79),
    add_to_carts: Math.round(known.length * 4.1),
    checkouts: Math.round(known.length * 1.9),
    conversions: fractions ? Math.round(claimed * factor * 1e6) / 1e6 : Math.round(claimed * factor),
    conversion_value_cents: Math.round(value_cents * factor),
    video_views: Math.round(part(made.impressions) * 0.22),
  }
}

export function make_day(
  plan: PlatformPlan,
  campaign: CampaignPlan,
  ad: Ad,
  day: Day,
  weight: number,
  seed: number,
): AdDay | null {
  const dice = chance(seed, 'ad day', ad.id, day)
  const currency = campaign.account
  const busy = season(day)
  const age = days_between(ad.start_day, day)
  // Clicks of search ads hardly decrease with age. Clicks of pictures do.
  const fresh = plan.fractions ? 0.9 + 0.1 * Math.exp(-age / 90) : 0.6 + 0.5 * Math.exp(-age / 40)
  const cost = busy ** 0.35
  const spend_cents = Math.round(campaign.budget_cents * weight * busy ** 0.6 * dice.wobble(0.09))
  const impressions = Math.round((spend_cents / (campaign.cpm_cents * cost * dice.wobble(0.08))) * 1000)
  const link_clicks = Math.round((impressions * campaign.clicks_per_mille * fresh * dice.wobble(0.1)) / 1000)
  if (impressions < 20) return null
  const click_cents = campaign.cpm_cents / campaign.clicks_per_mille
  const value_cents = average_order_cents[currency]!
  const claims_expected = ((link_clicks * click_cents * campaign.roas) / value_cents) * busy ** 0.45
  const frequency = plan.fractions ? 1.3 : Math.min(2.4, 1.08 + age * 0.008)
  const claims = Array.from({ length: dice.count(claims_expected) }, () => {
    const at = moment_of(day, dice.next())
    return {
      at,
      known_at: at + claim_delay(plan, dice.next(), dice.next()),
      weight: plan.fractions ? Math.round(dice.between(0.35, 1.15) * 1e6) / 1e6 : 1,
      value_cents: Math.round(value_cents * dice.wobble(0.45)),
    }
  })
  return {
    impressions,
    reach: Math.round(impressions / frequency),
    clicks: plan.fractions ? link_clicks : Math.round(link_clicks * 1.28),
    link_clicks,
    spend_cents,
    true_orders: claims_expected / overclaim,
    claims,
  }
}

/** Most claims arrive within hours, some after days, a few as late as the platform allows. */
function claim_delay(plan: PlatformPlan, kind: number, much: number): number {
  if (kind < 0.6) return much * 8 * hour_ms
  if (kind < 0.84) return (0.5 + much * 2.5) * day_ms
  if (kind < 0.96) return (3 + much * 3.5) * day_ms
  return (plan.latest_claim_days * 0.35 + much * plan.latest_claim_days * 0.55) * day_ms
}
