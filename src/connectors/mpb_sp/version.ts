import type { Version } from '#engine/connector/platform.ts'

/** Each API of Amazon has a version of its own, which is a part of its addresses. */
export const ORDERS = '2026-01-01'
export const REPORTS = '2021-06-30'
export const LISTINGS = '2021-08-01'
export const FINANCES = 'v0'
export const SELLERS = 'v1'
export const SALES = 'v1'

export const version: Version = {
  name: `Orders ${ORDERS}, Reports ${REPORTS}, Listings ${LISTINGS}, Finances ${FINANCES}, Sellers ${SELLERS}, Sales ${SALES}`,
  // Of listFinancialEvents. The others have no announced end.
  ends_on: '2027-08-27',
  source:
    'developer-docs.amazon.com/sp-api/changelog/deprecation-of-finances-v0-operations: Amazon removes listFinancialEvents of Finances v0, which it had named for 2026-08-28 before. listTransactions of Finances 2024-06-19 replaces it (2025-07, read 2026-11)',
}
