// The change of a product's or listing's title and description, which all shops and marketplaces have in common. A platform's own file
// holds its requests and its rules.
import { z } from 'zod'
import {
  type Accepted,
  type Action,
  type ActionPlan,
  type ActionRefused,
  type ActionSource,
  action,
  type StepSource,
  type WriteRequest,
} from '#engine/action.ts'
import { type Message, message } from '#messages/message.ts'

/** Bounds of this product. A platform's own bounds are lower. */
const TITLE_CHARS_MAX = 1_000
const DESCRIPTION_CHARS_MAX = 100_000

export const title_input = z.string().trim().min(1).max(TITLE_CHARS_MAX)
export const html_input = z.string().max(DESCRIPTION_CHARS_MAX)

type Field = 'title' | 'description'
const FIELDS: readonly Field[] = ['title', 'description']

type Input = { id: string; language?: string } & Partial<Record<Field, string>>

/** A product as the platform shows it now. */
export interface ProductNow<Own = unknown> {
  id: string
  title: string
  /** Empty when there is none. */
  description: string
  warnings?: readonly Message[]
  /** A sentence, when the platform does not let the product be changed now. */
  refused?: string | undefined
  /** A sentence, when the platform does not let this be changed. */
  frozen?: Partial<Record<Field, string>>
  /** Further values that requests need. JSON. */
  own: Own
}

type Reading = Pick<ActionSource<Input>, 'api' | 'account' | 'settings' | 'input'>
type Source<Own> = StepSource<Input, ProductNow<Own>>

interface Texts<Own> {
  about: string
  /** What the platform calls the thing, in English sentences: product, listing. */
  word: string
  /** Name of the action, for its inverse. */
  name: string
  scopes: readonly string[]
  visible_within: Action['visible_within']
  /** The name of the id in the input, with its description. */
  id: { name: string; about: string }
  /** Of platforms with texts in several languages. */
  language?: z.ZodType<string | undefined>
  /** Undefined: there is no such product. One that cannot be changed is read too, because a change may be why it cannot. */
  read: (source: Reading) => Promise<ProductNow<Own> | undefined>
  /** A sentence that says why a text is refused. */
  rule?: (field: Field, text: string, now: ProductNow<Own>) => string | undefined
  /** Whether the platform shows the same text, of one that stores texts in another form. */
  is_same?: (one: string, other: string) => boolean
  /** Requests by step, with the fields that each writes. */
  writes: Record<string, { fields: readonly Field[]; request: (source: Source<Own>) => WriteRequest }>
  accepted?: (answer: unknown, source: Source<Own>) => Accepted
}

export function change_texts<Own>(of: Texts<Own>): Action {
  const input_of = (given: Record<string, unknown>) => ({ ...given, id: given[of.id.name] }) as Input
  const is_same = of.is_same ?? ((one, other) => one === other)
  const changed = ({ input, now }: { input: Input; now: ProductNow<Own> }) =>
    FIELDS.filter((field) => input[field] !== undefined && !is_same(input[field], now[field]))
  const as_own = <Given extends { input: unknown }>(source: Given) => ({
    ...source,
    input: input_of(source.input as Record<string, unknown>),
  })

  return action({
    about: of.about,
    input: z.object({
      [of.id.name]: z.string().min(1).max(100).describe(of.id.about),
      title: title_input.optional().describe('The new title. Leave it out to keep the present one.'),
      description: html_input.optional().describe('The new description. Leave it out to keep the present one.'),
      ...(of.language && { language: of.language }),
    }),
    scopes: of.scopes,
    visible_within: of.visible_within,
    async preflight(given): Promise<ActionRefused | ActionPlan<ProductNow<Own>>> {
      const source = as_own(given)
      const { input, account } = source
      if (input.title === undefined && input.description === undefined)
        return { refused: 'Give a title, a description, or both.' }
      const now = await of.read(source)
      if (!now) return { refused: `${account.name} has no ${of.word} ${input.id}.` }
      if (now.refused) return { refused: now.refused }
      const fields = changed({ input, now })
      if (fields.length === 0)
        return { refused: `The ${of.word} '${now.title}' has these texts already.`, cause: 'already_so' }
      for (const field of fields) {
        const refused = now.frozen?.[field] ?? of.rule?.(field, input[field]!, now)
        if (refused) return { refused }
      }
      const { id, title, warnings } = now
      const step_of = (field: Field) => Object.keys(of.writes).find((step) => of.writes[step]!.fields.includes(field))
      return {
        target: { kind: of.word, id, name: title, account_id: account.account_id },
        differences: fields.map((field) => ({
          step: step_of(field)!,
          field: field_name(field, input),
          before: now[field],
          after: input[field]!,
        })),
        warnings: [...(warnings ?? []), ...fields.flatMap((field) => code_warning(input[field]!))],
        seen: now,
      }
    },
    steps: (now, input) => {
      const fields = changed({ input: input_of(input), now })
      return Object.entries(of.writes)
        .filter(([, write]) => write.fields.some((field) => fields.includes(field)))
        .map(([name, write]) => ({
          name,
          request: (given) => write.request(as_own(given)),
          accepted: (answer, given) => of.accepted?.(answer, as_own(given)) ?? {},
          async look(given) {
            const source = as_own(given)
            const found = await of.read(source)
            if (!found) return undefined
            const shown = (field: Field) => {
              const wanted = source.input[field]
              return wanted !== undefined && is_same(wanted, found[field]) ? wanted : found[field]
            }
            const values = write.fields.map((field) => [field_name(field, source.input), shown(field)])
            return { values: Object.fromEntries(values) }
          },
        }))
    },
    inverse({ input, seen }) {
      const own = input_of(input)
      const fields = changed({ input: own, now: seen })
      // A description that did not exist cannot be given back: platforms refuse empty ones.
      const before = fields.filter((field) => seen[field] !== '').map((field) => [field, seen[field]])
      if (before.length < fields.length) return undefined
      const language = own.language === undefined ? {} : { language: own.language }
      return { action: of.name, input: { [of.id.name]: own.id, ...language, ...Object.fromEntries(before) } }
    },
  })
}

const field_name = (field: Field, { language }: Input) => (language ? `${field}.${language}` : field)

/** Elements and attributes with which a text does more than show words. */
const CODE = /<(script|iframe|form|object|embed|style|input)\b|\s(on\w+)\s*=/gi

/** The elements and attributes of a text that run, load or send something. */
export const code_in = (html: string): string[] => [
  ...new Set([...html.matchAll(CODE)].map(([, element, attribute]) => (element ?? attribute)!.toLowerCase())),
]

export function code_warning(html: string): Message[] {
  const found = code_in(html)
  return found.length ? [message('action.has_code', { names: found.join(', ') })] : []
}
