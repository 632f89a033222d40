// The report of sales and traffic: visits of each SKU, added up over its days (schema of the report, 2026-08).
import { gzipSync } from 'node:zlib'
import type { Marketplace } from './sales.ts'

const visit_days_max = 60

/** Listings without visits have no line. */
export function traffic_file(
  { id, market }: Marketplace,
  days: string[],
  reportOptions: Record<string, string>,
): Buffer {
  const [dataStartTime = '', dataEndTime = ''] = days.map((day) => day.slice(0, 10))
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
    ...{ reportType: 'GET_SALES_AND_TRAFFIC_REPORT', reportOptions },
    ...{ dataStartTime, dataEndTime, marketplaceIds: [id] },
  }
  return gzipSync(JSON.stringify({ reportSpecification, salesAndTrafficByDate: [], salesAndTrafficByAsin }))
}
