// Where to go: `/` shows people the dashboard, and names the addresses for programs. `/llms.txt` says how an agent begins.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Engine } from '#engine/engine.ts'
import { VERSION } from '#lib/version.ts'

const ADDRESSES = {
  docs: '/docs',
  openapi: '/api/openapi.json',
  tools: '/api/v1/tools',
  mcp: '/mcp',
  agents: '/llms.txt',
}

interface FrontOptions {
  engine: Engine
  /** Answers a browser with the dashboard. Undefined for a request of a program. */
  show_page?: ((request: FastifyRequest, reply: FastifyReply) => FastifyReply | undefined) | undefined
}

export async function front(server: FastifyInstance, { engine, show_page }: FrontOptions): Promise<void> {
  server.get('/', async (request, reply) => {
    const page = show_page?.(request, reply)
    if (page) return page
    return reply.header('vary', 'accept').send({ name: 'Tablero', version: VERSION, ...ADDRESSES })
  })
  let text: string | undefined
  server.get('/llms.txt', async (_request, reply) => {
    text ??= llms_txt(engine)
    return reply.type('text/plain; charset=utf-8').header('cache-control', 'public, max-age=60').send(text)
  })
}

/** In the form of llmstxt.org: a title, a summary, and lists of links. */
function llms_txt({ areas, catalog, base_url }: Pick<Engine, 'areas' | 'catalog' | 'base_url'>): string {
  const published = [...catalog.values()].filter(({ internal }) => !internal)
  const sections = Object.entries(areas).map(([name, { title }]) => {
    const tools = published.filter(({ area }) => area === name)
    return tools.length === 0
      ? ''
      : `\n## ${title}\n\n${tools.map((tool) => `- ${tool.name}: ${tool.about}\n`).join('')}`
  })
  return `# Tablero

> Figures of ads, web, search, shops and email, with their sources. Every tool can be called through MCP and through REST.

Every request needs a credential, \`Authorization: Bearer …\`: an API key (\`svc_…\`) or the token of an app. Missing data is null, never zero. An error is a sentence that says how
to fix the call.

- [MCP](${base_url}/mcp): streamable HTTP. [With search](${base_url}/mcp?mode=search): three tools that find, describe and call the others.
- [REST](${base_url}/api/v1/tools): GET lists the tools of the key. POST ${base_url}/api/v1/{tool} with a JSON object calls one.
- [OpenAPI](${base_url}/api/openapi.json): input and result of each tool.
- [Reference](${base_url}/docs): the same for people, with a form to try calls.
${sections.join('')}`
}
