// Writes answers: one form of body for every failure of every route, and the headers that belong to the answer.
import type { FastifyReply } from 'fastify'
import type { Answer } from '#engine/calls/call.ts'
import { RATE_WINDOW_S } from '#engine/calls/rate_limit.ts'
import { outcomes, type Refusal } from '#engine/outcomes.ts'
import { visible_text } from '#lib/text.ts'

/** Failures of HTTP itself have statuses that no outcome of a tool call has. */
export interface Failure {
  status: number
  outcome: string
  error: string
  retry_after_s?: number
  /** Scopes that a new token needs so that the same call can succeed. */
  wanted_scopes?: readonly string[]
}

export function failure_of({ outcome, message, retry_after_s, wanted_scopes }: Refusal): Failure {
  return { status: outcomes[outcome].status, outcome, error: message, retry_after_s, wanted_scopes }
}

declare module 'fastify' {
  interface FastifyInstance {
    /** The part of WWW-Authenticate that says where to ask for a token. Only transports that take tokens have it. */
    oauth_challenge?: ((scopes?: readonly string[]) => string | undefined) | undefined
  }
}

const milliseconds = (ms: number) => Math.round(ms * 1000) / 1000

export function send_failure(reply: FastifyReply, failure: Failure, duration_ms = milliseconds(reply.elapsedTime)) {
  const { status, outcome, error, retry_after_s, wanted_scopes } = failure
  if (retry_after_s !== undefined) reply.header('retry-after', retry_after_s)
  if (status === 401) reply.header('www-authenticate', challenge(reply))
  if (wanted_scopes) ask_for_scopes(reply, wanted_scopes)
  return reply.code(status).send({ ok: false, error: visible_text(error), outcome, duration_ms })
}

/** RFC 6750, section 3: the header names the error when the request had a credential and the credential is invalid. */
function challenge({ request, server }: FastifyReply): string {
  const error = request.headers.authorization === undefined ? '' : ', error="invalid_token"'
  const place = server.oauth_challenge?.()
  return `Bearer realm="Tablero"${error}${place === undefined ? '' : `, ${place}`}`
}

/** Tells an app which scopes to ask its person for (RFC 6750, section 3.1). */
export function ask_for_scopes(reply: FastifyReply, scopes: readonly string[]): void {
  const place = reply.server.oauth_challenge?.(scopes)
  if (place !== undefined) reply.header('www-authenticate', `Bearer error="insufficient_scope", ${place}`)
}

export function send_answer(reply: FastifyReply, tool: string, answer: Answer) {
  if (answer.rate_limit) {
    // draft-ietf-httpapi-ratelimit-headers: structured fields, one policy named after the tool
    reply.header('ratelimit-policy', `"${tool}";q=${answer.rate_limit.limit};w=${RATE_WINDOW_S}`)
    reply.header('ratelimit', `"${tool}";r=${answer.rate_limit.remaining};t=${answer.rate_limit.reset_s}`)
  }
  if (!answer.ok) return send_failure(reply, answer, answer.duration_ms)
  return reply.code(200).send({ ok: true, result: answer.result, duration_ms: answer.duration_ms })
}
