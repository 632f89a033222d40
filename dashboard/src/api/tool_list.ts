// The published tools of the organization, with the schemas of their inputs: the list says who may call, the OpenAPI document what a call takes.
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import type { Scope } from '../../../src/domain/scopes.ts'
import type { InputSchema } from '../components/tool_form_values.ts'
import { read } from './call.ts'
import { use_org_id } from './queries.ts'

export type Effect = 'read' | 'write' | 'propose'

/** As GET /api/v1/tools lists it. */
export interface ListedTool {
  name: string
  description: string
  scopes: Scope[]
  rate_limit_per_minute: number
  area: string
  effect: Effect
}

export interface ToolToTry extends ListedTool {
  /** The English title of the area. */
  area_title: string
  input: InputSchema
  example: Record<string, unknown>
}

interface OpenApi {
  tags: { name: string; 'x-displayName'?: string }[]
  paths: Record<string, { post?: { requestBody: { content: { 'application/json': Body } } } }>
  components: { schemas: Record<string, InputSchema> }
}

interface Body {
  schema: { $ref: string }
  example: Record<string, unknown>
}

const DOCUMENT = '/api/openapi.json'

/** The names and texts alone. They are small, and enough to find a tool. */
export function use_listed_tools(): UseQueryResult<ListedTool[], Error> {
  const org = use_org_id()
  return useQuery({
    queryKey: [org, 'tools'],
    queryFn: async ({ signal }) => (await read<{ tools: ListedTool[] }>('/api/v1/tools', { org, signal })).tools,
  })
}

/** A tool that the document lacks is not shown: nobody could fill in its form. */
export function use_tools_to_try(): UseQueryResult<ToolToTry[], Error> {
  const org = use_org_id()
  return useQuery({
    queryKey: [org, 'tools', 'schemas'],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }) => {
      const [{ tools }, document] = await Promise.all([
        read<{ tools: ListedTool[] }>('/api/v1/tools', { org, signal }),
        read<OpenApi>(DOCUMENT, { signal }),
      ])
      return tools.flatMap((tool) => described(tool, document) ?? [])
    },
  })
}

function described(tool: ListedTool, { tags, paths, components }: OpenApi): ToolToTry | undefined {
  const body = paths[`/api/v1/${tool.name}`]?.post?.requestBody.content['application/json']
  const input = body && components.schemas[body.schema.$ref.split('/').at(-1)!]
  if (!input) return undefined
  const area_title = tags.find(({ name }) => name === tool.area)?.['x-displayName'] ?? tool.area
  return { ...tool, area_title, input, example: body.example }
}
