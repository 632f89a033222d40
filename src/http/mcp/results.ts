// The two ways in which a call ends in MCP: a result, of success or failure, and a protocol error.
import { type CallToolResult, ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server'
import { database_refusal } from '#engine/calls/database_refusals.ts'
import type { Engine } from '#engine/engine.ts'
import { fault_sentence, type Outcome, outcomes, Refusal } from '#engine/outcomes.ts'
import type { ShownResult } from '#engine/texts.ts'
import type { Session } from '#http/mcp/session.ts'
import type { View } from '#http/mcp/view.ts'
import { untrusted_meta } from '#http/untrusted.ts'
import { visible_text } from '#lib/text.ts'

export const unknown_tool = (name: string, { is_search }: View) =>
  new ProtocolError(
    ProtocolErrorCode.InvalidParams,
    `There is no tool called '${visible_text(name.slice(0, 100))}' for this organization at this address; ${is_search ? 'search_tools finds' : 'tools/list shows'} those there are.`,
  )

interface Failed {
  error: string
  outcome: Outcome
  retry_after_s?: number
}

/** A refusal as a protocol error, for requests without a tool result. Only errors that the caller can fix get `InvalidParams`. */
export function as_error({ error, outcome, retry_after_s }: Failed) {
  const { status } = outcomes[outcome]
  const passes = status === 429 || status >= 500
  const code = passes ? ProtocolErrorCode.InternalError : ProtocolErrorCode.InvalidParams
  return new ProtocolError(code, error, { outcome, retry_after_s })
}

/** What a request without a tool result ends with. A fault is logged whole, and the caller gets the id of the request. */
export function protocol_error_of(
  thrown: unknown,
  { log }: Pick<Engine, 'log'>,
  { request_id }: Pick<Session, 'request_id'>,
) {
  if (thrown instanceof ProtocolError) return thrown
  const refusal = thrown instanceof Refusal ? thrown : database_refusal(thrown)
  if (refusal) return as_error({ ...refusal, error: refusal.message })
  log.error({ err: thrown, request_id }, 'an MCP request failed')
  return as_error({ error: fault_sentence(request_id), outcome: 'fault' })
}

export const success = ({ result, outside }: ShownResult): CallToolResult => ({
  content: [text_of(result)],
  structuredContent: result,
  ...untrusted_meta(outside),
})

/** A result that quotes nobody. */
export const own_success = (result: ShownResult['result']) => success({ result, outside: [], has_public_text: false })

/** Advice for an agent in addition to the error sentence, by outcome. */
const hints: Partial<Record<Outcome, string>> = {
  error: 'Fix the arguments as the sentence says and call again.',
  cost_cap: 'Calling again does not help until credits renew; tell the person.',
  denied_scope: 'Calling again does not help; a key with this scope is needed. Tell the person.',
  rate_limited: 'Wait, then call again; or ask for more in one call.',
  fault: 'This is not about the arguments. Try once more later; if it stays, report the request id.',
  overloaded: 'Wait a few seconds, then call again.',
}

/** Sentences of these outcomes can repeat what a caller, a row or a platform said. */
const quoting = new Set<Outcome>(['error', 'conflict'])

/** Clients show the model only the text of a failure, so the text contains every field. */
export const failed = ({ error, outcome, retry_after_s }: Failed): CallToolResult => ({
  content: [text_of({ ok: false, error, outcome, hint: hints[outcome], retry_after_s })],
  isError: true,
  ...untrusted_meta(quoting.has(outcome) ? ['error'] : []),
})

const text_of = (value: object) => ({ type: 'text' as const, text: JSON.stringify(value) })
