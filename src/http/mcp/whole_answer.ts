// Answers that are one message. The protocol lets a server answer a request with one JSON message or with a stream of events, and
// the SDK makes a web Response of either; where there is one message, it is taken before that, because the Response would only be
// read again and costs as much as the call of a small tool. Whatever has more to say, or is odd, is answered as the SDK does it.
import type { IncomingHttpHeaders } from 'node:http'
import {
  type AuthInfo,
  isJSONRPCErrorResponse,
  isJSONRPCRequest,
  isJSONRPCResultResponse,
  type JSONRPCMessage,
  type JSONRPCRequest,
  type JSONRPCResponse,
  PROTOCOL_VERSION_META_KEY,
  type Server,
  SUPPORTED_PROTOCOL_VERSIONS,
  type Transport,
} from '@modelcontextprotocol/server'

/**
 * Hands the result of the one request that the server is about to get to `take`, unless something was said before it. A refusal
 * by the protocol has a status, which only the SDK knows.
 */
export function take_result(server: Server, take: (result: JSONRPCResponse) => void): void {
  const connect = server.connect.bind(server)
  server.connect = (transport) => {
    const send = transport.send.bind(transport)
    let is_stream = false
    transport.send = async (message, options) => {
      if (!is_stream && isJSONRPCResultResponse(message)) {
        take(message)
        return queueMicrotask(() => void transport.close()) // as the SDK does, when the handler's own work is over
      }
      is_stream ||= !isJSONRPCErrorResponse(message)
      return send(message, options)
    }
    return connect(transport)
  }
}

/** Takes one message in and one answer out. */
class OneAnswer implements Transport {
  onmessage?: Transport['onmessage']
  onclose?: () => void
  readonly answer = Promise.withResolvers<JSONRPCResponse>()

  async start(): Promise<void> {}
  async send(message: JSONRPCMessage): Promise<void> {
    if (isJSONRPCResultResponse(message) || isJSONRPCErrorResponse(message)) this.answer.resolve(message)
  }
  async close(): Promise<void> {
    this.onclose?.()
  }
}

/** Whether the message is a call by a client of 2025-11-25, as the protocol wants it, that one message answers. */
export function is_plain_call(
  { accept, ...headers }: IncomingHttpHeaders,
  message: unknown,
): message is JSONRPCRequest {
  if (!isJSONRPCRequest(message) || message.method !== 'tools/call') return false
  const meta = message.params?._meta
  if (meta?.progressToken !== undefined || meta?.[PROTOCOL_VERSION_META_KEY] !== undefined) return false
  const version = headers['mcp-protocol-version']
  return (
    (version === undefined || SUPPORTED_PROTOCOL_VERSIONS.includes(String(version))) &&
    accept !== undefined &&
    accept.includes('application/json') &&
    accept.includes('text/event-stream')
  )
}

/** The answer to such a call; undefined when the server may have more to say, or when nobody waits for it any more. */
export async function answer_call(
  server: Server,
  call: JSONRPCRequest,
  { authInfo, signal }: { authInfo: AuthInfo; signal: AbortSignal },
): Promise<JSONRPCResponse | undefined> {
  if (server.getCapabilities().logging) return undefined
  const transport = new OneAnswer()
  await server.connect(transport)
  transport.onmessage?.(call, { authInfo })
  const gone = new Promise<undefined>((resolve) => {
    const leave = () => {
      void server.close()
      resolve(undefined)
    }
    signal.addEventListener('abort', leave, { once: true })
  })
  return Promise.race([transport.answer.promise, gone])
}
