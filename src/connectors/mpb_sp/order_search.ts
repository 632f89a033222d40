// Orders that changed, by the search. It allows 20 pages and then 20 an hour, and promises no order of its results. So changes are asked for in
// windows of time, each window is read whole, and its orders are given in the order of change. A sync that the limit ends keeps what was given.
import type { Account, Api } from '#engine/connector.ts'
import { DAY_MS, MINUTE_MS } from '#lib/durations.ts'
import { orders_answer } from './answers.ts'
import { limits } from './limits.ts'
import { type Sale, sale_of } from './sales.ts'
import { ORDERS } from './version.ts'

const PAGE_RECORDS = 100
/** The end of a window must be this long ago (`lastUpdatedBefore` of the model 2026-01-01, read 2026-11). */
const ENDED_MS = 2 * MINUTE_MS
const FIRST_WINDOW_MS = 60 * MINUTE_MS
/** A window of this length is read whatever its pages are. */
const WINDOW_MIN_MS = MINUTE_MS
/** Pages of a window. When the limit ends a sync, the pages of its window are lost. */
const PAGES_MAX = 6
/** The next window is longer by this factor after a window of one page or of two, and shorter after one with too many. */
const FACTORS: Record<number, number> = { 1: 4, 2: 2 }
const TOO_MANY = 1 / 4

interface Window {
  after: number
  /** Undefined: up to now. */
  before: number | undefined
  pages_max: number
}

export async function* changed_orders(
  api: Api,
  account: Account,
  { since, history_days }: { since: string | null; history_days: number },
): AsyncIterable<Sale[]> {
  const end = api.now().getTime() - ENDED_MS
  let after = since === null ? end - history_days * DAY_MS : Date.parse(since)
  let length = FIRST_WINDOW_MS
  for (;;) {
    const before = after + length < end ? after + length : undefined
    const pages_max = length <= WINDOW_MIN_MS ? Number.POSITIVE_INFINITY : PAGES_MAX
    const pages = await read_window(api, account, { after, before, pages_max })
    if (pages) {
      yield pages.flat().sort((one, other) => Date.parse(one.changed_at) - Date.parse(other.changed_at))
      if (before === undefined) return
      after = before
    }
    length = Math.max(length * (pages ? (FACTORS[pages.length] ?? 1) : TOO_MANY), WINDOW_MIN_MS)
  }
}

/** The pages of a window. Undefined: it has more pages. */
async function read_window(
  api: Api,
  account: Account,
  { after, before, pages_max }: Window,
): Promise<Sale[][] | undefined> {
  const time = (at: number) => new Date(at).toISOString()
  const pages = api.pages({
    path: `/orders/${ORDERS}/orders`,
    query: {
      marketplaceIds: account.extra?.marketplace_id,
      lastUpdatedAfter: time(after),
      lastUpdatedBefore: before === undefined ? undefined : time(before),
      includedData: 'PROCEEDS,CANCELLATION,FULFILLMENT',
      maxResultsPerPage: PAGE_RECORDS,
    },
    schema: orders_answer,
    pace: limits.searchOrders,
    records: (body) => body.orders,
    next: ({ pagination }) => (pagination?.nextToken ? { query: { paginationToken: pagination.nextToken } } : null),
  })
  const found: Sale[][] = []
  for await (const page of pages) {
    if (found.length === pages_max) return undefined
    found.push(page.map(sale_of))
  }
  return found
}
