// The changes of pages that all shops have in common: publish a new one, and change one. A page is named by its handle, the last part of
// its address, because a new page has no id that a person could approve. A platform's own file holds its requests and its rules.
import { z } from 'zod'
import {
  type Accepted,
  type Action,
  type ActionRefused,
  type Actions,
  type ActionSource,
  type ActionValue,
  action,
  type Difference,
  type Found,
  type StepSource,
  type WriteRequest,
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
}
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
  create: (source: Source<Own>) => WriteRequest
  update: (source: Source<Own>, page: PageNow<Own>) => WriteRequest
  created: (answer: unknown) => Accepted
  /** Of platforms that cannot hide a page. */
  remove?: (source: Source<Own>, page: PageNow<Own>) => WriteRequest
}

const handle_of = (title: string) =>
  title
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, HANDLE_CHARS_MAX)
    .replaceAll(/^-+|-+$/g, '')

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

export function page_actions<Own>(of: Pages<Own>): Actions {
  const input = {
    title: title_input.describe('The title of the page.'),
    body: html_input.describe('The page as HTML.'),
    ...(of.language && { language: of.language }),
  }
  const { scopes, visible_within } = of
  const target = (source: Reading, name: string, id: string | null) => ({
    target: { kind: 'page', id, name, account_id: source.account.account_id },
  })
  const look =
    (fields: readonly string[]) =>
    async (source: Source<Own>): Promise<Found | undefined> => {
      const { handle, context } = source.seen
      const page = await of.read(source, { handle, context, id: source.made.page_id ?? source.seen.page?.id })
      if (!page) return undefined
      const values = Object.entries(values_of(page)).filter(([name]) => fields.includes(name))
      return { values: Object.fromEntries(values), made: { page_id: page.id } }
    }
  const present = async (source: Reading): Promise<Required<Seen<Own>> | ActionRefused> => {
    const handle = source.input.handle!
    const { refused, context = {} } = await of.prepare(source)
    if (refused) return { refused }
    const page = await of.read(source, { handle, context })
    return page ? { handle, context, page } : { refused: `${source.account.name} has no page '${handle}'.` }
  }

  const publish_page = action<z.ZodObject, Seen<Own>>({
    about: 'Publishes a new page.',
    input: z.object({ ...input, handle: handle_input.optional().describe(HANDLE_ABOUT) }),
    scopes,
    visible_within,
    async preflight(source) {
      const wanted = source.input as Required<PageInput>
      const handle = wanted.handle ?? handle_of(wanted.title)
      if (!handle) return { refused: 'No address can be made from this title. Give a handle, such as our-story.' }
      const { refused, context = {} } = await of.prepare(source)
      if (refused) return { refused }
      const taken = await of.read(source, { handle, context })
      if (taken)
        return { refused: `The page '${taken.title}' has the address ${handle}. Use update_page, or another handle.` }
      const made = { title: wanted.title, body: wanted.body, handle, published: 'true' }
      return {
        ...target(source, wanted.title, null),
        differences: Object.entries(made).map(([field, after]) => ({ field, before: null, after })),
        warnings: [message('action.page_is_public'), ...code_warning(wanted.body)],
        seen: { handle, context },
      }
    },
    steps: [
      {
        name: 'page',
        request: (source) => of.create(source as Source<Own>),
        accepted: (answer) => of.created(answer),
        look: (source) => look(['title', 'body', 'handle', 'published'])(source as Source<Own>),
      },
    ],
    inverse: ({ seen: { handle }, input: { language } }) =>
      of.remove
        ? { action: 'delete_page', input: { handle, ...(language ? { language } : {}) } }
        : { action: 'update_page', input: { handle, published: false } },
  })

  const update_page = action<z.ZodObject, Required<Seen<Own>>>({
    about: of.remove ? 'Changes a page.' : 'Changes a page, shows it, or hides it.',
    input: z.object({
      handle: handle_input.describe(HANDLE_ABOUT),
      ...input,
      title: input.title.optional(),
      body: input.body.optional(),
      ...(of.remove ? {} : { published: z.boolean().optional().describe('Whether everybody can see the page.') }),
    }),
    scopes,
    visible_within,
    async preflight(source) {
      const seen = await present(source)
      if (is_refused(seen)) return seen
      const { page } = seen
      const differences = changes_of(page, source.input as PageInput)
      if (differences.length === 0) return { refused: `The page '${page.title}' is so already.`, cause: 'already_so' }
      const warnings: Message[] = code_warning((source.input as PageInput).body ?? '')
      return { ...target(source, page.title, page.id), differences, warnings, seen }
    },
    steps: ({ page }, wanted) => [
      {
        name: 'page',
        request: (source) => of.update(source as Source<Own>, (source.seen as Required<Seen<Own>>).page),
        look: (source) => look(changes_of(page, wanted).map(({ field }) => field))(source as Source<Own>),
      },
    ],
    inverse({ input, seen: { page } }) {
      const { handle, language } = input as PageInput
      const before = { title: page.title, body: page.body, published: page.published }
      const changed = changes_of(page, input).map(({ field }) => [field, before[field as keyof typeof before]])
      return { action: 'update_page', input: { handle, ...(language ? { language } : {}), ...Object.fromEntries(changed) } }
    },
  })

  const delete_page = action<z.ZodObject, Required<Seen<Own>>>({
    about: 'Deletes a page.',
    input: z.object({ handle: handle_input.describe(HANDLE_ABOUT), ...(of.language && { language: of.language }) }),
    scopes,
    visible_within,
    async preflight(source) {
      const seen = await present(source)
      if (is_refused(seen)) return seen
      const { page } = seen
      const { title, body } = page
      const differences = Object.entries({ title, body }).map(([field, before]) => ({ field, before, after: null }))
      return { ...target(source, title, page.id), differences, seen }
    },
    steps: [
      {
        name: 'page',
        request: (source) => of.remove!(source as Source<Own>, (source.seen as Required<Seen<Own>>).page),
        look: async (source) =>
          (await look(['title', 'body'])(source as Source<Own>)) ?? { values: { title: null, body: null } },
      },
    ],
  })

  return { publish_page, update_page, ...(of.remove && { delete_page }) }
}

const is_refused = (found: object): found is ActionRefused => 'refused' in found

const HANDLE_ABOUT = 'The last part of the address of the page, such as our-story.'

function changes_of(page: PageNow, wanted: PageInput): Difference[] {
  const before = values_of(page)
  return (['title', 'body', 'published'] as const).flatMap((field) => {
    const after = wanted[field] === undefined ? undefined : String(wanted[field])
    return after === undefined || after === before[field] ? [] : [{ field, before: before[field]!, after }]
  })
}
