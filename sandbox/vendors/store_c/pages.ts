// Pages of WordPress (wp/v2/pages of the REST API handbook, read 2026-11). Keys of WooCommerce do not open them; an application password
// of a person does.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { whole_number } from '../../json.ts'
import type { Instant, Shop, World } from '../../world/types.ts'
import { slug_of } from '../slugs.ts'
import { filtered, shown } from './kses.ts'
import { gmt, local, site_body } from './site.ts'
import { NotAllowed, wordpress } from './wordpress.ts'

interface SitePage {
  id: string
  title: string
  content: string
  slug: string
  status: string
  created_at: Instant
  updated_at: Instant
  /** What Elementor shows in place of the content. */
  built?: string
}
type Given = Partial<Record<'title' | 'content' | 'slug' | 'status', string>>
type Call = FastifyRequest<{
  Params: { id: string }
  Querystring: { context?: string; slug?: string; status?: string; order?: string; per_page?: string }
  Body: Given | null
}>

/** Newest first, by the date (args of wp/v2/pages, read 2026-11). */
const page_default = 10
const page_max = 100
const statuses = ['publish', 'future', 'draft', 'pending', 'private']

function pages_of({ writes, shops }: World, by: 'readers' | 'vendor' = 'readers'): SitePage[] {
  const { shop } = shops.store_c
  const first: SitePage = {
    id: '42',
    title: 'Nosotros',
    content: '<p>Somos Ají Norte.</p>',
    slug: 'nosotros',
    status: 'publish',
    created_at: shop.created_at,
    updated_at: shop.created_at,
  }
  const made = writes.made('store_c', 'pages', by) as unknown as SitePage[]
  return [{ ...first, ...writes.of('store_c', first.id, by) }, ...made]
}

function find(world: World, id: string): SitePage {
  const found = pages_of(world).find((page) => page.id === id)
  if (!found) throw new NotAllowed(404, 'rest_post_invalid_id', 'Invalid post ID.')
  return found
}

function page_body(page: SitePage, shop: Shop, is_editing: boolean) {
  const text = (raw: string, rendered: string) => ({ ...(is_editing && { raw }), rendered })
  return {
    id: whole_number(page.id),
    date: local(page.created_at, shop),
    date_gmt: gmt(page.created_at),
    modified: local(page.updated_at, shop),
    modified_gmt: gmt(page.updated_at),
    slug: page.slug,
    status: page.status,
    type: 'page',
    link: `https://${shop.domain}/${page.slug}/`,
    title: text(page.title, page.title),
    content: { ...text(page.content, page.built ?? shown(page.content)), protected: false },
    ...(is_editing && { meta: page.built ? { _elementor_edit_mode: 'builder' } : [] }),
    parent: 0,
    template: '',
  }
}

/** Pictures of the site. They share the addresses of pages, and no list of pages shows them (wp_unique_post_slug, read 2026-11). */
export const picture_slugs = ['taller']

/** A slug that another page or a picture has gets a number. */
function free_slug(world: World, wanted: string, own: string): string {
  const others = pages_of(world, 'vendor').filter(({ id }) => id !== own)
  const is_free = (slug: string) => others.every((page) => page.slug !== slug) && !picture_slugs.includes(slug)
  for (let at = 1; ; at += 1) {
    const slug = at === 1 ? wanted : `${wanted}-${at}`
    if (is_free(slug)) return slug
  }
}

function changed(world: World, before: SitePage, { title, content, slug, status }: Given): SitePage {
  if (status !== undefined && !statuses.includes(status))
    throw new NotAllowed(400, 'rest_invalid_param', 'Invalid parameter(s): status')
  const clean = world.shops.store_c.access.filters_html ? filtered : (html: string) => html
  return {
    ...before,
    title: title === undefined ? before.title : clean(title),
    content: content === undefined ? before.content : clean(content),
    status: status ?? before.status,
    slug: free_slug(world, slug ? slug_of(slug) : before.slug || slug_of(title ?? ''), before.id),
    updated_at: world.now(),
  }
}

export function site_pages(app: FastifyInstance, world: World) {
  const { shop, access } = world.shops.store_c
  const route = wordpress<Call>(app, access)
  const { writes } = world

  route('GET', '', (_, { is_editor }) => {
    if (access.hides_site && !is_editor)
      throw new NotAllowed(401, 'rest_cannot_access', 'Only authenticated users can access the REST API.')
    return site_body(shop, access.offset_hours)
  })
  route('GET', 'wp/v2/users/me', ({ query }, { is_editor }) => {
    if (!is_editor) throw new NotAllowed(401, 'rest_not_logged_in', 'You are not currently logged in.')
    const may_edit = access.may_edit_pages !== false
    const unfiltered = access.filters_html ? {} : { unfiltered_html: true }
    const capabilities = { read: true, edit_pages: may_edit, publish_pages: may_edit, ...unfiltered }
    return { id: 3, name: 'Editor', slug: 'editor', ...(query.context === 'edit' && { capabilities }) }
  })
  route('GET', 'wp/v2/pages', ({ query }, { needs_to_edit }, reply) => {
    const is_editing = query.context === 'edit'
    const wanted = (query.status ?? 'publish').split(',')
    if (is_editing || query.status) needs_to_edit('rest_forbidden_context')
    const found = pages_of(world).filter(
      ({ slug, status }) =>
        (query.slug === undefined || query.slug === slug) && (wanted.includes(status) || wanted.includes('any')),
    )
    const per_page = Number(query.per_page ?? page_default)
    if (!(per_page >= 1 && per_page <= page_max))
      throw new NotAllowed(400, 'rest_invalid_param', 'Invalid parameter(s): per_page')
    const pages = Math.ceil(found.length / per_page)
    reply.headers({ 'x-wp-total': String(found.length), 'x-wp-totalpages': String(pages) })
    const sign = query.order === 'asc' ? 1 : -1
    return found
      .toSorted((one, other) => sign * (one.created_at - other.created_at))
      .slice(0, per_page)
      .map((page) => page_body(page, shop, is_editing))
  })
  route('GET', 'wp/v2/pages/:id', ({ params, query }, { needs_to_edit }) => {
    const found = find(world, params.id)
    const is_editing = query.context === 'edit'
    if (is_editing || found.status !== 'publish') needs_to_edit('rest_forbidden_context')
    return page_body(found, shop, is_editing)
  })
  route('POST', 'wp/v2/pages', ({ body }, { needs_to_edit }, reply) => {
    needs_to_edit('rest_cannot_create')
    if (!body?.title && !body?.content)
      throw new NotAllowed(400, 'empty_content', 'Content, title, and excerpt are empty.')
    const at = world.now()
    const blank = { title: '', content: '', slug: '', status: 'draft', created_at: at, updated_at: at }
    const page = changed(world, { id: writes.next_id(), ...blank }, body)
    writes.make('store_c', 'pages', { ...page })
    reply.code(201)
    return page_body(page, shop, true)
  })
  for (const method of ['POST', 'PUT'] as const)
    route(method, 'wp/v2/pages/:id', ({ params, body }, { needs_to_edit }) => {
      const found = find(world, params.id)
      needs_to_edit('rest_cannot_edit')
      const page = changed(world, { ...found, ...writes.of('store_c', found.id, 'vendor') }, body ?? {})
      writes.change('store_c', page.id, { ...page })
      return page_body(page, shop, true)
    })
}
