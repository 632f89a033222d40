// Validates input against the tool's schema. The error sentence names every fault, with 'did you mean', so that the caller can fix it.
import { closest, distance } from 'fastest-levenshtein'
import type { z } from 'zod'
import { type Refusal, refuse } from '#engine/outcomes.ts'
import type { NamedTool } from '#engine/tool.ts'

/** The part of a tool that validation needs. */
type Takes = Pick<NamedTool, 'name' | 'input' | 'input_schema'>

/** A wrong name with at most this number of wrong characters counts as a typo. */
const TYPO_DISTANCE_MAX = 3
const FAULTS_NAMED_MAX = 5

/** Names that callers often use instead of ours, too different in spelling to count as typos. */
const habits: Record<string, string> = {
  days: 'days_back',
  from: 'date_from',
  to: 'date_to',
  start_date: 'date_from',
  end_date: 'date_to',
  q: 'search',
  max: 'limit',
}

export function parse_input(tool: Takes, { input, input_fault }: { input: unknown; input_fault?: Refusal }): never {
  if (input_fault) throw input_fault
  if (typeof input !== 'object' || input === null || Array.isArray(input)) {
    refuse('The body must be a JSON object; send {} when there are no parameters.')
  }
  const parsed = tool.input_schema.safeParse(input, { error: plain })
  if (parsed.success) return parsed.data as never
  const faults = parsed.error.issues.slice(0, FAULTS_NAMED_MAX).map((issue) => sentence(tool, issue))
  const more = parsed.error.issues.length - faults.length
  refuse(faults.join(' ') + (more > 0 ? ` And ${more} more.` : ''))
}

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
function plain(issue: z.core.$ZodRawIssue): string | null {
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

function sentence(tool: Takes, issue: z.core.$ZodIssue): string {
  const where = issue.path.map(String).join('.')
  if (issue.code === 'unrecognized_keys') {
    return issue.keys
      .slice(0, FAULTS_NAMED_MAX)
      .map((key) => unknown_name(tool, key))
      .join(' ')
  }
  return `${where || 'The body'}: ${issue.message.replace(/\.$/, '')}.`
}

function unknown_name(tool: Takes, key: string): string {
  const names = Object.keys(tool.input)
  const shown = key.slice(0, 60)
  if (names.length === 0) return `${tool.name} takes no parameters, so '${shown}' is not known.`
  const habit = habits[key]
  const near = habit && names.includes(habit) ? habit : closest(key.toLowerCase(), names)
  const meant = near === habit || distance(key.toLowerCase(), near) <= TYPO_DISTANCE_MAX
  return `'${shown}' is not a parameter of ${tool.name}${meant ? `; did you mean '${near}'?` : '.'} Parameters: ${names.join(', ')}.`
}
