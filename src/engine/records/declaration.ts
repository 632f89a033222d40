// What a record is: one declaration from which its tools, its statements and its history are generated.
import type { Expression, ExpressionBuilder, SqlBool } from 'kysely'
import { z } from 'zod'
import type { Scope } from '#domain/scopes.ts'
import type { Fields } from '#engine/fields.ts'
import type { Forms } from '#engine/lists.ts'
import type { CallerLookContext, Context, RecordFamily, Tool } from '#engine/tool.ts'

/**
 * Fields that callers write, by column. The schema says which fields may be missing. `.default(…)`: a missing field gets the default.
 * `.nullable()`: a missing field is null, and null clears it. Neither: a new record needs the field, and nothing can clear it.
 */
export type RecordFields = Readonly<Record<string, z.ZodType>>

/** The context of a write. Jobs that write records have it too. */
export type RecordContext = Pick<Context, 'db' | 'now' | 'enqueue'> & {
  caller: Pick<Context['caller'], 'actor'>
  /** Null when the write belongs to no call. */
  request_id: string | null
}

export type Row = Record<string, unknown>
/** The store knows tables and columns by name only. The type checker compares a declaration with the types of its table. */
export type Tables = Record<string, Row>
/** Builds a condition on the rows of a list. */
export type Where = ExpressionBuilder<Tables, string>

/** A parameter that narrows a list. */
export interface Filter {
  field: z.ZodType
  where(is: Where, value: never): Expression<SqlBool> | undefined
}

export const filter = <Z extends z.ZodType>(
  field: Z,
  where: (is: Where, value: NonNullable<z.output<Z>>) => Expression<SqlBool> | undefined,
): Filter => ({ field, where })

/** A filter such as `pinned_only`: when true, the list has only records whose column is true. */
export const only_where = (column: string, about: string): Filter =>
  filter(z.boolean().default(false).describe(about), (is, wanted) => (wanted ? is(column, '=', true) : undefined))

interface ToolWords {
  about: string
  /** Words that people use for this tool, in addition to those of the record and of the action. */
  keywords?: Tool['keywords']
  rate?: number
  spends?: number
  scopes?: readonly Scope[]
  shown_once?: Tool['shown_once']
}

interface Adds<R> {
  /** Fields of the answer that are not columns, and the function that reads them. */
  adds?: { fields: Fields; of(record: R, context: Context): Promise<Row> }
}

interface AddsToRows<R> {
  /** Fields of each row that are not columns. `of` reads what all rows need, once, and returns the fields of a row. */
  adds_to_rows?: { fields: Fields; of(context: Context): Promise<(record: R) => Row> }
}

interface Looks<K extends string> {
  /** An external request before the transaction of the call, about the fields that the caller gave. It may refuse. */
  look?(given: { [field in K]?: unknown }, context: CallerLookContext): Promise<void>
}

/** What a tool of a record does. `takes` names the fields that a caller may send. Without it, all fields. */
export type ToolOf<K extends string, R> = ToolWords &
  (
    | ({ does: 'create'; takes?: readonly K[]; example: Row } & Adds<R> & Looks<K>)
    | ({ does: 'update'; takes?: readonly K[]; example: Row } & Adds<R> & Looks<K>)
    /** Changes the record with the given id, or with the same values of `by`. Creates the record when there is none. */
    | ({ does: 'upsert'; by?: readonly K[]; takes?: readonly K[]; example: Row } & Adds<R>)
    | ({ does: 'get' } & Adds<R>)
    | { does: 'delete' }
    /**
     * A filter of `true` compares the field of its name with the given value. `of` is the field of a parent, which callers must give.
     * Without `limit`, callers cannot set a limit. `short`: the rows of a list with more than `WHOLE_ROWS_MAX` rows.
     */
    | ({
        does: 'list'
        filters?: Record<string, true | Filter>
        of?: K
        limit?: number
        limit_max?: number
        short?: Forms<Row>['short']
      } & AddsToRows<R>)
  )

/** A record to which other records can belong. */
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

/** The declaration as the engine uses it. Columns and fields are names. */
export interface Spec<R = Row, K extends string = string> {
  /** The name of one record, such as `alert rule`, and the name of several as the key of lists, such as `alert_rules`. */
  one: string
  many: string
  table: string
  /** The column of the record's id, a UUID version 7. The parameter has the same name. */
  id: string
  scopes: { read: readonly Scope[]; write: readonly Scope[] }
  /** The module of the tools. Default: the module of the area. */
  module?: string | null
  /** Words that people use for the record. Words for the actions (create, list, …) are added. */
  keywords: NonNullable<Tool['keywords']>
  fields: RecordFields
  /** Read-only columns that answers show. */
  shows?: RecordFields
  /** Fields that are calculated from other fields for each answer. */
  computes?: { fields: Fields; of(record: R): Row }
  /** Long fields, which only the tool that gets one record shows. */
  long?: readonly K[]
  /** Fields stored as jsonb whose values are arrays. */
  json?: readonly K[]
  /** Fields that hold the id of another record of the organization. */
  parents?: { [field in K]?: Parent }
  /** Fields whose values must be unique. */
  unique?: readonly K[]
  /** Order of lists. Default: newest first. */
  order?: readonly (readonly [column: K | 'created_at' | 'updated_at', direction: 'asc' | 'desc'])[]
  /** Deleted records keep their row, with `deleted_at` set. */
  soft_delete?: boolean
  /** The tool that shows the ids, when that tool is not a list of this record. */
  shown_by?: string
  /** Refuses a record with inconsistent fields. It gets the whole record as it would be stored. */
  check?(record: R, before: R | null): void
  /** Columns of a new record that the server fills in. */
  fill?(record: R, context: RecordContext): Row
  /** Further effects of a write, in the same transaction. */
  after?(event: RecordEvent<R>, context: RecordContext): Promise<void>
  tools: Record<string, ToolOf<K, R>>
}

/** A record as answers contain it: its id and its fields. */
export type RecordOf<I extends string, F extends RecordFields> = Record<I, string> & {
  [K in keyof F]: z.output<F[K]>
}

/** Checks that fields are columns of the table. The type checker rejects any other name. */
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
