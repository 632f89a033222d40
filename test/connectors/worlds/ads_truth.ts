// The figures of the ads of a world, by the words of docs/numbers.md.

import { add_days, day_of, days_from } from '../../../sandbox/world/calendar.ts'
import type { World } from '../../../sandbox/world/types.ts'
import { add, type Cells } from './cells.ts'
import type { Kind } from './kinds.ts'

const MICROS_OF_CENT = 10_000n
const MICRO = 1e6
/** Days before today that are compared. */
export const DAYS = 34

/** Kinds of campaigns that have neither ad groups nor ads, and what TikTok shows in the account's total only. */
const WITHOUT_GROUPS: Record<string, string> = { gx_ads: 'pmax', tx_ads: 'shopping' }
/** Kinds of campaigns whose ads have no figures: Sponsored Television of Amazon. */
const WITHOUT_ADS: Record<string, string> = { mpb_ads: 'awareness' }

export function ad_cells(world: World, { platform, ads: name, streams }: Kind): Cells {
  const cells: Cells = new Map()
  const { campaigns, ads, facts } = world.ads[name!]
  const kind_of = new Map(campaigns.map(({ id, kind }) => [id, kind]))
  const today = world.today()
  const first = add_days(today, -DAYS - 1)
  for (const ad of ads) {
    if (ad.status === 'paused' && day_of(ad.updated_at) < first) continue
    const kind = kind_of.get(ad.campaign_id)!
    const is_shown = (stream: string) =>
      stream === 'campaign_daily' ||
      (WITHOUT_GROUPS[platform] !== kind && (stream !== 'ad_daily' || WITHOUT_ADS[platform] !== kind))
    const shown = streams.filter(is_shown)
    for (const day of days_from(first, today)) {
      const fact = facts(ad, day)
      if (!fact) continue
      const sums = {
        spend: BigInt(fact.spend_cents) * MICROS_OF_CENT,
        impressions: BigInt(fact.impressions),
        // Amazon counts clicks on the link only.
        clicks: BigInt(platform === 'mpb_ads' ? fact.link_clicks : fact.clicks),
        conversions: BigInt(Math.round(fact.conversions * MICRO)),
        // Forms that people send at LinkedIn have no value.
        value: kind === 'leads' && platform === 'net_c_ads' ? 0n : BigInt(fact.conversion_value_cents) * MICROS_OF_CENT,
      }
      for (const stream of shown) add(cells, { platform, stream, account: ad.account_id, day }, sums)
    }
  }
  return cells
}
