// A product as its editor gets it, and its change (Products of the REST API v3, read 2026-11).
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Product, World } from '../../world/types.ts'
import { filtered } from './kses.ts'
import { product_body } from './records.ts'
import { error } from './site.ts'

type Call = FastifyRequest<{
  Params: { id: string }
  Querystring: { context?: string }
  Body: { name?: string; description?: string } | null
}>

export function product_routes(app: FastifyInstance, world: World) {
  const { shop, access, ...store } = world.shops.store_c
  const path = '/wp-json/wc/v3/products/:id'
  const refuse = (reply: FastifyReply, status: number, code: string, message: string) =>
    reply.code(status).send(error(status, code, message).body)
  const find = (id: string) => store.products().find((one) => one.id === id)
  const no_product = (reply: FastifyReply) => refuse(reply, 404, 'woocommerce_rest_product_invalid_id', 'Invalid ID.')

  app.get(path, (request, reply) => {
    const { params, query } = request as Call
    const found = find(params.id)
    return found ? product_body(found, shop, query.context === 'edit') : no_product(reply)
  })
  app.put(path, (request, reply) => {
    const { params, body } = request as Call
    if (access.key_permissions === 'read')
      return refuse(
        reply,
        401,
        'woocommerce_rest_authentication_error',
        'The API key provided does not have write permissions.',
      )
    const found = find(params.id)
    if (!found) return no_product(reply)
    const { name, description } = body ?? {}
    for (const [field, value] of Object.entries({ name, description }))
      if (value !== undefined && typeof value !== 'string')
        return refuse(reply, 400, 'rest_invalid_param', `Invalid parameter(s): ${field}`)
    const fields: Partial<Product> = {
      ...(name === undefined ? {} : { title: filtered(name) }),
      ...(description === undefined ? {} : { description: filtered(description) }),
      updated_at: world.now(),
    }
    const record = `product ${found.id}`
    world.writes.change('store_c', record, fields)
    return product_body({ ...found, ...world.writes.of('store_c', record, 'vendor') }, shop, true)
  })
}
