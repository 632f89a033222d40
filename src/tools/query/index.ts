import { area } from '#engine/tool.ts'
import { query_orders } from '#tools/query/query_orders.ts'

export const query = area({ title: 'Data queries', tools: { query_orders } })
