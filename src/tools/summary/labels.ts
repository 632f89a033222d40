// What pictures call the figures of this area, in English, Spanish and Portuguese.
import type { Picture } from '#engine/tool.ts'

export const labels = {
  ad_spend: ['Ad spend', 'Gasto en anuncios', 'Gasto em anúncios'],
  store_revenue: ['Store revenue', 'Ventas de la tienda', 'Vendas da loja'],
  refunds: ['Refunds', 'Reembolsos', 'Reembolsos'],
  store_revenue_net: ['Net store revenue', 'Ventas netas de la tienda', 'Vendas líquidas da loja'],
  orders: ['Orders', 'Pedidos', 'Pedidos'],
  blended_ad_roas: ['Blended ad ROAS', 'ROAS combinado de anuncios', 'ROAS combinado dos anúncios'],
  store_roas: ['Store ROAS', 'ROAS de la tienda', 'ROAS da loja'],
  mer: ['MER', 'MER', 'MER'],
  new_customers: ['New customers', 'Clientes nuevos', 'Clientes novos'],
  returning_customers: [
    'Orders of returning customers',
    'Pedidos de clientes recurrentes',
    'Pedidos de clientes recorrentes',
  ],
  new_customer_revenue: ['Revenue of new customers', 'Ventas de clientes nuevos', 'Vendas de clientes novos'],
  returning_customer_revenue: [
    'Revenue of returning customers',
    'Ventas de clientes recurrentes',
    'Vendas de clientes recorrentes',
  ],
  cac: ['CAC', 'CAC', 'CAC'],
  sessions: ['Sessions', 'Sesiones', 'Sessões'],
  seo_clicks: ['Organic search clicks', 'Clics de búsqueda orgánica', 'Cliques da busca orgânica'],
  spend: ['Spend', 'Gasto', 'Gasto'],
  revenue: ['Claimed revenue', 'Ventas atribuidas', 'Vendas atribuídas'],
  roas: ['ROAS', 'ROAS', 'ROAS'],
} as const satisfies Picture['words']

type Label = keyof typeof labels

/** Some of the labels, for a picture that shows no more. */
export const picked = (...names: readonly Label[]): Picture['words'] =>
  Object.fromEntries(names.map((name) => [name, labels[name]]))
