// The records of calls, a page at a time: the newest first, then older ones on request.
import { type InfiniteData, keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { call, type OrgTools } from '../../api/call.ts'
import { use_org_id } from '../../api/queries.ts'

type Answer = OrgTools['list_calls']['result']
type Filter = Omit<OrgTools['list_calls']['input'], 'limit' | 'before'>

const CALLS_OF_PAGE = 100

export function use_calls(filter: Filter) {
  const org = use_org_id()
  const pages = useInfiniteQuery<Answer, Error, InfiniteData<Answer>, unknown[], string | undefined>({
    queryKey: [org, 'list_calls', filter],
    queryFn: ({ pageParam, signal }) =>
      call('list_calls', { limit: CALLS_OF_PAGE, ...filter, ...(pageParam && { before: pageParam }) }, { org, signal }),
    initialPageParam: undefined,
    getNextPageParam: ({ next_before }) => next_before ?? undefined,
    placeholderData: keepPreviousData,
  })
  const { data: answers, error, failureReason, isFetching, refetch, hasNextPage, fetchNextPage } = pages
  const first = answers?.pages[0]
  const data = first && { chain: first.chain, calls: answers.pages.flatMap(({ calls }) => calls) }
  return {
    answer: { data, error, failureReason, isFetching, refetch },
    older: hasNextPage ? () => void fetchNextPage() : undefined,
  }
}
