// Schemas of the shop's answers, with the fields that the connector reads.
import { z } from 'zod'
import { fields_of } from '../lenient.ts'
import { amount, id_text, maybe_amount } from '../shops.ts'

/** Plugins can put anything here. */
const anything = z.unknown().optional()

/** Times in GMT are written without a zone: 2026-11-20T18:00:00. */
const gmt = z.string().transform((text, context) => {
  const ms = Date.parse(`${text.replace(/Z$/, '')}Z`)
  if (!Number.isNaN(ms)) return new Date(ms).toISOString()
  context.addIssue({ code: 'custom', message: 'is not an instant' })
  return z.NEVER
})

export const site_answer = z.object({
  name: z.string(),
  url: z.string(),
  timezone_string: z.string().nullish(),
  gmt_offset: z.union([z.number(), z.string()]).nullish(),
})
/** An object without fields is written as []. */
export const index_answer = z.object({ routes: z.record(z.string(), z.unknown()) })
export const setting_answer = z.object({ value: z.string() })

const line = z.object({
  id: id_text,
  name: anything,
  product_id: id_text.nullish(),
  variation_id: id_text.nullish(),
  sku: anything,
  quantity: anything,
  subtotal: maybe_amount,
  subtotal_tax: maybe_amount,
  total: amount,
  total_tax: maybe_amount,
})
export type Line = z.infer<typeof line>

export const order = z.object({
  id: id_text,
  /** 0: of no other order. */
  parent_id: id_text.nullish(),
  number: id_text,
  status: z.string(),
  currency: anything,
  date_created_gmt: gmt.nullish(),
  date_modified_gmt: gmt.nullish(),
  prices_include_tax: z.boolean(),
  total: amount,
  total_tax: amount,
  discount_total: amount,
  discount_tax: amount,
  shipping_total: amount,
  shipping_tax: amount,
  customer_id: id_text.nullish(),
  created_via: anything,
  meta_data: anything,
  line_items: z.array(line),
  refunds: z.array(z.object({ id: id_text })).nullish(),
})

/**
 * The fields that are read of an order. Before pull request 63010 (2026-01), WooCommerce ends with status 500 at a stored coupon that its own rules
 * forbid, and the coupons of an order are no field that is read. Times in GMT need those of the site.
 */
export const order_fields = [...Object.keys(order.shape), 'date_created', 'date_modified'].join()

export const refund = z.object({
  id: id_text,
  date_created_gmt: gmt.nullish(),
  amount: maybe_amount,
  line_items: z
    .array(z.object({ quantity: anything, total: maybe_amount, total_tax: maybe_amount, meta_data: anything }))
    .nullish(),
})

/** Of the list of all refunds, since WooCommerce 9.0 (woocommerce#46895, read 2026-11). `parent_id`: the order. */
export const listed_refund = refund.extend({ parent_id: id_text.nullish() })

/** `given_back`: the refunds, which lists of orders can lack. */
export type Order = z.infer<typeof order> & { given_back: z.infer<typeof refund>[] }

const named = z.array(z.object({ name: z.string() })).nullish()
const variation = z.object({
  id: id_text,
  sku: anything,
  price: maybe_amount,
  regular_price: maybe_amount,
  on_sale: anything,
  /** Of a variation: 'parent' when the stock is counted for all variations of the product together. */
  manage_stock: anything,
  stock_quantity: anything,
  /** instock, outofstock or onbackorder, also where nothing is counted. */
  stock_status: anything,
  attributes: z.array(z.object({ option: anything })).nullish(),
})
export const variations_item = variation
export type Variation = z.infer<typeof variation>

export const product = variation.omit({ attributes: true }).extend({
  name: z.string(),
  type: z.string(),
  status: z.string(),
  permalink: anything,
  description: anything,
  date_created_gmt: gmt.nullish(),
  date_modified_gmt: gmt.nullish(),
  categories: named,
  tags: named,
  brands: named,
  images: z.array(z.object({ src: anything })).nullish(),
})
/** `variations`: those of a variable product. */
export type Product = z.infer<typeof product> & { variations: Variation[] }

export const error_answer = z.object({ code: z.string(), message: z.string() })
/** An error with its status, which other answers do not have. */
export const hidden_error = error_answer.extend({ data: z.object({ status: z.number() }) })

/** The value of a meta field, whose form is free. */
export function meta_of(meta_data: unknown, key: string): unknown {
  const found = Array.isArray(meta_data) ? meta_data.map(fields_of).find((one) => one.key === key) : undefined
  return found?.value
}
