// Resources: data that an agent can attach to a conversation. A resource is a tool's answer under an address, so the engine applies
// scopes, modules, limits and records as for any call. The whole declaration of each tool is a resource too.
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
import { untrusted_meta } from '#http/untrusted.ts'
import { visible_text } from '#lib/text.ts'

const JSON_TYPE = 'application/json'

/** Addresses that answer with the result of a tool without parameters. */
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
  const { credential, org_id, address, request_id, caller_request_id, transport } = session
  if (uri.startsWith(TOOL_ADDRESS)) {
    const tool = engine.catalog.get(uri.slice(TOOL_ADDRESS.length))
    if (shows(session.view, tool, session)) return contents(uri, description_of(tool))
  }
  const found = resources.find((resource) => resource.uri === uri)
  if (!found || !shows(session.view, engine.catalog.get(found.tool), session))
    throw new ResourceNotFoundError(visible_text(uri.slice(0, 200)))
  const claim = { credential, org_id, address, request_id, caller_request_id, transport }
  const answer = await call(engine, { ...claim, tool: found.tool, input: {} })
  if (answer.ok) return { ...contents(uri, answer.result), ...untrusted_meta(answer.outside) }
  throw as_error(answer)
}

const contents = (uri: string, value: object): ReadResourceResult => ({
  contents: [{ uri, mimeType: JSON_TYPE, text: JSON.stringify(value) }],
})
