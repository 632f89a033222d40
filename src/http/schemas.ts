// JSON Schema (2020-12) of a tool's input and result, built once from the declaration. OpenAPI and MCP publish the same objects.
import { z } from 'zod'
import { is_of_others, writer_of } from '#engine/texts.ts'
import type { NamedTool } from '#engine/tool.ts'
import { UNTRUSTED_KEYWORD } from '#http/untrusted.ts'

export type JsonSchema = {
  [key: string]: unknown
  properties?: Record<string, JsonSchema>
  $defs?: Record<string, JsonSchema>
}

const inputs = new WeakMap<NamedTool, JsonSchema>()
const short_inputs = new WeakMap<NamedTool, JsonSchema>()
const results = new WeakMap<NamedTool, JsonSchema>()

export const input_json_schema = (tool: NamedTool) =>
  inputs.getOrInsertComputed(tool, () => json_schema(tool, tool.input_schema, 'input'))

/** A shorter schema with the same contract, for lists of tools that agents read in every conversation. */
export const short_input_json_schema = (tool: NamedTool) =>
  short_inputs.getOrInsertComputed(tool, () => shortened(input_json_schema(tool)))

export const result_json_schema = (tool: NamedTool) =>
  results.getOrInsertComputed(tool, () => json_schema(tool, tool.result_schema, 'output'))

function json_schema(tool: NamedTool, schema: z.ZodObject, io: 'input' | 'output'): JsonSchema {
  try {
    const override = io === 'output' ? mark_untrusted : drop_integer_bounds
    const { $schema, ...made } = z.toJSONSchema(schema, { target: 'draft-2020-12', io, override })
    return made as JsonSchema
  } catch (error) {
    throw new Error(`${tool.name}: its ${io} cannot be written as JSON Schema: ${(error as Error).message}`)
  }
}

interface Written {
  zodSchema: z.core.$ZodType
  jsonSchema: z.core.JSONSchema.BaseSchema
}

/** Marks text of others in the published schema, because a REST answer has no place for it. */
function mark_untrusted(written: Written): void {
  drop_integer_bounds(written)
  if (is_of_others(writer_of(written.zodSchema))) written.jsonSchema[UNTRUSTED_KEYWORD] = true
}

/** Removes Zod's default bounds of integers, the limits of a double. They help no caller and cost tokens in every list. */
function drop_integer_bounds({ jsonSchema }: Written): void {
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
}

/** Bounds that callers rarely reach. The error sentence names them, and the full schema contains them. */
const RARE_BOUNDS = new Set(['minLength', 'maxLength', 'minItems', 'maxItems'])

const is_redundant = (key: string, value: unknown, { format, enum: values }: JsonSchema) =>
  (typeof value === 'number' && (RARE_BOUNDS.has(key) || (key === 'minimum' && value <= 1))) ||
  // The pattern of a date is a page long and repeats what `format` says.
  (key === 'pattern' && typeof value === 'string' && format !== undefined) ||
  // The values of an enum show their type.
  (key === 'type' && value === 'string' && Array.isArray(values)) ||
  (key === 'propertyNames' && typeof value === 'object')

function shortened<T>(schema: T): T {
  if (Array.isArray(schema)) return schema.map(shortened) as T
  if (typeof schema !== 'object' || schema === null) return schema
  const kept = Object.entries(schema).filter(([key, value]) => !is_redundant(key, value, schema as JsonSchema))
  return or_null(Object.fromEntries(kept.map(([key, value]) => [key, shortened(value)]))) as T
}

/** A value of one type or null, without a union. */
function or_null({ anyOf, ...others }: JsonSchema): JsonSchema {
  const [one, none] = (anyOf ?? []) as JsonSchema[]
  if (none?.type !== 'null' || !one) return anyOf === undefined ? others : { anyOf, ...others }
  if (Array.isArray(one.enum)) return { ...one, enum: [...one.enum, null], ...others }
  return typeof one.type === 'string' ? { ...one, type: [one.type, 'null'], ...others } : { anyOf, ...others }
}
