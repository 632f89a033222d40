// What the page of the marketplace shows, by the names of its regions, and the tools that have it.
import type { View } from '#test/compared/views.ts'
import { table, tile } from '#test/shown_figures.ts'

const limit = 1_000

export const marketplace: View[] = [
  {
    address: 'marketplace',
    async regions(ask) {
      const { listings } = await ask('list_mpa_listings', { limit })
      return [
        [
          'Listings',
          table({
            rows: listings,
            columns: {
              Price: ['money', ({ price }) => price],
              Stock: ['count', ({ stock }) => stock],
              'Units sold': ['count', ({ sold }) => sold],
              'Visits in 30 days': ['count', ({ visits }) => visits],
            },
          }),
        ],
      ]
    },
  },
  {
    address: 'marketplace?tab=orders',
    async regions(ask) {
      const { totals, orders } = await ask('list_mpa_orders', { ...ask.days, limit })
      return [
        ['Sold orders', tile(totals.orders, 'count')],
        ['Revenue', tile(totals.revenue, 'money')],
        ['Refunds', tile(totals.refunds, 'money')],
        ['Fees', tile(totals.fees, 'money')],
        ['Seller’s shipping', tile(totals.seller_shipping, 'money')],
        ['Payout', tile(totals.payout, 'money')],
        [
          'Orders',
          table({
            rows: orders,
            columns: {
              Total: ['money', ({ total }) => total],
              Fees: ['money', ({ fees }) => fees],
              Refunded: ['money', ({ refunded }) => refunded],
              'Seller’s shipping': ['money', ({ seller_shipping }) => seller_shipping],
              Payout: ['money', ({ payout }) => payout],
            },
          }),
        ],
      ]
    },
  },
  {
    address: 'marketplace?tab=questions',
    async regions(ask) {
      const { questions } = await ask('list_mpa_questions', { status: 'unanswered', limit })
      return [
        ['Questions', table({ rows: questions, columns: { 'Hours since': ['count', ({ age_hours }) => age_hours] } })],
      ]
    },
  },
]
