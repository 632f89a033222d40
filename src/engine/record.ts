// Records that an organization writes itself. One declaration creates the tools that list, get, create, change and delete them, with
// partial writes, history and errors for unknown ids. records/declaration.ts describes the declaration.
import { z } from 'zod'
import type { DB } from '#db/schema.ts'
import type { Declared, Parent, RecordContext, RecordFields, RecordOf, Spec } from '#engine/records/declaration.ts'
import { Store } from '#engine/records/store.ts'
import { tool_of } from '#engine/records/tools.ts'
import type { Context, RecordFamily, Tool } from '#engine/tool.ts'

export { filter, only_where, type Where } from '#engine/records/declaration.ts'
export { changes_of } from '#engine/records/history.ts'

/** What a declaration produces: its tools, and the same reads and writes for tools and jobs that are written by hand. */
export interface Records<N extends string, R> extends Parent {
  tools: Record<N, Tool>
  find(db: Context['db'], id: string): Promise<R>
  insert(context: RecordContext, values: Partial<R>): Promise<R>
  update(context: RecordContext, id: string, values: Partial<R>): Promise<R>
  remove(context: RecordContext, id: string): Promise<void>
}

/** Declares records of the tables in `All`. */
export const records_in =
  <All>() =>
  <T extends keyof All & string, const I extends keyof All[T] & string, F extends RecordFields, N extends string>(
    declared: Declared<All[T], T, I, F, N>,
  ): Records<N, RecordOf<I, F>> =>
    // The store knows columns by name only. The types of `declared` have been checked against the table's.
    made_of(declared as unknown as Spec) as unknown as Records<N, RecordOf<I, F>>

/** Each file of an area declares one kind of record and has its name. The area's index has its tools: `...<name>.tools`. */
export const record = records_in<DB>()

function made_of(declared: Spec): Records<string, RecordOf<string, RecordFields>> {
  const lister = Object.entries(declared.tools).find(([, { does }]) => does === 'list')?.[0]
  const spec = { shown_by: lister, ...declared }
  for (const of of Object.values(spec.tools)) if (of.does === 'upsert' && 'by' in of) check_key(spec, of.by ?? [])
  const store = new Store(spec)
  const family = family_of(spec)
  const tools = Object.entries(spec.tools).map(([name, of]) => [name, tool_of({ spec, store, family }, of)])
  return {
    tools: Object.fromEntries(tools),
    family,
    must_exist: (db, id) => store.must_exist(db, id),
    find: (db, id) => store.find(db, id) as never,
    insert: (context, values) => store.insert(context, values) as never,
    update: (context, id, values) => store.update(context, id, values) as never,
    remove: (context, id) => store.remove(context, id),
  }
}

/** An upsert looks for the values of its key, so a call must give each of them. */
function check_key({ table, fields }: Spec, by: readonly string[]): void {
  const loose = by.find((name) =>
    [undefined, null].some((none) => z.safeParse(fields[name] as z.ZodType, none).success),
  )
  if (loose !== undefined)
    throw new Error(`${table}: ${loose} is a key of an upsert, so it takes neither null nor a default`)
}

function family_of({ table, id, tools, unique = [], parents = {} }: Spec): RecordFamily {
  const makes = Object.entries(tools).find(([, { does }]) => does === 'create' || does === 'upsert')
  return {
    table,
    id,
    unique,
    creator: makes && { tool: makes[0], example: 'example' in makes[1] ? makes[1].example : {} },
    parents: Object.fromEntries(Object.entries(parents).map(([field, parent]) => [field, parent!.family])),
  }
}
