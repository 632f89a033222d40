import { ad_writes, all, type Cells, documented, shared_limits, tests_of, without } from './cell.ts'

const vendor = documented('protos of the Google Ads API, v25', '2026-08')
const unit = tests_of('src/connectors/gx_ads/gx_ads.test.ts')
const contract = tests_of('test/vendors/gx_ads.test.ts')

export const gx_ads: Cells = {
  contract: vendor.contract,
  cells: {
    ...without.orders,
    ...without.reports,
    ...without.changes,
    ...without.webhooks,
    ...without.people,
    5: unit('pages are requested by token, without a size, and with the same query'),
    9: all(
      shared_limits,
      unit('without a named delay, a long quota ends the sync, and a short one only waits'),
      tests_of('test/sync/scopes_of_limits.test.ts')('gx_ads: a quota of the developer token stops every organization'),
    ),
    11: tests_of('test/connectors/cases/known_ends.test.ts')(
      'gx_ads: the answer of the sign-in says when the access ends',
    ),
    18: unit('figures stay exact: micros, fractions of conversions, and values to the micro'),
    21: contract('campaigns add up to the total of their customer, to the micro'),
    22: unit(
      'a claim that is missing is not known, and any other figure that is missing is an error',
      "the customer's own figures are the total of a day, and a day without a row is unknown",
    ),
    30: contract('single days exist for 37 months, and the history asks for no older one'),
    33: ad_writes,
    34: unit('a customer without figures is named with its reason; a suspended one still has figures'),
  },
}
