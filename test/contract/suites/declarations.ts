// The rules of every declaration, checked without a call.
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { z } from 'zod'
import { scopes } from '#domain/scopes.ts'
import { modules } from '#engine/access/modules.ts'
import { texts_of } from '#engine/texts.ts'
import { input_json_schema, type JsonSchema, result_json_schema } from '#http/schemas.ts'
import type { AreaBench } from './area_bench.ts'

/** The published name of a field, which is not ours to change. */
const PUBLISHED_NAME = 'propose_campaign.bundleId'

/** Calls of a tool in a minute. Every open page of an organization can ask for the same. */
const [RATE_MAX, RATE_OF_PAGES_MAX] = [60, 600]

/** Every field of an object schema, with its path, through arrays, unions and nested objects. */
function* fields_of(schema: JsonSchema, path: string): Generator<[string, JsonSchema]> {
  for (const [name, field] of Object.entries(schema.properties ?? {})) {
    yield [`${path}.${name}`, field]
    yield* fields_of(field, `${path}.${name}`)
  }
  const inner = [schema.items, ...((schema.anyOf as unknown[]) ?? [])].filter(Boolean) as JsonSchema[]
  for (const one of inner) yield* fields_of(one, path)
}

/** No document shows internal tools, so what documents need is asked of published ones only. */
export function declarations({ tools, is_published }: AreaBench) {
  const rate_max = is_published ? RATE_MAX : RATE_OF_PAGES_MAX
  for (const tool of tools) {
    const { name, about, example, module, rate } = tool
    suite(`${name} is declared`, () => {
      test('with a description of 20 to 400 characters, as a sentence', () => {
        assert.ok(about.length >= 20 && about.length <= 400, `${about.length} characters`)
        assert.match(about, /^[A-Z].*\.$/s)
      })

      test('with every parameter described, and no others accepted', () => {
        const schema = input_json_schema(tool)
        assert.equal(schema.additionalProperties, false)
        for (const [parameter, field] of Object.entries(is_published ? (schema.properties ?? {}) : {}))
          assert.ok(String(field.description ?? '').length >= 5, parameter)
      })

      test('with a schema of its result, in snake_case', () => {
        const schema = result_json_schema(tool)
        assert.ok(Object.keys(schema.properties ?? {}).length > 0)
        for (const [path] of fields_of(schema, name)) if (path !== PUBLISHED_NAME) assert.match(path, /^[a-z0-9_.]+$/)
      })

      test('with the writer of every text in its result: own_text, platform_word or outside_text', () => {
        const undeclared = texts_of(tool.result_schema).filter(({ writer }) => writer === undefined)
        assert.deepEqual(
          undeclared.map(({ path }) => path),
          [],
        )
      })

      test(`with scopes and a module that exist, and a rate from 1 to ${rate_max}`, () => {
        for (const scope of tool.scopes) assert.ok(scopes.includes(scope), scope)
        if (module !== null) assert.ok((modules as readonly string[]).includes(module), module)
        assert.ok(Number.isInteger(rate) && rate >= 1 && rate <= rate_max)
      })

      test('with an example that is valid; a tool without required parameters needs none', () => {
        const required = (input_json_schema(tool).required as string[] | undefined) ?? []
        if (is_published) assert.ok(example || required.length === 0)
        if (example || required.length === 0)
          assert.ok((tool.input_schema as z.ZodObject).safeParse(example ?? {}).success)
      })

      test('with each default in the schema, and a missing parameter gets it', () => {
        const { properties = {}, required = [] } = input_json_schema(tool)
        const parsed = tool.input_schema.safeParse(example ?? {})
        for (const [parameter, { default: standard }] of Object.entries(properties)) {
          if (standard === undefined || (example && parameter in example)) continue
          assert.ok(!(required as string[]).includes(parameter))
          // An upsert uses its defaults for a new record only. Missing fields keep their values.
          if (tool.record && !(parameter in (parsed.data as object))) continue
          assert.deepEqual((parsed.data as Record<string, unknown>)[parameter], standard)
        }
      })
    })
  }
}
