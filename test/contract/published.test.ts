// The catalog equals the published contract: each built tool has its contract, and not_built.json names all other tools.
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { catalog_of } from '#engine/catalog.ts'
import { input_json_schema, type JsonSchema } from '#http/schemas.ts'
import { areas } from '#tools/index.ts'
import { not_built, type Parameter, published } from './published.ts'

const tools = [...catalog_of(areas).values()].filter(({ internal }) => !internal)

/** A field without its `| null`. */
function plain(field: JsonSchema): JsonSchema {
  const real = ((field.anyOf as JsonSchema[] | undefined) ?? []).filter(({ type }) => type !== 'null')
  return real.length === 1 ? { ...field, ...real[0] } : field
}

function assert_same_parameter(name: string, given: JsonSchema, wanted: Parameter) {
  const field = plain(given)
  const { type, items, enum: values, required: _, ...exact } = wanted
  if (type) assert.ok(field.type === type || (type === 'number' && field.type === 'integer'), `${name}: type`)
  if (items) assert.equal((field.items as JsonSchema).type, items.type, `${name}: items`)
  if (values) assert.deepEqual([...(field.enum as string[])].sort(), [...values].sort(), `${name}: values`)
  for (const [keyword, value] of Object.entries(exact)) assert.deepEqual(field[keyword], value, `${name}: ${keyword}`)
}

for (const tool of tools)
  test(`${tool.name} has its published area, scopes, module and parameters`, () => {
    const wanted = published[tool.area]?.[tool.name]
    assert.ok(wanted, 'test/contract/tools.json has it in this area')
    assert.equal(tool.module, wanted.module ?? null)
    assert.deepEqual([...tool.scopes].sort(), [...wanted.scopes].sort())
    const { properties = {}, required = [] } = input_json_schema(tool)
    assert.deepEqual(Object.keys(properties).sort(), Object.keys(wanted.parameters).sort())
    for (const [name, parameter] of Object.entries(wanted.parameters)) {
      assert_same_parameter(name, properties[name]!, parameter)
      if (parameter.required || !wanted.names_only)
        assert.equal((required as string[]).includes(name), parameter.required ?? false, `${name}: required`)
    }
  })

suite('a published tool is built or named in not_built.json, never both', () => {
  for (const [area, contracts] of Object.entries(published))
    test(area, () => {
      const built = tools.filter((tool) => tool.area === area).map(({ name }) => name)
      assert.deepEqual([...built, ...(not_built[area] ?? [])].sort(), Object.keys(contracts).sort())
    })
})
