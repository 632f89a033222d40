// The list of the stores' products, of tools of two areas.
import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { of_org } from '#db/organization.ts'
import { has_part } from '#db/part_of_text.ts'
import { PLANNED_EACH_TIME } from '#db/prepared.ts'
import { exact_micros, integer, money_number } from '#domain/exact.ts'
import { listed, total_of, WHOLE_ROWS_MAX } from '#engine/lists.ts'
import { LONG_TEXT_CHARS_MAX, outside_text, platform_word } from '#engine/texts.ts'
import type { Context } from '#engine/tool.ts'
import { amount, count_field } from '#figures/figure.ts'
import { variant_is_out } from '#figures/subjects/stock.ts'
import { store_field, store_name } from '#figures/subjects/store_name.ts'

/** Number of variants that the answer shows for each product. `variant_count` is the number of all variants. */
const VARIANTS_MAX = 10

const variant = z.strictObject({
  title: outside_text().nullable(),
  sku: outside_text().nullable(),
  price: amount('Present price.'),
  compare_at_price: z.number().optional().describe('Price before a reduction, where there is one.'),
  stock: count_field('Units on hand.'),
})

const product = z.strictObject({
  product_id: platform_word(),
  title: outside_text(),
  status: platform_word(),
  store: store_field(),
  vendor: outside_text().nullable(),
  product_type: outside_text().nullable(),
  url: outside_text(LONG_TEXT_CHARS_MAX).nullable(),
  currency: platform_word().nullable().describe('Currency of the prices: the store’s own.'),
  price_from: amount('Lowest price.'),
  price_to: amount('Highest price.'),
  stock: count_field('Units on hand of all variants that are counted.'),
  variant_count: z.int(),
  variants: z.array(variant).describe(`At most ${VARIANTS_MAX}.`),
})

/** `hint`: the narrower call that shows the rest. */
const products_list = (hint: string) =>
  listed('products', product, hint, undefined, {
    short: {
      fields: ['product_id', 'title', 'currency', 'price_from', 'price_to', 'stock'],
      differing: ['store', 'status'],
    },
  })

export const products = products_list('Narrow with search.')
export const products_of_stores = products_list(
  'Narrow with platform, status or in_stock_only; query_products searches by title or SKU.',
)

interface VariantRow {
  title: string | null
  sku: string | null
  price_micros: bigint
  compare_at_price_micros: bigint | null
  stock: bigint | null
}

interface ProductRow {
  store_connection_id: string
  product_id: string
  title: string
  status: string
  store: string
  vendor: string | null
  product_type: string | null
  url: string | null
  total: bigint
  currency: string | null
  price_from: bigint | null
  price_to: bigint | null
  stock: string | null
  variant_count: bigint
}

interface Search {
  connection_ids: readonly string[]
  search?: string
  status?: string
  /** Only products that can be bought: there is a unit, the store does not count them, or it sells without stock. */
  in_stock_only?: boolean
  limit: number
}

/** The condition for products `p` with a text that has the part, or a variant whose SKU has it. */
const is_found = (
  part: string,
  of_product: RawBuilder<unknown>,
) => sql`(${has_part(sql`p.title`, part)} or ${has_part(sql`p.vendor`, part)} or ${has_part(sql`p.product_type`, part)}
  or exists (select from ${of_product} and ${has_part(sql`v.sku`, part)}))`

/** Products in the order of their titles. `total` is the number of all matching products. */
export async function products_by_title(
  { db }: Context,
  { connection_ids, search, status, in_stock_only, limit }: Search,
) {
  const of_product = sql`${of_org('store_variants', 'v')} where v.store_connection_id = p.store_connection_id and v.product_id = p.product_id`
  const conditions = [
    sql`p.store_connection_id = any(${connection_ids}::uuid[])`,
    ...(search === undefined ? [] : [is_found(search, of_product)]),
    ...(status === undefined ? [] : [sql`lower(p.status) = lower(${status})`]),
    ...(in_stock_only ? [sql`exists (select from ${of_product} and not ${variant_is_out})`] : []),
  ]
  // Only the columns of the order are collected for all that match. A plan that is used again expects few matches, and takes twice as long.
  const { rows: found } = await sql<ProductRow>`
    ${sql.raw<never>(PLANNED_EACH_TIME)} with found as materialized (
      select p.store_connection_id, p.product_id, p.title from ${of_org('store_products', 'p')} where ${sql.join(conditions, sql` and `)})
    select p.store_connection_id, p.product_id, p.title, p.status, ${store_name(sql`c.connection_id`)} as store, p.vendor, p.product_type, p.url, (select count(*) from found) as total, v.*
    from (select store_connection_id, product_id from found order by title, product_id, store_connection_id limit ${limit}) f
    join ${of_org('store_products', 'p')} on (p.store_connection_id, p.product_id) = (f.store_connection_id, f.product_id)
    join ${of_org('connections', 'c')} on c.connection_id = p.store_connection_id
    left join lateral (
      select min(v.currency) as currency, min(v.price_micros) as price_from, max(v.price_micros) as price_to,
        sum(v.stock) as stock, count(*) as variant_count
      from ${of_product}) v on true
    order by p.title, p.product_id, p.store_connection_id`.execute(db)
  const variants = await variants_of(db, found.slice(0, WHOLE_ROWS_MAX))
  return { rows: found.map((row) => on_wire(row, variants.get(id(row)) ?? [])), total: total_of(found) }
}

type Key = Pick<ProductRow, 'store_connection_id' | 'product_id'>
const id = ({ store_connection_id, product_id }: Key) => JSON.stringify([store_connection_id, product_id])

/** The first variants of each of these products. Only a list of whole rows shows variants, so they are read for no longer list. */
async function variants_of(db: Context['db'], products: readonly Key[]) {
  const column = (name: keyof Key) => products.map((product) => product[name])
  const { rows } = await sql<Key & VariantRow>`
    select v.* from unnest(${column('store_connection_id')}::uuid[], ${column('product_id')}::text[]) p (store_connection_id, product_id)
    cross join lateral (
      select v.store_connection_id, v.product_id, v.variant_id, v.title, v.sku, v.price_micros, v.compare_at_price_micros, v.stock
      from ${of_org('store_variants', 'v')}
      where v.store_connection_id = p.store_connection_id and v.product_id = p.product_id
      order by v.variant_id limit ${VARIANTS_MAX}) v
    order by v.variant_id`.execute(db)
  return Map.groupBy(rows, id)
}

function on_wire(
  { store_connection_id: _, total: __, currency, price_from, price_to, stock, variant_count, ...row }: ProductRow,
  variants: readonly VariantRow[],
) {
  const price = (micros: bigint | null) =>
    micros === null || currency === null ? null : money_number(exact_micros(micros), currency)
  return {
    ...row,
    currency,
    price_from: price(price_from),
    price_to: price(price_to),
    stock: stock === null ? null : Number(stock),
    variant_count: Number(variant_count),
    variants: variants.map(({ title, sku, price_micros, compare_at_price_micros, stock }) => ({
      title,
      sku,
      stock: integer(stock),
      price: price(price_micros),
      ...(compare_at_price_micros !== null && { compare_at_price: price(compare_at_price_micros) ?? 0 }),
    })),
  }
}
