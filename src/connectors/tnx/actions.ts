// Changes in the shop. Texts have a value for each language, and a PUT replaces all of them (introduction of the API, read 2026-11). So
// every request repeats the texts of the other languages as they were read.
import { z } from 'zod'
import type { ActionSource, Actions } from '#engine/action.ts'
import { message } from '#messages/message.ts'
import { fields_of } from '../lenient.ts'
import { type PageInput, page_actions } from '../page_actions.ts'
import { change_texts } from '../product_texts.ts'
import { id_text } from '../shops.ts'
import { error_answer } from './answers.ts'

/** Largest page of a list (introduction of the API, read 2026-11). */
const PAGE_RECORDS = 200
const MAIN_LANGUAGES = ['es', 'pt', 'en'] as const

const visible_within = { s: 60, source: 'assumed; the API names no delay (read 2026-11)' }

const language = z
  .enum(MAIN_LANGUAGES)
  .optional()
  .describe('The language of the texts. Other languages stay as they are. Default: the main language of the shop.')

const by_language = z.record(z.string(), z.string().nullish()).transform((texts) => only_texts(texts))
const only_texts = (texts: Record<string, string | null | undefined>) =>
  Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, text ?? '']))
type ByLanguage = Record<string, string>

const shop_answer = z.object({
  country: z.string(),
  main_language: z.string(),
  languages: z.record(z.string(), z.object({ active: z.boolean().nullish() })).nullish(),
})
const product_answer = z.object({
  name: by_language,
  description: by_language,
  seo_title: z.unknown().optional(),
  seo_description: z.unknown().optional(),
})

type Reading = Pick<ActionSource<{ language?: string }>, 'api' | 'input'>

/** The shop's languages, and the one of the texts. A sentence: the shop does not have the requested one. */
async function languages_of({ api, input }: Reading) {
  const { country, main_language, languages } = await api.call({ path: '/store', schema: shop_answer })
  const known = Object.keys(languages ?? { [main_language]: {} })
  const chosen = input.language ?? main_language
  if (known.includes(chosen)) return { country, chosen, refused: undefined }
  return { country, chosen, refused: `The shop has no texts in '${chosen}'. Its languages are ${known.join(', ')}.` }
}

/** The vendor answers 404 for a record that does not exist, with an error of its own. */
const if_none = {
  if_not_found: (answer: { body: unknown }) => (error_answer.safeParse(answer.body).success ? null : undefined),
}

const has_text = (value: unknown) =>
  (typeof value === 'string' ? [value] : Object.values(fields_of(value))).some(
    (text) => typeof text === 'string' && text,
  )

const changed = (texts: ByLanguage, chosen: string, text: string | undefined): ByLanguage =>
  text === undefined ? texts : { ...texts, [chosen]: text }

const product_texts = change_texts<{ chosen: string; name: ByLanguage; description: ByLanguage }>({
  about: 'Changes the title and the description of a product in one language.',
  word: 'product',
  name: 'change_product_texts',
  id: { name: 'product_id', about: 'The number of the product.' },
  scopes: ['write_products'],
  visible_within,
  language,
  async read(source) {
    const found = await source.api.call({
      path: `/products/${encodeURIComponent(source.input.id)}`,
      schema: product_answer.nullable(),
      ...if_none,
    })
    if (!found) return undefined
    const { chosen, refused } = await languages_of(source)
    const { name, description } = found
    return {
      refused,
      id: source.input.id,
      title: name[chosen] ?? '',
      description: description[chosen] ?? '',
      warnings: has_text(found.seo_title) || has_text(found.seo_description) ? [message('action.seo_apart')] : [],
      own: { chosen, name, description },
    }
  },
  writes: {
    texts: {
      fields: ['title', 'description'],
      request: ({ input, seen: { id, own } }) => ({
        path: `/products/${encodeURIComponent(id)}`,
        method: 'PUT',
        body: {
          ...(input.title !== undefined && { name: changed(own.name, own.chosen, input.title) }),
          ...(input.description !== undefined && {
            description: changed(own.description, own.chosen, input.description),
          }),
        },
      }),
    },
  },
})

const page = z.object({
  id: id_text,
  name: by_language,
  handle: by_language,
  content: by_language,
  seo_title: by_language.nullish(),
  seo_description: by_language.nullish(),
})
/** Some answers have the page inside of an object. */
const page_answer = z.union([page, z.object({ page }).transform((inside) => inside.page)])
/** The vendor answers 404 for a shop without pages: "Last page is 0". */
const pages_answer = z.object({ pages: z.object({ results: z.array(page), lastPage: z.number() }) })

type OwnPage = z.output<typeof page> & { country: string; chosen: string }

/** Keys of requests have a country, those of answers have none. English is that of the United States in every shop. */
const key_of = (code: string, country: string) =>
  code.includes('_') ? code : `${code}_${code === 'en' ? 'US' : country}`

/** The texts of a request, whose names differ from those of answers (resource Page of 2025-03, read 2026-11). */
function page_body({ country, chosen, ...own }: OwnPage, { title, body }: PageInput) {
  const name = changed(own.name, chosen, title)
  const content = changed(own.content, chosen, body)
  // A language that the page did not have yet is among them, also when the request gives it no title.
  const i18n = [...new Set([...Object.keys(name), chosen])].map((code) => [
    key_of(code, country),
    {
      title: name[code] ?? '',
      content: content[code] ?? '',
      seo_handle: own.handle[code] ?? '',
      seo_title: own.seo_title?.[code] ?? '',
      seo_description: own.seo_description?.[code] ?? '',
    },
  ])
  return { page: { publish: true, i18n: Object.fromEntries(i18n) } }
}

const as_now = (found: z.output<typeof page>, country: string, chosen: string) => ({
  id: found.id,
  handle: found.handle[chosen] ?? Object.values(found.handle)[0] ?? '',
  title: found.name[chosen] ?? '',
  body: found.content[chosen] ?? '',
  // A page of this platform is always published.
  published: true,
  own: { ...found, country, chosen },
})

async function* lists_of_pages({ api }: Pick<Reading, 'api'>) {
  for (let at = 1; ; at += 1) {
    const query = { page: at, per_page: PAGE_RECORDS }
    const read = await api.call({ path: '/pages', query, schema: pages_answer.nullable(), ...if_none })
    yield read?.pages.results ?? []
    if (!read || at >= read.pages.lastPage) return
  }
}

async function find_page(source: Reading, handle: string) {
  for await (const list of lists_of_pages(source)) {
    const found = list.find((one) => Object.values(one.handle).includes(handle))
    if (found) return found
  }
  return undefined
}

const pages = page_actions<OwnPage>({
  scopes: ['write_content'],
  visible_within,
  language,
  async prepare(source) {
    const { refused, ...context } = await languages_of(source)
    return { refused, context }
  },
  async read(source, { handle, id, context: { country = '', chosen = '' } }) {
    const found = id
      ? await source.api.call({ path: `/pages/${id}`, schema: page_answer.nullable(), ...if_none })
      : await find_page(source, handle)
    return found ? as_now(found, country, chosen) : undefined
  },
  // The API names no order of its list, so the list is read whole.
  async newest(source, { country = '', chosen = '' }) {
    const all = (await Array.fromAsync(lists_of_pages(source))).flat()
    return all.map((found) => as_now(found, country, chosen))
  },
  create: ({ input, seen: { handle, context } }) => {
    const texts = {
      title: input.title,
      content: input.body,
      seo_handle: handle,
      seo_title: input.title,
      seo_description: '',
    }
    const key = key_of(context.chosen!, context.country!)
    return { path: '/pages', method: 'POST', body: { page: { publish: true, i18n: { [key]: texts } } } }
  },
  update: ({ input }, { id, own }) => ({ path: `/pages/${id}`, method: 'PUT', body: page_body(own, input) }),
  remove: (_, { id }) => ({ path: `/pages/${id}`, method: 'DELETE' }),
  created: (answer) => ({ made: { page_id: page_answer.parse(answer).id } }),
})

export const actions: Actions = { change_product_texts: product_texts, ...pages }
