// Large advertisers, for tests: one with more ads than a report can have, and an agency with many advertisers. Each function returns
// another that restores the world.
import type { World } from '../../sandbox/world/types.ts'

/** Adds campaigns without figures to the first advertiser. Their ads are newer than all others. */
export function add_campaigns(
  { ads: { tx } }: World,
  { campaigns, ads_each }: { campaigns: number; ads_each: number },
) {
  const [ad, campaign] = [tx.ads[0]!, tx.campaigns[0]!]
  const added = Array.from({ length: campaigns }, (_, at) => ({ ...campaign, id: `crowd-${at}` }))
  const idle = added.flatMap(({ id }) =>
    Array.from({ length: ads_each }, (_, at) => ({
      ...ad,
      id: `${id}-${at}`,
      campaign_id: id,
      start_day: '2026-11-18',
    })),
  )
  const { facts } = tx
  const own = Object.getOwnPropertyDescriptors(tx)
  Object.defineProperties(tx, {
    campaigns: { value: [...tx.campaigns, ...added], configurable: true },
    ads: { value: [...tx.ads, ...idle], configurable: true },
    facts: {
      value: (one: typeof ad, day: string) => (one.id.startsWith('crowd') ? null : facts(one, day)),
      configurable: true,
    },
  })
  return () => void Object.defineProperties(tx, own)
}

/** Adds advertisers without campaigns, so that there are `count` in all. */
export function add_advertisers({ ads: { tx } }: World, count: number) {
  const { accounts } = tx
  const before = accounts.length
  const [first] = accounts
  for (let at = before; at < count; at++)
    accounts.push({ ...first!, id: `${7_300_000_000 + at}`, name: `Client ${at}` })
  return () => void accounts.splice(before)
}
