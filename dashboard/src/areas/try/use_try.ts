// Sends the call of the form, and sends it again while the answer says that its work still runs: the engine joins the same work.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { type Reply, try_tool } from '../../api/call.ts'
import { Failure } from '../../api/failure.ts'
import { use_org_id } from '../../api/queries.ts'
import type { ToolToTry } from '../../api/tool_list.ts'
import { sentences_of_fields } from '../../components/tool_form_values.ts'

const ASK_AGAIN_MS = 2_000

export interface Tried {
  send: (input: object) => void
  is_running: boolean
  reply: Reply<unknown> | undefined
  /** Sentences of the engine, by the field that each names. */
  errors: Record<string, string>
  error: Error | null
  /** The part of the sentence that names no field. Empty when every part does. */
  rest: string
  /** The same call once more. */
  again: () => void
}

/** An answer to a call whose work outlives it. */
const is_open_run = (result: unknown): boolean =>
  (result as { state?: unknown } | null)?.state === 'running' && 'run_id' in (result as object)

export function use_try({ name, effect, input: { properties = {} } }: ToolToTry): Tried {
  const org = use_org_id()
  const client = useQueryClient()
  const { mutate, data, error, isPending, variables } = useMutation<Reply<unknown>, Error, object>({
    mutationFn: (input) => try_tool(name, input, { org }),
    onSuccess: () => (effect === 'read' ? undefined : client.invalidateQueries({ queryKey: [org] })),
  })
  const is_open = !isPending && is_open_run(data?.result)
  useEffect(() => {
    if (!is_open || variables === undefined) return
    const timer = setTimeout(() => mutate(variables), ASK_AGAIN_MS)
    return () => clearTimeout(timer)
  }, [is_open, variables, mutate])
  const is_of_input = error instanceof Failure && error.outcome === 'error'
  const { by_field, rest } = is_of_input
    ? sentences_of_fields(error.message, Object.keys(properties))
    : { by_field: {}, rest: error?.message ?? '' }
  return {
    send: mutate,
    is_running: isPending,
    reply: data,
    errors: by_field,
    error,
    rest,
    again: () => variables && mutate(variables),
  }
}
