import { micros } from '#domain/money.ts'
import { add_days, today_in } from '#domain/windows.ts'
import { type Account, type Api, type Query, type Row, type Settings, snapshot_stream } from '#engine/connector.ts'
import { parse_json } from '#lib/lossless_json.ts'
import { type Listing, listings_answer, traffic } from './answers.ts'
import { limits } from './limits.ts'
import { read_report } from './reports.ts'
import { LISTINGS } from './version.ts'

const PAGE_RECORDS = 20
const VISIT_DAYS = 30

/** All listings of a marketplace, by time of creation. */
function pages(api: Api, { extra }: Account, { seller_id }: Settings): AsyncIterable<Listing[]> {
  let start: Query = {}
  let left: number | undefined
  return api.pages({
    path: `/listings/${LISTINGS}/items/${seller_id}`,
    query: {
      marketplaceIds: extra?.marketplace_id,
      includedData: 'summaries,offers,fulfillmentAvailability',
      sortBy: 'createdDate',
      sortOrder: 'ASC',
      pageSize: PAGE_RECORDS,
    },
    schema: listings_answer,
    pace: limits.searchListingsItems,
    records: ({ items }) => items,
    left: ({ numberOfResults }) => left ?? numberOfResults,
    // A long list ends early. It starts again at its last listing, which then comes twice.
    next({ pagination, items, numberOfResults }) {
      left = (left ?? numberOfResults) - items.length
      if (pagination?.nextToken) return { query: { ...start, pageToken: pagination.nextToken } }
      const from = items.at(-1)?.summaries?.[0]?.createdDate
      if (left <= 0 || !from || start.createdAfter === from) return null
      start = { createdAfter: from }
      left = undefined
      return { query: start }
    },
  })
}

function row_of(
  { sku, summaries, offers, fulfillmentAvailability }: Listing,
  { currency = '', account_id, extra }: Account,
): Row<'marketplace_listings'> {
  const here = ({ marketplaceId }: { marketplaceId: string }) => marketplaceId === extra?.marketplace_id
  const summary = summaries?.find(here)
  const price = offers?.find((offer) => here(offer) && offer.offerType === 'B2C')?.price
  // Stock that Amazon holds comes without a quantity.
  const stocks = (fulfillmentAvailability ?? []).flatMap(({ quantity }) => (quantity === undefined ? [] : [quantity]))
  return {
    account_id,
    listing_id: sku,
    sku,
    title: summary?.itemName ?? sku,
    status: summary?.status.join(' ').toLowerCase() || 'inactive',
    category: summary?.productType ?? null,
    currency: price?.currencyCode ?? currency,
    price_micros: price ? micros(price.amount) : null,
    stock: stocks.length > 0 ? BigInt(stocks.reduce((sum, one) => sum + one, 0)) : null,
    url: summary?.asin ? `https://${extra?.domain}/dp/${summary.asin}` : null,
    image_url: summary?.mainImage?.link ?? null,
    created_at: summary?.createdDate ?? null,
    changed_at: summary?.lastUpdatedDate ?? null,
  }
}

export const listings = snapshot_stream({
  into: ['marketplace_listings'],
  every: '6h',
  sweeps: ['marketplace_listings'],
  read: ({ api, account, settings }) => pages(api, account, settings),
  rows: (listing, { account }) => ({ marketplace_listings: row_of(listing, account) }),
})

/** Visits of the last whole days, which the report adds up for each SKU. A SKU that it does not name has unknown visits. */
export const visits = snapshot_stream({
  into: ['marketplace_listings'],
  adds_only: true,
  every: '1d',
  async *read({ api, account, settings }) {
    const today = today_in(account.time_zone, api.now())
    const text = await read_report(api, account, {
      reportType: 'GET_SALES_AND_TRAFFIC_REPORT',
      // Amazon expands the days of a report by week or month to whole ones (schema of the report, dataStartTime, 2026-08).
      reportOptions: { dateGranularity: 'DAY', asinGranularity: 'SKU' },
      dataStartTime: add_days(today, -VISIT_DAYS),
      dataEndTime: add_days(today, -1),
    })
    const { salesAndTrafficByAsin: lines } =
      text === null ? { salesAndTrafficByAsin: [] } : traffic.parse(parse_json(text))
    const sessions = new Map(lines.map(({ sku, trafficByAsin }) => [sku, BigInt(trafficByAsin.sessions)]))
    for await (const page of pages(api, account, settings))
      yield page.map((listing) => ({ listing, visits: sessions.get(listing.sku) ?? null }))
  },
  rows: ({ listing, visits }, { account }) => ({ marketplace_listings: { ...row_of(listing, account), visits } }),
})
