// Pages that a platform counts by offset. While they are read, a record that is deleted, or that a change moves to the end, moves all
// later records up, so that the next page would miss one.
import type { NextPage, PagedRequest, VendorRequest } from '#engine/connector.ts'

/** Each page begins with this number of records of the page before. More deletions during one request are rare. */
const OVERLAP_RECORDS = 10

interface Listed<Body, Item> extends VendorRequest<Body> {
  /** The query parameter with the size of a page. */
  page_size: string
  list: (body: Body) => Item[]
  id: (item: Item) => string
  /** The number of all records that match the request. An empty page before the end is then an answer that was not ready. */
  total?: (body: Body) => number
  /** Without `total`: a number that can also be that of one page, or of records that do not match. */
  count?: (body: Body) => number | null | undefined
}

/** The pages of a list, each record once. */
export function by_offset<Body, Item>(listed: Listed<Body, Item>): PagedRequest<Body, Item> {
  const { list, id, total, count, ...request } = listed
  const full = Number(request.query?.[request.page_size])
  let start = 0
  /** The smallest number that a page stated. A record that is new since the first page can be before those that were read. */
  let least: number | undefined
  let before = new Set<string>()

  function is_end(body: Body, length: number): boolean {
    if (!total) return length === 0 || (length < full && start + length >= (count?.(body) ?? Number.POSITIVE_INFINITY))
    return start + length >= total(body)
  }

  return {
    ...request,
    records(body) {
      if (total) least = Math.min(least ?? Number.POSITIVE_INFINITY, total(body))
      const page = new Map(list(body).map((item) => [id(item), item]))
      const fresh = [...page].flatMap(([key, item]) => (before.has(key) ? [] : [item]))
      before = new Set(page.keys())
      return fresh
    },
    left: (body) => total && total(body) - start,
    total: () => least,
    next(body): NextPage {
      const { length } = list(body)
      if (is_end(body, length)) return null
      start += length > 2 * OVERLAP_RECORDS ? length - OVERLAP_RECORDS : length
      return { query: { offset: start } }
    },
  }
}
