// Answers of tools in components: kept, shared and asked again by TanStack Query. The address of the page says which organization.
import {
  QueryClient,
  queryOptions,
  type UseQueryResult,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { createContext, useContext } from 'react'
import { call, type OrgTools, type ToolsOfPerson } from './call.ts'
import { Failure, is_passing } from './failure.ts'

/** An answer is new for this time, so that a page that opens again draws immediately. */
const FRESH_MS = 30_000
const TRIES_MAX = 3
const WAIT_MS = 2_000

export const query_client = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: FRESH_MS,
      // A page says that it is offline. TanStack Query would wait without a word.
      networkMode: 'always',
      retry: (count, error) => is_passing(error) && error.outcome !== 'offline' && count < TRIES_MAX,
      retryDelay: (_count, error) =>
        error instanceof Failure && error.retry_after_s ? error.retry_after_s * 1000 : WAIT_MS,
    },
    mutations: { networkMode: 'always' },
  },
})

/** The organization of the address. */
export const OrgId = createContext<string | undefined>(undefined)

export function use_org_id(): string {
  const org = useContext(OrgId)
  if (org === undefined) throw new Error('This component belongs into a page of an organization.')
  return org
}

type OrgTool = keyof OrgTools & string
type PersonTool = keyof ToolsOfPerson & string

interface Asking<Result> {
  enabled?: boolean
  /** The answer to the last input stays until that to a new one is here, as when the period changes. */
  keeps?: boolean
  /** Milliseconds after which the tool is asked again, by its last answer. */
  refetchInterval?: (answer: Result) => number | false
}

/** The answer of a reading tool of the organization. */
export function use_answer<T extends OrgTool>(
  tool: T,
  input: OrgTools[T]['input'],
  { enabled = true, keeps = false, refetchInterval }: Asking<OrgTools[T]['result']> = {},
): UseQueryResult<OrgTools[T]['result'], Error> {
  const org = use_org_id()
  return useQuery<OrgTools[T]['result'], Error>({
    queryKey: [org, tool, input],
    queryFn: ({ signal }) =>
      call(tool as keyof OrgTools, input as never, { org, signal }) as Promise<OrgTools[T]['result']>,
    enabled,
    // Never that of another organization or tool.
    ...(keeps && {
      placeholderData: (before, query) =>
        query?.queryKey[0] === org && query.queryKey[1] === tool ? before : undefined,
    }),
    refetchInterval: ({ state: { data } }) => (data && refetchInterval?.(data)) ?? false,
  })
}

/** Calls a writing tool of the organization. Then the named tools are asked again. */
export function use_change<T extends OrgTool>(tool: T, asked_again: readonly OrgTool[] = []) {
  const org = use_org_id()
  const client = useQueryClient()
  return useMutation<OrgTools[T]['result'], Error, OrgTools[T]['input']>({
    mutationFn: (input) => call(tool as keyof OrgTools, input as never, { org }) as Promise<OrgTools[T]['result']>,
    onSuccess: () => Promise.all(asked_again.map((name) => client.invalidateQueries({ queryKey: [org, name] }))),
  })
}

const ME = ['get_me']

const me = queryOptions<ToolsOfPerson['get_me']['result'], Error>({
  queryKey: ME,
  queryFn: ({ signal }) => call('get_me', {}, { signal, asks_to_sign_in: false }),
})

/** Who is signed in. An ended session is an error here: the page then leads to the form. */
export const use_me = () => useQuery(me)

/** Pages of an organization need it first, so it is asked for before anything is drawn. */
export const ask_early = () => void query_client.prefetchQuery({ ...me, retry: false })

export function use_personal_change<T extends PersonTool>(tool: T) {
  const client = useQueryClient()
  return useMutation<ToolsOfPerson[T]['result'], Error, ToolsOfPerson[T]['input']>({
    mutationFn: (input) => call(tool as PersonTool, input as never) as Promise<ToolsOfPerson[T]['result']>,
    onSuccess: () => client.invalidateQueries({ queryKey: ME }),
  })
}

export const forget_me = () => query_client.invalidateQueries({ queryKey: ME })

/** After a change of the person's language, in which the sentences of answers come. */
export const ask_all_again = () => query_client.invalidateQueries()

/** After another person has signed in, or nobody is. */
export const forget_everything = () => query_client.clear()
