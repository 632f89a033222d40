// Validates input against the tool's schema. The error sentence names every fault, with 'did you mean', so that the caller can fix it.
import { closest, distance } from 'fastest-levenshtein'
import type { z } from 'zod'
import { plain_words } from '#engine/input_faults.ts'
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
  const parsed = tool.input_schema.safeParse(input, { error: plain_words })
  if (parsed.success) return parsed.data as never
  const faults = parsed.error.issues.slice(0, FAULTS_NAMED_MAX).map((issue) => sentence(tool, issue))
  const more = parsed.error.issues.length - faults.length
  refuse(faults.join(' ') + (more > 0 ? ` And ${more} more.` : ''))
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
