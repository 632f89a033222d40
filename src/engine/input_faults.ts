// The words for what is wrong in an input, such as 'must have at least 3 items', and for an object inside of it.
import type { z } from 'zod'
import { shortened } from '#domain/nearest.ts'

const FAULTS_NAMED_MAX = 5

const kinds: Record<string, string> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
  null: 'null',
}
const kind_of = (expected: string) => kinds[expected] ?? expected
/** What the length of a text or a list counts. */
const units: Record<string, string> = { string: 'character', array: 'item', record: 'name' }

function limit_of(origin: string, bound: string, limit: number | bigint): string {
  const unit = units[origin]
  return unit ? `must have ${bound} ${limit} ${unit}${limit === 1 ? '' : 's'}` : `must be ${bound} ${limit}`
}

/** What is wrong where the schema itself has no sentence. Null leaves the validator's own message. */
export function plain_words(issue: z.core.$ZodRawIssue): string | null {
  const is_missing = issue.input === undefined
  switch (issue.code) {
    case 'invalid_type':
      return `${is_missing ? 'is required,' : 'must be'} ${kind_of(issue.expected)}`
    case 'invalid_union': {
      const types = issue.errors.flat().filter(({ code, path }) => code === 'invalid_type' && path.length === 0)
      const accepted = [...new Set(types.map((type) => kind_of((type as z.core.$ZodIssueInvalidType).expected)))]
      if (accepted.length > 0) return `${is_missing ? 'is required,' : 'must be'} ${accepted.join(' or ')}`
      return 'has none of the accepted forms'
    }
    case 'too_small':
      return limit_of(issue.origin, issue.inclusive ? 'at least' : 'more than', issue.minimum)
    case 'too_big':
      return limit_of(issue.origin, issue.inclusive ? 'at most' : 'less than', issue.maximum)
    case 'invalid_value':
      return `must be one of ${issue.values.map(String).join(', ')}`
    case 'invalid_format':
      return `must be a valid ${issue.format === 'regex' ? 'text' : issue.format}`
    default:
      return null
  }
}

/** The first faults, and the number of the others. `sentence`: what is wrong in a word of its own; undefined for the usual words. */
export function faults_of(
  schema: z.ZodType,
  issues: readonly z.core.$ZodIssue[],
  { whole, sentence = () => undefined }: { whole: string; sentence?: (issue: z.core.$ZodIssue) => string | undefined },
): string {
  const faults = issues.slice(0, FAULTS_NAMED_MAX).map((issue) => sentence(issue) ?? fault_of(schema, issue, whole))
  const more = issues.length - faults.length
  return faults.join(' ') + (more > 0 ? ` And ${more} more.` : '')
}

function fault_of(schema: z.ZodType, issue: z.core.$ZodIssue, whole: string): string {
  const where = issue.path.map(String).join('.')
  return issue.code === 'unrecognized_keys'
    ? unknown_names(issue.keys, where, names_at(schema, issue.path))
    : `${where || whole}: ${issue.message.replace(/\.$/, '')}.`
}

function unknown_names(keys: readonly string[], where: string, known: readonly string[]): string {
  const shown = keys.slice(0, FAULTS_NAMED_MAX).map((key) => `'${shortened(key)}'`)
  const of = where ? `${where}: ` : ''
  return `${of}${shown.join(', ')} ${shown.length > 1 ? 'are' : 'is'} not known here.${known.length > 0 ? ` Names: ${known.join(', ')}.` : ''}`
}

/** The names of the object at a path of the schema. */
function names_at(schema: z.ZodType, path: readonly PropertyKey[]): string[] {
  const at = bare(schema) as Partial<{ shape: Record<string, z.ZodType>; element: z.ZodType }>
  const [next, ...rest] = path
  if (next === undefined) return Object.keys(at.shape ?? {})
  const inner = typeof next === 'number' ? at.element : at.shape?.[String(next)]
  return inner ? names_at(inner, rest) : []
}

/** The schema without its default, and without whether it may be missing. */
function bare(schema: z.ZodType): z.ZodType {
  const inner = (schema as { unwrap?: () => z.ZodType }).unwrap
  return inner && !('element' in schema) ? bare(inner.call(schema)) : schema
}

/** The description of a schema, also inside of a default or of what may be missing. */
export function described(schema: z.ZodType): string | undefined {
  const inner = (schema as { unwrap?: () => z.ZodType }).unwrap
  return schema.description ?? (inner && !('element' in schema) ? described(inner.call(schema)) : undefined)
}
