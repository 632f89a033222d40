import { area } from '#engine/tool.ts'
import { list_abandoned_checkouts } from '#tools/store/list_abandoned_checkouts.ts'
import { list_store_connections } from '#tools/store/list_store_connections.ts'
import { list_store_orders } from '#tools/store/list_store_orders.ts'
import { list_store_products } from '#tools/store/list_store_products.ts'

export const store = area({
  title: 'Stores',
  tools: { list_abandoned_checkouts, list_store_connections, list_store_orders, list_store_products },
})
