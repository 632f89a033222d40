// The number of orders of an interval, and their sales.
import type { World } from '../../world/types.ts'
import { instant, invalid, place_of, type Query } from './asked.ts'
import { type Marketplace, sold_within } from './sales.ts'

/** Days of the zone, which the offsets of the interval must be those of. */
export function order_metrics(
  world: World,
  { marketplaceIds, interval = '', granularity, granularityTimeZone: zone }: Query,
) {
  const [from, before] = interval.split('--').map((text) => instant(text, 'interval'))
  if (from === undefined || before === undefined || before <= from) throw invalid('interval must be two instants.')
  if (granularity !== 'Day') throw invalid('The sandbox has only the granularity Day.')
  if (!zone) throw invalid('granularityTimeZone is required for a granularity above Hour.')
  const place = place_of(world, marketplaceIds)
  const zoned = (at: number) => Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone)
  for (const text of interval.split('--'))
    if (!text.endsWith(zoned(Date.parse(text)).offset)) throw invalid('granularityTimeZone does not fit the interval.')
  const payload = []
  for (let day = zoned(from); day.epochMilliseconds < before; day = day.add({ days: 1 }))
    payload.push(metrics_of(world, place, day))
  return { payload }
}

/** Cancelled orders and those of other shops are no sales of the marketplace, and pending ones have no price yet. */
function metrics_of(world: World, place: Marketplace, day: Temporal.ZonedDateTime) {
  const end = day.add({ days: 1 })
  // The first instant of the next day is not a part of the day.
  const sold = sold_within(place, world.now(), 'created_at', [day.epochMilliseconds, end.epochMilliseconds - 1]).filter(
    ({ status, is_other_shop, is_replacement }) => status !== 'CANCELLED' && !is_other_shop && !is_replacement,
  )
  const lines = sold.flatMap((one) => one.lines.filter(({ is_cancelled }) => !is_cancelled))
  const unitCount = lines.reduce((sum, { line }) => sum + line.quantity, 0)
  const priced = sold.filter(({ has_price }) => has_price).flatMap((one) => one.lines)
  const cents = priced.reduce((sum, line) => sum + (line.is_cancelled ? 0 : line.price_cents), 0)
  const money = (amount: number) => ({ amount: (amount / 100).toFixed(2), currencyCode: place.market.plan.currency })
  const text = (at: Temporal.ZonedDateTime) => at.toString({ timeZoneName: 'never', smallestUnit: 'minute' })
  return {
    interval: `${text(day)}--${text(end)}`,
    unitCount,
    orderItemCount: lines.length,
    orderCount: sold.length,
    averageUnitPrice: money(unitCount === 0 ? 0 : Math.round(cents / unitCount)),
    totalSales: money(cents),
  }
}
