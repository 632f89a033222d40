// The records of calls, a page at a time: the newest first, then older ones on request.
import type { OrgTools } from '../../api/call.ts'
import { use_pages } from '../../api/paged.ts'

type Filter = Omit<OrgTools['list_calls']['input'], 'limit' | 'before'>

const CALLS_OF_PAGE = 100

export function use_calls(filter: Filter) {
  const { pages, asked, older } = use_pages('list_calls', filter, CALLS_OF_PAGE)
  const first = pages?.[0]
  const data = first && { chain: first.chain, calls: pages.flatMap(({ calls }) => calls) }
  return { answer: { data, ...asked }, older }
}
