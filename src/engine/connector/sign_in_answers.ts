// Answers of token endpoints (RFC 6749, section 5), as vendors write them.
import { z } from 'zod'
import type { Granted } from '#engine/connector/sign_in.ts'
import type { Secrets } from '#engine/connector.ts'

/** A renewal this long before the end, so that a token does not end during a page. */
const RENEW_BEFORE_S = 60

/** An answer of the token endpoint that is no grant. `code` is RFC 6749's, when the vendor uses it. */
export class NotGranted extends Error {
  override name = 'NotGranted'
  readonly code: string

  constructor(code: string, reason: string) {
    super(reason)
    this.code = code
  }
}

const token_answer = z.object({
  access_token: z.string().min(1),
  refresh_token: z.string().nullish(),
  expires_in: z.coerce.number().nullish(),
  refresh_token_expires_in: z.coerce.number().nullish(),
  scope: z.string().nullish(),
})

const after = (seconds: number, now: Date) => new Date(now.getTime() + seconds * 1000).toISOString()

/** The new secrets of a renewal, with the end of the access if the answer states one. */
export function read_renewal(body: Record<string, unknown>, now: Date): Secrets {
  const { secrets, ends_at } = read_tokens(body, now)
  return { ...secrets, ...(ends_at && { ends_at }) }
}

/** RFC 6749, section 5.1. Scopes that are left out are those that were asked for. Some vendors separate them by commas. */
export function read_tokens(body: Record<string, unknown>, now: Date): Granted {
  const read = token_answer.safeParse(body)
  if (!read.success)
    throw new NotGranted('invalid_answer', `the answer has no valid ${read.error.issues[0]?.path.join('.')}`)
  const { access_token, refresh_token, expires_in, refresh_token_expires_in, scope } = read.data
  const secrets: Secrets = { access_token, ...(refresh_token && { refresh_token }) }
  if (typeof expires_in === 'number') secrets.expires_at = after(expires_in - RENEW_BEFORE_S, now)
  return {
    secrets,
    ...(typeof scope === 'string' && { scopes: scope.split(/[\s,]+/).filter(Boolean) }),
    ...(typeof refresh_token_expires_in === 'number' && { ends_at: after(refresh_token_expires_in, now) }),
  }
}
