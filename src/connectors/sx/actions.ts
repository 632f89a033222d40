// Changes in the shop. A refusal stands in userErrors, which the classification of errors reads.
import { z } from 'zod'
import type { Actions } from '#engine/action.ts'
import type { Account } from '#engine/connector/api.ts'
import { message } from '#messages/message.ts'
import { page_actions } from '../page_actions.ts'
import { change_texts } from '../product_texts.ts'
import {
  create_page_document,
  newest_pages_document,
  page_document,
  pages_document,
  product_texts_document,
  update_page_document,
  update_product_document,
} from './action_documents.ts'
import { gid_of, id_of, path } from './lists.ts'

/** The shop's own pages refuse longer titles (Help Center, read 2026-11). The schema names no bound. */
const TITLE_CHARS_MAX = 255

/** The schema names no delay. Reads by id follow writes; lists come from a search index (admin schema 2026-07, read 2026-11). */
const visible_within = { s: 60, source: 'assumed; the Admin schema 2026-07 names no delay (read 2026-11)' }

const product_answer = z.object({
  data: z.object({
    product: z
      .object({
        title: z.string(),
        descriptionHtml: z.string(),
        seo: z.object({ title: z.string().nullish(), description: z.string().nullish() }),
      })
      .nullable(),
  }),
})

const page = z.object({
  id: z.string(),
  title: z.string(),
  handle: z.string(),
  body: z.string(),
  isPublished: z.boolean(),
})
const page_answer = z.object({ data: z.object({ page: page.nullable() }) })
const pages_answer = z.object({ data: z.object({ pages: z.object({ nodes: z.array(page) }) }) })
const created_answer = z.object({ data: z.object({ pageCreate: z.object({ page: page.pick({ id: true }) }) }) })

const read_page = ({ id, isPublished, ...texts }: z.output<typeof page>) => ({
  ...texts,
  id: id_of(id),
  published: isPublished,
  own: null,
})

const long_title = (title: string) =>
  title.length > TITLE_CHARS_MAX
    ? `A title has at most ${TITLE_CHARS_MAX} characters. This one has ${title.length}.`
    : undefined

/** Either of them is enough (Page of the Admin schema 2026-07, read 2026-11). */
const PAGE_SCOPES = ['write_content', 'write_online_store_pages'] as const

/** The shop says which permissions the app has. A permanent token's are in no sign-in. */
function lacks({ extra }: Account, of: readonly string[]): string | undefined {
  const granted = extra?.scopes?.split(',') ?? []
  if (granted.length === 0 || of.some((scope) => granted.includes(scope))) return undefined
  return `The app lacks the permission ${of.join(' or ')}. Give it in the settings of the app, then connect again.`
}

const write = (query: string, variables: Record<string, unknown>) =>
  ({ path, method: 'POST', body: { query, variables } }) as const

export const actions: Actions = {
  change_product_texts: change_texts<null>({
    about: 'Changes the title and the description of a product.',
    word: 'product',
    name: 'change_product_texts',
    id: { name: 'product_id', about: 'The number of the product.' },
    scopes: ['write_products'],
    visible_within,
    async read({ api, input, account }) {
      const id = gid_of('Product', input.id)
      const { data } = await api.call({
        path,
        body: { query: product_texts_document, variables: { id } },
        schema: product_answer,
      })
      if (!data.product) return undefined
      const { title, descriptionHtml, seo } = data.product
      return {
        id: input.id,
        title,
        description: descriptionHtml,
        own: null,
        refused: lacks(account, ['write_products']),
        warnings: seo.title || seo.description ? [message('action.seo_apart')] : [],
      }
    },
    rule: (field, text) => (field === 'title' ? long_title(text) : undefined),
    writes: {
      texts: {
        fields: ['title', 'description'],
        request: ({ input: { title, description }, seen: { id } }) =>
          write(update_product_document, {
            product: { id: gid_of('Product', id), title, descriptionHtml: description },
          }),
      },
    },
  }),

  ...page_actions<null>({
    scopes: [PAGE_SCOPES[0]],
    visible_within,
    async prepare({ input: { title = '' }, account }) {
      return { refused: lacks(account, PAGE_SCOPES) ?? long_title(title) }
    },
    async read({ api }, { handle, id }) {
      if (id) {
        const variables = { id: gid_of('Page', id) }
        const { data } = await api.call({ path, body: { query: page_document, variables }, schema: page_answer })
        return data.page ? read_page(data.page) : undefined
      }
      const variables = { query: `handle:'${handle}'` }
      const { data } = await api.call({ path, body: { query: pages_document, variables }, schema: pages_answer })
      const found = data.pages.nodes.find((one) => one.handle === handle)
      return found && read_page(found)
    },
    async newest({ api }) {
      const { data } = await api.call({ path, body: { query: newest_pages_document }, schema: pages_answer })
      return data.pages.nodes.map(read_page)
    },
    create: ({ input: { title, body }, seen: { handle } }) =>
      write(create_page_document, { page: { title, body, handle, isPublished: true } }),
    update: ({ input: { title, body, published } }, { id }) =>
      write(update_page_document, { id: gid_of('Page', id), page: { title, body, isPublished: published } }),
    created: (answer) => ({ made: { page_id: id_of(created_answer.parse(answer).data.pageCreate.page.id) } }),
  }),
}
