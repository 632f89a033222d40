// The only file of the pages that sends requests. They go to this server only, with the session's cookie.
import { Failure, type Outcome } from './failure.ts'

export interface Answered {
  status: number
  body: Record<string, unknown> | undefined
  request_id: string | undefined
  retry_after_s: number | undefined
}

interface Request {
  method: 'GET' | 'POST'
  body?: unknown
  headers?: Record<string, string>
  signal?: AbortSignal | undefined
}

/** Throws only when no answer came. An answer with an error is an answer. */
export async function send(path: string, { method, body, headers, signal }: Request): Promise<Answered> {
  const answer = await fetch(path, {
    method,
    headers: {
      accept: 'application/json',
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    ...(signal && { signal }),
  }).catch((error: unknown) => {
    if (signal?.aborted) throw error
    throw new Failure('', { outcome: 'offline' })
  })
  const wait = Number(answer.headers.get('retry-after') ?? Number.NaN)
  return {
    status: answer.status,
    body: (await answer.json().catch(() => undefined)) as Answered['body'],
    request_id: answer.headers.get('x-request-id') ?? undefined,
    retry_after_s: Number.isFinite(wait) ? wait : undefined,
  }
}

const outcomes: Record<number, Outcome> = {
  401: 'unauthorized',
  403: 'denied_scope',
  404: 'not_found',
  409: 'conflict',
  413: 'too_large',
  429: 'rate_limited',
  503: 'overloaded',
}

/** What an answer means when its body does not name an outcome. */
export const outcome_of_status = (status: number): Outcome => outcomes[status] ?? (status < 500 ? 'error' : 'fault')
