// The schemas of a field: for creating a record, for changing a record, and for answers.
import { z } from 'zod'
import { DOCUMENT_CHARS_MAX, outside_text, own_text, writer_of } from '#engine/texts.ts'

/** The description of a field, or of the type that the field wraps. */
function about(field: z.ZodType): string | undefined {
  return field.description ?? (is_wrapped(field) ? about(field.unwrap() as z.ZodType) : undefined)
}

type Wrapped = z.ZodDefault | z.ZodOptional | z.ZodNullable

const is_wrapped = (field: z.ZodType): field is Wrapped =>
  field instanceof z.ZodDefault || field instanceof z.ZodOptional || field instanceof z.ZodNullable

const described = (field: z.ZodType, text: string | undefined) => (text === undefined ? field : field.describe(text))

/** The default of a field, or undefined when it has none. */
export const default_of = (field: z.ZodType): unknown =>
  field instanceof z.ZodDefault ? field.def.defaultValue : undefined

export const is_required = (field: z.ZodType): boolean => !is_wrapped(field)

const without_default = (field: z.ZodType): z.ZodType =>
  field instanceof z.ZodDefault ? described(field.unwrap() as z.ZodType, about(field)) : field

/** The schema of a field when a record is created. */
export const when_created = (field: z.ZodType): z.ZodType =>
  is_required(field) || field instanceof z.ZodDefault ? field : described(field.optional(), about(field))

/** The schema of a field when a record is changed: a missing field keeps its value. */
export const when_changed = (field: z.ZodType): z.ZodType => described(without_default(field).optional(), about(field))

/** The schema of a field when a record is created or changed. The default is published, and used only for a new record. */
export function when_either(field: z.ZodType): z.ZodType {
  const standard = default_of(field)
  if (standard === undefined) return when_created(field)
  return when_changed(field).meta({ description: about(field), default: standard as never })
}

/** The schema of a field as a filter: the values that the field can have. */
export function when_filtered(field: z.ZodType): z.ZodType {
  const inner = is_wrapped(field) ? when_filtered(field.unwrap() as z.ZodType) : field.optional()
  return described(inner, `Only with this value. ${about(field) ?? ''}`.trim())
}

/** The schema of a field in answers: the type only. Values that were stored under an older length or format remain readable. */
export const when_answered = (field: z.ZodType): z.ZodType => described(plain(field), about(field))

function plain(field: z.ZodType): z.ZodType {
  if (field instanceof z.ZodNullable) return plain(field.unwrap() as z.ZodType).nullable()
  if (is_wrapped(field)) return plain(field.unwrap() as z.ZodType)
  if (field instanceof z.ZodArray) return z.array(plain(field.element as z.ZodType))
  if (field instanceof z.ZodObject) return z.strictObject(parts_of(field))
  if (field instanceof z.ZodNumber) return z.number()
  if (field instanceof z.ZodUUID || field instanceof z.ZodISODate || field instanceof z.ZodISODateTime)
    return own_text()
  // Anybody in the organization writes its records, and so do agents that read text of others.
  if (field instanceof z.ZodString || field instanceof z.ZodStringFormat)
    return writer_of(field) === 'us' ? own_text() : outside_text(DOCUMENT_CHARS_MAX)
  return field
}

/** The fields of a value with parts. A part can be absent, because the record was written under an older schema. */
const parts_of = ({ shape }: z.ZodObject) =>
  Object.fromEntries(
    Object.entries(shape).map(([name, part]) => {
      const answered = when_answered(part as z.ZodType)
      return [name, is_required(part as z.ZodType) ? answered : answered.optional()]
    }),
  )

export const is_number = (field: z.ZodType): boolean =>
  is_wrapped(field) ? is_number(field.unwrap() as z.ZodType) : field instanceof z.ZodNumber
