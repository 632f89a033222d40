// Changes of products with the key of WooCommerce, and of pages of WordPress with a person's application password.
import { z } from 'zod'
import type { Actions } from '#engine/action.ts'
import type { Settings } from '#engine/connector.ts'
import { fields_of } from '../lenient.ts'
import { page_actions } from '../page_actions.ts'
import { decoded } from '../plain_text.ts'
import { change_texts, code_in } from '../product_texts.ts'
import { id_text } from '../shops.ts'
import { signed, site_of, uncached } from './lists.ts'
import { PAGES } from './version.ts'
import { editing, person_of, refusals } from './wordpress.ts'

/** What the shop says of a key that may read and write (docs/_authentication.md of the REST API, read 2026-11). */
const KEY_MAY_WRITE = 'read_write'

const visible_within = { s: 60, source: 'assumed; the REST API v3 names no delay (read 2026-11)' }

/** WordPress cleans texts with wp_kses_post (Products of WooCommerce's source, read 2026-11). */
const would_lose = (text: string): string | undefined => {
  const found = code_in(text)
  return found.length ? `WordPress removes these parts of the text: ${found.join(', ')}. Leave them out.` : undefined
}

const product_answer = z.object({ id: id_text, name: z.string(), description: z.string() })

const page = z.object({
  id: id_text,
  slug: z.string(),
  status: z.string(),
  title: z.object({ raw: z.string() }),
  content: z.object({ raw: z.string(), rendered: z.string().default('') }),
  // PHP writes an empty object as [].
  meta: z.unknown(),
})
/** More than people publish while an answer is missing. */
const NEWEST_PAGES = 50
const NO_PRODUCT = z.object({ code: z.literal('woocommerce_rest_product_invalid_id') })
const found_no_page = z.object({ code: z.literal('rest_post_invalid_id') })

const pages_of = (given: Settings) => `${site_of(given)}/wp-json/${PAGES}/pages`

const NO_PASSWORD =
  'The connection has no valid application password of WordPress. In WordPress under Users, Profile, add one for a person who may edit pages. Then type it at the link of propose_connect_platform, under "optional values" of the connection.'

/** Elementor shows its own content of a page, and leaves the text of WordPress unused (elementor issue 11601 and pull request 29693, read 2026-11). */
const is_of_elementor = ({ content, meta }: z.output<typeof page>) =>
  content.rendered.includes('data-elementor-type=') || fields_of(meta)._elementor_edit_mode === 'builder'

const as_now = (found: z.output<typeof page>) => ({
  id: found.id,
  handle: found.slug,
  title: found.title.raw,
  body: found.content.raw,
  own: null,
  published: found.status === 'publish',
  body_unused: is_of_elementor(found)
    ? `The page '${found.title.raw}' is made with Elementor, which shows its own content instead of this text. Change it there.`
    : undefined,
})

const status_of = (published: boolean | undefined) =>
  published === undefined ? undefined : published ? 'publish' : 'draft'

/** The & of an entity that is written out, as in &amp;lt;, stays. */
const with_ampersands = (text: string) => text.replaceAll(/&amp;(?!#?\w{1,30};)/g, '&')
const with_styles = (text: string) =>
  text.replaceAll(/(?<=\sstyle=)(["'])(.*?)\1/gi, (_, quote: string, css: string) => {
    const rules = css.split(';').map((rule) => rule.trim())
    return `${quote}${rules.filter((rule) => rule !== '').join(';')}${quote}`
  })
/**
 * WordPress writes & as &amp;, <br/> as <br />, and styles without spaces and without a last semicolon. Its functions are
 * wp_kses_normalize_entities, wp_kses_attr and safecss_filter_attr.
 */
const as_kept = (text: string) => with_styles(with_ampersands(text)).replaceAll(/ ?\/>/g, ' />')
const is_same = (one: string, other: string) => as_kept(one) === as_kept(other)

export const actions: Actions = {
  change_product_texts: change_texts<null>({
    about: 'Changes the title and the description of a product.',
    word: 'product',
    name: 'change_product_texts',
    id: { name: 'product_id', about: 'The number of the product.' },
    scopes: [KEY_MAY_WRITE],
    visible_within,
    async read({ api, settings: given, input }) {
      const found = await api.call({
        path: `/products/${encodeURIComponent(input.id)}`,
        query: editing,
        ...signed(given),
        schema: product_answer.nullable(),
        if_not_found: ({ body }) => (NO_PRODUCT.safeParse(body).success ? null : undefined),
      })
      return found ? { id: found.id, title: decoded(found.name), description: found.description, own: null } : undefined
    },
    rule: (_, text) => would_lose(text),
    is_same,
    writes: {
      texts: {
        fields: ['title', 'description'],
        request: ({ settings: given, input: { title, description }, seen }) => ({
          path: `/products/${seen.id}`,
          method: 'PUT',
          ...signed(given),
          body: { name: title, description },
        }),
      },
    },
  }),

  ...page_actions<null>({
    scopes: [],
    visible_within,
    is_same,
    async prepare({ api, settings: given, input: { title = '', body = '' } }) {
      const person = await person_of(api, given)
      if (person === 'unknown') return { refused: NO_PASSWORD }
      return { refused: refusals[person] ?? (person === 'filtered' ? would_lose(title + body) : undefined) }
    },
    async read({ api, settings: given }, { handle, id }) {
      if (id) {
        const found = await api.call({
          path: `${pages_of(given)}/${id}`,
          query: editing,
          ...uncached,
          schema: page.nullable(),
          if_not_found: (answer) => (found_no_page.safeParse(answer.body).success ? null : undefined),
        })
        return found ? as_now(found) : undefined
      }
      const query = { ...editing, slug: handle, status: 'any' }
      const [found] = await api.call({ path: pages_of(given), query, ...uncached, schema: z.array(page) })
      return found && as_now(found)
    },
    async newest({ api, settings: given }) {
      const query = { ...editing, status: 'any', orderby: 'date', order: 'desc', per_page: NEWEST_PAGES }
      return (await api.call({ path: pages_of(given), query, ...uncached, schema: z.array(page) })).map(as_now)
    },
    create: ({ settings: given, input: { title, body }, seen: { handle } }) => ({
      path: pages_of(given),
      method: 'POST',
      body: { title, content: body, slug: handle, status: 'publish' },
    }),
    update: ({ settings: given, input: { title, body, published } }, { id }) => ({
      path: `${pages_of(given)}/${id}`,
      method: 'POST',
      body: { title, content: body, status: status_of(published) },
    }),
    created: (answer) => ({ made: { page_id: page.parse(answer).id } }),
  }),
}
