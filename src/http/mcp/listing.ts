// A tool as MCP lists and describes it. A list costs tokens in every conversation, so it contains only what an agent needs to
// choose and call a tool. tablero://tools/{name} returns the whole declaration.
import type { Tool } from '@modelcontextprotocol/server'
import type { NamedTool } from '#engine/tool.ts'
import { input_json_schema, result_json_schema, short_input_json_schema } from '#http/schemas.ts'
import { about_untrusted_fields } from '#http/untrusted.ts'

const listings = new WeakMap<NamedTool, Tool>()

/** Each schema is built once, because schemas are large and never change. */
export function listing(tool: NamedTool): Tool {
  const kept = listings.get(tool)
  if (kept) return kept
  const made = {
    name: tool.name,
    title: title_of(tool),
    description: tool.about,
    inputSchema: short_input_json_schema(tool) as Tool['inputSchema'],
    // The engine validates every result against its schema. The list omits the schemas, which would be most of its size.
    outputSchema: { type: 'object' as const },
    annotations: hints_of(tool),
  } satisfies Tool
  listings.set(tool, made)
  return made
}

function title_of({ name }: NamedTool): string {
  const words = name.replaceAll('_', ' ')
  return words[0]!.toUpperCase() + words.slice(1)
}

/** What a client needs to call a tool. The result's schema is much longer, so only a client that asks for it gets it. */
export const usage_of = (tool: NamedTool, with_result = false) => ({
  name: tool.name,
  description: with_result ? [tool.about, about_untrusted_fields(tool)].join(' ').trim() : tool.about,
  inputSchema: short_input_json_schema(tool),
  example: tool.example ?? {},
  ...(with_result && { outputSchema: result_json_schema(tool) }),
})

/** The whole declaration of a tool. */
export const description_of = (tool: NamedTool) => ({
  ...listing(tool),
  description: [tool.about, about_untrusted_fields(tool)].join(' ').trim(),
  inputSchema: input_json_schema(tool),
  outputSchema: result_json_schema(tool),
  area: tool.area,
  scopes: tool.scopes,
  rate_limit_per_minute: tool.rate,
})

/** A client that asks its person before destructive calls reads these. For a tool that only reads, MCP gives the other two hints no meaning (schema of 2025-11-25, ToolAnnotations). */
function hints_of({ effect, destructive = false, idempotent = false, open_world = false }: NamedTool) {
  if (effect === 'read') return { readOnlyHint: true, openWorldHint: open_world }
  return {
    readOnlyHint: false,
    destructiveHint: destructive,
    ...(idempotent && { idempotentHint: true }),
    openWorldHint: open_world,
  }
}
