// The fast path of tools/call: one valid message with one message as answer, which nearly every client sends. An SDK server with
// its web Request and Response costs as much time as a small tool, so a plain call skips the SDK server. The SDK's own schemas
// decide whether a call is plain. The SDK's handler answers every other message.
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
import { missing_scopes } from '#engine/calls/admission.ts'
import type { Engine } from '#engine/engine.ts'
import { is_deferred, is_followed, type NamedTool } from '#engine/tool.ts'
import { CURRENT_REVISION, SERVER_INFO } from '#http/mcp/identity.ts'
import type { Session } from '#http/mcp/session.ts'

type Params = CallToolRequest['params']

export interface PlainCall {
  id: RequestId
  params: Params
  /** True for a call of 2026-07-28, false for a call of 2025-11-25 or earlier. */
  is_current: boolean
}

const METHOD = 'tools/call'
const CALL_TOOL = 'call_tool'

/**
 * The message as a plain call, or undefined. A tool whose work continues after the answer sends more messages, so its call is plain only
 * when the caller lacks its scopes: then nothing begins.
 */
export function plain_call_of(
  engine: Engine,
  headers: IncomingHttpHeaders,
  message: unknown,
  session: Session,
): PlainCall | undefined {
  if (!isJSONRPCRequest(message) || message.method !== METHOD || !isJsonContentType(headers['content-type']))
    return undefined
  const { id, params } = message
  if (!isSpecType.CallToolRequestParams(params)) return undefined
  const tool = called_tool(engine, session, params)
  if (!tool) return undefined
  const is_refused = missing_scopes(tool, session.caller).length > 0
  const has_more = params._meta?.progressToken !== undefined || tool.name !== params.name
  if (!is_refused && (has_more || is_followed(tool) || is_deferred(tool))) return undefined
  if (is_current(headers, params)) return { id, params, is_current: true }
  return is_earlier(headers, params) ? { id, params, is_current: false } : undefined
}

/** In search mode, the tool that `call_tool` names. */
function called_tool(
  { catalog }: Engine,
  { view }: Session,
  { name, arguments: given }: Params,
): NamedTool | undefined {
  return catalog.get(view.is_search && name === CALL_TOOL ? String(given?.name) : name)
}

/** True when the headers match the body, and the client's information and capabilities are complete. */
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

/** True when the client accepts both JSON and event streams, which the protocol requires. */
function is_earlier({ accept = '', ...headers }: IncomingHttpHeaders, { _meta }: Params): boolean {
  const version = headers['mcp-protocol-version']
  return (
    _meta?.[PROTOCOL_VERSION_META_KEY] === undefined &&
    (version === undefined || SUPPORTED_PROTOCOL_VERSIONS.includes(String(version))) &&
    accept.includes('application/json') &&
    accept.includes('text/event-stream')
  )
}

/** The answer in the exact form of the SDK. */
export async function answer_plain(
  { id, params, is_current }: PlainCall,
  run: (params: Params) => Promise<CallToolResult>,
): Promise<JSONRPCResponse> {
  try {
    const result = await run(params)
    return { result: is_current ? as_current(result) : result, jsonrpc: '2.0', id }
  } catch (error) {
    if (!(error instanceof ProtocolError)) throw error
    const { code, message, data } = error
    return { jsonrpc: '2.0', id, error: { code, message, ...(data !== undefined && { data }) } }
  }
}

const as_current = ({ _meta, ...result }: CallToolResult): CallToolResult => ({
  ...result,
  resultType: 'complete',
  _meta: { ..._meta, [SERVER_INFO_META_KEY]: SERVER_INFO },
})
