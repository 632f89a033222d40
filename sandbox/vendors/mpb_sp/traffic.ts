// The report of sales and traffic: visits of each SKU, added up over its days (schema of the report, 2026-08).
import { gzipSync } from 'node:zlib'
import { add_days, weekday } from '../../world/calendar.ts'
import type { Marketplace } from './sales.ts'

const visit_days_max = 60

/** A report by week, from Sunday to Saturday, or by month has whole weeks or months, whatever days were asked for (dataStartTime). */
function whole_periods(from: string, to: string, granularity: string | undefined) {
  if (granularity === 'WEEK')
    return { dataStartTime: add_days(from, -weekday(from)), dataEndTime: add_days(to, 6 - weekday(to)) }
  if (granularity !== 'MONTH') return { dataStartTime: from, dataEndTime: to }
  const in_next_month = add_days(`${to.slice(0, 7)}-28`, 4)
  return { dataStartTime: `${from.slice(0, 7)}-01`, dataEndTime: add_days(`${in_next_month.slice(0, 7)}-01`, -1) }
}

/** Listings without visits have no line. */
export function traffic_file(
  { id, market }: Marketplace,
  days: string[],
  reportOptions: Record<string, string>,
): Buffer {
  const [from = '', to = ''] = days.map((day) => day.slice(0, 10))
  const { dataStartTime, dataEndTime } = whole_periods(from, to, reportOptions.dateGranularity)
  const money = { amount: 0, currencyCode: market.plan.currency }
  const salesAndTrafficByAsin = market
    .listings()
    .filter(({ status }) => status !== 'closed')
    .map((listing) => {
      const sessions = market
        .visits(listing, visit_days_max)
        .filter(({ day }) => day >= dataStartTime && day <= dataEndTime)
        .reduce((sum, { count }) => sum + count, 0)
      return {
        parentAsin: listing.id,
        childAsin: listing.id,
        sku: listing.sku,
        salesByAsin: { unitsOrdered: 0, orderedProductSales: money, totalOrderItems: 0 },
        trafficByAsin: {
          browserSessions: sessions,
          mobileAppSessions: 0,
          sessions,
          browserSessionPercentage: 0,
          mobileAppSessionPercentage: 0,
          sessionPercentage: 0,
          browserPageViews: sessions,
          mobileAppPageViews: 0,
          pageViews: sessions,
          browserPageViewsPercentage: 0,
          mobileAppPageViewsPercentage: 0,
          pageViewsPercentage: 0,
          buyBoxPercentage: 0,
          unitSessionPercentage: 0,
        },
      }
    })
  const reportSpecification = {
    reportType: 'GET_SALES_AND_TRAFFIC_REPORT',
    reportOptions,
    dataStartTime,
    dataEndTime,
    marketplaceIds: [id],
  }
  return gzipSync(JSON.stringify({ reportSpecification, salesAndTrafficByDate: [], salesAndTrafficByAsin }))
}
