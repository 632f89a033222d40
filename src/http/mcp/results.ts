// The two ends of a call as MCP says them: a result, good or bad, and the error of a tool that is not there.
import { type CallToolResult, ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server'

export const not_here = (name: string) =>
  new ProtocolError(
    ProtocolErrorCode.InvalidParams,
    `There is no tool called '${name.slice(0, 100)}' for this organization at this address; tools/list shows those there are.`,
  )

export const success = (result: Record<string, unknown>): CallToolResult => ({
  content: [text_of(result)],
  structuredContent: result,
})

export const failure = (said: object): CallToolResult => ({ content: [text_of(said)], isError: true })

const text_of = (value: object) => ({ type: 'text' as const, text: JSON.stringify(value) })
