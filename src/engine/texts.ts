// Says of every text in an answer who writes it. Fields of results are declared with these functions instead of `z.string()`. At the end
// of a call, the declarations name the fields with text of others, bound their length, and make hidden characters visible.
import { z } from 'zod'
import { short_text, visible_text } from '#lib/text.ts'

/**
 * `us`: Tablero and its operator. `platform`: ids and states, which only the platform chooses. `public`: anybody, without an account of
 * the organization, such as customers and visitors. `outside`: all others, such as advertisers and members of the organization.
 */
type Writer = 'us' | 'platform' | 'outside' | 'public'

interface Mark {
  writer: Writer
  chars_max: number
}

const marks = z.registry<Mark>()

/** Names and other short texts. */
const TEXT_CHARS_MAX = 1_000
/** Texts that are useless when shortened, such as addresses, and sentences that quote several names. */
export const LONG_TEXT_CHARS_MAX = 4_000
/** Whole documents: fields of an organization's own records, and values without a schema. */
export const DOCUMENT_CHARS_MAX = 20_000

/** A text of Tablero, such as a date, the code of a currency, the key of a platform or a hint. It quotes nobody. */
export const own_text = <Text extends z.ZodString | z.ZodURL = z.ZodString>(text: Text = z.string() as Text): Text =>
  text.register(marks, { writer: 'us', chars_max: LONG_TEXT_CHARS_MAX }) as Text
/** A platform's id, or its word for a state. More than one word counts as text of others. */
export const platform_word = () => z.string().register(marks, { writer: 'platform', chars_max: TEXT_CHARS_MAX })
/** A text that others write, in whole or in part. */
export const outside_text = (chars_max = TEXT_CHARS_MAX, text: z.ZodString = z.string()) =>
  text.register(marks, { writer: 'outside', chars_max }) as z.ZodString

/** A text of others that anybody can write: a visitor, a buyer, a person who searches. */
export const public_text = (chars_max = TEXT_CHARS_MAX) => z.string().register(marks, { writer: 'public', chars_max })
/** A value of any depth, such as JSON of a platform, in which anybody can write. */
export const public_value = () => z.unknown().register(marks, { writer: 'public', chars_max: DOCUMENT_CHARS_MAX })
/** Whether text of others can have this writer. */
export const is_of_others = (writer: Writer | undefined): boolean => writer === 'outside' || writer === 'public'

/** Undefined when nobody declared who writes the text. Answers treat it as text of others. */
export const writer_of = (schema: z.core.$ZodType): Writer | undefined =>
  marks.get(schema)?.writer ?? ((schema as z.core.$ZodTypes)._zod.def.type === 'unknown' ? 'outside' : undefined)

export interface ShownResult {
  result: Record<string, unknown>
  /** Paths of the fields with text of others: `orders[].utm_source`. `.*` stands for any name. */
  outside: readonly string[]
  /** Whether anybody could have written some of it. */
  has_public_text: boolean
}

/** Makes the texts of a result visible and bounded, and finds the text of others in it. */
export function text_reader(schema: z.ZodObject): (result: Record<string, unknown>) => ShownResult {
  const read = reader(schema, '') ?? unread
  return (result) => {
    const found: Found = { paths: new Set(), has_public_text: false }
    const shown = read(result, found) as ShownResult['result']
    return { result: shown, outside: [...found.paths], has_public_text: found.has_public_text }
  }
}

/** Every text of a schema by path, with its writer. */
export function texts_of(schema: z.core.$ZodType): { path: string; writer: Writer | undefined }[] {
  const texts: ReturnType<typeof texts_of> = []
  reader(schema, '', (path, writer) => texts.push({ path, writer }))
  return texts
}

interface Found {
  paths: Set<string>
  has_public_text: boolean
}

/** Returns the value with its texts as they are shown, and adds the paths of text of others. Copies only what changes. */
type Reader = (value: unknown, found: Found) => unknown
const unread: Reader = (value) => value
type Visit = (path: string, writer: Writer | undefined) => void

/** Formats whose values cannot be sentences. */
const FORMATS = new Set<unknown>(['uuid', 'date', 'datetime', 'time'])

/** Undefined when values of the schema have no text. Values of a kind that is not listed can be anything. */
function reader(schema: z.core.$ZodType, path: string, visit?: Visit): Reader | undefined {
  const { def } = (schema as z.core.$ZodTypes)._zod
  switch (def.type) {
    case 'string':
      if ('format' in def && FORMATS.has(def.format)) return undefined
      visit?.(path, writer_of(schema))
      return string_reader(path, marks.get(schema))
    case 'optional':
    case 'nullable':
    case 'default':
      return reader(def.innerType, path, visit)
    case 'array': {
      const read = reader(def.element, `${path}[]`, visit)
      return read && ((value, found) => (Array.isArray(value) ? shown_items(value, read, found) : value))
    }
    case 'object':
      if (def.catchall && def.catchall._zod.def.type !== 'never') return any_reader(path, def.catchall, visit)
      return object_reader(def.shape, path, visit)
    case 'record':
      return entries_reader(
        reader(def.keyType, `${path}.*`, visit) ?? unread,
        reader(def.valueType, `${path}.*`, visit) ?? unread,
      )
    case 'union': {
      const readers = def.options.flatMap((option) => reader(option, path, visit) ?? [])
      return readers.length > 0 ? (value, found) => readers.reduce((now, read) => read(now, found), value) : undefined
    }
    case 'number':
    case 'boolean':
    case 'enum':
    case 'literal':
    case 'null':
      return undefined
    default:
      return any_reader(path, schema, visit)
  }
}

/** No word, no instruction: numbers, days and instants as text. */
const WORDLESS = /^[\d\s.,:+#TZ-]*$/
const ONE_WORD = /^[\w.:/@#-]{0,64}$/
const is_harmless: Record<Writer, (text: string) => boolean> = {
  us: () => true,
  platform: (text) => ONE_WORD.test(text),
  outside: (text) => WORDLESS.test(text),
  public: (text) => WORDLESS.test(text),
}

function string_reader(
  path: string,
  { writer, chars_max }: Mark = { writer: 'outside', chars_max: TEXT_CHARS_MAX },
): Reader {
  return (value, found) => {
    if (typeof value !== 'string') return value
    const is_known = found.paths.has(path) && (writer !== 'public' || found.has_public_text)
    if (!is_known && !is_harmless[writer](value)) {
      found.paths.add(path)
      found.has_public_text ||= writer === 'public'
    }
    return short_text(visible_text(value), chars_max)
  }
}

/** Reads values of any depth. All of their texts have the path of the field. */
function any_reader(path: string, schema: z.core.$ZodType, visit?: Visit): Reader {
  visit?.(path, writer_of(schema))
  const writer = writer_of(schema) ?? 'outside'
  const read_text = string_reader(path, { writer, chars_max: DOCUMENT_CHARS_MAX })
  // A statement of SQL can make a name of any text, so where anybody writes the texts, anybody can have written the names.
  const of_names = writer === 'public' ? writer : 'platform'
  const read_name = string_reader(path, { writer: of_names, chars_max: TEXT_CHARS_MAX })
  const read_entries = entries_reader(read_name, (value, found) => read(value, found))
  const read: Reader = (value, found) => {
    if (Array.isArray(value)) return shown_items(value, read, found)
    return typeof value === 'string' ? read_text(value, found) : read_entries(value, found)
  }
  return read
}

function object_reader(shape: z.core.$ZodLooseShape, path: string, visit?: Visit): Reader | undefined {
  const readers = Object.entries(shape).flatMap(([name, field]) => {
    const read = reader(field, path === '' ? name : `${path}.${name}`, visit)
    return read ? [[name, read] as const] : []
  })
  if (readers.length === 0) return undefined
  return (value, found) => {
    if (!is_object(value)) return value
    let changed: Record<string, unknown> | undefined
    for (const [name, read] of readers) {
      const shown = read(value[name], found)
      if (shown === value[name]) continue
      changed ??= { ...value }
      changed[name] = shown
    }
    return changed ?? value
  }
}

/** Reads names too, because they can come from a platform's JSON. */
const entries_reader =
  (read_name: Reader, read: Reader): Reader =>
  (value, found) => {
    if (!is_object(value)) return value
    let is_same = true
    const entries = Object.entries(value).map(([name, of]): [string, unknown] => {
      const shown: [string, unknown] = [String(read_name(name, found)), read(of, found)]
      is_same &&= shown[0] === name && shown[1] === of
      return shown
    })
    return is_same ? value : Object.fromEntries(entries)
  }

function shown_items(items: unknown[], read: Reader, found: Found): unknown[] {
  let changed: unknown[] | undefined
  for (const [at, item] of items.entries()) {
    const shown = read(item, found)
    if (shown === item) continue
    changed ??= [...items]
    changed[at] = shown
  }
  return changed ?? items
}

const is_object = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
