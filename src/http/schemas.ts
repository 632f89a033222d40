// JSON Schema (2020-12) of a tool's input and result, made once from the declaration; OpenAPI and MCP publish the same objects.
import { z } from 'zod'
import type { NamedTool } from '#engine/tool.ts'

export type JsonSchema = {
  [key: string]: unknown
  properties?: Record<string, JsonSchema>
  $defs?: Record<string, JsonSchema>
}

const inputs = new WeakMap<NamedTool, JsonSchema>()
const results = new WeakMap<NamedTool, JsonSchema>()

export const input_json_schema = (tool: NamedTool) =>
  kept(inputs, tool, () => json_schema(tool, tool.input_schema, 'input'))

export const result_json_schema = (tool: NamedTool) =>
  kept(results, tool, () => json_schema(tool, tool.result_schema, 'output'))

function kept(cache: WeakMap<NamedTool, JsonSchema>, tool: NamedTool, make: () => JsonSchema): JsonSchema {
  const found = cache.get(tool) ?? make()
  cache.set(tool, found)
  return found
}

function json_schema(tool: NamedTool, schema: z.ZodObject, io: 'input' | 'output'): JsonSchema {
  try {
    const { $schema, ...made } = z.toJSONSchema(schema, { target: 'draft-2020-12', io, override: leave_out_noise })
    return made as JsonSchema
  } catch (error) {
    throw new Error(`${tool.name}: its ${io} cannot be written as JSON Schema: ${(error as Error).message}`)
  }
}

/** Zod bounds every integer by what a double can count to; that says nothing and costs tokens in every list of tools. */
function leave_out_noise({ jsonSchema }: { jsonSchema: z.core.JSONSchema.BaseSchema }): void {
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
}
