import { all, announced, type Cells, documented, shared_limits, shop_writes, tests_of, without } from './cell.ts'

const vendor = documented('tiendanube.github.io/api-documentation, 2025-03', '2025-03')
const unit = tests_of('src/connectors/tnx/tnx.test.ts')
const shop = tests_of('src/connectors/tnx/shop.test.ts')
const contract = tests_of('test/vendors/tnx.test.ts')

export const tnx: Cells = {
  contract: vendor.contract,
  cells: {
    ...vendor.one_account('tnx/docs/resources/authentication.md', 'the ID of the store'),
    10: vendor.has_no('renewal', 'tnx/docs/resources/authentication.md', "don't expire"),
    ...without.reports,
    4: shop('an order that is deleted leaves when all ids are compared, and not before the vendor says so'),
    5: all(
      contract('a page has at most 200 records, links to the next one, and says 404 after the last'),
      shop(
        'a store with more orders than a query gives is read in parts of its time, and its deleted orders are found',
      ),
      tests_of('src/connectors/tnx/parts.test.ts')(
        'a query that counts as many orders as one can have is read in halves, because a count can end there',
      ),
    ),
    6: tests_of('test/webhooks/received.test.ts')('an order that one answer does not bring stays'),
    9: all(shared_limits, contract('the bucket of the sandbox holds 40 requests, and leaks two a second')),
    11: vendor.shown(
      'A token is valid until the app is uninstalled, or gets another token.',
      'tnx/docs/resources/authentication.md',
      "don't expire",
    ),
    12: vendor.shown(
      'The documents name no end of an app’s secret. The operator who replaces it keeps the one that signed webhooks before.',
      'tnx/docs/resources/webhook.md',
      "generated using the app's secret",
    ),
    14: shop(
      'without the permission for products, orders are still read',
      'without the permission for customers, orders have none',
    ),
    16: contract('the documented order becomes an order with a line'),
    17: vendor.shown(
      'Each order has its own currency and an instant with its offset.',
      'tnx/docs/resources/order.md',
      '"currency"',
    ),
    18: unit(
      'in an unknown currency has none, so that no figure adds it to others',
      'has lines that add up to its total, with shares of the discount',
    ),
    19: shop('an order that waits for its transfer is no sale, and is one on its day when it is paid'),
    ...without.people,
    21: unit('has lines that add up to its total, with shares of the discount'),
    22: unit('of a part, that no transaction has, is unknown and counted, and not zero'),
    23: unit(
      'that was cancelled is void, whatever its payment says',
      'is an event of a transaction, with its day and amount',
      'that no transaction has is the total of a completely refunded order',
    ),
    24: unit('that the store imported from Mercado Libre is kept and marked'),
    26: shop('free-form values never stop a stream, and those that cannot be read are counted'),
    28: shop(
      'a change that does not move the time of change of its order is found within a day',
      'an order that is deleted leaves when all ids are compared, and not before the vendor says so',
    ),
    30: tests_of('test/connectors/cases/kept_days.test.ts')('tnx: the history asks for no day that is not kept'),
    31: announced('tnx'),
    32: shop('a store that is not paid for says so, and needs no new connection'),
    33: shop_writes,
    34: vendor.shown(
      'An order names where it was placed, and has no mark of a test.',
      'tnx/docs/resources/order.md',
      'Origin of the order',
    ),
  },
}
