// Needs TABLERO_URL and TABLERO_KEY, as the demo prints them, and: npm install @modelcontextprotocol/client
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'

const client = new Client({ name: 'my-agent', version: '1.0.0' })
const headers = { authorization: `Bearer ${process.env.TABLERO_KEY}` }
await client.connect(
  new StreamableHTTPClientTransport(new URL('/mcp', process.env.TABLERO_URL), { requestInit: { headers } }),
)
const { tools } = await client.listTools()
const { structuredContent } = await client.callTool({ name: 'get_kpi_summary', arguments: { days_back: 30 } })
console.log(`${tools.length} tools`)
console.log(structuredContent.summary)
await client.close()
