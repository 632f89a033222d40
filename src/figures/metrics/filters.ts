// Filters of query_data: { dimension: value | [values] | { gte, lte, gt, lt } | { contains } } as conditions over rows `f`.
import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { has_part } from '#db/part_of_text.ts'
import { refuse } from '#engine/outcomes.ts'
import type { Dimension } from '#figures/metrics/catalog.ts'

const LIST_MAX = 200
const CHARS_MAX = 500

const scalar = z.union([
  z
    .string()
    .max(CHARS_MAX)
    .refine((text) => !text.includes('\0'), 'must not contain a NUL character'),
  z.number(),
  z.boolean(),
  z.null(),
])
type Scalar = z.output<typeof scalar>

const filter = z.union([
  scalar,
  z.array(scalar).min(1).max(LIST_MAX),
  z.strictObject({ gte: scalar.optional(), lte: scalar.optional(), gt: scalar.optional(), lt: scalar.optional() }),
  z.strictObject({
    contains: z
      .string()
      .min(1)
      .max(CHARS_MAX)
      .refine((text) => !text.includes('\0')),
  }),
])
export type Filter = z.output<typeof filter>
const FORMS = `a value, a list of at most ${LIST_MAX} values, {"gte", "lte", "gt", "lt"}, or {"contains": "text"}`

/** Checks input of any shape. The error for an invalid filter lists the valid forms. */
export function read_filter(name: string, given: unknown): Filter {
  const read = filter.safeParse(given)
  if (read.success) return read.data
  refuse(`The filter on '${name.slice(0, 60)}' must be ${FORMS}; texts have at most ${CHARS_MAX} characters.`)
}

/** The SQL expression of a dimension, for filters and for grouping. */
export function dimension_sql({ column_name, type }: Dimension): RawBuilder<unknown> {
  const column = sql.ref(`f.${column_name}`)
  if (type === 'week' || type === 'month') return sql`date_trunc(${sql.lit(type)}, ${column}::timestamp)::date`
  return type === 'text' ? sql`${column}::text` : column
}

/** Values of a filter on a dimension with texts. */
export interface TextFilter {
  dimension: Dimension
  values: string[]
  /** True: a text has one of the values as a part of it. */
  is_part?: true
}

export function text_filter(dimension: Dimension, given: Filter): TextFilter[] {
  if (given !== null && typeof given === 'object' && 'contains' in given)
    return [{ dimension, values: [given.contains], is_part: true }]
  const values = (Array.isArray(given) ? given : [given]).filter((value) => value !== null && typeof value !== 'object')
  return dimension.type === 'text' && values.length > 0 ? [{ dimension, values: values.map(String) }] : []
}

const comparisons = { gte: sql`>=`, lte: sql`<=`, gt: sql`>`, lt: sql`<` } as const

/** The values of a dimension that a filter names, in lower case. Undefined: no filter names any. */
export function named_values(texts: readonly TextFilter[], name: string): string[] | undefined {
  const filter = texts.find(({ dimension, is_part }) => dimension.dimension === name && !is_part)
  return filter && [...new Set(filter.values.map((value) => value.toLowerCase()))]
}

export function filter_sql(dimension: Dimension, given: Filter): RawBuilder<unknown> {
  const of = dimension_sql(dimension)
  if (Array.isArray(given)) {
    const any_of = is_any_of(dimension, of, given)
    return given.includes(null) ? sql`(${any_of} or ${of} is null)` : any_of
  }
  if (given === null) return sql`${of} is null`
  if (typeof given !== 'object') return sql`${without_case(dimension, of)} = ${same(dimension, given)}`
  if ('contains' in given) {
    if (dimension.type !== 'text') refuse(`'${dimension.dimension}' is no text, so it cannot be filtered by contains.`)
    return has_part(of, given.contains)
  }
  const limits = Object.entries(given) as [keyof typeof comparisons, Scalar][]
  if (limits.length === 0) refuse(`The filter on '${dimension.dimension}' is empty; it must be ${FORMS}.`)
  return sql`(${sql.join(
    limits.map(([name, value]) => sql`${of} ${comparisons[name]} ${bound(dimension, value)}`),
    sql` and `,
  )})`
}

/** Texts are equal without regard to case. */
const without_case = ({ type }: Dimension, of: RawBuilder<unknown>) => (type === 'text' ? sql`lower(${of})` : of)
const same = (dimension: Dimension, value: Scalar) => without_case(dimension, bound(dimension, value))

/**
 * Whether a row has one of the values. They are one parameter, so that PostgreSQL converts and hashes them once and not for each row, and
 * lists of any length are the same statement. `coalesce` prevents a join.
 */
function is_any_of(dimension: Dimension, of: RawBuilder<unknown>, given: readonly Scalar[]): RawBuilder<unknown> {
  const values = given.filter((value) => value !== null).map((value) => valid(dimension, value))
  const given_value = without_case(dimension, sql`given.value`)
  return sql`coalesce(${without_case(dimension, of)} in (
    select ${given_value} from unnest(${values}::${sql_type(dimension)}[]) as given (value)), false)`
}

const DATE = { sql: 'date', wanted: 'a date YYYY-MM-DD' } as const
/** The type of a value in PostgreSQL, and in the sentence about another value. */
const types = {
  text: { sql: 'text', wanted: 'a text' },
  number: { sql: 'numeric', wanted: 'a number' },
  boolean: { sql: 'boolean', wanted: 'true or false' },
  day: DATE,
  week: DATE,
  month: DATE,
} as const

const sql_type = ({ type }: Dimension) => sql.raw(types[type].sql)
const bound = (dimension: Dimension, value: Scalar) => sql`${valid(dimension, value)}::${sql_type(dimension)}`

/** The value as a parameter of the dimension's type. Any other value is refused. */
function valid({ dimension, type }: Dimension, value: Scalar): Scalar {
  if (type === 'text' && value !== null) return String(value)
  if (type === 'number' && typeof value === 'number') return String(value)
  if (type === 'boolean' && typeof value === 'boolean') return value
  if (types[type] === DATE && z.iso.date().safeParse(value).success && value! >= '0001') return value
  refuse(`The filter on '${dimension}' needs ${types[type].wanted}.`)
}
