import type { Pace } from '#engine/connector.ts'

/**
 * The usage plan of each operation, after its burst (tables of the models, read 2026-11). The search of orders has 0.0056 requests a second
 * after a burst of 20.
 */
export const limits = {
  getMarketplaceParticipations: { key: 'getMarketplaceParticipations', per_15_minutes: 14 },
  searchOrders: { key: 'searchOrders', per_hour: 20 },
  createReport: { key: 'createReport', per_15_minutes: 15 },
  getReport: { key: 'getReport', per_second: 2 },
  getReportDocument: { key: 'getReportDocument', per_15_minutes: 15 },
  searchListingsItems: { key: 'searchListingsItems', per_second: 5 },
  getOrderMetrics: { key: 'getOrderMetrics', per_minute: 15 },
  listFinancialEvents: { key: 'listFinancialEvents', per_minute: 30 },
} satisfies Record<string, Pace>
