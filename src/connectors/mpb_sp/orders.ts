import { change_stream } from '#engine/connector.ts'
import { orders_answer } from './answers.ts'
import { reported } from './order_report.ts'
import { type Sale, sale_of, state_of } from './sales.ts'

const PAGE_RECORDS = 100

export const orders = change_stream({
  into: ['marketplace_orders'],
  every: '30m',
  since: {
    history_days: 730,
    history_source:
      'https://developer-docs.amazon.com/sp-api/docs/report-type-values-order: orders of less than two years (read 2026-11)',
    // With the day more on both sides, a report has 30 days.
    slice_days: 28,
    overlap_minutes: 15,
    sweep: { days: 29, every: '1d' },
    settled_after: { days: 30, source: 'named by Tablero: longer than the usual time of a return' },
    changed_at: (sale: Sale) => sale.changed_at,
  },
  async *read({ api, account, since }) {
    const pages = api.pages({
      path: '/orders/2026-01-01/orders',
      query: {
        marketplaceIds: account.extra?.marketplace_id,
        lastUpdatedAfter: since ?? undefined,
        includedData: 'PROCEEDS,CANCELLATION,FULFILLMENT',
        maxResultsPerPage: PAGE_RECORDS,
      },
      schema: orders_answer,
      // 0.0056 requests a second after a burst of 20 (usage plan of the model 2026-01-01, read 2026-11).
      pace: { key: 'searchOrders', per_hour: 20 },
      records: (body) => body.orders,
      next: ({ pagination }) => (pagination?.nextToken ? { query: { paginationToken: pagination.nextToken } } : null),
    })
    for await (const page of pages) yield page.map(sale_of)
  },
  // A report of changes has every order that was placed within its days, because placing an order is a change.
  read_created: ({ api, account, ...range }) => reported(api, account, range),
  rows: (sale, { account, unreadable }) => {
    const { is_voided, is_sold, is_unknown } = state_of(sale)
    if (is_unknown) unreadable?.('statuses of orders')
    return {
      marketplace_orders: {
        order_id: sale.order_id,
        account_id: account.account_id,
        ordered_at: sale.created_at,
        changed_at: sale.changed_at,
        status: sale.status,
        is_voided,
        is_sold,
        channel: sale.is_other_shop ? 'non_amazon' : null,
        currency: sale.currency ?? account.currency ?? '',
        total_micros: sale.total_micros,
        shipping_micros: sale.shipping_micros,
        has_charges: true,
        fee_micros: null,
        refunded_micros: null,
        lines: sale.lines,
      },
    }
  },
})
