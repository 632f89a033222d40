// What the page of stores shows, by the names of its regions, and the tools that have it.
import { review, type View } from '#test/compared/views.ts'
import { type Region, table, tile } from '#test/shown_figures.ts'

export const store: View[] = [
  {
    address: 'store',
    async regions(ask) {
      const { revenue, orders, average_order_value, refunds, net_revenue, carts, ...rest } = await ask(
        'revisar_tienda',
        review,
      )
      return [
        ['Revenue', tile(revenue.current, 'money', revenue.change_percent)],
        ['Orders', tile(orders.current, 'count', orders.change_percent)],
        ['Average order value', tile(average_order_value.current, 'money', average_order_value.change_percent)],
        ['Refunds', tile(refunds.current, 'money', refunds.change_percent)],
        ['Net revenue', tile(net_revenue.current, 'money', net_revenue.change_percent)],
        ['Abandoned carts', tile(carts.abandoned.current, 'count', carts.abandoned.change_percent)],
        [
          'Best products',
          table({
            rows: rest.top_products,
            columns: {
              Units: ['count', ({ units }) => units],
              Revenue: ['money', ({ revenue }) => revenue],
              'Gross margin': ['money', ({ gross_margin }) => gross_margin],
            },
          }),
        ],
        ...(rest.stock.ran_out.length > 0
          ? [
              [
                'Sold in these days, and out of stock now',
                table({ rows: rest.stock.ran_out, columns: { 'Units sold': ['count', ({ units }) => units] } }),
              ] as Region,
            ]
          : []),
      ]
    },
    async texts(ask) {
      const { summary, stock } = await ask('revisar_tienda', review)
      return [summary, `${stock.out_of_stock} of ${stock.products} products are out of stock.`]
    },
  },
  {
    address: 'store?tab=orders',
    async regions(ask) {
      const answer = await ask('query_orders', { ...ask.days, limit: 150 })
      return [
        ['Number of orders', tile(answer.orders_in_period, 'count')],
        ['Revenue', tile(answer.total_revenue, 'money')],
        ['Refunds', tile(answer.refunds, 'money')],
        ['Net revenue', tile(answer.net_revenue, 'money')],
        [
          'Orders',
          table({
            rows: answer.orders,
            columns: { Total: ['money', ({ total }) => total] },
            totals: { Total: answer.total_revenue },
          }),
        ],
      ]
    },
    async texts(ask) {
      const { count, total } = await ask('query_orders', { ...ask.days, limit: 150 })
      return count === total ? [] : [`${count} of ${total} rows are shown.`]
    },
  },
  {
    address: 'store?tab=products',
    async regions(ask) {
      const { products } = await ask('query_products', { limit: 1_000 })
      return [
        [
          'Products',
          table({
            rows: products,
            columns: {
              'Price from': ['money', ({ price_from }) => price_from],
              'Price to': ['money', ({ price_to }) => price_to],
              Stock: ['count', ({ stock }) => stock],
            },
          }),
        ],
      ]
    },
  },
  {
    address: 'store?tab=carts',
    async regions(ask) {
      const { carts, totals } = await ask('query_carts', { limit: 1_000 })
      return [
        ['Number of carts', tile(totals.carts, 'count')],
        ['Their value', tile(totals.value, 'money')],
        ['Average value', tile(totals.average_value, 'money')],
        ['With an address', tile(totals.reachable, 'count')],
        ['With a recovery link', tile(totals.recoverable, 'count')],
        ['Abandoned carts', table({ rows: carts, columns: { Value: ['money', ({ total }) => total] } })],
      ]
    },
  },
]
