// The tools of a record: their input, action and answer. Everything that differs between records is in their declarations.
import { z } from 'zod'
import { type Fields, own_id } from '#engine/fields.ts'
import { LIMIT_MAX, limit, listed, total_of } from '#engine/lists.ts'
import { refuse } from '#engine/outcomes.ts'
import { own_text } from '#engine/texts.ts'
import { type Context, type RecordFamily, type Tool, tool } from '#engine/tool.ts'
import type { Filter, Row, Spec, ToolOf } from './declaration.ts'
import { when_answered, when_changed, when_created, when_either, when_filtered } from './shapes.ts'
import type { Store } from './store.ts'
import { keywords_of } from './words.ts'

/** An example value for ids. */
const EXAMPLE_ID = '01980000-0000-7000-8000-000000000000'

type AnyTool = ToolOf<string, Row>
type Kind<D extends AnyTool['does']> = Extract<AnyTool, { does: D }>
type Adds = Kind<'get'>['adds']
/** A tool without its words, scopes and flags. */
type Body = Pick<Tool, 'input' | 'result' | 'example'> & { run(given: Row, context: Context): Promise<Row> }

export interface Parts {
  spec: Spec
  store: Store
  family: RecordFamily
}

export function tool_of(parts: Parts, of: AnyTool): Tool {
  const { spec, family } = parts
  const { does, about, rate, spends, shown_once } = of
  const effect = does === 'get' || does === 'list' ? 'read' : 'write'
  return tool({
    about,
    keywords: keywords_of(does, spec.keywords, of.keywords),
    scopes: of.scopes ?? spec.scopes[effect],
    effect,
    // A missing setting gets the default of the catalog.
    ...Object.fromEntries(
      Object.entries({ rate, spends, shown_once, module: spec.module }).filter(([, set]) => set !== undefined),
    ),
    destructive: does === 'delete' || does === 'update' || does === 'upsert' || undefined,
    idempotent: does === 'delete' || does === 'update' || (does === 'upsert' && of.by !== undefined) || undefined,
    record: family,
    ...('look' in of && { look: of.look, open_world: true }),
    ...body_of(parts, of),
  })
}

function body_of(parts: Parts, of: AnyTool): Body {
  switch (of.does) {
    case 'create':
      return create(parts, of)
    case 'update':
      return update(parts, of)
    case 'upsert':
      return of.by ? upsert_by(parts, of, of.by) : upsert(parts, of)
    case 'get':
      return get(parts, of)
    case 'delete':
      return remove(parts)
    case 'list':
      return list(parts, of)
  }
}

// ---- what they share ---------------------------------------------------------------------------------------------------

/** The fields of a record in answers. Long fields are included only when the record is complete. */
function shape_of({ spec }: Pick<Parts, 'spec'>, is_whole = false): Fields {
  const { id, fields, shows, computes, long = [] } = spec
  const columns = Object.entries({ ...fields, ...shows }).filter(([name]) => is_whole || !long.includes(name))
  return {
    [id]: z.uuid(),
    ...Object.fromEntries(columns.map(([name, field]) => [name, when_answered(field)])),
    ...computes?.fields,
    created_at: own_text(),
    updated_at: own_text(),
  }
}

function answer_of({ spec }: Parts, record: Row, shape: Fields): Row {
  const all = { ...record, ...spec.computes?.of(record) }
  return Object.fromEntries(Object.entries(all).filter(([name]) => name in shape))
}

/** The answer of a tool about one record, with the fields that the tool adds. */
function about_one(parts: Parts, adds: Adds, is_whole = false) {
  const shape = shape_of(parts, is_whole)
  return {
    result: { ...shape, ...adds?.fields },
    answer: async (record: Row, context: Context): Promise<Row> => ({
      ...answer_of(parts, record, shape),
      ...(await adds?.of(record, context)),
    }),
  }
}

function id_of({ spec }: Parts): z.ZodType {
  const { one, id, shown_by } = spec
  const where = shown_by ? `; ${shown_by} shows them` : ''
  return own_id(id).describe(`The ${one}${where}.`)
}

/** The fields that a tool takes, each with the schema of its kind of tool. */
function taken({ spec }: Parts, names: readonly string[] | undefined, form: (field: z.ZodType) => z.ZodType): Fields {
  const entries = Object.entries(spec.fields).filter(([name]) => !names || names.includes(name))
  return Object.fromEntries(entries.map(([name, field]) => [name, form(field)]))
}

function check_given(given: Row, fields: Fields): void {
  if (Object.values(given).every((value) => value === undefined))
    refuse(`There is nothing to change: give at least one of ${Object.keys(fields).join(', ')}.`)
}

// ---- one of each -------------------------------------------------------------------------------------------------------

function create(parts: Parts, { takes, adds, example }: Kind<'create'>): Body {
  const { result, answer } = about_one(parts, adds)
  return {
    input: taken(parts, takes, when_created),
    result,
    example,
    run: async (given, context) => answer(await parts.store.insert(context, given), context),
  }
}

function update(parts: Parts, { takes, adds, example }: Kind<'update'>): Body {
  const { id } = parts.spec
  const fields = taken(parts, takes, when_changed)
  const { result, answer } = about_one(parts, adds)
  return {
    input: { [id]: id_of(parts), ...fields },
    result,
    example: { [id]: EXAMPLE_ID, ...example },
    async run({ [id]: of, ...given }, context) {
      check_given(given, fields)
      return answer(await parts.store.update(context, of as string, given), context)
    },
  }
}

const is_new = z.boolean().describe('Whether it was created; false: it was there and was changed.')

function upsert(parts: Parts, { takes, adds, example }: Kind<'upsert'>): Body {
  const { id, one } = parts.spec
  const fields = taken(parts, takes, when_changed)
  const { result, answer } = about_one(parts, adds)
  return {
    input: {
      [id]: id_of(parts).optional().describe(`The ${one} to change; without it, a new one is created.`),
      ...fields,
    },
    result: { ...result, is_new },
    example,
    async run({ [id]: of, ...given }, context) {
      if (of === undefined)
        return { ...(await answer(await parts.store.insert(context, given), context)), is_new: true }
      check_given(given, fields)
      return { ...(await answer(await parts.store.update(context, of as string, given), context)), is_new: false }
    },
  }
}

function upsert_by(parts: Parts, { takes, adds, example }: Kind<'upsert'>, by: readonly string[]): Body {
  const { result, answer } = about_one(parts, adds)
  return {
    input: taken(parts, takes, when_either),
    result: { ...result, is_new },
    example,
    async run(given, context) {
      const { record, ...found } = await parts.store.upsert(context, by, given)
      return { ...(await answer(record, context)), ...found }
    },
  }
}

function get(parts: Parts, { adds }: Kind<'get'>): Body {
  const { id } = parts.spec
  const { result, answer } = about_one(parts, adds, true)
  return {
    input: { [id]: id_of(parts) },
    result,
    example: { [id]: EXAMPLE_ID },
    run: async ({ [id]: of }, context) => answer(await parts.store.find(context.db, of as string), context),
  }
}

function remove(parts: Parts): Body {
  const { id } = parts.spec
  return {
    input: { [id]: id_of(parts) },
    result: { [id]: z.uuid(), deleted: z.literal(true) },
    example: { [id]: EXAMPLE_ID },
    async run({ [id]: of }, context) {
      await parts.store.remove(context, of as string)
      return { [id]: of, deleted: true }
    },
  }
}

function list(parts: Parts, { filters = {}, of: owner, limit: fallback, ...declared }: Kind<'list'>): Body {
  const { spec, store } = parts
  const { limit_max = LIMIT_MAX, adds_to_rows: adds } = declared
  const by_value = (name: string): Filter => ({
    field: name === owner ? spec.fields[name]! : when_filtered(spec.fields[name]!),
    where: (is, value) => is(name, '=', value),
  })
  const all = Object.entries({ ...(owner && { [owner]: true as const }), ...filters }).map(
    ([name, filter]) => [name, filter === true ? by_value(name) : filter] as const,
  )
  const shape = shape_of(parts)
  const hint =
    filters && Object.keys(filters).length > 0 ? `Narrow with ${Object.keys(filters).join(', ')}.` : 'Raise limit.'
  const rows = listed(spec.many, z.strictObject({ ...shape, ...adds?.fields }), hint, undefined, {
    short: declared.short,
    has_limit: fallback !== undefined,
  })
  return {
    input: {
      ...Object.fromEntries(all.map(([name, { field }]) => [name, field])),
      ...(fallback !== undefined && { limit: limit(fallback, limit_max) }),
    },
    result: rows.fields,
    example: owner ? { [owner]: EXAMPLE_ID } : {},
    async run({ limit: most = limit_max, ...given }, context) {
      const { db } = context
      for (const [field, parent] of Object.entries(spec.parents ?? {}))
        if (typeof given[field] === 'string') await parent!.must_exist(db, given[field])
      const found = await store.list(db, {
        limit: most as number,
        where: (is) =>
          all.flatMap(([name, { where }]) =>
            given[name] === undefined ? [] : (where(is, given[name] as never) ?? []),
          ),
      })
      const added = await adds?.of(context)
      const shown = found.map((row) => ({ ...answer_of(parts, row, shape), ...added?.(row) }))
      return rows.of(shown, total_of(found))
    },
  }
}
