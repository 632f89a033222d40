import { all, type Cells, documented, shared, shared_limits, tests_of, without } from './cell.ts'

const vendor = documented('models of the Selling Partner API', '2026-08')
const unit = tests_of('src/connectors/mpb_sp/mpb_sp.test.ts')
const sales = tests_of('src/connectors/mpb_sp/sales.test.ts')
const contract = tests_of('test/vendors/mpb_sp.test.ts')

export const mpb_sp: Cells = {
  contract: {
    ...vendor.contract,
    document: `${vendor.contract.document}. It has no model of the Finances API, so nothing checks requests and answers of the stream of charges`,
  },
  cells: {
    ...without.webhooks,
    25: vendor.has_no('number_ids', 'mpb_sp/models/orders_2026-01-01.json', '"orderId": "123-4567890-1234567"'),
    5: unit('a list of listings that ends early starts again at its last listing'),
    8: all(
      shared(
        'waits as long as the vendor requires',
        'the status 429 is waited for, with a time and without one',
        'a wait of an hour ends the sync, and the next one comes after it',
      ),
      sales(
        'after an interruption with more changes than the limit lets a sync read, each sync gets further, to the newest one',
      ),
    ),
    9: all(shared_limits, shared('two connections of one app stay within the limits that they share')),
    11: tests_of('test/connectors/cases/known_ends.test.ts')(
      'mpb_sp: the access ends 365 days after the consent, although no answer says so',
    ),
    14: sales('without the role for finances the orders are read, and their refunds and fees are unknown'),
    16: sales('orders, revenue, refunds and fees of each marketplace are those of the business'),
    17: vendor.shown(
      'A marketplace has one currency and zone, and a seller has an account for each marketplace.',
      'mpb_sp/models/sellers.json',
      'defaultCurrencyCode',
    ),
    18: unit(
      'revenue is goods, shipping and gift wrap less discounts, without tax and tip, whatever the sign of a discount',
    ),
    19: all(
      sales('later changes come by search, and refunds when Amazon has booked them'),
      tests_of('src/connectors/mpb_sp/finances.test.ts')(
        'fees of orders that Amazon releases after their delivery are read, and an event of both lists counts once',
      ),
    ),
    20: vendor.shown(
      'Sessions of listings are those of 30 days as the report sums them, and no days are added.',
      'mpb_sp/schemas/reports/sellerSalesAndTrafficReport.json',
      'browserSessions',
    ),
    21: contract('the report and the search say the same of each order'),
    22: unit(
      'a pending order is an order without a price',
      'an item whose proceeds have no price is unknown, and not an item for nothing',
    ),
    23: unit(
      'a cancelled item leaves the order, and an order whose items are all cancelled is void',
      'replacements and exchanges are kept and are no sales, and sales of other shops are marked',
    ),
    24: tests_of('test/query/counted_once.test.ts')(
      'an order that a marketplace only shipped counts in the shop, on the days that all shops cover',
    ),
    28: sales('later changes come by search, and refunds when Amazon has booked them'),
    29: all(
      tests_of('src/connectors/mpb_sp/order_report.test.ts')(
        'a report without data is no error, and one that cannot be built is refused with its reason',
      ),
      sales('a report that Amazon could not build is named, and the next sync reads the orders'),
      tests_of('test/sync/long_reports_of_changes.test.ts')(
        'the newest orders of a first load are in a report that is ordered once, however many syncs look at it',
        'the report of a later sweep is ordered once too, and the next sweep comes a day after its instant',
      ),
    ),
    30: tests_of('test/connectors/cases/kept_days.test.ts')('mpb_sp: the history asks for no day that is not kept'),
    ...without.writes,
    34: vendor.cannot(
      'Tests are sent to another host, the sandbox, whose answers never come from the host that is read.',
      'developer-docs.amazon.com/sp-api/docs/the-selling-partner-api-sandbox',
      '2026-11',
    ),
  },
}
