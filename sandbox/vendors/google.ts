// What all of Google's services share in their answers: bearer tokens, and the error body of google.rpc.Status.
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { TokenState } from '../tokens.ts'
import type { Answer, Vendor } from '../vendor.ts'

const reasons: Record<number, [status: string, reason: string]> = {
  400: ['INVALID_ARGUMENT', 'badRequest'],
  401: ['UNAUTHENTICATED', 'authError'],
  403: ['PERMISSION_DENIED', 'forbidden'],
  404: ['NOT_FOUND', 'notFound'],
  429: ['RESOURCE_EXHAUSTED', 'rateLimitExceeded'],
  500: ['INTERNAL', 'backendError'],
  501: ['UNIMPLEMENTED', 'notImplemented'],
  503: ['UNAVAILABLE', 'backendError'],
}

/** An error in Google's words. Routes throw it and `google_route` sends it. */
export class GoogleError extends Error {
  code: number
  /** Where it is not the usual one of the code. */
  reason: string | undefined
  constructor(code: number, message: string, reason?: string) {
    super(message)
    this.code = code
    this.reason = reason
  }
}

/** Older services (Search Console) add `errors`, newer ones (Analytics) only `status`. Readers must accept both. */
export function google_answer({ code, message, ...error }: GoogleError, style: 'errors' | 'status'): Answer {
  const [status, usual] = reasons[code] ?? ['UNKNOWN', 'unknown']
  const reason = error.reason ?? usual
  const extra = style === 'errors' ? { errors: [{ message, domain: 'global', reason }] } : { status }
  return { status: code, body: { error: { code, message, ...extra } } }
}

type Handler = (request: FastifyRequest) => unknown

/** A route whose thrown GoogleError becomes the vendor's answer. */
export const google_route =
  (style: 'errors' | 'status', handle: Handler) => async (request: FastifyRequest, reply: FastifyReply) => {
    try {
      return await handle(request)
    } catch (error) {
      if (!(error instanceof GoogleError)) throw error
      const { status, body } = google_answer(error, style)
      return reply.code(status).send(body)
    }
  }

/** Credential, authentication error, missing permission, rate limit and server error, as in every Google service. */
export function google_behavior(
  style: 'errors' | 'status',
  no_permission: string,
): Pick<Vendor, 'credential' | 'refuse' | 'deny' | 'throttle' | 'fail'> {
  return {
    deny: () => google_answer(new GoogleError(403, no_permission), style),
    credential: (request) => /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? null,
    refuse: (state: Exclude<TokenState, 'ok'>) => ({
      ...google_answer(
        new GoogleError(
          401,
          state === 'missing'
            ? 'Request is missing required authentication credential. Expected OAuth 2 access token, login cookie or other valid authentication credential.'
            : 'Request had invalid authentication credentials. Expected OAuth 2 access token, login cookie or other valid authentication credential.',
        ),
        style,
      ),
      headers: { 'www-authenticate': 'Bearer realm="https://accounts.google.com/", error="invalid_token"' },
    }),
    // Neither service names a time: Analytics has few concurrent requests, Search Console few queries a second.
    throttle: () =>
      google_answer(
        new GoogleError(429, style === 'status' ? 'Exhausted concurrent requests quota.' : 'Quota exceeded.'),
        style,
      ),
    fail: (status) => google_answer(new GoogleError(status, 'The service is currently unavailable.'), style),
  }
}

/** Google rejects a body with an unknown field. */
export function refuse_unknown_names(body: unknown, known: readonly string[]): void {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw new GoogleError(400, 'Invalid JSON payload received. Expected an object.')
  }
  for (const name of Object.keys(body)) {
    if (known.includes(name)) continue
    throw new GoogleError(400, `Invalid JSON payload received. Unknown name "${name}": Cannot find field.`)
  }
}
