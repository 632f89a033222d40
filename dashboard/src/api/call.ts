// Calls a tool. A page names the organization in every call, so two tabs can show two organizations.
import { Failure, type Outcome } from './failure.ts'
import { type Answered, outcome_of_status, send } from './send.ts'
import { sign_in_again } from './session_end.ts'
import type { ToolsOfOrganization as OrgTools, ToolsOfPerson } from './tools.ts'
import { wait_after } from './waits.ts'

export type { OrgTools, ToolsOfPerson }

type Tools = OrgTools & ToolsOfPerson
type Name = keyof Tools & string

interface Options {
  /** Undefined for the tools of a person. */
  org?: string | undefined
  signal?: AbortSignal | undefined
  /** False: an ended session is an error. Otherwise the person signs in again, and the call is sent once more. */
  asks_to_sign_in?: boolean
}

/** An answer with what belongs to it: how long the engine took, and the id that finds the call in the logs. */
export interface Reply<Result> {
  result: Result
  duration_ms: number
  request_id: string | undefined
}

export async function call<T extends Name>(
  tool: T,
  input: Tools[T]['input'],
  options: Options = {},
): Promise<Tools[T]['result']> {
  const { result } = await try_tool(tool, input, options)
  return result as Tools[T]['result']
}

/** Calls a tool that only the list of tools names. */
export async function try_tool(tool: string, input: unknown, options: Options = {}): Promise<Reply<unknown>> {
  const { status, body, ...answer } = await ask({ method: 'POST', path: `/api/v1/${tool}`, body: input }, options)
  if (status === 200 && body?.ok === true)
    return { result: body.result, duration_ms: Number(body.duration_ms), request_id: answer.request_id }
  throw failure_of({ status, body, ...answer })
}

/** Reads what is no tool: the list of tools, or the document with their schemas. */
export async function read<Body>(path: string, options: Options = {}): Promise<Body> {
  const answer = await ask({ method: 'GET', path }, options)
  if (answer.status === 200 && answer.body) return answer.body as Body
  throw failure_of(answer)
}

async function ask(
  { path, ...request }: { method: 'GET' | 'POST'; path: string; body?: unknown },
  { org, signal, asks_to_sign_in = true }: Options,
): Promise<Answered> {
  // The server accepts the session of a browser for JSON only, so that no form of another site can send it.
  const headers = { 'content-type': 'application/json', ...(org !== undefined && { 'x-svc-org': org }) }
  const once = () => send(path, { ...request, headers, signal })
  const first = await once()
  const answer = first.status === 401 && asks_to_sign_in && (await sign_in_again()) ? await once() : first
  return { ...answer, retry_after_s: wait_after(JSON.stringify([org, path, request]), answer) }
}

function failure_of({ status, body, request_id, retry_after_s }: Answered): Failure {
  const outcome = (body?.outcome as Outcome | undefined) ?? outcome_of_status(status)
  return new Failure(String(body?.error ?? ''), { outcome, request_id, retry_after_s })
}
