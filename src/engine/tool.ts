// What a tool is: one declaration from which REST, OpenAPI, MCP, the docs and the contract tests are all made.
import { z } from 'zod'
import type { Database } from '#db/pool.ts'
import type { Caller } from '#engine/access/caller.ts'
import type { Org } from '#engine/access/directory.ts'
import type { Scope } from '#engine/access/scopes.ts'
import type { Connector } from '#engine/connector.ts'
import type { Fields, Values } from '#engine/fields.ts'
import type { Enqueue } from '#engine/job.ts'

const DEFAULT_RATE_PER_MINUTE = 60

/** What a tool may use. The transaction is the organization's own and read-only where the tool reads. */
export interface Context {
  db: Database
  org: Org
  caller: Caller
  now: Date
  /** Today's date in the organization's time zone, YYYY-MM-DD. */
  today: string
  /** Our id of the call; its record has it. */
  request_id: string
  enqueue: Enqueue
  /** Platforms that can be synced, by key. */
  connectors: Record<string, Connector>
  /** Where people reach Tablero, for links. */
  base_url: string
  /** Tells whoever waits how far a long call is; nobody may be listening. */
  progress: (done: number, total: number, message?: string) => void
}

/** How far work is that an answer began. */
export interface Progress {
  state: 'working' | 'ended' | 'cancelled'
  /** Share that is done, 0 to 1. */
  done: number
  message: string
  /** When it ended, if it has. */
  ended_at?: string
  /** The tool's answer again, with what has become of the work. */
  answer: Record<string, unknown>
  is_error?: boolean
}

/** Work that goes on after the answer, found again by the answer. */
export interface Follow {
  look: (answer: Record<string, unknown>, context: Pick<Context, 'db'>) => Promise<Progress>
  /** Asks it to end. */
  stop: (answer: Record<string, unknown>, context: Pick<Context, 'db' | 'now'>) => Promise<void>
}

/** How an answer may be drawn by clients that show pictures. */
export const pictures = ['tiles', 'lines', 'waterfall'] as const
export type Picture = (typeof pictures)[number]

/** Records of one kind, for who needs one of them, such as a test of every tool. */
export interface RecordFamily {
  table: string
  /** Column of the id, and the parameter that names it. */
  id: string
  /** The tool that makes one, and the input with which it does. */
  creator?: { tool: string; example: Record<string, unknown> }
  /** Fields whose values no two records share. */
  unique: readonly string[]
  /** Families of the records that its fields name. */
  parents: Record<string, RecordFamily>
}

export interface Tool<I extends Fields = Fields, R extends Fields = Fields> {
  about: string
  /** What people call this in their own words, beyond the name and `about`: search over tools finds it by them. */
  keywords?: { es: string; en: string; pt: string }
  scopes: readonly Scope[]
  /** `read` runs in a read-only transaction; `propose` asks a person; both others may write. */
  effect: 'read' | 'write' | 'propose'
  input: I
  result: R
  run: (input: Values<I>, context: Context) => Promise<z.input<z.ZodObject<R, z.core.$strict>>>
  /** An input that works, for the docs and the tests. Must be valid. */
  example?: z.input<z.ZodObject<I, z.core.$strict>>
  /** Calls a minute and organization; less than the default where one call is heavy. */
  rate?: number
  /** The area's module unless named here; null for none. */
  module?: string | null
  /** Credits one call costs; only a write can cost any, because spending is one. */
  spends?: number
  /** For people signed in to the dashboard; nonexistent for keys and MCP. */
  internal?: boolean
  /** A write that removes or ends something. */
  destructive?: boolean
  /** A write that changes nothing more when it is called again with the same input. */
  idempotent?: boolean
  /** Reaches beyond Tablero's own data (a platform, a web site). */
  open_world?: boolean
  /** A picture of the answer; its page draws what the result of this tool holds. */
  picture?: Picture
  /** The answer only says that work has begun; clients that can wait follow it to its end. */
  follow?: Follow
  /** The records it reads or writes, where it was made from their declaration. */
  record?: RecordFamily
}

/** Identity with types: `run` is held to `input` and `result`. */
export function tool<I extends Fields, R extends Fields>(declared: Tool<I, R>): Tool {
  return declared as unknown as Tool
}

export interface Area {
  title: string
  /** Module that switches the whole area; a tool may say otherwise. */
  module?: string
  tools: Record<string, Tool>
}

export function area(declared: Area): Area {
  return declared
}

/** A tool as the engine keeps it: named, with every default filled in. */
export interface NamedTool extends Tool {
  name: string
  area: string
  module: string | null
  rate: number
  input_schema: z.ZodObject
  result_schema: z.ZodObject
}

export type FollowedTool = NamedTool & { follow: Follow }

export type Catalog = ReadonlyMap<string, NamedTool>

/** The catalog, in name order, so that every list made of it is stable. */
export function catalog_of(areas: Record<string, Area>): Catalog {
  const named: NamedTool[] = []
  for (const [area_name, { module = null, tools }] of Object.entries(areas)) {
    for (const [name, declared] of Object.entries(tools)) {
      named.push({
        rate: DEFAULT_RATE_PER_MINUTE,
        ...declared,
        name,
        area: area_name,
        module: declared.module === undefined ? module : declared.module,
        input_schema: z.strictObject(declared.input),
        result_schema: z.strictObject(declared.result),
      })
    }
  }
  const unpaid = named.find(({ effect, spends }) => effect === 'read' && spends)
  if (unpaid) throw new Error(`${unpaid.name} reads and spends: a read-only transaction cannot take credits`)
  named.sort((a, b) => (a.name < b.name ? -1 : 1))
  const catalog = new Map(named.map((entry) => [entry.name, entry]))
  if (catalog.size !== named.length) throw new Error('two tools have the same name')
  return catalog
}
