// The ways to use a new key, filled in, so that each works as it stands. A key acts on its own organization, which names the server.
import { curl_of } from '../../components/call_forms.ts'
import type { Form } from '../../components/copy_as.tsx'

/** 'tablero-casa-lumbre', so that the servers of two organizations do not replace each other. */
function server_name(organization: string): string {
  const unaccented = organization.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
  return ['tablero', ...(unaccented.match(/[a-z0-9]+/g) ?? [])].join('-')
}

export function key_forms(key: string, organization: string): Form[] {
  const url = `${location.origin}/mcp`
  const name = server_name(organization)
  const bearer = `Bearer ${key}`
  const config = (server: object) => JSON.stringify({ mcpServers: { [name]: server } }, null, 2)
  return [
    { name: 'curl', code: curl_of({ tool: 'get_kpi_summary', input: { days_back: 30 }, key }) },
    {
      name: 'Claude Code',
      code: `claude mcp add --transport http ${name} ${url} \\\n  --header 'Authorization: ${bearer}'`,
    },
    {
      // Its file takes programs alone. This one passes the calls on. On Windows an argument must not have a space.
      name: 'Claude Desktop',
      code: config({
        command: 'npx',
        // biome-ignore lint/suspicious/noTemplateCurlyInString: that program fills it in
        args: ['-y', 'mcp-remote', url, '--header', 'Authorization:${TABLERO_AUTHORIZATION}'],
        env: { TABLERO_AUTHORIZATION: bearer },
      }),
    },
    { name: 'MCP', code: config({ type: 'http', url, headers: { Authorization: bearer } }) },
  ]
}
