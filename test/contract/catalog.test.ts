// What every declaration keeps to, and that the catalog is the published one.
import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { glob, readFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { suite, test } from 'node:test'
import type { z } from 'zod'
import { modules } from '#engine/access/modules.ts'
import { scopes } from '#engine/access/scopes.ts'
import { catalog_of } from '#engine/tool.ts'
import { input_json_schema, type JsonSchema, result_json_schema } from '#http/schemas.ts'
import { areas } from '#tools/index.ts'

const ROOT = join(import.meta.dirname, '../..')
const FOLDER = join(ROOT, 'src/tools')
const CONTRACT = join(ROOT, '../shared/contract/tools.json')
const catalog = catalog_of(areas)
const tools = [...catalog.values()]

test('a tool is one file: its name, its export, its key in the area and its place are the same', async () => {
  const found: string[] = []
  for await (const file of glob('*/*.ts', { cwd: FOLDER })) {
    if (file.endsWith('.test.ts') || file.endsWith('index.ts')) continue
    const source = await readFile(join(FOLDER, file), 'utf8')
    for (const [, name] of source.matchAll(/^export const (\w+)(?:: Tool)? = tool\(/gm)) {
      assert.equal(basename(file), `${name}.ts`)
      assert.equal(catalog.get(name!)?.area, dirname(file), `${name} is in the index of its area`)
      found.push(name!)
    }
  }
  assert.deepEqual(
    found.sort(),
    tools.map(({ name }) => name),
  )
})

/** Every field of an object schema, with its path, through arrays, unions and nested objects. */
function* fields_of(schema: JsonSchema, path: string): Generator<[string, JsonSchema]> {
  for (const [name, field] of Object.entries(schema.properties ?? {})) {
    yield [`${path}.${name}`, field]
    yield* fields_of(field, `${path}.${name}`)
  }
  const inner = [schema.items, ...((schema.anyOf as unknown[]) ?? [])].filter(Boolean) as JsonSchema[]
  for (const one of inner) yield* fields_of(one, path)
}

for (const tool of tools) {
  const { name, about, example, module, rate } = tool
  suite(name, () => {
    test('says what it does in 20 to 400 letters, as a sentence', () => {
      assert.ok(about.length >= 20 && about.length <= 400, `${about.length} letters`)
      assert.match(about, /^[A-Z].*\.$/s)
    })

    test('describes every parameter, and nothing is let in that it does not name', () => {
      const schema = input_json_schema(tool)
      assert.equal(schema.additionalProperties, false)
      for (const [parameter, field] of Object.entries(schema.properties ?? {}))
        assert.ok(String(field.description ?? '').length >= 5, parameter)
    })

    test('publishes what its result is made of, in snake_case', () => {
      const schema = result_json_schema(tool)
      assert.ok(Object.keys(schema.properties ?? {}).length > 0)
      for (const [path] of fields_of(schema, name)) assert.match(path, /^[a-z0-9_.]+$/)
    })

    test('knows only scopes and modules that exist, and its rate is from 1 to 60', () => {
      for (const scope of tool.scopes) assert.ok(scopes.includes(scope), scope)
      if (module !== null) assert.ok((modules as readonly string[]).includes(module), module)
      assert.ok(Number.isInteger(rate) && rate >= 1 && rate <= 60)
    })

    test('has an example that its own schema takes; one without parameters needs none', () => {
      const required = (input_json_schema(tool).required as string[] | undefined) ?? []
      assert.ok(example || required.length === 0)
      assert.ok((tool.input_schema as z.ZodObject).safeParse(example ?? {}).success)
    })

    test('a parameter that has a default says it in its schema, and {} gives it', () => {
      const { properties = {}, required = [] } = input_json_schema(tool)
      const empty = tool.input_schema.safeParse(example ?? {})
      for (const [parameter, { default: standard }] of Object.entries(properties)) {
        if (standard === undefined || (example && parameter in example)) continue
        assert.ok(!(required as string[]).includes(parameter))
        assert.deepEqual((empty.data as Record<string, unknown>)[parameter], standard)
      }
    })
  })
}

interface Rule {
  type?: string
  required?: boolean
  default?: unknown
  enum?: string[]
  minimum?: number
  maximum?: number
}
interface Published {
  name: string
  area: string
  scopes: string[]
  module: string | null
  typed: boolean
  params: Record<string, Rule>
}

/** A field without its `| null`. */
function plain(field: JsonSchema): JsonSchema {
  const real = ((field.anyOf as JsonSchema[] | undefined) ?? []).filter(({ type }) => type !== 'null')
  return real.length === 1 ? { ...field, ...real[0] } : field
}

suite('the published list', { skip: existsSync(CONTRACT) ? false : 'it is not part of this repository' }, async () => {
  const read = existsSync(CONTRACT) ? JSON.parse(await readFile(CONTRACT, 'utf8')) : { tools: [] }
  const published = new Map((read as { tools: Published[] }).tools.map((tool) => [tool.name, tool]))

  for (const tool of tools.filter(({ internal }) => !internal))
    test(`has ${tool.name} with the same area, scopes, module, parameters, defaults and enums`, () => {
      const wanted = published.get(tool.name)
      assert.ok(wanted, 'it is in the list')
      assert.deepEqual([tool.area, tool.module], [wanted.area, wanted.module])
      assert.deepEqual([...tool.scopes].sort(), [...wanted.scopes].sort())
      const { properties = {}, required = [] } = input_json_schema(tool)
      assert.deepEqual(Object.keys(properties).sort(), Object.keys(wanted.params).sort())
      for (const [name, rule] of Object.entries(wanted.params)) {
        const field = plain(properties[name]!)
        if (rule.required || wanted.typed)
          assert.equal((required as string[]).includes(name), rule.required ?? false, `${name} is required`)
        if (rule.type) assert.equal(field.type === 'integer' ? 'number' : field.type, rule.type, `${name}: type`)
        if (rule.default !== undefined) assert.deepEqual(field.default, rule.default, `${name}: default`)
        if (rule.enum) assert.deepEqual([...(field.enum as string[])].sort(), [...rule.enum].sort(), `${name}: values`)
        for (const bound of ['minimum', 'maximum'] as const)
          if (rule[bound] !== undefined) assert.equal(field[bound], rule[bound], `${name}: ${bound}`)
      }
    })

  test('is whole for every area that is begun', () => {
    const begun = new Set(['query', 'connections'])
    const missing = [...published.values()].filter(({ area, name }) => begun.has(area) && !catalog.has(name))
    assert.deepEqual(
      missing.map(({ name }) => name),
      [],
    )
  })
})
