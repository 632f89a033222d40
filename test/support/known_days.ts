// A business with figures of the last days, for tests of what is known.
import { campaign_day, type FiguresBench, store_order } from '#test/figures.ts'

/** Friday, 20 November 2026, noon in Mexico City. */
export const TODAY = '2026-11-20'
export const NOON = '2026-11-20T18:00:00Z'
const DAY_MS = 86_400_000
export const day = (back: number) => new Date(Date.parse(TODAY) - back * DAY_MS).toISOString().slice(0, 10)

/** Ads that cost 10 a day, sales of 50 a day, for the last `days` days. */
export async function business(bench: FiguresBench, days: number) {
  const org = await bench.org()
  const mx = await org.connect('mx_ads')
  const sx = await org.connect('sx')
  const all = Array.from({ length: days }, (_, back) => day(back))
  await org.insert(async (db) => {
    await db
      .insertInto('campaign_daily')
      .values(all.map((date) => campaign_day(mx, { date, spend: 10_000_000n, value: 30_000_000n })))
      .execute()
    await db
      .insertInto('store_orders')
      .values(all.map((date) => store_order(sx, { order_id: date, ordered_at: `${date}T16:00:00Z`, total: '50.00' })))
      .execute()
  })
  return { org, mx, sx }
}
