// The current stock of stores.
import { sql } from 'kysely'
import { z } from 'zod'
import { of_org } from '#db/organization.ts'
import { integer } from '#domain/exact.ts'
import type { Context } from '#engine/tool.ts'
import { count_field } from '#figures/figure.ts'
import type { Counted } from '#figures/sources.ts'

export const stock = z
  .strictObject({
    products: count_field('Active products.'),
    out_of_stock: count_field('Of them, those whose every counted variant has run out.'),
  })
  .describe('As it stands now.')

export async function stock_of({ db }: Context, { connection_ids }: Counted): Promise<z.input<typeof stock>> {
  if (connection_ids.length === 0) return { products: null, out_of_stock: null }
  const { rows } = await sql<{ products: bigint; out_of_stock: bigint }>`
    select count(*) as products, count(*) filter (where stock <= 0) as out_of_stock
    from (select sum(v.stock) as stock from ${of_org('store_products', 'p')}
          left join ${of_org('store_variants', 'v')} on v.store_connection_id = p.store_connection_id and v.product_id = p.product_id
          where lower(p.status) = 'active' and p.store_connection_id = any(${connection_ids}::uuid[])
          group by p.store_connection_id, p.product_id) s`.execute(db)
  return { products: integer(rows[0]?.products ?? null), out_of_stock: integer(rows[0]?.out_of_stock ?? null) }
}
