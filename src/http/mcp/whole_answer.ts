// Calls of clients of 2025-11-25. The protocol lets a server answer with one JSON message or with a stream of events; only a call
// whose progress is asked for has more than one message to say, and a stream costs as much as the call of a small tool. Everything
// else about these clients, and whatever is odd about a call, is the SDK's.
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

/** The answer of a call; undefined when the server may have more to say, or when nobody waits for it any more. */
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
