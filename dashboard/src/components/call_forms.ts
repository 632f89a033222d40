// A call of a tool as somebody else sends it: by curl, or by an agent over MCP.
import type { Form } from './copy_as.tsx'

interface CallToCopy {
  tool: string
  input: object
  /** The organization of the page, when it is a client: a key of the agency must name it. */
  client_org_id?: string | undefined
  /** Default: the name of an environment variable. */
  key?: string
}

/** In the shell, a text in single quotes ends before a single quote of its own. */
const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`

export function curl_of({ tool, input, client_org_id, key }: CallToCopy): string {
  const bearer = key === undefined ? '"Authorization: Bearer $TABLERO_KEY"' : quoted(`Authorization: Bearer ${key}`)
  return [
    `curl -s ${location.origin}/api/v1/${tool}`,
    `  -H ${bearer}`,
    ...(client_org_id === undefined ? [] : [`  -H ${quoted(`X-Svc-Org: ${client_org_id}`)}`]),
    `  -H 'Content-Type: application/json'`,
    `  -d ${quoted(JSON.stringify(input))}`,
  ].join(' \\\n')
}

/** The request of the protocol, as an agent sends it to /mcp. */
const mcp_of = ({ tool, input }: CallToCopy): string =>
  JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: tool, arguments: input } }, null, 2)

interface Org {
  org_id: string
  agency_org_id: string | null
}

/** One or several calls of a tool in the organization of the page. */
export function call_forms({ org_id, agency_org_id }: Org, tool: string, inputs: readonly object[]): Form[] {
  const calls = inputs.map((input) => ({ tool, input, client_org_id: agency_org_id === null ? undefined : org_id }))
  return [
    { name: 'curl', code: calls.map(curl_of).join('\n\n') },
    { name: 'MCP', code: calls.map(mcp_of).join('\n') },
  ]
}
