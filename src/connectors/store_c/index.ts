import { z } from 'zod'
import { connector } from '#engine/connector.ts'
import { words } from '#engine/vendors/field_words.ts'
import { message } from '#messages/message.ts'
import { IMPORTED_REMARK, shop_rows } from '../shops.ts'
import { read_account } from './accounts.ts'
import { actions } from './actions.ts'
import { classify, settings, site_of } from './lists.ts'
import { orders } from './orders.ts'
import { products } from './products.ts'
import { PAGES, SHOP, version } from './version.ts'
import { webhooks } from './webhooks.ts'

/** Requests that WooCommerce signs in itself. For all others, WordPress takes a key for the name of a person, and refuses an unknown one. */
const OF_SHOP = new RegExp(`/wp-json/${SHOP}(?:/|$)`)
const OF_PAGES = new RegExp(`/wp-json/${PAGES}/`)
const basic = (user: string | undefined, password: string | undefined): Record<string, string> => ({
  authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`,
})

export const store_c = connector({
  title: 'Store platform C',
  platform: {
    vendor: 'WooCommerce',
    product: 'WooCommerce',
    credentials: message('credentials.store_c'),
    version,
    scopes: ['read', 'read_write'],
    needed_by: { read: 'all' },
    source: 'https://woocommerce.github.io/woocommerce-rest-api-docs/#authentication (read 2026-11)',
    remarks: [
      'The permission "Read" is enough for all figures. Webhooks and changes of products need "Read/Write". Of a typed key, Tablero learns it only when a change is refused. Changes of pages need an application password of WordPress as well, because keys of WooCommerce do not open pages. The page that connects the shop takes it.',
      'The days of a site are those of its time zone. A site whose time zone is an offset of part of an hour, such as UTC-3.5, has days of UTC, and its account says so.',
      'WooCommerce itself keeps no abandoned carts, so this platform has none.',
      'The site needs https and permalinks that are not plain (Requirements of the REST API, read 2026-11).',
      'Lists of orders of newer shops have no refunds (https://github.com/woocommerce/woocommerce/issues/65488, read 2026-11). Since WooCommerce 9.0 a shop lists the refunds of all orders, which is read with the orders of each day. Each changed order is asked for its refunds. An older shop, or one without any refund, is asked for those of each order.',
      'Shops before WooCommerce 5.8 cannot be asked for changed orders. Of these, the orders of the last 90 days are read each time.',
      'Orders have no mark of a test. Those that WooPayments, PayPal Payments or Mercado Pago took in their test mode are stored and not counted. Orders of other test modes count.',
      'A state that a plugin added counts nowhere until the setting `states` says what it means. The sync run counts such orders.',
      IMPORTED_REMARK,
    ],
  },
  kind: 'store',
  auth: {
    secrets: z.object({
      consumer_key: z.string().min(1).describe('The consumer key, which begins with ck_.'),
      consumer_secret: z.string().min(1).describe('The consumer secret, which begins with cs_.'),
      wp_user: z.string().min(1).optional().meta(words('wp_user')),
      wp_application_password: z.string().min(1).optional().meta(words('wp_application_password')),
    }),
    // Keys of WooCommerce do not open WordPress itself. Without an application password, such a request is unsigned.
    headers: ({ consumer_key, consumer_secret, wp_user, wp_application_password }, { url }) => {
      const { pathname } = new URL(url)
      if (OF_SHOP.test(pathname)) return basic(consumer_key, consumer_secret)
      const is_person = OF_PAGES.test(pathname) && wp_user && wp_application_password
      return is_person ? basic(wp_user, wp_application_password) : {}
    },
  },
  settings,
  api: {
    base_url: (given) => `${site_of(given)}/wp-json/${SHOP}`,
    // A person typed the address. Every request is checked as all others are: only public addresses, also after a lookup.
    hosts: (given) => [new URL(site_of(given)).host],
    // WooCommerce has no limit of its own. The host of a small shop has.
    pace: { per_second: 4 },
    warns_before_json: true,
    classify,
  },
  accounts: {
    are_one: true,
    into: ['store_connections'],
    read: ({ api, settings: given, known }) => read_account(api, given, known),
    rows: shop_rows,
  },
  streams: { orders, products },
  actions,
  webhooks,
})
