// Requests for a tool over HTTP, as a client of REST or of a revision of MCP sends them.
import {
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  PROTOCOL_VERSION_META_KEY,
} from '@modelcontextprotocol/server'
import type { Pool } from 'undici'

const CURRENT_REVISION = '2026-07-28'
/** The current revision first. */
export const revisions = [CURRENT_REVISION, '2025-11-25'] as const

export type Protocol = 'REST' | (typeof revisions)[number]

export interface Request {
  path: string
  headers: Record<string, string>
  body: string
}

interface ToolCall {
  protocol: Protocol
  tool: string
  input: object
  key: string
  /** A client of MCP asks to be informed of the progress. */
  with_progress?: boolean
}

/** The fields with which a client of 2026-07-28 describes itself in every message. */
const META = {
  [PROTOCOL_VERSION_META_KEY]: CURRENT_REVISION,
  [CLIENT_INFO_META_KEY]: { name: 'bench', version: '1.0.0' },
  [CLIENT_CAPABILITIES_META_KEY]: {},
}

export function request_of({ protocol, tool, input, key, with_progress }: ToolCall): Request {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${key}` }
  if (protocol === 'REST') return { path: `/api/v1/${tool}`, headers, body: JSON.stringify(input) }
  const is_current = protocol === CURRENT_REVISION
  const meta = { ...(is_current && META), ...(with_progress && { progressToken: 1 }) }
  const params = { name: tool, arguments: input, ...((is_current || with_progress) && { _meta: meta }) }
  return {
    path: '/mcp',
    headers: {
      ...headers,
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': protocol,
      ...(is_current && { 'mcp-method': 'tools/call', 'mcp-name': tool }),
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }),
  }
}

/** Throws when the call failed. */
export async function send(client: Pool, request: Request): Promise<void> {
  const { statusCode, body } = await client.request({ method: 'POST', ...request })
  const text = await body.text()
  if (statusCode !== 200 || text.includes('"ok":false') || text.includes('"isError":true'))
    throw new Error(`${request.path} answered ${statusCode}: ${text.slice(0, 300)}`)
}
