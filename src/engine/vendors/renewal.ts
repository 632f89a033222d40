// The renewal of a token, and what a refusal of it means: another consent, an app that its operator must set, or a later attempt.
import { z } from 'zod'
import type { Connector, Secrets, TokenRequest, VendorAnswer, Verdict } from '#engine/connector.ts'
import { APP_REFUSED_SAYS, classify, is_app_refused } from '#engine/vendors/answers.ts'
import { encode_form, form_type, with_query } from '#engine/vendors/forms.ts'
import { VendorRefusal } from '#engine/vendors/refusal.ts'
import { backoff_ms } from '#lib/backoff.ts'
import type { Clock } from '#lib/clock.ts'

const TRIES_MAX = 3

export interface Renewal {
  connector: Connector
  stored: Secrets
  request: TokenRequest
  send: (request: {
    url: string
    method: string
    headers: Record<string, string>
    body: string | undefined
    attempt: number
  }) => Promise<VendorAnswer | Error>
  /** The vendor's words without secrets. */
  clean: (reason: string) => string
  clock: Clock
  signal: AbortSignal
  random?: () => number
}

/**
 * The platform's new secrets, merged over the stored ones. A stopping process does not interrupt the request: its answer may hold the only
 * refresh token that is still valid.
 */
export async function renew({ connector, stored, request, send, clean, clock, signal, random }: Renewal) {
  const { url, method, form, query, headers } = request
  for (let attempt = 1; ; attempt++) {
    const answer = await send({
      url: with_query(url, query),
      method,
      headers: { ...headers, ...(form && form_type) },
      body: form && encode_form(form),
      attempt,
    })
    const verdict = classify(connector, answer)
    if (verdict === undefined) {
      // What the answer does not state is not known any more.
      const { expires_at: _, ends_at: __, ...lasting } = stored
      const body = (answer as VendorAnswer).body as Record<string, unknown>
      return { ...lasting, ...connector.auth.refresh!.read(body, clock.now()) }
    }
    if (stored.refresh_token && is_app_refused(answer))
      throw new VendorRefusal('refused', `${connector.title} ${APP_REFUSED_SAYS}`)
    if (has_ended(answer, verdict))
      throw new VendorRefusal('revoked', `${connector.title} refused to renew the token. Connect it again.`)
    if (attempt >= TRIES_MAX) {
      const reason = 'reason' in verdict ? `: ${clean(verdict.reason)}` : '.'
      throw new VendorRefusal('unavailable', `${connector.title} did not renew the token${reason}`)
    }
    await clock.sleep(backoff_ms(attempt, { random }), signal)
  }
}

const said = z.object({
  error: z.unknown().optional(),
  error_description: z.unknown().optional(),
})
/** A platform's words for a fault of its own (RFC 6749, 4.1.2.1). Google's come with 400 (google-auth-library-python, PR 1113, 2022-09). */
const PASSING = ['server_error', 'temporarily_unavailable', 'internal_failure', 'rate_limit_exceeded']
/** Refusals of a grant (RFC 6749, 5.2). Another status comes from a firewall, or from a shop that is closed for a while. */
const OF_GRANT = [400, 401]

/** Only the platform's own words end an access, because a person must then sign in again. */
function has_ended(answer: VendorAnswer | Error, { kind }: Verdict): boolean {
  if (answer instanceof Error) return false
  const body = said.safeParse(answer.body).data
  if (!body || [body.error, body.error_description].some((word) => PASSING.includes(String(word)))) return false
  return kind === 'revoked' || kind === 'expired' || (kind === 'refused' && OF_GRANT.includes(answer.status))
}
