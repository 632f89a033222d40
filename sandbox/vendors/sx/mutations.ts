// Mutations of products and pages. A refusal has the status 200 and stands in userErrors (Admin schema 2026-07, read 2026-11).
import type { Product, World } from '../../world/types.ts'
import { slug_of } from '../slugs.ts'
import { needs, needs_one_of } from './access.ts'
import { page_scopes, pages_of, read_page, type StorePage } from './pages.ts'
import { read_product } from './products.ts'
import { gid } from './shapes.ts'

/** Longest title of a product and a page. The schema names no number; the shop's own pages refuse more than 255 (read 2026-11). */
const title_max = 255

interface PageInput {
  title?: string | null
  body?: string | null
  handle?: string | null
  isPublished?: boolean | null
}
interface UserError {
  field: string[]
  message: string
  code?: string
}

const title_error = (title: string | null | undefined): UserError | undefined => {
  if (title === undefined) return undefined
  if (!title?.trim()) return { field: ['title'], message: "Title can't be blank", code: 'BLANK' }
  if (title.length <= title_max) return undefined
  return { field: ['title'], message: `Title is too long (maximum is ${title_max} characters)`, code: 'TOO_LONG' }
}

export function mutations(world: World) {
  const { store, writes, now } = world
  const may_write_pages = (field: string) => needs_one_of(store.access, field, page_scopes('write'))
  const page_by = (id: string) => pages_of(world).find((page) => gid('Page', page.id) === id)
  const is_taken = (handle: string, own?: string) =>
    pages_of(world).some((page) => page.handle === handle && page.id !== own)
  const page_errors = ({ title, handle }: PageInput, own?: string): UserError[] => {
    const wrong = title_error(title)
    if (wrong) return [wrong]
    if (!handle || !is_taken(handle, own)) return []
    return [{ field: ['page', 'handle'], message: 'Handle has already been taken', code: 'TAKEN' }]
  }
  const save = (page: StorePage, is_new = false) => {
    if (is_new) writes.make('sx', 'pages', { ...page })
    else writes.change('sx', page.id, { ...page })
    return { page: read_page(page), userErrors: [] }
  }

  return {
    productUpdate({ product }: { product: { id: string; title?: string | null; descriptionHtml?: string | null } }) {
      needs(store.access, 'productUpdate', 'write_products')
      const found = store.products().find(({ id }) => gid('Product', id) === product.id)
      const missing = { field: ['id'], message: 'Product does not exist' }
      const wrong = found ? title_error(product.title) : missing
      if (wrong) return { product: null, userErrors: [{ field: wrong.field, message: wrong.message }] }
      const fields: Partial<Product> = {
        ...(product.title == null ? {} : { title: product.title }),
        ...(product.descriptionHtml == null ? {} : { description: product.descriptionHtml }),
        updated_at: now(),
      }
      writes.change('sx', `product ${found!.id}`, fields)
      return {
        product: read_product({ ...found!, ...writes.of('sx', `product ${found!.id}`, 'vendor') }, store),
        userErrors: [],
      }
    },

    pageCreate({ page }: { page: PageInput }) {
      may_write_pages('pageCreate')
      const userErrors = page_errors(page)
      if (userErrors.length) return { page: null, userErrors }
      const wanted = slug_of(page.title!)
      const made = {
        id: writes.next_id(),
        title: page.title!,
        handle: page.handle ?? (is_taken(wanted) ? `${wanted}-1` : wanted),
        body: page.body ?? '',
        is_published: page.isPublished ?? true,
        created_at: now(),
        updated_at: now(),
      }
      return save(made, true)
    },

    pageUpdate({ id, page }: { id: string; page: PageInput }) {
      may_write_pages('pageUpdate')
      const found = page_by(id)
      const missing = { field: ['id'], message: 'Page does not exist', code: 'NOT_FOUND' }
      const userErrors = found ? page_errors(page, found.id) : [missing]
      if (userErrors.length) return { page: null, userErrors }
      const before = { ...found!, ...writes.of('sx', found!.id, 'vendor') }
      return save({
        ...before,
        title: page.title ?? before.title,
        handle: page.handle ?? before.handle,
        body: page.body ?? before.body,
        is_published: page.isPublished ?? before.is_published,
        updated_at: now(),
      })
    },

    pageDelete({ id }: { id: string }) {
      may_write_pages('pageDelete')
      const found = page_by(id)
      const missing = { field: ['id'], message: 'Page does not exist', code: 'NOT_FOUND' }
      if (!found) return { deletedPageId: null, userErrors: [missing] }
      writes.change('sx', found.id, { is_deleted: true })
      return { deletedPageId: id, userErrors: [] }
    },
  }
}
