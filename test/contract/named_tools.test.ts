// Descriptions of tools and events name only tools that exist for who reads them.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { z } from 'zod'
import { connectors } from '#connectors/index.ts'
import { catalog_of } from '#engine/catalog.ts'
import { event_types } from '#engine/outbound_webhooks/event_types.ts'
import { input_json_schema, result_json_schema } from '#http/schemas.ts'
import { areas } from '#tools/index.ts'

const catalog = catalog_of(areas)
/** A word that begins like the name of a tool, such as `get_…`. */
const verbs = new Set([...catalog.keys()].map((name) => name.split('_')[0]!))
const WORD = /\b[a-z]+(?:_[a-z0-9]+)+\b/g
const action_types = new Set(Object.values(connectors).flatMap(({ actions = {} }) => Object.keys(actions)))

function* all_of(json: unknown): Generator<{ field?: string; description?: string }> {
  if (json === null || typeof json !== 'object') return
  for (const [name, value] of Object.entries(json)) {
    if (name === 'description' && typeof value === 'string') yield { description: value }
    if (name === 'properties') yield* Object.keys(value as object).map((field) => ({ field }))
    yield* all_of(value)
  }
}

/** Words of the descriptions that look like a tool, and are neither one nor a field beside it nor a kind of change. */
function wrongly_named(about: string, schemas: readonly unknown[], may_name: (tool: string) => boolean): string[] {
  const found = [...all_of(schemas)]
  const fields = new Set(found.map(({ field }) => field))
  const words = [about, ...found.map(({ description = '' }) => description)].join(' ').match(WORD) ?? []
  return [...new Set(words)].filter(
    (word) => verbs.has(word.split('_')[0]!) && !may_name(word) && !fields.has(word) && !action_types.has(word),
  )
}

const is_published = (name: string) => catalog.has(name) && !catalog.get(name)!.internal

for (const tool of catalog.values())
  test(`${tool.name} names only tools that exist`, () => {
    const may_name = tool.internal ? (name: string) => catalog.has(name) : is_published
    assert.deepEqual(wrongly_named(tool.about, [input_json_schema(tool), result_json_schema(tool)], may_name), [])
  })

for (const [type, { about, data }] of Object.entries(event_types))
  test(`the event ${type} names only tools that exist`, () => {
    assert.deepEqual(wrongly_named(about, [z.toJSONSchema(data)], is_published), [])
  })
