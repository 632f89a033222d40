import type { Version } from '#engine/platform.ts'

/** Each API of Amazon has a version of its own, which is a part of its addresses. */
export const ORDERS = '2026-01-01'
export const REPORTS = '2021-06-30'
export const LISTINGS = '2021-08-01'
export const FINANCES = 'v0'
export const SELLERS = 'v1'
export const SALES = 'v1'

export const version: Version = {
  name: `Orders ${ORDERS}, Reports ${REPORTS}, Listings ${LISTINGS}, Finances ${FINANCES}, Sellers ${SELLERS}, Sales ${SALES}`,
  ends_on: null,
  source:
    'amzn/selling-partner-api-models: none of them is marked as deprecated, no end is announced (2026-08, read 2026-11)',
}
