// Sample answers of shops that no test converts to rows, with the reasons.
import type { LeftOut } from './form.ts'

const KIND = 'The connector reads nothing of this kind.'
const page = (...names: string[]) => names.map((name) => `source__includes__wp-api-v3___${name}`).join(' ')

export const shops_left_out: Record<'store_c' | 'sx' | 'tnx', LeftOut[]> = {
  store_c: [
    { why: 'An error, which test/vendors/errors.test.ts compares.', of: page('introduction') },
    { why: 'Bodies of webhooks, whose announcements are hints. What they name is read.', of: page('webhooks') },
    {
      why: KIND,
      of: `${page('authentication', 'coupons', 'customers', 'product-categories', 'product-reviews', 'reports')} coupons customers order_notes payment_gateways product_attribute* product_categories product_reviews product_shipping_classes product_tags shipping_* system_status_tools tax_*`,
    },
  ],
  sx: [
    {
      why: 'The records of the other file once more, with the person who made a payment.',
      of: 'transactions_with_user_id:*',
    },
    {
      why: 'Orders have these parts themselves.',
      of: 'customers customer_address transactions tender_transactions order_agreements fulfillments fulfillment_orders order_risks',
    },
    { why: 'Recorded in the form of REST. The connector reads the shop by a query of its own.', of: 'shop' },
    { why: 'Products have these parts themselves.', of: 'product_images inventory_levels' },
    {
      why: KIND,
      of: 'articles blogs pages collections collects custom_collections smart_collections countries locations discount_codes price_rules draft_orders metafield_*',
    },
  ],
  tnx: [
    { why: 'Carts have a list of their own, resources__abandoned_checkout.', of: 'resources__checkout' },
    { why: 'Products have these parts themselves.', of: 'resources__product_image resources__product_variant' },
    { why: 'Bodies of webhooks, whose announcements are hints. What they name is read.', of: 'resources__webhook' },
    {
      why: KIND,
      of: 'resources__authentication resources__category resources__coupon resources__customer resources__discounts resources__draft_order resources__metafields resources__payment_provider resources__script resources__shipping_carrier',
    },
  ],
}
