// What a form from a JSON schema holds, and the input that it makes. Every field holds text, and an empty field is left out of the input.

export interface FieldSchema {
  type?: string | readonly string[]
  enum?: readonly unknown[]
  format?: string
  description?: string
  default?: unknown
  minimum?: number
  maximum?: number
  maxLength?: number
  items?: FieldSchema
}

export interface InputSchema {
  properties?: Record<string, FieldSchema>
  required?: readonly string[]
}

/** `lines` is a list of texts, one in each line. `json` expresses whatever has no field of its own. */
export type FieldKind = 'text' | 'long_text' | 'date' | 'number' | 'integer' | 'choice' | 'yes_no' | 'lines' | 'json'

/** The text of each field, by its name. */
export type Draft = Record<string, string>

export type FieldFault = 'missing' | 'not_a_number' | 'not_whole' | 'not_json'

/** Texts that may be longer get several lines. */
const ONE_LINE_CHARS_MAX = 2_000

export function kind_of({ type, enum: values, format, maxLength, items }: FieldSchema): FieldKind {
  if (values) return 'choice'
  if (type === 'boolean') return 'yes_no'
  if (type === 'integer' || type === 'number') return type
  if (type === 'array' && items?.type === 'string') return 'lines'
  if (type !== 'string') return 'json'
  if (format === 'date') return 'date'
  return format === undefined && (maxLength ?? Number.POSITIVE_INFINITY) > ONE_LINE_CHARS_MAX ? 'long_text' : 'text'
}

/** The text of a value that is one of a list. */
export const choice_text = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

/** The text for a field, or undefined when the field cannot express the value. */
function text_of(schema: FieldSchema, value: unknown): string | undefined {
  const kind = kind_of(schema)
  if (kind === 'json') return JSON.stringify(value, null, 2)
  if (kind === 'choice') return schema.enum!.includes(value) ? choice_text(value) : undefined
  if (kind === 'yes_no') return typeof value === 'boolean' ? String(value) : undefined
  if (kind === 'number' || kind === 'integer') return typeof value === 'number' ? String(value) : undefined
  if (kind !== 'lines') return typeof value === 'string' ? value : undefined
  const is_list = Array.isArray(value) && value.every((item) => typeof item === 'string' && !/^\s*$|\n/.test(item))
  return is_list ? value.join('\n') : undefined
}

/** The form of an input. `left_out` names what the form cannot express: unknown names and values of another type. */
export function draft_of({ properties = {} }: InputSchema, input: Record<string, unknown>) {
  const draft: Draft = {}
  const left_out: string[] = []
  for (const [name, value] of Object.entries(input)) {
    const schema = Object.hasOwn(properties, name) ? properties[name] : undefined
    const text = schema && text_of(schema, value)
    if (text === undefined) left_out.push(name)
    else draft[name] = text
  }
  return { draft, left_out }
}

type Read = { value: unknown } | { fault: FieldFault }

const NUMBER = /^-?\d+(?:\.\d+)?$/

function value_of(schema: FieldSchema, text: string): Read {
  const kind = kind_of(schema)
  if (kind === 'choice') return { value: schema.enum!.find((value) => choice_text(value) === text) }
  if (kind === 'yes_no') return { value: text === 'true' }
  if (kind === 'lines') return { value: text.split('\n').filter((line) => line.trim() !== '') }
  if (kind === 'json') return json_of(text)
  if (kind !== 'number' && kind !== 'integer') return { value: text }
  const trimmed = text.trim()
  if (!NUMBER.test(trimmed)) return { fault: 'not_a_number' }
  const value = Number(trimmed)
  return kind === 'integer' && !Number.isSafeInteger(value) ? { fault: 'not_whole' } : { value }
}

function json_of(text: string): Read {
  try {
    return { value: JSON.parse(text) as unknown }
  } catch {
    return { fault: 'not_json' }
  }
}

/** The input of a call, and what keeps a field from having a value. The engine checks the rest: ranges, lengths, what belongs together. */
export function input_of({ properties = {}, required = [] }: InputSchema, draft: Draft) {
  const input: Record<string, unknown> = {}
  const faults: Record<string, FieldFault> = {}
  for (const [name, schema] of Object.entries(properties)) {
    const text = draft[name] ?? ''
    if (text.trim() === '') {
      if (required.includes(name)) faults[name] = 'missing'
      continue
    }
    const read = value_of(schema, text)
    if ('fault' in read) faults[name] = read.fault
    else input[name] = read.value
  }
  return { input, faults }
}

/** Parts of the engine's sentence by the field that each names. `rest` is what names none. */
export function sentences_of_fields(sentence: string, names: readonly string[]) {
  const by_field: Record<string, string> = {}
  const rest: string[] = []
  for (const part of sentence.split(/(?<=\.) (?=\w+(?:\.\w+)*: )/)) {
    const name = names.find((one) => names_field(part, one))
    if (name === undefined) rest.push(part)
    else by_field[name] = by_field[name] ? `${by_field[name]} ${part}` : part
  }
  return { by_field, rest: rest.join(' ') }
}

/** At its begin, as the engine writes it, or in quotes. */
const names_field = (part: string, name: string) =>
  part.startsWith(`${name}: `) ||
  part.startsWith(`${name}.`) ||
  part.startsWith(`${name} `) ||
  part.includes(`'${name}' `)
