// The link that restores a cart. Shop and email platform send the same one.
import { createHash } from 'node:crypto'
import type { Checkout, Shop } from './types.ts'

const hash = (text: string) => createHash('md5').update(text).digest('hex')

export const checkout_token = (checkout_id: Checkout['id']) => hash(`checkout/${checkout_id}`)

export function recovery_url(shop: Shop, checkout_id: Checkout['id']): string {
  return `https://${shop.domain}/${shop.id}/checkouts/ac/${checkout_token(checkout_id)}/recover?key=${hash(`key/${checkout_id}`)}`
}
