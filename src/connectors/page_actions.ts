// The changes of pages that all shops have in common: publish a new one, and change one. A page is named by its handle, the last part of
// its address, because a new page has no id that a person could approve. A platform's own file holds its requests and its rules.
import { z } from 'zod'
import type {
  Accepted,
  Action,
  ActionRefused,
  ActionSource,
  Actions,
  ActionValue,
  Difference,
  Found,
  StepSource,
  WriteRequest,
} from '#engine/action.ts'
import { type Message, message } from '#messages/message.ts'
import { code_warning, html_input, title_input } from './product_texts.ts'

const HANDLE_CHARS_MAX = 100

/** A page as the platform shows it now. */
export interface PageNow<Own = unknown> {
  id: string
  handle: string
  title: string
  body: string
  published: boolean
  /** A sentence, when something else than `body` is shown to visitors, so that a change of it would change nothing. */
  body_unused?: string | undefined
  own: Own
}

export interface PageInput {
  handle?: string
  title?: string
  body?: string
  published?: boolean
  language?: string
}
type Reading = Pick<ActionSource<PageInput>, 'api' | 'account' | 'settings' | 'input'>
/** What a step works with. `page`: the present one, when there is one. */
interface Seen<Own> {
  handle: string
  context: Context
  page?: PageNow<Own>
  /** Ids of pages that had the title of a new page before it was made. */
  known?: string[]
}
type WithPage<Own> = Seen<Own> & { page: PageNow<Own> }
type Source<Own> = StepSource<PageInput, Seen<Own>>
/** What a platform's requests need to know of the shop. */
type Context = Record<string, string>

interface Pages<Own> {
  scopes: readonly string[]
  visible_within: Action['visible_within']
  /** Of platforms with texts in several languages. */
  language?: z.ZodType<string | undefined>
  /** `refused`: a sentence, when pages cannot be changed through this connection, or not so. */
  prepare: (source: Reading) => Promise<{ refused?: string; context?: Context }>
  /** Undefined: there is no such page. `id`: of a page that was just made. */
  read: (source: Reading, by: { handle: string; id?: string; context: Context }) => Promise<PageNow<Own> | undefined>
  /** Pages among which the newest ones are. They show a page whose answer was lost, whatever address the shop gave it. */
  newest: (source: Reading, context: Context) => Promise<PageNow<Own>[]>
  create: (source: Source<Own>) => WriteRequest
  update: (source: Source<Own>, page: PageNow<Own>) => WriteRequest
  created: (answer: unknown) => Accepted
  /** Of platforms that cannot hide a page. */
  remove?: (source: Source<Own>, page: PageNow<Own>) => WriteRequest
  /** Whether the platform keeps one text as the other. Default: texts are kept as they are. */
  is_same?: (one: string, other: string) => boolean
}

const handle_of = (title: string) =>
  title
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, HANDLE_CHARS_MAX)
    .replaceAll(/^-|-$/g, '')

const handle_input = z
  .string()
  .max(HANDLE_CHARS_MAX)
  .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, 'must be lower case letters and digits, with hyphens between words')

const values_of = (page: PageNow): Record<string, ActionValue> => ({
  title: page.title,
  body: page.body,
  handle: page.handle,
  published: String(page.published),
})

export const page_actions = <Own>(of: Pages<Own>): Actions => ({
  publish_page: publish_page(of),
  update_page: update_page(of),
  ...(of.remove && { delete_page: delete_page(of, of.remove) }),
})

const HANDLE_ABOUT = 'The last part of the address of the page, such as our-story.'

/** The inputs of all changes. Only their names differ by platform. */
const inputs = <Own>({ language, remove }: Pick<Pages<Own>, 'language' | 'remove'>) => ({
  handle: handle_input.describe(HANDLE_ABOUT),
  title: title_input.describe('The title of the page.'),
  body: html_input.describe('The page as HTML.'),
  published: remove ? {} : { published: z.boolean().optional().describe('Whether everybody can see the page.') },
  language: language ? { language } : {},
})

const target_of = ({ account }: Reading, name: string, of: { id: string } | { id: null; address: string }) => ({
  target: { kind: 'page', name, account_id: account.account_id, ...of },
})

/** A page that was just made. A shop can give it another address than the wanted one, which a picture or a deleted page may have. */
async function made_page<Own>(of: Pages<Own>, source: Source<Own>): Promise<PageNow<Own> | undefined> {
  const { handle, context, known = [] } = source.seen
  const found = await of.newest(source, context)
  const made = found.filter(({ id, title }) => title === source.input.title && !known.includes(id))
  return made.find((page) => page.handle === handle) ?? made[0] ?? of.read(source, { handle, context })
}

async function look_at<Own>(
  of: Pages<Own>,
  source: Source<Own>,
  fields: readonly string[],
): Promise<Found | undefined> {
  const { handle, context, page: before } = source.seen
  const id = source.made.page_id ?? before?.id
  const page = id === undefined ? await made_page(of, source) : await of.read(source, { handle, context, id })
  if (!page) return undefined
  const values = Object.entries(values_of(page)).filter(([name]) => fields.includes(name))
  const kept = values.map(([name, value]) => {
    const wanted = name === 'title' || name === 'body' ? source.input[name] : undefined
    return [name, wanted !== undefined && of.is_same?.(wanted, String(value)) ? wanted : value]
  })
  return { values: Object.fromEntries(kept), made: { page_id: page.id } }
}

/** The page that is changed. */
async function present<Own>(of: Pages<Own>, source: Reading): Promise<WithPage<Own> | ActionRefused> {
  const handle = source.input.handle!
  const { refused, context = {} } = await of.prepare(source)
  if (refused) return { refused }
  const page = await of.read(source, { handle, context })
  return page ? { handle, context, page } : { refused: `${source.account.name} has no page '${handle}'.` }
}

function publish_page<Own>(of: Pages<Own>): Action {
  const { handle, title, body, language } = inputs(of)
  return declared<PageInput & { title: string; body: string }, Seen<Own>>({
    about: 'Publishes a new page.',
    input: z.object({ title, body, handle: handle.optional(), ...language }),
    scopes: of.scopes,
    visible_within: of.visible_within,
    async preflight(source) {
      const wanted = source.input
      const handle = wanted.handle ?? handle_of(wanted.title)
      if (!handle) return { refused: 'No address can be made from this title. Give a handle, such as our-story.' }
      const { refused, context = {} } = await of.prepare(source)
      if (refused) return { refused }
      const taken = await of.read(source, { handle, context })
      if (taken)
        return { refused: `The page '${taken.title}' has the address ${handle}. Use update_page, or another handle.` }
      const alike = (await of.newest(source, context)).filter(({ title }) => title === wanted.title)
      const made = { title: wanted.title, body: wanted.body, handle, published: 'true' }
      return {
        ...target_of(source, wanted.title, { id: null, address: handle }),
        differences: Object.entries(made).map(([field, after]) => ({ field, before: null, after })),
        warnings: [message('action.page_is_public'), ...code_warning(wanted.body)],
        seen: { handle, context, known: alike.map(({ id }) => id) },
      }
    },
    steps: [
      {
        name: 'page',
        request: of.create,
        accepted: of.created,
        look: (source) => look_at(of, source, ['title', 'body', 'handle', 'published']),
      },
    ],
    inverse: ({ seen: { handle }, input: { language } }) =>
      of.remove
        ? { action: 'delete_page', input: { handle, ...(language && { language }) } }
        : { action: 'update_page', input: { handle, published: false } },
  })
}

function update_page<Own>(of: Pages<Own>): Action {
  const { handle, title, body, published, language } = inputs(of)
  return declared<PageInput, WithPage<Own>>({
    about: of.remove ? 'Changes a page.' : 'Changes a page, shows it, or hides it.',
    input: z.object({ handle, title: title.optional(), body: body.optional(), ...published, ...language }),
    scopes: of.scopes,
    visible_within: of.visible_within,
    async preflight(source) {
      const seen = await present(of, source)
      if (is_refused(seen)) return seen
      const { page } = seen
      if (page.title === '' && source.input.title === undefined)
        return { refused: `The page '${page.handle}' has no title in this language. Give a title too.` }
      if (page.body_unused && source.input.body !== undefined) return { refused: page.body_unused }
      const differences = changes_of(page, source.input)
      if (differences.length === 0) return { refused: `The page '${page.title}' is so already.`, cause: 'already_so' }
      const warnings: Message[] = code_warning(source.input.body ?? '')
      return { ...target_of(source, page.title, { id: page.id }), differences, warnings, seen }
    },
    steps: ({ page }, wanted) => [
      {
        name: 'page',
        request: (source) => of.update(source, source.seen.page),
        look: (source) => look_at(of, source, changes_of(page, wanted).map(named_field)),
      },
    ],
    inverse({ input, seen: { page } }) {
      const { handle, language } = input
      const before = { title: page.title, body: page.body, published: page.published }
      const changed = changes_of(page, input).map(({ field }) => [field, before[field as keyof typeof before]])
      // A language that the page did not have cannot be taken from it: shops refuse an empty title.
      if (changed.some(([field, value]) => field === 'title' && value === '')) return undefined
      const back = { handle, ...(language && { language }), ...Object.fromEntries(changed) }
      return { action: 'update_page', input: back }
    },
  })
}

function delete_page<Own>(of: Pages<Own>, remove: NonNullable<Pages<Own>['remove']>): Action {
  const { handle, language } = inputs(of)
  return declared<PageInput, WithPage<Own>>({
    about: 'Deletes a page.',
    input: z.object({ handle, ...language }),
    scopes: of.scopes,
    visible_within: of.visible_within,
    async preflight(source) {
      const seen = await present(of, source)
      if (is_refused(seen)) return seen
      const { title, body, id } = seen.page
      const differences = Object.entries({ title, body }).map(([field, before]) => ({ field, before, after: null }))
      return { ...target_of(source, title, { id }), differences, seen }
    },
    steps: [
      {
        name: 'page',
        request: (source) => remove(source, source.seen.page),
        look: async (source) =>
          (await look_at(of, source, ['title', 'body'])) ?? { values: { title: null, body: null } },
      },
    ],
  })
}

/** The action, with inputs whose names depend on the platform. */
const declared = <Input, Own>(of: Omit<Action<Input, Own>, 'input'> & { input: z.ZodObject }) => of as unknown as Action

const named_field = ({ field }: Difference) => field

const is_refused = (found: object): found is ActionRefused => 'refused' in found

function changes_of(page: PageNow, wanted: PageInput): Difference[] {
  const before = values_of(page)
  return (['title', 'body', 'published'] as const).flatMap((field) => {
    const after = wanted[field] === undefined ? undefined : String(wanted[field])
    return after === undefined || after === before[field] ? [] : [{ field, before: before[field]!, after }]
  })
}
