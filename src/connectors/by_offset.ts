// Pages that a platform counts by offset. While they are read, a record that is deleted, or that a change moves to the end, moves all
// later records up, so that the next page would miss one.
import { z } from 'zod'
import type { NextPage, PagedRequest, VendorRequest } from '#engine/connector.ts'
import { columns } from './columns.ts'

/** Each page begins with this number of records of the page before. More deletions during one request are rare. */
const OVERLAP_RECORDS = 10

interface Listed<Item> extends Omit<VendorRequest<unknown>, 'schema' | 'if_not_found'> {
  /** The query parameter with the size of a page. */
  page_size: string
  /** The field of an answer with its records, and how it is read. */
  list: readonly [field: string, read: z.ZodType<Item[]>]
  id: (item: Item) => string
  /** The field with the number of all records that match the request. An empty page before the end is then an answer that was not ready. */
  total?: string
  /** Without `total`: a field whose number can also be that of one page, or of records that do not match. */
  count?: string
}

interface Page<Item> {
  list: Item[]
  total?: number
  count?: number | null
}

/** The pages of a list, each record once. */
export function by_offset<Item>(listed: Listed<Item>): PagedRequest<Page<Item>, Item> {
  const { list, id, total, count, ...request } = listed
  const { schema } = columns({
    list,
    ...(total && { total: [total, z.number()] }),
    ...(count && { count: [count, z.number().nullish()] }),
  })
  const full = Number(request.query?.[request.page_size])
  let start = 0
  /** The smallest number that a page stated. A record that is new since the first page can be before those that were read. */
  let least: number | undefined
  let before = new Set<string>()

  function is_end(page: Page<Item>): boolean {
    const { length } = page.list
    if (page.total !== undefined) return start + length >= page.total
    return length === 0 || (length < full && start + length >= (page.count ?? Number.POSITIVE_INFINITY))
  }

  return {
    ...request,
    schema: schema as unknown as z.ZodType<Page<Item>>,
    records(page) {
      if (page.total !== undefined) least = Math.min(least ?? Number.POSITIVE_INFINITY, page.total)
      const items = new Map(page.list.map((item) => [id(item), item]))
      const fresh = [...items].flatMap(([key, item]) => (before.has(key) ? [] : [item]))
      before = new Set(items.keys())
      return fresh
    },
    left: (page) => (page.total === undefined ? undefined : page.total - start),
    total: () => least,
    next(page): NextPage {
      const { length } = page.list
      if (is_end(page)) return null
      start += length > 2 * OVERLAP_RECORDS ? length - OVERLAP_RECORDS : length
      return { query: { offset: start } }
    },
  }
}
