// The request of the next page, and of the same page with fewer records.
import type { NextPage, VendorRequest } from '#engine/connector.ts'

/** A page that is too large with so few records is not asked for again with fewer. */
const PAGE_RECORDS_MIN = 10

/** Half the size of a page that the platform calls too large. Undefined: the page cannot get smaller. */
export function smaller<Body>(
  page: VendorRequest<Body>,
  size: string | undefined,
): VendorRequest<Body>['query'] | undefined {
  const records = size === undefined ? 0 : Math.floor(Number(page.query?.[size] ?? 0) / 2)
  return records < PAGE_RECORDS_MIN ? undefined : { [size!]: records }
}

export function following<Body>(request: VendorRequest<Body>, next: NonNullable<NextPage>): VendorRequest<Body> {
  if (typeof next === 'string') return { ...request, path: next, query: undefined }
  return {
    ...request,
    query: next.query ? { ...request.query, ...next.query } : request.query,
    body: next.body === undefined ? request.body : next.body,
  }
}
