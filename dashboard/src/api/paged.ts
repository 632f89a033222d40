// A long list, a page at a time: the newest rows first, then older ones on request.
import { type InfiniteData, keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { call, type OrgTools } from './call.ts'
import { use_org_id } from './queries.ts'

/** Tools whose answers name the next page. */
type Paged = 'browse_action_history' | 'list_calls' | 'list_own_notifications' | 'list_webhook_attempts'
type Answer<T extends Paged> = OrgTools[T]['result']
type Filter<T extends Paged> = Omit<OrgTools[T]['input'], 'limit' | 'before'>

interface Asking<T extends Paged> {
  /** Milliseconds after which the pages that are shown are asked for again. */
  again_after?: (pages: readonly Answer<T>[]) => number | false
}

export function use_pages<T extends Paged>(tool: T, filter: Filter<T>, limit: number, { again_after }: Asking<T> = {}) {
  const org = use_org_id()
  const ask = (before: string | undefined, signal: AbortSignal) =>
    call(tool as Paged, { limit, ...filter, ...(before && { before }) } as never, { org, signal }) as Promise<Answer<T>>
  const query = useInfiniteQuery<Answer<T>, Error, InfiniteData<Answer<T>>, unknown[], string | undefined>({
    queryKey: [org, tool, filter],
    queryFn: ({ pageParam, signal }) => ask(pageParam, signal),
    initialPageParam: undefined,
    getNextPageParam: ({ next_before }) => next_before ?? undefined,
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) => (data && again_after?.(data.pages)) ?? false,
  })
  const { data, error, failureReason, isFetching, refetch, hasNextPage, fetchNextPage } = query
  return {
    pages: data?.pages,
    asked: { error, failureReason, isFetching, refetch },
    older: hasNextPage ? () => void fetchNextPage() : undefined,
  }
}
