// tools/call as nearly every client sends it: one valid message, answered with one. A server of the SDK for each of them, with the
// web Request before it and the Response behind it, costs as much as the call of a small tool, so such a message goes to the tool
// directly. The SDK's own schemas say whether it is one; whatever is odd, or has more to say, goes through the SDK's handler.
import type { IncomingHttpHeaders } from 'node:http'
import {
  type CallToolRequest,
  type CallToolResult,
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  isJSONRPCRequest,
  isJsonContentType,
  isSpecType,
  type JSONRPCResponse,
  LOG_LEVEL_META_KEY,
  PROTOCOL_VERSION_META_KEY,
  ProtocolError,
  type RequestId,
  SERVER_INFO_META_KEY,
  SUPPORTED_PROTOCOL_VERSIONS,
} from '@modelcontextprotocol/server'
import type { Engine } from '#engine/engine.ts'
import { is_deferred, is_followed } from '#engine/tool.ts'
import { CURRENT_REVISION, SERVER_INFO } from '#http/mcp/identity.ts'

type Params = CallToolRequest['params']

export interface PlainCall {
  id: RequestId
  params: Params
  /** Of 2026-07-28; else of 2025-11-25 or before. */
  is_current: boolean
}

const METHOD = 'tools/call'

/** The message as such a call, where it is one. Work that goes on after the answer has more to say. */
export function plain_call_of(engine: Engine, headers: IncomingHttpHeaders, message: unknown): PlainCall | undefined {
  if (!isJSONRPCRequest(message) || message.method !== METHOD || !isJsonContentType(headers['content-type']))
    return undefined
  const { id, params } = message
  if (!isSpecType.CallToolRequestParams(params) || params._meta?.progressToken !== undefined) return undefined
  const tool = engine.catalog.get(params.name)
  if (!tool || is_followed(tool) || is_deferred(tool)) return undefined
  if (is_current(headers, params)) return { id, params, is_current: true }
  return is_earlier(headers, params) ? { id, params, is_current: false } : undefined
}

/** What the headers repeat is what the body says, and what a client says of itself is whole. */
function is_current(headers: IncomingHttpHeaders, { name, _meta: said = {} }: Params): boolean {
  return (
    headers['mcp-protocol-version'] === CURRENT_REVISION &&
    said[PROTOCOL_VERSION_META_KEY] === CURRENT_REVISION &&
    headers['mcp-method'] === METHOD &&
    headers['mcp-name'] === name &&
    isSpecType.ClientCapabilities(said[CLIENT_CAPABILITIES_META_KEY]) &&
    (said[CLIENT_INFO_META_KEY] === undefined || isSpecType.Implementation(said[CLIENT_INFO_META_KEY])) &&
    said[LOG_LEVEL_META_KEY] === undefined
  )
}

/** Takes both kinds of answer, as the protocol wants it. */
function is_earlier({ accept = '', ...headers }: IncomingHttpHeaders, { _meta }: Params): boolean {
  const version = headers['mcp-protocol-version']
  return (
    _meta?.[PROTOCOL_VERSION_META_KEY] === undefined &&
    (version === undefined || SUPPORTED_PROTOCOL_VERSIONS.includes(String(version))) &&
    accept.includes('application/json') &&
    accept.includes('text/event-stream')
  )
}

/** The answer as the SDK would write it. */
export async function answer_plain(
  { id, params, is_current }: PlainCall,
  run: (params: Params) => Promise<CallToolResult>,
): Promise<JSONRPCResponse> {
  try {
    const result = await run(params)
    return { result: is_current ? { ...result, ...OF_EVERY_RESULT } : result, jsonrpc: '2.0', id }
  } catch (error) {
    if (!(error instanceof ProtocolError)) throw error
    const { code, message, data } = error
    return { jsonrpc: '2.0', id, error: { code, message, ...(data === undefined ? {} : { data }) } }
  }
}

const OF_EVERY_RESULT = { resultType: 'complete', _meta: { [SERVER_INFO_META_KEY]: SERVER_INFO } }
