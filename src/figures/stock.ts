// The current stock of stores.
import { sql } from 'kysely'
import { z } from 'zod'
import { of_org } from '#db/organization.ts'
import { last_day } from '#domain/coverage.ts'
import { integer } from '#domain/exact.ts'
import { add_days, start_of, type Window } from '#domain/windows.ts'
import { outside_text } from '#engine/texts.ts'
import type { FigureContext } from '#engine/tool.ts'
import { is_store_order_here } from '#figures/counted_once.ts'
import { count_field } from '#figures/figure.ts'
import type { Sources } from '#figures/sources.ts'

/** Number of products out of stock that an answer names. */
const RAN_OUT_MAX = 10

export const stock = z
  .strictObject({
    products: count_field('Active products.'),
    out_of_stock: count_field('Of them, those whose every counted variant has run out.'),
    ran_out: z
      .array(
        z.strictObject({
          product: outside_text(),
          store: outside_text().describe('Name of the store’s connection.'),
          stock: z.number().describe('Units on hand; less than 0 when more were sold.'),
          units: count_field('Units sold in the window.'),
        }),
      )
      .describe(`Those out of stock, most units sold first; at most ${RAN_OUT_MAX}.`),
  })
  .describe('As it stands now.')

/** Rows `s`: active products with their stock. null: the store does not count it. */
const stock_by_product = (connection_ids: readonly string[]) => sql`(
  select p.store_connection_id, p.product_id, p.title, sum(v.stock) as stock from ${of_org('store_products', 'p')}
  left join ${of_org('store_variants', 'v')} on v.store_connection_id = p.store_connection_id and v.product_id = p.product_id
  where lower(p.status) = 'active' and p.store_connection_id = any(${connection_ids}::uuid[])
  group by p.store_connection_id, p.product_id, p.title) s`

export async function stock_of(
  context: FigureContext,
  sources: Sources,
  window: Window,
): Promise<z.input<typeof stock>> {
  const connection_ids = sources.counted?.connection_ids ?? []
  if (connection_ids.length === 0) return { products: null, out_of_stock: null, ran_out: [] }
  const { rows } = await sql<{ products: bigint; out_of_stock: bigint }>`
    select count(*) as products, count(*) filter (where stock <= 0) as out_of_stock
    from ${stock_by_product(connection_ids)}`.execute(context.db)
  return {
    products: integer(rows[0]?.products ?? null),
    out_of_stock: integer(rows[0]?.out_of_stock ?? null),
    ran_out: rows[0]?.out_of_stock ? await ran_out(context, sources, known_window(sources, window)) : [],
  }
}

/** The days of the window that are known. null: none. */
function known_window({ known }: Sources, window: Window): Window | null {
  const to = last_day(known(window), window)
  return to === null ? null : { ...window, to }
}

async function ran_out({ db, org }: FigureContext, { counted }: Sources, days: Window | null) {
  const { from, to } = days ?? NO_DAYS
  const { rows } = await sql<{ product: string; store: string; stock: string; units: string | null }>`
    select s.title as product, c.name as store, s.stock::text, sum(l.quantity)::text as units
    from ${stock_by_product(counted?.connection_ids ?? [])}
    join ${of_org('connections', 'c')} on c.connection_id = s.store_connection_id
    left join (
      select l.* from ${of_org('store_order_lines', 'l')}
      join ${of_org('store_orders', 'o')} on o.store_connection_id = l.store_connection_id and o.order_id = l.order_id
      where not o.is_voided and not o.is_test and not o.is_pending and ${is_store_order_here(counted)}
        and o.ordered_at >= ${start_of(from, org.time_zone)}::timestamptz
        and o.ordered_at < ${start_of(add_days(to, 1), org.time_zone)}::timestamptz
    ) l on l.store_connection_id = s.store_connection_id and l.product_id = s.product_id
    where s.stock <= 0
    group by s.store_connection_id, s.product_id, s.title, c.name, s.stock
    order by coalesce(sum(l.quantity), 0) desc, s.title, s.product_id, s.store_connection_id
    limit ${RAN_OUT_MAX}`.execute(db)
  return rows.map(({ units, ...row }) => ({
    ...row,
    stock: Number(row.stock),
    units: days === null ? null : Number(units ?? 0),
  }))
}

const NO_DAYS = { from: '1970-01-01', to: '1970-01-01' }
