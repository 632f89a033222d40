import { add_days } from '#domain/windows.ts'
import { type Account, type Api, change_stream } from '#engine/connector.ts'
import { order_metrics_answer } from './answers.ts'
import { limits } from './limits.ts'
import { reported } from './order_report.ts'
import { changed_orders } from './order_search.ts'
import { type Sale, SOLD, state_of, VOIDED } from './sales.ts'
import { SALES } from './version.ts'

const HISTORY_DAYS = 730

export const orders = change_stream({
  into: ['marketplace_orders'],
  every: '30m',
  since: {
    history_days: HISTORY_DAYS,
    history_source:
      'https://developer-docs.amazon.com/sp-api/docs/report-type-values-order: orders of less than two years (read 2026-11)',
    // With the day more on both sides, a report has 30 days.
    slice_days: 28,
    overlap_minutes: 15,
    sweep: { days: 30, every: '1d' },
    // Each window of the search is stored, so that the limit never ends a sync without progress.
    merge_records: 1,
    settled_after: { days: 30, source: 'named by Tablero: longer than the usual time of a return' },
    changed_at: (sale: Sale) => sale.changed_at,
  },
  // A replacement counts in no figure, whatever its state.
  states: { column: 'status', known: [...SOLD, ...VOIDED], uncounted: SOLD },
  read: ({ api, account, since }) => changed_orders(api, account, { since, history_days: HISTORY_DAYS }),
  // A report of changes has every order of its days that has not changed since. Those that have are in the reports of later days.
  read_created: ({ api, account, ...range }) => reported(api, account, range),
  // Amazon does not say whether it counts cancelled orders and those of other shops (model of the Sales API, read 2026-11).
  count: { measure: 'orders', at: 'ordered_at', leaves_out: true, read_days: numbers_of },
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

/** Orders by the day of the marketplace. */
async function numbers_of({ api, account, from, to }: { api: Api; account: Account; from: string; to: string }) {
  const { payload = [] } = await api.call({
    path: `/sales/${SALES}/orderMetrics`,
    query: {
      marketplaceIds: account.extra?.marketplace_id,
      interval: `${midnight(from, account)}--${midnight(add_days(to, 1), account)}`,
      granularity: 'Day',
      granularityTimeZone: account.time_zone,
    },
    schema: order_metrics_answer,
    pace: limits.getOrderMetrics,
  })
  return new Map(payload.map(({ interval, orderCount }) => [interval.slice(0, 'YYYY-MM-DD'.length), orderCount]))
}

/** With the offset of the zone, which the interval must have. */
const midnight = (date: string, { time_zone }: Account) =>
  Temporal.PlainDate.from(date).toZonedDateTime(time_zone).toString({ timeZoneName: 'never', smallestUnit: 'second' })
