import type { Version } from '#engine/connector/platform.ts'

/** The APIs of WooCommerce and of WordPress. */
export const SHOP = 'wc/v3'
export const PAGES = 'wp/v2'

export const version: Version = {
  name: `${SHOP}, pages ${PAGES}`,
  ends_on: null,
  source: 'woocommerce/woocommerce-rest-api-docs: the current version, no end is announced (2024-03, read 2026-11)',
}
