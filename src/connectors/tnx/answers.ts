// Schemas of the shop's answers, with the fields that the connector reads.
import { z } from 'zod'
import { fields_of } from '../lenient.ts'
import { texts } from '../records.ts'
import { amount, id_text, maybe_amount } from '../shops.ts'

/** A text, or an object with the text in each language of the shop. */
const by_language = z.unknown().optional()

/** The text in a language, or else in the first one that has it. */
export function text_in(value: unknown, language: string | undefined): string | null {
  if (typeof value === 'string') return value || null
  const texts = fields_of(value)
  const found = [texts[language ?? ''], ...Object.values(texts)].find((text) => typeof text === 'string' && text !== '')
  return (found as string | undefined) ?? null
}

export const shop_answer = texts('country', 'main_language', 'original_domain', 'created_at').extend({
  id: id_text,
  name: by_language,
  main_currency: z.string(),
  domains: z.array(z.string()).nullish(),
})

/** How PHP writes a time that was never set: -0001-11-30T00:00:00+0000. Read as a date, it can be one of the year 2030. */
const UNSET = /^(-0001|0000)-/
const ZONE = /([+-]\d\d:?\d\d|Z)$/

/**
 * Some instants are objects of PHP: {date: '2022-02-23 12:25:18.000000', timezone: 'UTC'}. null: the time was never set. Sources:
 * resources/draft_order.md of TiendaNube/api-docs (2023-01), and answers that integrations report (read 2026-11).
 */
const written_instant = z
  .union([
    z.string(),
    z
      .object({ date: z.string(), timezone: z.string() })
      .transform(({ date, timezone }) => (ZONE.test(date) ? date : `${date} ${timezone}`)),
  ])
  .transform((text, context) => {
    if (UNSET.test(text)) return null
    const ms = Date.parse(text)
    if (!Number.isNaN(ms)) return new Date(ms).toISOString()
    context.addIssue({ code: 'custom', message: 'is not an instant' })
    return z.NEVER
  })
const maybe_instant = written_instant.nullish()
const instant = written_instant.refine((at) => at !== null, 'is not an instant').transform((at) => at as string)

const line = z.object({
  /** Absent in answers of older orders. */
  id: id_text.nullish(),
  product_id: id_text.nullish(),
  variant_id: id_text.nullish(),
  name: z.unknown().optional(),
  sku: z.string().nullish(),
  price: amount,
  quantity: z.coerce.number().int(),
})

export const order = z.object({
  id: id_text,
  number: id_text,
  created_at: maybe_instant,
  updated_at: instant,
  cancelled_at: maybe_instant,
  status: z.string(),
  payment_status: z.string(),
  shipping_status: z.string().nullish(),
  storefront: z.string().nullish(),
  currency: z.unknown().optional(),
  subtotal: amount,
  discount: maybe_amount,
  total: amount,
  shipping_cost_customer: maybe_amount,
  landing_url: z.unknown().optional(),
  /** Absent without the permission read_customers. */
  customer: z.object({ id: id_text }).nullish(),
  products: z.array(line),
})

const money = z.object({ value: amount, currency: z.string() })
export const transactions_answer = z.array(
  z.object({
    id: id_text,
    captured_amount: money.nullish(),
    events: z
      .array(
        z.object({
          id: id_text.nullish(),
          type: z.string(),
          status: z.string(),
          amount: money.nullish(),
          happened_at: instant,
          created_at: z.string().nullish(),
        }),
      )
      .nullish(),
  }),
)
type Transactions = z.infer<typeof transactions_answer>

/** `transactions`: of an order with refunds. null: the app may not read them. */
export type Order = z.infer<typeof order> & { transactions: Transactions | null }

const variant = z.object({
  id: id_text,
  sku: z.string().nullish(),
  values: z.array(by_language).nullish(),
  price: maybe_amount,
  promotional_price: maybe_amount,
  cost: maybe_amount,
  stock: z.coerce.number().int().nullish(),
  stock_management: z.boolean().nullish(),
  updated_at: instant,
})

export const product = z.object({
  id: id_text,
  name: by_language,
  description: by_language,
  published: z.boolean(),
  brand: z.string().nullish(),
  tags: z.string().nullish(),
  categories: z.array(z.unknown()).nullish(),
  images: z.array(z.object({ src: z.string() })).nullish(),
  created_at: instant,
  updated_at: instant,
  variants: z.array(variant),
})
export type Product = z.infer<typeof product>

export const checkout = texts('token', 'contact_email', 'contact_name', 'contact_phone').extend({
  id: id_text,
  created_at: instant,
  updated_at: maybe_instant,
  completed_at: maybe_instant,
  currency: z.unknown().optional(),
  total: maybe_amount,
  abandoned_checkout_url: z.unknown().optional(),
  products: z
    .array(z.object({ name: z.unknown().optional(), quantity: z.coerce.number(), price: maybe_amount }))
    .nullish(),
})
export type Checkout = z.infer<typeof checkout>

export const error_answer = z.object({ message: z.string().nullish(), description: z.string().nullish() })
