// Requests to a vendor during a sign-in. They leave through the outbound requests of Tablero, as all others do.

import type { ExchangeRequest } from '#engine/connector/sign_in.ts'
import type { Secrets } from '#engine/connector.ts'
import { clean } from '#engine/vendors/clean.ts'
import { encode_form, form_type, with_query } from '#engine/vendors/forms.ts'
import type { Outbound, OutboundAnswer } from '#engine/vendors/outbound.ts'
import { json_in } from '#lib/lossless_json.ts'

const TIMEOUT_MS = 20_000
const BYTES_MAX = 1024 * 1024
/** Shorter values would also match inside of words. */
const SECRET_CHARS_MIN = 6

export const send = (outbound: Outbound, request: ExchangeRequest): Promise<OutboundAnswer> =>
  outbound.fetch({
    url: with_query(request.url, request.query),
    method: request.method,
    headers: {
      accept: 'application/json',
      ...(request.form && form_type),
      ...(request.json && { 'content-type': 'application/json' }),
      ...request.headers,
    },
    body: request.form ? encode_form(request.form) : request.json && JSON.stringify(request.json),
    timeout_ms: TIMEOUT_MS,
    bytes_max: BYTES_MAX,
  })

/** The object of an answer. An answer that is no JSON object is empty. */
export function object_of(text: string): Record<string, unknown> {
  const body = json_in(text)
  return typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {}
}

/** A vendor's words without any of these secrets. */
export function without_secrets(text: string, ...secrets: Secrets[]): string {
  const values = secrets.flatMap((of) => Object.values(of))
  return clean(
    text,
    new Set(values.filter((value) => value !== undefined && value.length >= SECRET_CHARS_MIN) as string[]),
  )
}
