// Pages that a platform counts by offset. While they are read, a record that is deleted, or that a change moves to the end, moves all
// later records up, so that the next page would miss one.
import type { NextPage, PagedRequest, VendorRequest } from '#engine/connector.ts'
import { VendorRefusal } from '#engine/vendors/refusal.ts'

/** Each page begins with this number of records of the page before. More deletions during one request are rare. */
const OVERLAP_RECORDS = 10

interface Listed<Body, Item> extends VendorRequest<Body> {
  /** The query parameter with the size of a page. */
  page_size: string
  list: (body: Body) => Item[]
  id: (item: Item) => string
  /** The number of records in all pages. Absent: the list ends with its first empty page. */
  total: (body: Body) => number | null | undefined
}

/** The pages of a list, each record once. An empty page before the end is an answer that was not ready, and never the end. */
export function by_offset<Body, Item>({ list, id, total, ...request }: Listed<Body, Item>): PagedRequest<Body, Item> {
  let start = 0
  let before = new Set<string>()
  return {
    ...request,
    records(body) {
      const page = new Map(list(body).map((item) => [id(item), item]))
      const fresh = [...page].flatMap(([key, item]) => (before.has(key) ? [] : [item]))
      before = new Set(page.keys())
      return fresh
    },
    next(body): NextPage {
      const { length } = list(body)
      const all = total(body) ?? (length === 0 ? start : undefined)
      if (all !== undefined && start + length >= all) return null
      if (length === 0)
        throw new VendorRefusal(
          'unavailable',
          'The platform does not answer properly: it sent an empty page before the end.',
        )
      start += length > 2 * OVERLAP_RECORDS ? length - OVERLAP_RECORDS : length
      return { query: { offset: start } }
    },
  }
}
