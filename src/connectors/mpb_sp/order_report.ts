// The report of all orders, for the first load: the search allows 20 requests and then 20 an hour.
import type { Account, Api } from '#engine/connector.ts'
import { VendorRefusal } from '#engine/vendors/refusal.ts'
import { DAY_MS } from '#lib/durations.ts'
import { batches } from '../records.ts'
import { has_prices_with_tax, place_of } from './marketplaces.ts'
import { read_reports } from './reports.ts'
import { type ReportLine, type Sale, sale_of_lines } from './sales.ts'

const ORDERS_OF_A_PAGE = 500
const REPORT_DAYS_MAX = 30

/** Orders that changed within these instants. */
export async function* reported(
  api: Api,
  account: Account,
  { from, before }: { from: string | null; before: string },
): AsyncIterable<Sale[]> {
  // The report can hold all marketplaces of the region, whichever is asked for (amzn/selling-partner-api-models, issue 1859, read 2026-11).
  const is_mine = ([first]: readonly ReportLine[]) => is_of(account, first?.['sales-channel'] ?? '')
  const reports = ranges(from, before).map((range) => ({
    reportType: 'GET_FLAT_FILE_ALL_ORDERS_DATA_BY_LAST_UPDATE_GENERAL',
    ...range,
  }))
  for await (const text of read_reports(api, account, reports))
    for (const page of batches(text === null ? [] : orders_in(text).filter(is_mine), ORDERS_OF_A_PAGE))
      yield page.map((lines) => sale_of_lines(lines, { has_tax: has_prices_with_tax(account) }))
}

/** An order of another shop names the country, as in 'Non-Amazon MX', or nothing. What has no channel is not lost. */
function is_of(account: Account, channel: string): boolean {
  if (channel === '') return true
  const country = /^non-amazon ([a-z]{2})$/i.exec(channel)?.[1]
  return country ? country.toLowerCase() === account.extra?.country : place_of(channel, account) !== 'another'
}

/** The days of each report, oldest first, so that the later change of an order comes last. */
function ranges(from: string | null, before: string) {
  if (from === null) return [{ dataEndTime: before }]
  const [start, end] = [Date.parse(from), Date.parse(before)]
  const count = Math.max(1, Math.ceil((end - start) / (REPORT_DAYS_MAX * DAY_MS)))
  const at = (n: number) => (n === count ? before : new Date(start + n * REPORT_DAYS_MAX * DAY_MS).toISOString())
  return Array.from({ length: count }, (_, n) => ({ dataStartTime: n === 0 ? from : at(n), dataEndTime: at(n + 1) }))
}

const ID = 'amazon-order-id'
/** Columns without which an amount, a unit or a day would be another one. An empty cell is none of them, a missing column is a fault. */
const NEEDED = [
  ID,
  'purchase-date',
  'last-updated-date',
  'order-status',
  'quantity',
  'currency',
  'item-price',
  'item-promotion-discount',
  'ship-promotion-discount',
]

/** The lines of each order. Fields are separated by tabs, without quotes, and the first line has their names. */
function orders_in(text: string): ReportLine[][] {
  const [names = [], ...rows] = text
    .replace(/^\ufeff/, '')
    .split(/\r?\n/)
    .map((row) => row.split('\t'))
  // Anything else than a list of orders would look like a time without sales.
  const absent = NEEDED.find((name) => !names.includes(name))
  if (absent) throw new VendorRefusal('refused', `Amazon sent a report of orders without the column ${absent}.`)
  const least = Math.max(...NEEDED.map((name) => names.indexOf(name)))
  const orders = new Map<string, ReportLine[]>()
  for (const row of rows) {
    if (row.join('') !== '' && row.length <= least)
      throw new VendorRefusal('refused', 'Amazon sent a report of orders in which a line ends early.')
    const line: ReportLine = Object.fromEntries(names.map((name, at) => [name, row[at]]))
    const id = line[ID]
    if (!id) continue
    const known = orders.get(id)
    if (known) known.push(line)
    else orders.set(id, [line])
  }
  return [...orders.values()]
}
