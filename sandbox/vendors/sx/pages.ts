// Pages of the online store: those that the shop began with, and those that apps wrote (Page of the Admin schema 2026-07, read 2026-11).
import type { Instant, World } from '../../world/types.ts'
import { needs_one_of } from './access.ts'
import { list, type Search } from './listing.ts'
import { gid, mapped, maybe_time, time } from './shapes.ts'

export interface StorePage {
  id: string
  title: string
  handle: string
  body: string
  is_published: boolean
  created_at: Instant
  updated_at: Instant
  is_deleted?: boolean
}

export const page_scopes = (kind: 'read' | 'write') => [`${kind}_content`, `${kind}_online_store_pages`]

const first_page = ({ store: { shop } }: World): StorePage => ({
  id: '83001',
  title: 'Nosotros',
  handle: 'nosotros',
  body: `<p>${shop.name}</p>`,
  is_published: true,
  created_at: shop.created_at,
  updated_at: shop.created_at,
})

/** The pages that readers see. */
export function pages_of(world: World): StorePage[] {
  const first = first_page(world)
  const made = world.writes.made('sx', 'pages') as unknown as StorePage[]
  return [{ ...first, ...world.writes.of('sx', first.id) }, ...made].filter(({ is_deleted }) => !is_deleted)
}

export const read_page = (page: StorePage) => ({
  __typename: 'Page',
  id: gid('Page', page.id),
  title: page.title,
  handle: page.handle,
  body: page.body,
  isPublished: page.is_published,
  publishedAt: maybe_time(page.is_published ? page.created_at : null),
  createdAt: time(page.created_at),
  updatedAt: time(page.updated_at),
  templateSuffix: null,
})

const fields = ({ id, title, handle, created_at, updated_at }: StorePage) => ({
  id,
  times: { created_at, updated_at },
  words: { handle, title },
})

export function page_answers(world: World) {
  const { store } = world
  const reads = (field: string) => needs_one_of(store.access, field, page_scopes('read'))
  return {
    page({ id }: { id: string }) {
      reads('page')
      const found = pages_of(world).find((page) => gid('Page', page.id) === id)
      return found ? read_page(found) : null
    },
    pages(search: Search) {
      reads('pages')
      return mapped(list(pages_of(world), search, fields, store.shop.time_zone), read_page)
    },
  }
}
