import { type Cells, documented, tests_of, without } from './cell.ts'

const vendor = documented('discovery documents of the Merchant API, products_v1 and reports_v1', '2026-09')
const unit = tests_of('src/connectors/merchant_feed/merchant_feed.test.ts')
const contract = tests_of('test/vendors/merchant_feed.test.ts')

export const merchant_feed: Cells = {
  contract: vendor.contract,
  cells: {
    ...without.orders,
    ...without.reports,
    ...without.changes,
    ...without.webhooks,
    ...without.writes,
    ...without.people,
    5: unit('pages of a report repeat the query with the token'),
    9: vendor.shown(
      'A quota belongs to a Merchant Center account and a group of methods.',
      'merchant_feed/merchantapi.quota_v1.discovery.json',
      'ListQuotaGroupsResponse',
    ),
    11: tests_of('test/connectors/cases/known_ends.test.ts')(
      'merchant_feed: the answer of the sign-in says when the access ends',
    ),
    18: unit('values in two currencies are two rows, and a value without a currency is unknown'),
    21: contract('the sums over countries and over offers are the totals of the account'),
    22: unit('a report without an offer counts by method and country; what Google leaves out is zero'),
    30: unit('numbers by status and issues stand on the day of the read'),
    34: contract('accounts without products of their own are as Google publishes them, and are named with the reason'),
  },
}
