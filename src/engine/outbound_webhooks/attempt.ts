// One attempt to deliver an event: a signed POST to a checked address, without redirects.
import type { Due } from '#engine/outbound_webhooks/claim.ts'
import { open_secret, signature_headers } from '#engine/outbound_webhooks/signature.ts'
import { AddressRefused, type Outbound } from '#engine/vendors/outbound.ts'
import type { Keyring } from '#engine/vendors/secrets.ts'
import type { Clock } from '#lib/clock.ts'
import { VERSION } from '#lib/version.ts'

/** What is stored of an answer. */
export const RESPONSE_BYTES_MAX = 2_048

export interface AttemptParts extends Keyring {
  outbound: Pick<Outbound, 'fetch'>
  clock: Pick<Clock, 'now'>
}

export interface Attempt {
  due: Due
  attempted_at: Date
  duration_ms: number
  /** Null: there was no answer. */
  status_code: number | null
  /** Why there was none. */
  error: string | null
  response: string | null
  /** The answer did not come in time. */
  has_hung: boolean
}

const body_of = ({ event_id, type, occurred_at, data }: Due): string =>
  JSON.stringify({ id: event_id, type, timestamp: occurred_at, data })

/** Undefined: the signal was aborted before the answer, so nothing is known. */
export async function attempt(
  parts: AttemptParts,
  due: Due,
  { timeout_ms, signal }: { timeout_ms: number; signal: AbortSignal },
): Promise<Attempt | undefined> {
  const attempted_at = parts.clock.now()
  const began = performance.now()
  const ended = (answer: Pick<Attempt, 'status_code' | 'error' | 'response' | 'has_hung'>): Attempt => ({
    due,
    attempted_at,
    duration_ms: Math.round(performance.now() - began),
    ...answer,
  })
  try {
    const body = body_of(due)
    const secrets = [due.secret, due.old_secret].flatMap((sealed) => (sealed ? [open_secret(parts, due, sealed)] : []))
    const { status, text } = await parts.outbound.fetch({
      url: due.url,
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'user-agent': `Tablero/${VERSION}`,
        ...signature_headers({ id: due.event_id, body, at: attempted_at }, secrets),
      },
      body,
      timeout_ms,
      first_bytes: RESPONSE_BYTES_MAX,
      attempt: due.attempts + 1,
      signal,
    })
    // PostgreSQL stores no NUL character.
    return ended({ status_code: status, error: null, response: text.replaceAll('\0', ''), has_hung: false })
  } catch (error) {
    if (signal.aborted) return undefined
    const has_hung = is_timeout(error)
    const sentence = has_hung ? `There was no answer within ${timeout_ms / 1_000} seconds.` : sentence_of(error)
    return ended({ status_code: null, error: sentence, response: null, has_hung })
  }
}

const is_timeout = (error: unknown) =>
  error instanceof Error && (error.name === 'TimeoutError' || /_TIMEOUT$|^ETIMEDOUT$/.test(code_of(error)))

const code_of = (error: unknown): string => String((error as { code?: unknown }).code ?? '')

/** A code of the network is safe to show. The message of an error can have addresses of other machines. */
function sentence_of(error: unknown): string {
  if (error instanceof AddressRefused) return 'The address is not a public one, so nothing was sent.'
  const code = code_of(error)
  return /^[A-Z_]{1,50}$/.test(code) ? `The connection failed (${code}).` : 'The connection failed.'
}
