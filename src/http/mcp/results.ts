// The two ends of a call as MCP says them: a result, good or bad, and the error of a tool that is not there.
import { type CallToolResult, ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server'
import { type Outcome, outcomes } from '#engine/outcomes.ts'

export const unknown_tool = (name: string) =>
  new ProtocolError(
    ProtocolErrorCode.InvalidParams,
    `There is no tool called '${name.slice(0, 100)}' for this organization at this address; tools/list shows those there are.`,
  )

/** A refusal where the protocol has no result to say it with. Only what the caller can mend is called invalid. */
export function as_error({
  error,
  outcome,
  retry_after_s,
}: {
  error: string
  outcome: Outcome
  retry_after_s?: number
}) {
  const { status } = outcomes[outcome]
  const passes = status === 429 || status >= 500
  const code = passes ? ProtocolErrorCode.InternalError : ProtocolErrorCode.InvalidParams
  return new ProtocolError(code, error, { outcome, retry_after_s })
}

export const success = (result: Record<string, unknown>): CallToolResult => ({
  content: [text_of(result)],
  structuredContent: result,
})

export const failure = (said: object): CallToolResult => ({ content: [text_of(said)], isError: true })

const text_of = (value: object) => ({ type: 'text' as const, text: JSON.stringify(value) })
