// What an app may write: products and pages. A PUT replaces the texts of all languages (introduction of the API, read 2026-11).
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Product, World } from '../../world/types.ts'
import { error } from './errors.ts'
import { type PageRequest, page_body, pages_of, type ShopPage, texts_of } from './pages.ts'
import { languages, product_body, product_texts } from './records.ts'

type Call = FastifyRequest<{ Params: { id: string }; Querystring: { page?: string; per_page?: string } }>
type ByLanguage = Record<string, string>

const page_default = 30
const page_max = 200

export function writes(app: FastifyInstance, world: World) {
  const { shop, access, ...store } = world.shops.tnx
  const { writes: stored } = world
  const refuse = (reply: FastifyReply, status: number, description: string) =>
    reply.code(status).send(error(status, description).body)
  const invalid = (reply: FastifyReply, fields: ByLanguage) =>
    reply.code(422).send(Object.fromEntries(Object.entries(fields).map(([name, text]) => [name, [text]])))

  /** Any permission to write includes that to read. */
  function route(
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    path: string,
    resource: string,
    answer: (call: Call, reply: FastifyReply) => unknown,
  ) {
    const enough = [...(method === 'GET' ? [`read_${resource}`] : []), `write_${resource}`]
    app.route({
      method,
      url: `/:version/:store_id/${path}`,
      handler(request, reply) {
        if (!enough.some((scope) => access.scopes.has(scope)))
          return refuse(reply, 403, `Missing a required scope: ${enough[0]}`)
        const { version } = request.params as { version: string }
        if (resource === 'content' && version === 'v1') return refuse(reply, 404, 'Not Found')
        return answer(request as Call, reply)
      },
    })
  }

  route('PUT', 'products/:id', 'products', ({ params, body }, reply) => {
    const found = store.products().find(({ id }) => id === params.id)
    if (!found) return refuse(reply, 404, 'Resource not found')
    const given = (body ?? {}) as Record<string, string | ByLanguage>
    const texts = { ...product_texts(found) }
    for (const field of ['name', 'description'] as const) {
      const value = given[field]
      if (value === undefined) continue
      const every = typeof value === 'string' ? Object.fromEntries(languages.map((one) => [one, value])) : value
      if (field === 'name' && !Object.values(every).some((text) => text.trim()))
        return invalid(reply, { name: "can't be blank" })
      texts[field] = every
    }
    const fields: Partial<Product> = { texts, title: texts.name.es ?? found.title, updated_at: world.now() }
    stored.change('tnx', `product ${found.id}`, fields)
    return product_body({ ...found, ...fields })
  })

  route('GET', 'pages', 'content', ({ query }, reply) => {
    const perPage = Math.min(page_max, Number(query.per_page ?? page_default))
    const page = Number(query.page ?? 1)
    const all = pages_of(world)
    const lastPage = Math.ceil(all.length / perPage)
    if (page > lastPage) return refuse(reply, 404, `Last page is ${lastPage}`)
    const results = all.slice((page - 1) * perPage, page * perPage).map((one) => page_body(one, shop))
    return { pages: { results, total: all.length, page, perPage, lastPage } }
  })
  const found_page = (id: string) => pages_of(world).find((one) => one.id === id)
  route('GET', 'pages/:id', 'content', ({ params }, reply) => {
    const found = found_page(params.id)
    return found ? page_body(found, shop) : refuse(reply, 404, 'Resource not found')
  })
  const save = (page: ShopPage, is_new = false) => {
    if (is_new) stored.make('tnx', 'pages', { ...page })
    else stored.change('tnx', page.id, { ...page })
    return page_body(page, shop)
  }
  route('POST', 'pages', 'content', ({ body }, reply) => {
    const texts = texts_of((body ?? {}) as PageRequest)
    if (!('name' in texts)) return invalid(reply, texts)
    reply.code(201)
    const id = stored.next_id()
    const at = world.now()
    return save({ id, ...(texts as Omit<ShopPage, 'id'>), created_at: at, updated_at: at }, true)
  })
  route('PUT', 'pages/:id', 'content', ({ params, body }, reply) => {
    const found = found_page(params.id)
    if (!found) return refuse(reply, 404, 'Resource not found')
    const texts = texts_of((body ?? {}) as PageRequest)
    if (!('name' in texts)) return invalid(reply, texts)
    return save({ ...found, ...(texts as Omit<ShopPage, 'id'>), updated_at: world.now() })
  })
  route('DELETE', 'pages/:id', 'content', ({ params }, reply) => {
    if (!found_page(params.id)) return refuse(reply, 404, 'Resource not found')
    stored.change('tnx', params.id, { is_deleted: true })
    return {}
  })
}
