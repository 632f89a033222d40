// Schemas of Mercado Libre's answers, with the fields that the connector reads (developers.mercadolibre.com, read 2026-11).
import { z } from 'zod'
import { texts } from '../records.ts'

/** Ids are numbers, above 2^53 too, and text in some answers. */
const id = z.union([z.string(), z.number()]).transform(String)
const amount = z.union([z.number(), z.string()])

export const me_answer = z.object({
  id,
  nickname: z.string(),
  registration_date: z.string().nullish(),
  site_id: z.string(),
  tags: z.array(z.string()).nullish(),
})

const payment = z.object({
  status: z.string(),
  status_detail: z.string().nullish(),
  tags: z.array(z.string()).nullish(),
  transaction_amount: amount.nullish(),
  transaction_amount_refunded: amount.nullish(),
})
export type Payment = z.infer<typeof payment>

export const order = z.object({
  id,
  pack_id: id.nullish(),
  status: z.string(),
  tags: z.array(z.string()).nullish(),
  /** Without an id until the shipment is made, and where buyer and seller agree on it (page "Packs", read 2026-11). */
  shipping: z.object({ id: id.nullish() }).nullish(),
  date_created: z.string(),
  /** Two names of one field: the first in a single order, the second in lists. */
  last_updated: z.string().nullish(),
  date_last_updated: z.string().nullish(),
  currency_id: z.string(),
  total_amount: amount,
  shipping_cost: amount.nullish(),
  cancel_detail: z.object({ code: z.string().nullish() }).nullish(),
  context: z.object({ channel: z.string().nullish() }).nullish(),
  buyer: z.object({ id: id.nullish() }).nullish(),
  seller: z.object({ id }).nullish(),
  order_items: z.array(
    z.object({
      item: z.object({
        id: z.string(),
        title: z.string(),
        seller_sku: z.string().nullish(),
        seller_custom_field: z.string().nullish(),
      }),
      quantity: z.number(),
      unit_price: amount,
      sale_fee: amount.nullish(),
    }),
  ),
  payments: z.array(payment).nullish(),
})
export type Order = z.infer<typeof order>

export const orders_answer = z.object({
  paging: z.object({ total: z.number(), offset: z.number() }),
  results: z.array(order),
})

/** `cost`: what each of them pays in the end (page "Envíos", 2026-06). */
export const costs_answer = z.object({
  senders: z.array(
    z.object({
      user_id: id,
      cost: amount.nullish(),
      compensation: amount.nullish(),
      compensations: z.array(z.unknown()).nullish(),
    }),
  ),
})

export const ids_answer = z.object({
  paging: z.object({ total: z.number() }).nullish(),
  results: z.array(z.string()).nullable(),
  scroll_id: z.string().nullish(),
})

const item = texts('category_id', 'currency_id', 'permalink', 'thumbnail', 'date_created', 'last_updated').extend({
  id: z.string(),
  seller_id: id.nullish(),
  title: z.string(),
  /** Only of sellers of user products, whose titles the marketplace writes. */
  family_name: z.string().nullish(),
  seller_custom_field: z.string().nullish(),
  status: z.string(),
  price: amount.nullish(),
  available_quantity: z.number().nullish(),
  sold_quantity: z.number().nullish(),
  attributes: z.array(z.object({ id: z.string(), value_name: z.string().nullish() })).nullish(),
})
export type Item = z.infer<typeof item>
/** One answer for each id, with a code that says whether this one succeeded. An error has another body. */
export const items_of = <Body>(body: z.ZodType<Body>) =>
  z.array(
    z.union([
      z.object({ code: z.literal(200), body }),
      z
        .object({ code: z.number().refine((code) => code !== 200) })
        .transform(({ code }) => ({ code, body: undefined })),
    ]),
  )
export const items_answer = items_of(item)
export const codes_answer = z.array(z.object({ code: z.number() }))

export const visits_answer = z.object({ total_visits: z.number() })

export const question = z.object({
  id,
  seller_id: id.nullish(),
  item_id: z.string(),
  status: z.string(),
  /** Empty when the question is banned. */
  text: z.string().nullish(),
  date_created: z.string(),
  answer: z.object({ text: z.string().nullish(), status: z.string().nullish(), date_created: z.string() }).nullish(),
  from: z.object({ id: id.nullish() }).nullish(),
  /** In the place of `from`, of a question by its id. */
  buyer_id: id.nullish(),
})
export type Question = z.infer<typeof question>
/** A question by its id has its seller, and in some answers no person who asked. */
export const question_answer = question.extend({ seller_id: id })
export const questions_answer = z.object({
  total: z.number(),
  /** null: the end of a scan. */
  questions: z
    .array(question)
    .nullable()
    .transform((all) => all ?? []),
  scroll_id: z.string().nullish(),
})

export const error_answer = z.object({
  message: z.string().nullish(),
  error: z.string().nullish(),
  /** What is wrong, field by field. Empty in most errors. */
  cause: z
    .array(z.object({ code: z.unknown().optional(), message: z.string().nullish() }))
    .nullish()
    .catch(null),
})
