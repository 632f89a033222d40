// Answers of a tool about the days of a world: the sums of what is stored, each sale once, and a note where a stored day may be wrong.
import { add_days } from '../../../sandbox/world/calendar.ts'
import type { Found } from './assess.ts'
import type { Business } from './business.ts'
import { place_of, stored_cells } from './cells.ts'
import type { Kind } from './kinds.ts'

/** Days of the longer window. The other one is a single day. */
const LONG_DAYS = 20
const HALF_CENT = 0.005_000_1
const MICRO = 1e6

interface Days {
  from: string
  to: string
}

/** `found`: what was found of each platform. Returns a sentence for each wrong figure and each missing note. */
export async function assess_answers(
  business: Business,
  all: readonly Kind[],
  found: readonly Found[],
): Promise<string[]> {
  const today = business.sandbox.world.today()
  const day = add_days(today, -business.dice.whole(1, 8))
  const wrong: string[] = []
  for (const days of [
    { from: add_days(today, -LONG_DAYS), to: add_days(today, -1) },
    { from: day, to: day },
  ])
    wrong.push(...(await assess_window(business, all, found, days)))
  return wrong
}

async function assess_window(business: Business, all: readonly Kind[], found: readonly Found[], { from, to }: Days) {
  const answer = await business.ask('get_kpi_summary', { date_from: from, date_to: to })
  const sums = await sums_of(business, all, { from, to })
  const notes: string[] = answer.notes
  const names = (platform: string) => notes.some((note) => note.includes(platform))
  const is_noted = all.some(({ platform }) => names(platform))
  const wrong: string[] = []
  for (const [name, sum] of Object.entries(sums)) {
    const value: number | null = answer[name]
    const exact = Number(sum) / (name === 'orders' ? 1 : MICRO)
    const is_wrong = value === null ? !is_noted : Math.abs(value - exact) > HALF_CENT && !answer.window.is_partial
    if (is_wrong) wrong.push(`${name} of ${from}..${to} is ${value}, and ${exact} is stored: ${notes}`)
  }
  for (const { platform } of all) {
    const doubtful = found.find(({ verdict, key }) => {
      const place = place_of(key)
      const is_shown = place.stream !== 'ad_daily' && !place.stream.startsWith('ad_')
      const is_within = place.platform === platform && place.day >= from && place.day <= to
      return is_within && is_shown && (verdict === 'said' || verdict === 'kept')
    })
    if (doubtful && !names(platform))
      wrong.push(`no note about ${from}..${to} names ${platform}: ${doubtful.text}; ${notes}`)
  }
  return wrong
}

/** Sums of what is stored. A sale that another connection has counts there. */
async function sums_of(business: Business, all: readonly Kind[], { from, to }: Days): Promise<Record<string, bigint>> {
  const is_ads = all.some(({ ads }) => ads)
  const sums: Record<string, bigint> = is_ads ? { ad_spend: 0n } : { store_revenue: 0n, refunds: 0n, orders: 0n }
  const names = { spend: 'ad_spend', gross: 'store_revenue', refunded: 'refunds', orders: 'orders' }
  for (const { platform, streams, ads } of all) {
    const cells = await stored_cells(business, platform, ads ? ['campaign_daily'] : streams, all.length > 1)
    for (const [key, cell] of cells) {
      const { day } = place_of(key)
      if (day < from || day > to) continue
      for (const [measure, name] of Object.entries(names))
        if (cell[measure] !== undefined && name in sums) sums[name]! += cell[measure]
    }
  }
  return sums
}
