// Calls a tool. A page names the organization in every call, so two tabs can show two organizations.
import { Failure, type Outcome } from './failure.ts'
import type { ToolsToCome } from './internal_tools.ts'
import { outcome_of_status, send } from './send.ts'
import { sign_in_again } from './session_end.ts'
import type { ToolsOfOrganization, ToolsOfPerson } from './tools.ts'

export type OrgTools = ToolsOfOrganization & ToolsToCome
export type { ToolsOfPerson }

type Tools = OrgTools & ToolsOfPerson
type Name = keyof Tools & string

interface Options {
  /** Undefined for the tools of a person. */
  org?: string | undefined
  signal?: AbortSignal | undefined
  /** False: an ended session is an error. Otherwise the person signs in again, and the call is sent once more. */
  asks_to_sign_in?: boolean
}

export async function call<T extends Name>(
  tool: T,
  input: Tools[T]['input'],
  { org, signal, asks_to_sign_in = true }: Options = {},
): Promise<Tools[T]['result']> {
  const headers: Record<string, string> = org === undefined ? {} : { 'x-svc-org': org }
  const post = () => send(`/api/v1/${tool}`, { method: 'POST', body: input, headers, signal })
  let answer = await post()
  if (answer.status === 401 && asks_to_sign_in && (await sign_in_again())) answer = await post()
  const { status, body, request_id, retry_after_s } = answer
  if (status === 200 && body?.ok === true) return body.result as Tools[T]['result']
  const outcome = (body?.outcome as Outcome | undefined) ?? outcome_of_status(status)
  throw new Failure(String(body?.error ?? ''), { outcome, request_id, retry_after_s })
}
