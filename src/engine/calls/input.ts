// Validates input against the tool's schema. The error sentence names every fault, with 'did you mean', so that the caller can fix it.
import { closest, distance } from 'fastest-levenshtein'
import type { z } from 'zod'
import { shortened } from '#domain/nearest.ts'
import { described, faults_of, plain_words } from '#engine/input_faults.ts'
import { type Refusal, refuse } from '#engine/outcomes.ts'
import type { NamedTool } from '#engine/tool.ts'

/** The part of a tool that validation needs. */
type Takes = Pick<NamedTool, 'name' | 'input' | 'input_schema'>

/** A wrong name with at most this number of wrong characters counts as a typo. */
const TYPO_DISTANCE_MAX = 3
/** Wrong names that one answer names. */
const NAMES_MAX = 5

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
  const parsed = tool.input_schema.safeParse(input, { error: plain_words })
  if (parsed.success) return parsed.data as never
  const sentence = (issue: z.core.$ZodIssue) => unknown_names(tool, issue) ?? wrong_type(tool, issue)
  refuse(faults_of(tool.input_schema, parsed.error.issues, { whole: 'The body', sentence }))
}

/** Undefined: the fault is another one, or in an object inside of the input. */
function unknown_names(tool: Takes, issue: z.core.$ZodIssue): string | undefined {
  if (issue.code !== 'unrecognized_keys' || issue.path.length > 0) return undefined
  return issue.keys
    .slice(0, NAMES_MAX)
    .map((key) => unknown_name(tool, key))
    .join(' ')
}

/** What a parameter takes says how to write it, or which tool has its value. The type alone does not. */
function wrong_type({ input }: Takes, issue: z.core.$ZodIssue): string | undefined {
  if (issue.path.length !== 1 || (issue.code !== 'invalid_type' && issue.code !== 'invalid_union')) return undefined
  const [name] = issue.path as [string]
  const about = described(input[name] as z.ZodType)
  return about && `${name}: ${issue.message.replace(/\.$/, '')}. ${about}`
}

function unknown_name(tool: Takes, key: string): string {
  const names = Object.keys(tool.input)
  const shown = shortened(key)
  if (names.length === 0) return `${tool.name} takes no parameters, so '${shown}' is not known.`
  const habit = habits[key]
  // A name that is longer than all others by far is no typo, and comparing a megabyte takes long. So the shown part is compared.
  const typed = shown.toLowerCase()
  const near = habit && names.includes(habit) ? habit : closest(typed, names)
  const meant = near === habit || distance(typed, near) <= TYPO_DISTANCE_MAX
  return `'${shown}' is not a parameter of ${tool.name}${meant ? `; did you mean '${near}'?` : '.'} Parameters: ${names.join(', ')}.`
}
