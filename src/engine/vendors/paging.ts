// The request of the next page, and of the same page with fewer records.
import { isDeepStrictEqual } from 'node:util'
import type { NextPage, PagedRequest, VendorAnswer, VendorRequest } from '#engine/connector.ts'
import { is_too_much, not_answered, VendorRefusal } from '#engine/vendors/refusal.ts'

/** A page that is too large with so few records is not asked for again with fewer. */
const PAGE_RECORDS_MIN = 10

const is_halved = ({ halves_unanswered }: Pick<PagedRequest<unknown, unknown>, 'halves_unanswered'>, error: unknown) =>
  is_too_much(error) || (halves_unanswered === true && error instanceof VendorRefusal && error.is_of_request)

/** Half the size of a page that the platform calls too large. Undefined: the page cannot get smaller. */
function smaller<Body>(page: VendorRequest<Body>, size: string | undefined): VendorRequest<Body>['query'] | undefined {
  const records = size === undefined ? 0 : Math.floor(Number(page.query?.[size] ?? 0) / 2)
  return records < PAGE_RECORDS_MIN ? undefined : { [size!]: records }
}

function following<Body>(request: VendorRequest<Body>, next: NonNullable<NextPage>): VendorRequest<Body> {
  if (typeof next === 'string') return { ...request, path: next, query: undefined }
  return {
    ...request,
    query: next.query ? { ...request.query, ...next.query } : request.query,
    body: next.body === undefined ? request.body : next.body,
  }
}

/** Most pages of one request. */
const PAGES_MAX = 20_000

/**
 * Finds a list that does not continue, which would be read for ever, or end with the records of one page alone. A cache before a platform, or a
 * plugin that drops a parameter, can do that. Each page is compared with one before it, and that one moves on at each power of two (Brent's
 * search for cycles), so that a circle of any number of pages is found. A page can be asked for by the same request as the one before it,
 * because some scrolls keep their id, so that only answers are compared.
 */
function repetition() {
  let compared: unknown
  let pages = 0
  let moves_at = 1
  return (body: unknown, records: readonly unknown[]): boolean => {
    // A few records stand for a page, because a large one is not kept in memory.
    const few = [0, Math.floor(records.length / 2), records.length - 1].map((at) => records[at])
    const page = records.length === 0 ? { body } : { length: records.length, few }
    const is_same = isDeepStrictEqual(page, compared)
    pages += 1
    if (pages >= moves_at) {
      compared = page
      moves_at *= 2
    }
    return is_same
  }
}

/** An answer that was read, with the headers that some vendors put the next page in. */
export type Read<Body> = { body: Body } & Pick<VendorAnswer, 'headers'>

/** The records of all pages. A page that the vendor calls too much is asked for again in a smaller size. */
export async function* all_pages<Body, Item>(
  asked: PagedRequest<Body, Item>,
  exchange: (page: VendorRequest<Body>) => Promise<Read<Body>>,
  title: string,
): AsyncIterable<Item[]> {
  let request = asked
  let page: VendorRequest<Body> = request
  const read = { pages: 0, records: 0 }
  const is_repeated = repetition()
  for (;;) {
    let answer: Read<Body>
    try {
      answer = await exchange(page)
    } catch (error) {
      const less = is_halved(request, error) ? smaller(page, request.page_size) : undefined
      if (!less) throw error
      // Later pages keep the size that the platform accepted.
      request = { ...request, query: { ...request.query, ...less } }
      page = { ...page, query: { ...page.query, ...less } }
      continue
    }
    const { body, headers } = answer
    const records = request.records(body)
    read.pages += 1
    read.records += records.length
    if (is_repeated(body, records))
      throw not_answered(`${title} does not answer properly: it sent a page of a list again.`)
    const so_far = { ...read, headers }
    if (records.length === 0 && (request.left?.(body, so_far) ?? 0) > 0)
      throw not_answered(`${title} does not answer properly: it sent an empty page before the end of a list.`)
    yield records
    const next = request.next(body, so_far)
    if (next === null || next === undefined) {
      const total = request.total?.(body, so_far) ?? 0
      if (read.records >= total) return
      // Other lists can be whole, so this is the end of one stream only.
      throw new VendorRefusal(
        'refused',
        `${title} does not answer properly: it counts ${total} records of a list, and sent ${read.records}.`,
      )
    }
    if (read.pages >= PAGES_MAX) throw new VendorRefusal('refused', `${title} sent more than ${PAGES_MAX} pages.`)
    page = following(request, next)
  }
}
