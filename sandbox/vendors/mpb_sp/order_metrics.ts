// The number of orders of an interval, and their sales.
import type { World } from '../../world/types.ts'
import { instant, invalid, place_of, type Query } from './asked.ts'
import { sold_within } from './sales.ts'

/** Cancelled orders and those of other shops are no sales of the marketplace, and pending ones have no price yet. */
export function order_metrics(
  world: World,
  { marketplaceIds, interval = '', granularity, granularityTimeZone }: Query,
) {
  const [from, before] = interval.split('--').map((text) => instant(text, 'interval'))
  if (from === undefined || before === undefined || before <= from) throw invalid('interval must be two instants.')
  if (granularity !== 'Total') throw invalid('The sandbox has only the granularity Total.')
  if (!granularityTimeZone) throw invalid('granularityTimeZone is required for a granularity above Hour.')
  const place = place_of(world, marketplaceIds)
  // The marketplace's first instant of the next day is not a part of the interval.
  const sold = sold_within(place, world.now(), 'created_at', [from, before - 1]).filter(
    ({ status, is_other_shop, is_replacement }) => status !== 'CANCELLED' && !is_other_shop && !is_replacement,
  )
  const lines = sold.flatMap((one) => one.lines.filter(({ is_cancelled }) => !is_cancelled))
  const unitCount = lines.reduce((sum, { line }) => sum + line.quantity, 0)
  const cents = sold
    .flatMap(({ has_price, lines }) => (has_price ? lines : []))
    .reduce((sum, line) => sum + (line.is_cancelled ? 0 : line.price_cents), 0)
  const money = (amount: number) => ({ amount: (amount / 100).toFixed(2), currencyCode: place.market.plan.currency })
  return {
    payload: [
      {
        interval,
        unitCount,
        orderItemCount: lines.length,
        orderCount: sold.length,
        averageUnitPrice: money(unitCount === 0 ? 0 : Math.round(cents / unitCount)),
        totalSales: money(cents),
      },
    ],
  }
}
