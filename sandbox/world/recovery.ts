// The link that restores a cart. Shop and email platform send the same one.
import { createHash } from 'node:crypto'
import type { Checkout, Order, Shop } from './types.ts'

const hash = (text: string) => createHash('md5').update(text).digest('hex')

/** The id of the checkout that became an order. */
export const checkout_of_order = (order_id: Order['id']): Checkout['id'] => `3${order_id.slice(1)}`

export const checkout_token = (checkout_id: Checkout['id']) => hash(`checkout/${checkout_id}`)

export function recovery_url(shop: Shop, checkout_id: Checkout['id']): string {
  return `https://${shop.domain}/${shop.id}/checkouts/ac/${checkout_token(checkout_id)}/recover?key=${hash(`key/${checkout_id}`)}`
}
