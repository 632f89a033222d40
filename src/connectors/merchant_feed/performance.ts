// How products were shown and clicked, by day. Reports are queries in Google's own language (reports_v1, read 2026-11).
import { z } from 'zod'
import { country_of } from '#domain/places.ts'
import type { DailyTotal, Days } from '#engine/connector.ts'
import { VendorRefusal } from '#engine/vendors/refusal.ts'
import { day_of_parts } from '../day_parts.ts'
import { day_table } from '../day_table.ts'
import { listed } from '../google.ts'
import { all_of } from '../records.ts'
import { version } from './version.ts'

const ROWS_OF_A_PAGE = 10_000
/** Google counts conversions of free listings only (ProductPerformanceView.conversions, reports_v1, read 2026-11). */
const FREE = 'ORGANIC'

// Google's JSON can leave out values that are zero. A row in which something happened has a figure.
const count = z.string().transform(BigInt)
const row_schema = z.object({
  date: day_of_parts,
  marketingMethod: z.string().optional(),
  customerCountryCode: z.string().optional(),
  offerId: z.string().optional(),
  clicks: count.optional(),
  impressions: count.optional(),
  conversions: z.number().optional(),
  conversionValue: z.object({ amountMicros: z.string().default('0'), currencyCode: z.string().optional() }).optional(),
})
const result = z.object({ productPerformanceView: row_schema })
type Item = z.output<typeof row_schema>

function report(fields: readonly string[], { api, account, from, to }: Days): AsyncIterable<Item[]> {
  const query = `SELECT ${fields.join(', ')} FROM product_performance_view WHERE date BETWEEN '${from}' AND '${to}'`
  const path = `/reports/${version.name}/accounts/${account.account_id}/reports:search`
  const request = listed({ path, body: { query, pageSize: ROWS_OF_A_PAGE } }, 'results', result)
  return api.pages({
    ...request,
    records: (body) => with_figures(request.records(body).map((row) => row.productPerformanceView)),
  })
}

const NO_FIGURES =
  'Google Merchant Center gives rows of days without any of their figures, so these days are not known.'

/**
 * Refuses an answer whose rows have no figures, which would be zeros that nobody stated. A day on which an order followed an older click has
 * conversions alone (ProductPerformanceView, reports_v1, read 2026-11).
 */
function with_figures(items: Item[]): Item[] {
  const has_none = ({ conversions, conversionValue }: Item) =>
    conversions === undefined && conversionValue === undefined
  const shows_nothing = items.every(({ clicks, impressions }) => clicks === undefined && impressions === undefined)
  if (shows_nothing && items.some(has_none)) throw new VendorRefusal('refused', NO_FIGURES)
  return items
}

/** A value in several currencies comes as several rows, so the currency is part of a row's key. */
function figures(item: Item) {
  const { marketingMethod = '', impressions = 0n, clicks = 0n, conversions = 0, conversionValue } = item
  const is_free = marketingMethod === FREE
  const currency = is_free ? (conversionValue?.currencyCode ?? '') : ''
  return {
    date: item.date,
    marketing_method: marketingMethod.toLowerCase(),
    currency,
    impressions,
    clicks,
    conversions: is_free ? String(conversions) : null,
    conversion_value_micros: currency === '' ? null : BigInt(conversionValue!.amountMicros),
  }
}

const MEASURES = ['impressions', 'clicks', 'conversions', 'conversion_value']

// Google states neither how long it keeps figures, nor how late they come, nor how long they change.
const window = {
  history_days: 90,
  history_source:
    'named by Tablero: Google states no limit (developers.google.com/merchant/api/guides/reports, read 2026-11)',
  overlap_days: 7,
  late_days: 3,
}

/** The report without any segment but the day is the account's own total. */
const total: DailyTotal = {
  measures: { impressions: {}, clicks: {} },
  async read(source) {
    const items = await all_of(report(['date', 'impressions', 'clicks'], source))
    return items.map(({ date, impressions = 0n, clicks = 0n }) => ({ date, measures: { impressions, clicks } }))
  },
}

export const daily = day_table('feed_daily', {
  every: '6h',
  window,
  total,
  read: (source) => report(['date', 'marketing_method', 'customer_country_code', ...MEASURES], source),
  row: (item) => ({ ...figures(item), country: country_of(item.customerCountryCode ?? '') }),
})

export const offers = day_table('feed_offer_daily', {
  every: '6h',
  window: { ...window, slice_days: 10 },
  total,
  read: (source) => report(['date', 'marketing_method', 'offer_id', ...MEASURES], source),
  row: (item) => ({ ...figures(item), offer_id: item.offerId ?? '' }),
})
