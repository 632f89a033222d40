import { all, announced, type Cells, documented, shop_writes, tests_of, without } from './cell.ts'

const vendor = documented('WooCommerce REST API documents, wc/v3', '2024-03')
const orders = tests_of('src/connectors/store_c/orders.test.ts')
const shop = tests_of('src/connectors/store_c/shop.test.ts')
const sales_once = tests_of('test/query/counted_once.test.ts')
const unit = tests_of('src/connectors/store_c/store_c.test.ts')
const contract = tests_of('test/vendors/store_c.test.ts')

export const store_c: Cells = {
  contract: vendor.contract,
  cells: {
    ...vendor.one_account('store_c/docs/_authentication.md', '"consumer_key"'),
    10: vendor.has_no(
      'renewal',
      'store_c/docs/_authentication.md',
      'These two keys are your Consumer Key and Consumer Secret.',
    ),
    12: vendor.has_no(
      'app',
      'store_c/docs/_authentication.md',
      'the API keys will be sent back in a separate POST request',
    ),
    ...without.reports,
    4: shop('an order in the trash leaves when all ids are compared'),
    5: shop('an order in the trash leaves when all ids are compared'),
    6: tests_of('test/webhooks/received.test.ts')('an order that one answer does not bring stays'),
    7: all(
      shop(
        'a site that prints a warning before every answer is read as any other',
        'a change is read from a site whose cache answers the same address again',
        'an order whose coupon WooCommerce itself cannot read is read with all others',
        'a site whose memory is not enough for a hundred orders is read in smaller pages, and every order comes',
      ),
      unit('each error of a site means what it says'),
    ),
    9: vendor.cannot(
      'WooCommerce has no limit. The limit of a host belongs to one shop.',
      'woocommerce.com/document/woocommerce-rest-api',
      '2026-11',
    ),
    11: vendor.cannot(
      'A key has no end. It is valid until somebody revokes it.',
      'woocommerce.com/document/woocommerce-rest-api',
      '2026-11',
    ),
    14: shop(
      'without the permission for settings, orders are still read',
      'a site that a plugin closes to programs is read by its shop, in the zone that it had before',
    ),
    16: all(
      orders('has the instant of GMT, not that of the site'),
      shop('a site whose offset has no name of a zone says that its days are those of UTC'),
    ),
    17: vendor.shown(
      'Each order has its own currency and an instant in GMT, so a change of the shop leaves older orders as they are.',
      'store_c/docs/_orders.md',
      'date_created_gmt',
    ),
    18: orders(
      'has amounts with tax where prices include it, and its parts add up',
      'in a currency of a plugin has none',
    ),
    19: shop(
      'a refund that no list shows is read, and its withdrawal is found within a day, although nothing changes the order',
    ),
    ...without.people,
    21: orders('has amounts with tax where prices include it, and its parts add up'),
    22: orders('without a readable amount is unknown and counted, and not zero'),
    23: all(
      orders(
        'of a refunded order without records is its total, on the day of the order',
        'in a state of a plugin is neither sold nor void, and is counted',
      ),
      shop(
        'a refund that no list shows is read, and its withdrawal is found within a day, although nothing changes the order',
      ),
    ),
    24: all(
      sales_once(
        'an order that a marketplace only shipped counts in the shop, on the days that all shops cover',
        'it leaves the totals only on the days that the marketplace covers, its refund with it, and notes say so',
        'orders whose channel looks like a connected marketplace are named, because they may count twice',
      ),
      orders('that an integration imported names the marketplace where it was placed, as the settings say'),
      shop('orders that a plugin splits for its vendors count once, with their refunds'),
    ),
    26: all(
      shop('free-form values never stop a stream, and those that cannot be read are counted'),
      contract('the recorded order, with meta fields of plugins, and its refund are read'),
    ),
    28: all(
      shop('an older shop ignores the filter for changes, so the orders of 90 days are read each time'),
      orders('of a shop that ignores the filter are the orders of the last 90 days'),
    ),
    30: vendor.shown(
      'Orders stay until the shop moves them to the trash, by hand or by its setting for retention. Case 4 reads what is left.',
      'store_c/docs/_orders.md',
      '`trash`',
    ),
    31: announced('store_c'),
    32: unit('each error of a site means what it says'),
    33: shop_writes,
    34: all(
      orders('that a plugin says was paid in its test mode is a test, and others are none'),
      shop('an order that was paid in a test mode is stored, and is no sale'),
    ),
  },
}
