// Pages of WordPress (wp/v2/pages of the REST API handbook, read 2026-11). Keys of WooCommerce do not open them; an application password
// of a person does.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { whole_number } from '../../json.ts'
import type { Instant, World } from '../../world/types.ts'
import { filtered, shown } from './kses.ts'
import { error, gmt, local } from './site.ts'

/** The person whose application password the sandbox accepts. */
export const editor = { user: 'editor', password: 'abcd EFGH ijkl MNOP qrst UVWX' }

interface SitePage {
  id: string
  title: string
  content: string
  slug: string
  status: string
  created_at: Instant
  updated_at: Instant
}
type Call = FastifyRequest<{
  Params: { id: string }
  Querystring: { context?: string; slug?: string; status?: string; force?: string }
  Body: Partial<Record<'title' | 'content' | 'slug' | 'status', string>> | null
}>

const statuses = ['publish', 'future', 'draft', 'pending', 'private']

const slug_of = (text: string) =>
  text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')

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

export function site_pages(app: FastifyInstance, world: World) {
  const { shop, access } = world.shops.store_c
  const refuse = (reply: FastifyReply, status: number, code: string, message: string) =>
    reply.code(status).send(error(status, code, message).body)

  /** Answers a credential that is wrong, and one that is missing where the request needs one. */
  function signed_in({ headers }: FastifyRequest, reply: FastifyReply): boolean | FastifyReply {
    const basic = /^Basic (\S+)$/.exec(headers.authorization ?? '')?.[1]
    if (!basic) return false
    const [user, ...password] = Buffer.from(basic, 'base64').toString().split(':')
    if (user !== editor.user)
      return refuse(reply, 401, 'invalid_username', 'Unknown username. Check again or try your email address.')
    // WordPress ignores the spaces of an application password.
    if (password.join(':').replaceAll(' ', '') === editor.password.replaceAll(' ', '')) return true
    return refuse(reply, 401, 'incorrect_password', 'The provided password is an invalid application password.')
  }
  const may_edit = () => access.may_edit_pages !== false

  function route(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, answer: (call: Call, reply: FastifyReply, is_editor: boolean) => unknown) {
    app.route({
      method,
      url: `/wp-json/wp/v2/${path}`,
      handler(request, reply) {
        const is_editor = signed_in(request, reply)
        return typeof is_editor === 'boolean' ? answer(request as Call, reply, is_editor) : is_editor
      },
    })
  }

  function body(page: SitePage, is_editing: boolean) {
    const text = (raw: string, rendered: string) => ({ ...(is_editing ? { raw } : {}), rendered })
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
      content: { ...text(page.content, shown(page.content)), protected: false },
      parent: 0,
      template: '',
    }
  }
  const no_page = (reply: FastifyReply) => refuse(reply, 404, 'rest_post_invalid_id', 'Invalid post ID.')
  const find = (id: string) => pages_of(world).find((page) => page.id === id)

  route('GET', 'users/me', ({ query }, reply, is_editor) => {
    if (!is_editor) return refuse(reply, 401, 'rest_not_logged_in', 'You are not currently logged in.')
    const capabilities = {
      read: true,
      edit_pages: may_edit(),
      publish_pages: may_edit(),
      ...(access.filters_html ? {} : { unfiltered_html: true }),
    }
    return { id: 3, name: 'Editor', slug: editor.user, ...(query.context === 'edit' ? { capabilities } : {}) }
  })
  route('GET', 'pages', ({ query }, reply, is_editor) => {
    const is_editing = query.context === 'edit'
    if (is_editing && !(is_editor && may_edit()))
      return refuse(reply, is_editor ? 403 : 401, 'rest_forbidden_context', 'Sorry, you are not allowed to edit posts in this post type.')
    const wanted = (query.status ?? 'publish').split(',')
    const found = pages_of(world).filter(
      ({ slug, status }) =>
        (query.slug === undefined || query.slug === slug) &&
        (wanted.includes(status) || (wanted.includes('any') && status !== 'trash')),
    )
    reply.headers({ 'x-wp-total': String(found.length), 'x-wp-totalpages': '1' })
    return found.map((page) => body(page, is_editing))
  })
  route('GET', 'pages/:id', ({ params, query }, reply, is_editor) => {
    const found = find(params.id)
    if (!found) return no_page(reply)
    if ((query.context === 'edit' || found.status !== 'publish') && !(is_editor && may_edit()))
      return refuse(reply, is_editor ? 403 : 401, 'rest_forbidden_context', 'Sorry, you are not allowed to edit this post.')
    return body(found, query.context === 'edit')
  })

  /** A slug that another page has gets a number. */
  function free_slug(wanted: string, own: string): string {
    const taken = new Set(pages_of(world, 'vendor').filter(({ id }) => id !== own).map(({ slug }) => slug))
    for (let at = 1; ; at += 1) {
      const slug = at === 1 ? wanted : `${wanted}-${at}`
      if (!taken.has(slug)) return slug
    }
  }
  function save(before: SitePage, { title, content, slug, status }: NonNullable<Call['body']>, reply: FastifyReply, is_new = false) {
    if (status !== undefined && !statuses.includes(status))
      return refuse(reply, 400, 'rest_invalid_param', 'Invalid parameter(s): status')
    const clean = access.filters_html ? filtered : (html: string) => html
    const page: SitePage = {
      ...before,
      title: title === undefined ? before.title : clean(title),
      content: content === undefined ? before.content : clean(content),
      status: status ?? before.status,
      slug: free_slug(slug ? slug_of(slug) : before.slug || slug_of(title ?? ''), before.id),
      updated_at: world.now(),
    }
    if (is_new) world.writes.make('store_c', 'pages', { ...page })
    else world.writes.change('store_c', page.id, { ...page })
    return body(page, true)
  }
  const denied = (reply: FastifyReply, is_editor: boolean, code: string) =>
    refuse(reply, is_editor ? 403 : 401, code, 'Sorry, you are not allowed to do that.')

  route('POST', 'pages', ({ body: given }, reply, is_editor) => {
    if (!is_editor || !may_edit()) return denied(reply, is_editor, 'rest_cannot_create')
    if (!given?.title && !given?.content)
      return refuse(reply, 400, 'empty_content', 'Content, title, and excerpt are empty.')
    const at = world.now()
    const id = world.writes.next_id()
    reply.code(201)
    return save({ id, title: '', content: '', slug: '', status: 'draft', created_at: at, updated_at: at }, given, reply, true)
  })
  const update = ({ params, body: given }: Call, reply: FastifyReply, is_editor: boolean) => {
    const found = find(params.id)
    if (!found) return no_page(reply)
    if (!is_editor || !may_edit()) return denied(reply, is_editor, 'rest_cannot_edit')
    return save({ ...found, ...world.writes.of('store_c', found.id, 'vendor') }, given ?? {}, reply)
  }
  route('POST', 'pages/:id', update)
  route('PUT', 'pages/:id', update)
}
