// Reads the headers that identify the caller. The engine decides whether they are valid.
import type { FastifyRequest } from 'fastify'
import { redact } from '#lib/redact.ts'
import { accepted_language } from '#messages/accepted_language.ts'
import type { Language } from '#messages/message.ts'

export interface CallerHeaders {
  credential: string | undefined
  /** Empty: the header is there and names none. */
  org_id: string | undefined
  idempotency_key: string | undefined
  /** Tablero's id of the request, which the answer carries. */
  request_id: string
  /** The caller's own id of the request, kept beside ours. */
  caller_request_id: string | undefined
  /** Of the connection, or of the client that a trusted proxy names. */
  address: string
}

const REQUEST_ID = /^[\w.:/+=-]{1,100}$/

/** The caller's id if it is harmless in a log and a record. A key that was sent by mistake is not. */
export const clean_request_id = (given: unknown): string | undefined =>
  typeof given === 'string' && REQUEST_ID.test(given) && redact(given) === given ? given : undefined

export function caller_headers({ id, headers, ip }: Pick<FastifyRequest, 'id' | 'headers' | 'ip'>): CallerHeaders {
  return {
    credential: /^Bearer +(\S+) *$/i.exec(headers.authorization ?? '')?.[1],
    org_id: headers['x-svc-org']?.toString().trim().toLowerCase(),
    idempotency_key: headers['idempotency-key']?.toString(),
    request_id: id,
    caller_request_id: clean_request_id(headers['x-request-id']),
    address: ip,
  }
}

interface Browsers {
  session_token?: (cookies: string) => string | undefined
  base_url: string
}

/**
 * The session of a browser. A browser sends cookies with every request to our address, also when a page of somebody else caused it. The cookie
 * counts only when one of our own pages did, and never beside an Authorization header.
 */
export function session_of(
  { session_token, base_url }: Browsers,
  { headers }: Pick<FastifyRequest, 'headers'>,
): { session: string; language: Language | undefined } | undefined {
  const { authorization, cookie } = headers
  if (authorization !== undefined || cookie === undefined || !session_token) return undefined
  if (!is_of_our_page(base_url, headers)) return undefined
  const session = session_token(cookie)
  return session === undefined ? undefined : { session, language: accepted_language(headers['accept-language']) }
}

/**
 * The session of a browser that opens a stream of events. A page of somebody else could open one too, with the cookie. The headers that
 * name the page that asks must say that it is ours, and a browser cannot be without both.
 */
export function session_of_page(
  { session_token, base_url }: Browsers,
  { headers }: Pick<FastifyRequest, 'headers'>,
): { session: string } | undefined {
  const { authorization, cookie } = headers
  if (authorization !== undefined || cookie === undefined || !session_token) return undefined
  if (!names_our_page(base_url, headers)) return undefined
  const session = session_token(cookie)
  return session === undefined ? undefined : { session }
}

/** True when the browser says that one of our own pages asks. No browser is without both headers. */
export function names_our_page(base_url: string, headers: FastifyRequest['headers']): boolean {
  const { origin, 'sec-fetch-site': site } = headers
  const is_ours = site === undefined ? origin !== undefined : site === 'same-origin'
  return is_ours && (origin === undefined || origin === new URL(base_url).origin)
}

/** True for a request with JSON that one of our own pages sent. A page of somebody else can send no JSON without asking first. */
export function is_of_our_page(base_url: string, headers: FastifyRequest['headers']): boolean {
  const { origin, 'sec-fetch-site': site } = headers
  const is_ours = origin === undefined ? site === 'same-origin' : origin === new URL(base_url).origin
  return is_ours && is_json(headers['content-type'])
}

const is_json = (type: string | undefined): boolean => /^application\/json\s*(?:;|$)/i.test(type ?? '')
