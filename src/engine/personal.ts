// What a personal tool is: a tool of a person who is signed in, before an organization is chosen. No key, token or agent has them.
import { z } from 'zod'
import type { Database } from '#db/pool.ts'
import type { Org } from '#engine/access/directory.ts'
import type { Person } from '#engine/access/people.ts'
import type { Fields, Values } from '#engine/fields.ts'
import { text_reader } from '#engine/texts.ts'
import type { NamedTool } from '#engine/tool.ts'

const DEFAULT_RATE_PER_MINUTE = 30

export interface PersonalContext {
  person: Person
  /** Author of the changes. */
  caller: { actor: string }
  now: Date
  request_id: string
  org: (org_id: string) => Promise<Org | undefined>
  /** Reads. Row security shows only what belongs to the person. */
  in_person: <T>(work: (db: Database) => Promise<T>) => Promise<T>
  /** Finds the organization on which the tool acts, or makes it. What makes one calls `record`. */
  in_system: <T>(work: (db: Database) => Promise<T>) => Promise<T>
  record: (db: Database, org_id: string) => Promise<void>
  /** Changes an organization. The record of the call stands in its chain, in the same transaction. */
  in_org: <T>(org_id: string, work: (db: Database) => Promise<T>) => Promise<T>
}

export interface PersonalTool<I extends Fields = Fields, R extends Fields = Fields> {
  about: string
  input: I
  result: R
  /** Calls of a person in a minute. */
  rate?: number
  run: (input: Values<I>, context: PersonalContext) => Promise<z.input<z.ZodObject<R, z.core.$strict>>>
}

/** Returns the tool unchanged. Its types check `run` against `input` and `result`. */
export const personal_tool = <I extends Fields, R extends Fields>(declared: PersonalTool<I, R>): PersonalTool =>
  declared as unknown as PersonalTool

export type NamedPersonalTool = PersonalTool &
  Pick<NamedTool, 'name' | 'rate' | 'input_schema' | 'result_schema' | 'shown'>

export type PersonalTools = ReadonlyMap<string, NamedPersonalTool>

export const personal_tools_of = (tools: Record<string, PersonalTool>): PersonalTools =>
  new Map(
    Object.entries(tools).map(([name, declared]) => {
      const input_schema = z.strictObject(declared.input)
      const result_schema = z.strictObject(declared.result)
      const shown = text_reader(result_schema)
      return [name, { rate: DEFAULT_RATE_PER_MINUTE, ...declared, name, input_schema, result_schema, shown }]
    }),
  )
