// Resources: what an agent may keep beside a conversation. Each is a tool's answer under an address, so that scopes, modules, limits
// and the record are the engine's own; and every tool's whole declaration.
import {
  type ListResourcesResult,
  type ListResourceTemplatesResult,
  type ReadResourceResult,
  ResourceNotFoundError,
} from '@modelcontextprotocol/server'
import { call } from '#engine/calls/call.ts'
import type { Engine } from '#engine/engine.ts'
import { description_of } from '#http/mcp/listing.ts'
import { as_error } from '#http/mcp/results.ts'
import type { Session } from '#http/mcp/session.ts'
import { shows } from '#http/mcp/view.ts'

const JSON_TYPE = 'application/json'

/** Addresses that answer with a tool that takes nothing. */
const resources = [
  {
    uri: 'tablero://metrics',
    name: 'metrics',
    title: 'Metric catalog',
    description: 'Metrics and dimensions of query_data by source, and the tables of run_readonly_sql.',
    tool: 'get_data_catalog',
  },
]

const TOOL_ADDRESS = 'tablero://tools/'
const templates = [
  {
    uriTemplate: `${TOOL_ADDRESS}{name}`,
    name: 'tool',
    title: 'Tool',
    description: 'The whole declaration of a tool: every parameter and every field of its answer.',
    mimeType: JSON_TYPE,
  },
]

export function list_resources(engine: Engine, session: Session): ListResourcesResult {
  const shown = resources.filter(({ tool }) => shows(session.view, engine.catalog.get(tool), session))
  return { resources: shown.map(({ tool: _, ...listed }) => ({ ...listed, mimeType: JSON_TYPE })) }
}

export const list_templates = (): ListResourceTemplatesResult => ({ resourceTemplates: templates })

export async function read_resource(engine: Engine, session: Session, uri: string): Promise<ReadResourceResult> {
  const { credential, org_id, request_id } = session
  if (uri.startsWith(TOOL_ADDRESS)) {
    const tool = engine.catalog.get(uri.slice(TOOL_ADDRESS.length))
    if (shows(session.view, tool, session)) return contents(uri, description_of(tool))
  }
  const found = resources.find((resource) => resource.uri === uri)
  if (!found || !shows(session.view, engine.catalog.get(found.tool), session))
    throw new ResourceNotFoundError(uri.slice(0, 200))
  const answer = await call(engine, { tool: found.tool, input: {}, credential, org_id, transport: 'mcp', request_id })
  if (answer.ok) return contents(uri, answer.result)
  throw as_error(answer)
}

const contents = (uri: string, value: object): ReadResourceResult => ({
  contents: [{ uri, mimeType: JSON_TYPE, text: JSON.stringify(value) }],
})
