// How an attempt to send a message to a channel ended.
import { AddressRefused, type Outbound, type OutboundAnswer, type OutboundRequest } from '#engine/vendors/outbound.ts'
import { retry_after } from '#engine/vendors/retry_after.ts'

export type Delivery =
  | { end: 'sent'; vendor_id?: string }
  /** The channel has not taken it, and may take it later. */
  | { end: 'later'; reason: string; wait_s?: number }
  /** It was not taken, or nobody knows. It is not sent again. */
  | { end: 'failed'; reason: string }
  /** The channel takes no messages any more. */
  | { end: 'gone'; reason: string }

const TIMEOUT_MS = 15_000
const ANSWER_BYTES_MAX = 64 * 1024
/** Errors before a request was sent. After any other error, the message may have arrived. */
const UNSENT = new Set([
  'ENOTFOUND',
  'EAI_AGAIN',
  'ECONNREFUSED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
])

/** Sends JSON once, follows no redirect, and reads the answer with `read`. Errors name no address, because it can be a secret. */
export async function post_json(
  outbound: Pick<Outbound, 'fetch'>,
  { body, headers, ...request }: Omit<OutboundRequest, 'body'> & { body: unknown },
  read: (answer: OutboundAnswer) => Delivery,
): Promise<Delivery> {
  const json = { ...headers, 'content-type': 'application/json' }
  const sent = { ...request, method: 'POST', headers: json, body: JSON.stringify(body), redirects: 0 } as const
  try {
    return read(await outbound.fetch({ ...sent, timeout_ms: TIMEOUT_MS, bytes_max: ANSWER_BYTES_MAX }))
  } catch (error) {
    if (error instanceof AddressRefused) return { end: 'gone', reason: 'address_refused' }
    const { code = '' } = (error as { cause?: { code?: string }; code?: string }) ?? {}
    return UNSENT.has(code) ? { end: 'later', reason: 'unreachable' } : { end: 'failed', reason: 'no_answer' }
  }
}

/** A chat asks for seconds, or for minutes. What is far longer is no wait: an instant, for example, in seconds since 1970. */
const WAIT_S_MAX = 3_600

/** Discord names the wait in its body, with fractions of a second. */
export function wait_of(answer: OutboundAnswer): number | undefined {
  const from_body = /"retry_after":\s*(\d+(?:\.\d+)?)/.exec(answer.text)?.[1]
  const wait_s =
    retry_after({ ...answer, body: undefined }) ?? (from_body === undefined ? undefined : Number(from_body))
  return wait_s === undefined ? undefined : Math.min(wait_s, WAIT_S_MAX)
}
