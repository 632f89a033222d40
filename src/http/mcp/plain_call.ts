// tools/call as nearly every client sends it, from its message to its answer without a web Request and a web Response between:
// both would be made only to be read again, and cost as much as the call of a small tool. The server and the exchange are the
// SDK's own; what is odd in any way goes to its handler whole, which knows every refusal of the protocol.
import type { IncomingHttpHeaders } from 'node:http'
import {
  type AuthInfo,
  isJSONRPCErrorResponse,
  isJSONRPCRequest,
  isJsonContentType,
  type JSONRPCMessage,
  type JSONRPCRequest,
  type JSONRPCResponse,
  type MessageClassification,
  PerRequestHTTPServerTransport,
  PROTOCOL_VERSION_META_KEY,
  type Server,
  SUPPORTED_PROTOCOL_VERSIONS,
} from '@modelcontextprotocol/server'

export const CURRENT_REVISION = '2026-07-28'

const METHOD = 'tools/call'
const current: MessageClassification = { era: 'modern', revision: CURRENT_REVISION }
const earlier: MessageClassification = { era: 'legacy' }

export interface PlainCall {
  message: JSONRPCRequest
  classification: MessageClassification
}

/** The message as a call that needs no more looking at, where it is one. */
export function plain_call_of(headers: IncomingHttpHeaders, message: unknown): PlainCall | undefined {
  if (!isJSONRPCRequest(message) || message.method !== METHOD || !isJsonContentType(headers['content-type']))
    return undefined
  const classification = is_current(headers, message) ? current : is_earlier(headers, message) ? earlier : undefined
  return classification && { message, classification }
}

/** 2026-07-28: what the headers repeat is what the body says. The envelope is looked at by the server itself. */
const is_current = (headers: IncomingHttpHeaders, { params }: JSONRPCRequest) =>
  headers['mcp-protocol-version'] === CURRENT_REVISION &&
  params?._meta?.[PROTOCOL_VERSION_META_KEY] === CURRENT_REVISION &&
  headers['mcp-method'] === METHOD &&
  headers['mcp-name'] === params.name

/** 2025-11-25 and before: takes both kinds of answer, as the protocol wants it, and did not ask to be told of progress. */
function is_earlier({ accept = '', ...headers }: IncomingHttpHeaders, { params }: JSONRPCRequest): boolean {
  const version = headers['mcp-protocol-version']
  return (
    params?._meta?.progressToken === undefined &&
    params?._meta?.[PROTOCOL_VERSION_META_KEY] === undefined &&
    (version === undefined || SUPPORTED_PROTOCOL_VERSIONS.includes(String(version))) &&
    accept.includes('application/json') &&
    accept.includes('text/event-stream')
  )
}

/** Keeps the result, unless something was said before it: of both the SDK makes a stream. */
class OneAnswer extends PerRequestHTTPServerTransport {
  /** Undefined when the call was refused before any of it ran. */
  readonly result = Promise.withResolvers<JSONRPCResponse | undefined>()
  #is_dispatched = false
  #is_stream = false

  override handleMessage(...given: Parameters<PerRequestHTTPServerTransport['handleMessage']>): Promise<Response> {
    const answered = super.handleMessage(...given)
    this.#is_dispatched = true
    return answered
  }

  override async send(message: JSONRPCMessage, options?: { relatedRequestId?: string | number }): Promise<void> {
    // Nothing is closed then: server and exchange are this call's alone and go with it.
    if (!this.#is_stream && 'result' in message) return this.result.resolve(message)
    if (!this.#is_dispatched) return this.result.resolve(undefined)
    this.#is_stream ||= !isJSONRPCErrorResponse(message)
    return super.send(message, options)
  }
}

/** The result as it is, or a stream or an error as a Response; undefined when nobody waits any more or nothing has run. */
export async function answer_call(
  server: Server,
  { message, classification }: PlainCall,
  { authInfo, signal }: { authInfo: AuthInfo; signal: AbortSignal },
): Promise<JSONRPCResponse | Response | undefined> {
  const exchange = new OneAnswer({ classification })
  await server.connect(exchange)
  signal.addEventListener('abort', () => void exchange.close(), { once: true })
  try {
    return await Promise.race([exchange.handleMessage(message, { authInfo }), exchange.result.promise])
  } catch (error) {
    if (signal.aborted) return undefined
    throw error
  }
}
