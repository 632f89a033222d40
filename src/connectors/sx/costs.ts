import { micros } from '#domain/money.ts'
import { snapshot_stream } from '#engine/connector.ts'
import { type Costed, costs_answer } from './answers.ts'
import { costs_document } from './documents.ts'
import { id_of, paged } from './lists.ts'

/**
 * What variants cost. The shop gives only the current cost, with the time of the last change of the inventory item: the cost is the
 * present one at least since then. Earlier costs stay in the table, also those of deleted variants.
 */
export const costs = snapshot_stream({
  into: ['store_variant_costs'],
  every: '6h',
  read: ({ api }) => api.pages(paged(costs_document, {}, costs_answer, ({ data }) => data.productVariants)),
  rows: ({ id, inventoryItem: { updatedAt, unitCost } }: Costed) => ({
    store_variant_costs: {
      variant_id: id_of(id),
      valid_from: updatedAt,
      currency: unitCost?.currencyCode ?? null,
      cost_micros: unitCost && micros(unitCost.amount),
    },
  }),
})
