// Which published tools a test sends from the page: a sample with every kind of input, or all of them with TRIED_TOOLS=all.
import { type PublishedTool, published_tools } from '#test/answers_of/try.ts'

const IS_WHOLE = process.env.TRIED_TOOLS === 'all'
/** Of the tools whose kinds of input another tool has too. */
const OTHER_TOOLS_STEP = 10

const kinds_of = (value: unknown): string[] =>
  Array.isArray(value)
    ? ['list', ...value.flatMap(kinds_of).map((kind) => `list of ${kind}`)]
    : value !== null && typeof value === 'object'
      ? ['object', ...Object.values(value).flatMap(kinds_of)]
      : [value === null ? 'null' : typeof value]

/** What the form draws for a tool, and what its example puts into the fields. */
const inputs_of = ({ input, example, effect }: PublishedTool): string[] => [
  effect,
  ...Object.entries(input.properties ?? {}).map(([name, schema]) => {
    const { type, format, anyOf, oneOf, enum: choices, items } = schema
    const of_items = (items as { type?: string; enum?: unknown } | undefined) ?? {}
    const kind = [type, format, anyOf && 'any of', oneOf && 'one of', choices && 'choices', of_items.type]
    const filled = name in example ? kinds_of(example[name]).join() : 'empty'
    return [...kind, of_items.enum && 'choices', filled].filter(Boolean).join(' ')
  }),
]

/** Every published tool, or those that have an input which no tool before them has, and every tenth other. */
export function tried_tools(): PublishedTool[] {
  const seen = new Set<string>()
  return published_tools.filter((tool, at) => {
    const inputs = inputs_of(tool)
    const is_new = inputs.some((input) => !seen.has(input))
    for (const input of inputs) seen.add(input)
    return IS_WHOLE || is_new || at % OTHER_TOOLS_STEP === 0
  })
}
