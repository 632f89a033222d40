import { all, announced, type Cells, documented, shared_limits, shop_writes, tests_of, without } from './cell.ts'

const vendor = documented('Admin API of Shopify, 2026-07', '2026-07')
const orders = tests_of('src/connectors/sx/orders.test.ts')
const shop = tests_of('src/connectors/sx/sx.test.ts')
const contract = tests_of('test/vendors/sx.test.ts')
const sales_once = tests_of('test/query/counted_once.test.ts')
const samples = tests_of('test/vendors/sx_samples.test.ts')

export const sx: Cells = {
  contract: vendor.contract,
  skips: { long_ids: 'Each id is text, gid://shopify/Order/1 (scalar ID, Admin API 2026-07, read 2026-11).' },
  cells: {
    ...vendor.one_account('sx/SOURCE.md', '{shop}.myshopify.com'),
    ...without.reports,
    4: shop('leaves with the next comparison of all ids when its deletion was not reported'),
    5: orders('every line of an order with more than a hundred comes'),
    9: all(shared_limits, contract('an empty bucket answers THROTTLED with status 200, and fills again with time')),
    10: shop('with the credentials of an app gets a token of one day, and a new one the next day'),
    11: vendor.cannot(
      'Tokens of one day are renewed, and a permanent token has no end.',
      'shopify.dev/docs/apps/build/authentication-authorization/access-tokens/client-credentials-grant',
      '2026-11',
    ),
    12: shop('with wrong credentials asks to connect again'),
    14: shop(
      'that is missing for a stream is named, and the other streams are read',
      'for all orders decides how many days can be read',
    ),
    16: samples('an order with its journey and refund becomes the expected rows'),
    17: vendor.cannot(
      'A shop with sales keeps its currency, and each order has its own currency and instant.',
      'help.shopify.com/en/manual/international/pricing/currency-settings',
      '2026-11',
    ),
    18: orders('says whose money it is, also in another currency than the shop and in one without decimals'),
    19: orders('is logged when the order of a finished day is edited, refunded or cancelled'),
    ...without.people,
    21: samples('the amounts of every order agree with the arithmetic of its own document'),
    22: shop('for unit costs that is missing stops the costs, and never stores a cost as removed'),
    23: orders(
      'is what remains after edits, and refunds have rows of their own',
      'a withdrawn refund leaves, and the sale stays',
      'an order that is cancelled after its payment counts nowhere, and keeps the total it had',
      'counts the goods alone, also after a return: the order that redeems the card is the sale',
    ),
    24: all(
      sales_once(
        'an order that a marketplace only shipped counts in the shop, on the days that all shops cover',
        'an order that a shop imported from Amazon counts on Amazon',
        'orders whose channel looks like a connected marketplace are named, because they may count twice',
      ),
      orders('an order whose channel the settings name was placed on the marketplace, from the next sync on'),
    ),
    25: all(samples('an id beyond the safe integers keeps every digit')),
    28: shop(
      'are read again until the platform has assigned them',
      'leaves when the platform reports its deletion, and its sale is a restatement',
    ),
    30: shop('orders that the app no longer may see are not deleted, and the limit is stated'),
    31: announced('sx'),
    32: tests_of('test/webhooks/privacy.test.ts')(
      'sx: the erasure of a person empties personal columns, and leaves the figures and other people',
      'the erasure of a shop deletes what its connection brought, ends the connection, and leaves other shops',
      'an uninstall is asked for at the platform: the connection needs a person only when the platform refuses',
    ),
    33: shop_writes,
    34: tests_of('test/query/sales.test.ts')('is tested with voided, pending and test orders, and their refunds'),
  },
}
