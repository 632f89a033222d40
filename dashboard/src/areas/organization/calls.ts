// The records of calls, a page at a time: the newest first, then older ones on request.
import type { OrgTools } from '../../api/call.ts'
import { use_pages } from '../../api/paged.ts'

export type CallRecord = OrgTools['list_calls']['result']['calls'][number]
type Filter = Omit<OrgTools['list_calls']['input'], 'limit' | 'before'>

const CALLS_OF_PAGE = 100

/** The address of a page may name an outcome that does not exist. The tool refuses it. */
export function use_calls(given: Partial<Record<keyof Filter, string | undefined>>) {
  const filter = given as Filter
  const { pages, asked, older } = use_pages('list_calls', filter, CALLS_OF_PAGE)
  const data = pages && { calls: pages.flatMap(({ calls }) => calls) }
  return { answer: { data, ...asked }, older }
}
