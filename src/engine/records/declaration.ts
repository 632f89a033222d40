// What a record is: one declaration from which its tools, its statements and its history are all made.
import type { Expression, ExpressionBuilder, SqlBool } from 'kysely'
import { z } from 'zod'
import type { Scope } from '#engine/access/scopes.ts'
import type { Fields } from '#engine/fields.ts'
import type { Context, RecordFamily, Tool } from '#engine/tool.ts'

/**
 * Fields that callers write, by column; the schema says what may be left out. `.default(…)`: left out means the default.
 * `.nullable()`: left out means none, and null clears it. Neither: a new record needs it, and it cannot be cleared.
 */
export type RecordFields = Readonly<Record<string, z.ZodType>>

/** What a write needs; a job that writes records has it too. */
export type RecordContext = Pick<Context, 'db' | 'now' | 'enqueue'> & {
  caller: Pick<Context['caller'], 'actor'>
  /** Null where no call is answered. */
  request_id: string | null
}

export type Row = Record<string, unknown>
/** The store knows tables and columns by name only. The type checker compares a declaration with the types of its table. */
export type Tables = Record<string, Row>
type Where = ExpressionBuilder<Tables, string>

/** A parameter that narrows a list. */
export interface Filter {
  field: z.ZodType
  where(is: Where, value: never): Expression<SqlBool> | undefined
}

export const filter = <Z extends z.ZodType>(
  field: Z,
  where: (is: Where, value: NonNullable<z.output<Z>>) => Expression<SqlBool> | undefined,
): Filter => ({ field, where })

/** `pinned_only`: only those whose column is true. */
export const only_where = (column: string, about: string): Filter =>
  filter(z.boolean().default(false).describe(about), (is, wanted) => (wanted ? is(column, '=', true) : undefined))

interface ToolWords {
  about: string
  /** Words people use for this tool, beside those of the record and of what it does. */
  keywords?: Tool['keywords']
  rate?: number
  spends?: number
  scopes?: readonly Scope[]
}

interface Adds<R> {
  /** Fields of the answer that are not columns, and how they are found. */
  adds?: { fields: Fields; of(record: R, context: Context): Promise<Row> }
}

/** What a tool of a record does. `takes` names the fields a caller may give; without it, all. */
export type ToolOf<K extends string, R> = ToolWords &
  (
    | ({ does: 'create'; takes?: readonly K[]; example: Row } & Adds<R>)
    | ({ does: 'update'; takes?: readonly K[]; example: Row } & Adds<R>)
    /** Changes the record with the given id, or with the same values of `by`; creates it where there is none. */
    | ({ does: 'upsert'; by?: readonly K[]; takes?: readonly K[]; example: Row } & Adds<R>)
    | ({ does: 'get' } & Adds<R>)
    | { does: 'delete' }
    /**
     * A filter of `true` wants the value of the field of its name; `of` is the field of a parent that must be named.
     * Without `limit`, callers cannot set one.
     */
    | { does: 'list'; filters?: Record<string, true | Filter>; of?: K; limit?: number; limit_max?: number }
  )

/** A record that another one can belong to. */
export interface Parent {
  family: RecordFamily
  /** Refuses an id that is not one of the organization's. */
  must_exist(db: Context['db'], id: string): Promise<void>
}

export type RecordEvent<R> = { record: R } & (
  | { kind: 'created' }
  | { kind: 'changed'; before: R }
  | { kind: 'deleted' }
)

/** The declaration as the engine uses it: columns and fields are names. */
export interface Spec<R = Row, K extends string = string> {
  /** What one is called, and several: `alert rule`, and `alert_rules` as the name of the rows in lists. */
  one: string
  many: string
  table: string
  /** The column of its id, a UUID version 7; its parameter has the same name. */
  id: string
  scopes: { read: readonly Scope[]; write: readonly Scope[] }
  /** As of a tool: the area's unless named here. */
  module?: string | null
  /** What people call the record; what they call creating, listing and so on is added. */
  keywords: NonNullable<Tool['keywords']>
  fields: RecordFields
  /** Columns that answers show and no caller writes. */
  shows?: RecordFields
  /** Fields made from the others at each answer. */
  computes?: { fields: Fields; of(record: R): Row }
  /** Long fields, shown by the tool that gets one record only. */
  long?: readonly K[]
  /** Fields kept as jsonb whose values are arrays. */
  json?: readonly K[]
  /** Fields that hold the id of another record of the organization. */
  parents?: { [field in K]?: Parent }
  /** Fields whose values no two records share. */
  unique?: readonly K[]
  /** Order of lists; newest first without it. */
  order?: readonly (readonly [column: K | 'created_at' | 'updated_at', direction: 'asc' | 'desc'])[]
  /** Deleted records keep their row, with `deleted_at`. */
  soft_delete?: boolean
  /** The tool that shows ids, where it is not a list of this record. */
  shown_by?: string
  /** Refuses a record whose fields do not go together; sees it whole, as it would be. */
  check?(record: R, before: R | null): void
  /** Columns of a new record that no caller gives. */
  fill?(record: R, context: RecordContext): Row
  /** What else happens, in the same transaction. */
  after?(event: RecordEvent<R>, context: RecordContext): Promise<void>
  tools: Record<string, ToolOf<K, R>>
}

/** A record as it is answered: its id and its fields. */
export type RecordOf<I extends string, F extends RecordFields> = Record<I, string> & {
  [K in keyof F]: z.output<F[K]>
}

/** Fields that are columns of the table; another name is an error of the type checker. */
type OnlyColumns<F, Columns> = { [K in Exclude<keyof F, keyof Columns>]: never }

export type Declared<
  Columns,
  T extends string,
  I extends keyof Columns & string,
  F extends RecordFields,
  N extends string,
> = Omit<Spec<RecordOf<I, F>, keyof F & string>, 'table' | 'id' | 'fields' | 'tools'> & {
  table: T
  id: I
  fields: F & OnlyColumns<F, Columns>
  tools: Record<N, ToolOf<keyof F & string, RecordOf<I, F>>>
}
