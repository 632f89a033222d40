// An organization's own unit costs by SKU, which take precedence over the costs of its stores.
import type { Database } from '#db/pool.ts'
import { decimal, micros } from '#domain/money.ts'
import { check_currency, check_day } from '#engine/access/rates.ts'
import { refuse } from '#engine/outcomes.ts'

export interface OwnCost {
  /** As order lines have it. */
  sku: string
  /** First day of orders with this cost, YYYY-MM-DD. It applies until the next cost of the SKU. */
  valid_from: string
  /** Cost of one unit, such as 12.50. */
  cost: string
  currency: string
}

const COST = /^\d{1,10}(\.\d{1,6})?$/
/** Rows of one statement. */
const BATCH_ROWS = 1_000

function read({ sku, valid_from, cost, currency }: OwnCost) {
  const trimmed = sku.trim()
  if (trimmed === '') refuse('A cost needs a SKU.')
  check_day(valid_from)
  check_currency(currency)
  if (!COST.test(cost)) refuse(`'${cost}' is no cost; write an amount of ${currency} for one unit, such as 12.50.`)
  return { sku: trimmed, valid_from, currency, cost_micros: micros(cost) }
}

/** Stores costs. A cost of the same SKU and first day is replaced, and of two such costs the later one is stored. */
export async function set_costs(db: Database, created_by: string, costs: readonly OwnCost[]): Promise<void> {
  const rows = new Map(costs.map(read).map((row) => [`${row.valid_from} ${row.sku}`, { ...row, created_by }] as const))
  const all = [...rows.values()]
  for (let from = 0; from < all.length; from += BATCH_ROWS)
    await db
      .insertInto('org_product_costs')
      .values(all.slice(from, from + BATCH_ROWS))
      .onConflict((conflict) =>
        conflict.columns(['org_id', 'sku', 'valid_from']).doUpdateSet(({ ref }) => ({
          currency: ref('excluded.currency'),
          cost_micros: ref('excluded.cost_micros'),
          created_by: ref('excluded.created_by'),
        })),
      )
      .execute()
}

/** False when there is no such cost. */
export async function remove_cost(db: Database, { sku, valid_from }: Pick<OwnCost, 'sku' | 'valid_from'>) {
  check_day(valid_from)
  const { numDeletedRows } = await db
    .deleteFrom('org_product_costs')
    .where('sku', '=', sku.trim())
    .where('valid_from', '=', valid_from)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

export async function list_costs(db: Database) {
  const rows = await db
    .selectFrom('org_product_costs')
    .select(['sku', 'valid_from', 'cost_micros', 'currency', 'created_by'])
    .orderBy('sku')
    .orderBy('valid_from')
    .execute()
  return rows.map(({ cost_micros, ...row }) => ({ ...row, cost: decimal(cost_micros) }))
}
