// Pages of the shop (resource Page of version 2025-03, read 2026-11): always published, texts by language, and other names in requests
// than in answers.
import { whole_number } from '../../json.ts'
import type { Instant, Shop, World } from '../../world/types.ts'
import { slug_of } from '../slugs.ts'

type ByLanguage = Record<string, string>

export interface ShopPage {
  id: string
  name: ByLanguage
  handle: ByLanguage
  content: ByLanguage
  seo_title: ByLanguage
  seo_description: ByLanguage
  created_at: Instant
  updated_at: Instant
  is_deleted?: boolean
}

const time = (at: Instant) => `${new Date(at).toISOString().slice(0, 19)}+0000`

const first_page = ({ created_at }: Shop): ShopPage => ({
  id: '105034',
  name: { es: 'Quiénes somos', pt: 'Quem somos' },
  handle: { es: 'quienes-somos', pt: 'quem-somos' },
  content: { es: '<p>Hacemos mates.</p>', pt: '<p>Fazemos cuias.</p>' },
  seo_title: { es: 'Quiénes somos', pt: 'Quem somos' },
  seo_description: { es: '', pt: '' },
  created_at,
  updated_at: created_at,
})

/** The pages that readers see. */
export function pages_of({ writes, shops }: World): ShopPage[] {
  const first = first_page(shops.tnx.shop)
  const made = writes.made('tnx', 'pages') as unknown as ShopPage[]
  return [{ ...first, ...writes.of('tnx', first.id) }, ...made].filter(({ is_deleted }) => !is_deleted)
}

export const page_body = ({ id, is_deleted: _, ...page }: ShopPage, { id: store_id }: Shop) => ({
  id: whole_number(id),
  store_id: whole_number(store_id),
  published: true,
  ...page,
  created_at: time(page.created_at),
  updated_at: time(page.updated_at),
})

/** Names in requests, with those of answers. */
const names = {
  title: 'name',
  content: 'content',
  seo_handle: 'handle',
  seo_title: 'seo_title',
  seo_description: 'seo_description',
} as const

/** Keys of requests have a country ("es_AR"), those of answers have none. */
const language_of = (key: string) => key.split('_')[0]!

export type PageRequest = { page?: { publish?: boolean; i18n?: Record<string, Record<string, string>> } }

/** The texts of a request. They replace all texts that the page had. Errors: by field. */
export function texts_of({ page }: PageRequest): Pick<ShopPage, (typeof names)[keyof typeof names]> | ByLanguage {
  const given = Object.entries(page?.i18n ?? {})
  if (given.length === 0) return { i18n: "can't be blank" }
  const unknown = given.flatMap(([, texts]) => Object.keys(texts)).find((name) => !(name in names))
  if (unknown) return { [unknown]: 'is invalid' }
  if (given.some(([, { title }]) => !title?.trim())) return { title: "can't be blank" }
  const read = Object.entries(names).map(([from, to]) => [
    to,
    Object.fromEntries(
      given.map(([key, texts]) => [
        language_of(key),
        texts[from] || (from === 'seo_handle' ? slug_of(texts.title!) : ''),
      ]),
    ),
  ])
  return Object.fromEntries(read)
}
