// Parameters of a published tool as schemas, each with a valid value and its column. A type that is not published is guessed from the
// parameter's name.
import { z } from 'zod'
import { outside_text, public_value } from '#engine/texts.ts'
import type { Parameter } from '../contract/published.ts'

/** The type of a parameter by its name, when the type is not published. */
const types_by_name: [RegExp, Parameter][] = [
  [/(events|channels|tags|platforms|steps|engines|screenshots|_ids|_names|categories)$/, { type: 'array' }],
  [/(^|_)id$/, { type: 'string', format: 'uuid' }],
  [/^date_/, { type: 'string', format: 'date' }],
  [/(^is_|_only$|^all$|^apply$|^enabled$|^active$|recovered|accepted)/, { type: 'boolean' }],
  [/^(limit|days_back|count|hours|sort_order|current_step_n)$/, { type: 'integer', minimum: 1, maximum: 1_000 }],
  [/(value|amount|pct|threshold|priority|position_|budget|score|target|reach)/, { type: 'number' }],
  [/^spec$|^config$/, { type: 'object' }],
]

const CHARS_MAX = 500
const text_of = () =>
  z
    .string()
    .trim()
    .min(1)
    .max(CHARS_MAX)
    .refine((given) => !given.includes('\0'), 'must not contain a NUL character')
const text = text_of()
/** The members of an organization choose the names in its objects. */
const name_in_object = outside_text(CHARS_MAX, text_of())

interface Field {
  schema: z.ZodType
  example: unknown
  /** Type of the column. Its default is for the rows of the fixtures, which have no value of these types. */
  column: string
}

/** A schema of the parameter, a valid value, and its column. */
export function field_of(name: string, given: Parameter): Field {
  const { schema, ...rest } = plain_field_of(name, given)
  return { schema: schema.describe(`The ${name.replaceAll('_', ' ')} of it.`), ...rest }
}

function plain_field_of(name: string, given: Parameter): Field {
  const is_known = given.type !== undefined || given.enum !== undefined
  const guessed = types_by_name.find(([pattern]) => pattern.test(name))?.[1]
  const {
    type = 'string',
    format,
    enum: values,
    minimum = -1e9,
    maximum = 1e9,
  } = is_known && guessed?.type !== 'integer' ? given : { ...given, ...guessed }
  if (values) return { schema: z.enum(values), example: values[0], column: `varchar default '${values[0]}'` }
  if (format === 'uuid') return { schema: z.uuid(), example: '01980000-0000-7000-8000-000000000000', column: 'uuid' }
  if (format === 'date') return { schema: z.iso.date(), example: '2026-11-01', column: 'date' }
  if (type === 'boolean') return { schema: z.boolean(), example: true, column: 'boolean default false' }
  if (type === 'array') return { schema: z.array(text).max(20), example: ['a word'], column: 'text[]' }
  if (type === 'object')
    return { schema: z.record(name_in_object, public_value()), example: { a: 1 }, column: "jsonb default '{}'" }
  if (type === 'integer')
    return { schema: z.int().min(minimum).max(maximum), example: Math.max(1, minimum), column: 'integer' }
  if (type === 'number')
    return { schema: z.number().min(minimum).max(maximum), example: Math.max(1, minimum), column: 'numeric' }
  return { schema: text, example: 'a word', column: 'text' }
}

export const about_stand_in = (name: string) => `Stands in for ${name.replaceAll('_', ' ')} until it is built.`
