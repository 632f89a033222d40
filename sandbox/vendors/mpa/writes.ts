// What an app may write: titles, descriptions and answers (pages "Sincroniza y modifica publicaciones", "Descripción de productos" and
// "Preguntas", read 2026-11). Codes of refusals that the pages do not name are those that integrations report (read 2026-11).
import type { FastifyInstance } from 'fastify'
import type { Box } from '../../vendor.ts'
import type { Listing, World } from '../../world/types.ts'
import { type Query, Refused } from './api.ts'
import { item_node, kept_questions, question_node } from './items.ts'

const title_max = 60
const answer_max = 2_000
/** The marketplace's own check of texts, which hides them after they were accepted. */
const moderated_after_s = 60

const contact = /https?:|www\.|@|\d[\d\s().-]{7,}/i
const of_stock = /\b(stock|unidades disponibles)\b/i

type Body = Record<string, unknown>
type Params = { id: string }

export function writes(app: FastifyInstance, { world }: Box) {
  const { writes: stored } = world
  const { access } = world.markets.ml
  const put = (path: string, answer: (id: string, body: Body) => unknown) =>
    app.put<{ Params: Params; Body: Body | null }>(path, ({ params, body }) => {
      may_write(access)
      return answer(params.id, body ?? {})
    })

  app.get<{ Params: Params }>('/categories/:id', ({ params }) => ({
    id: params.id,
    name: 'Hogar',
    settings: { max_title_length: title_max },
  }))
  app.get<{ Params: Params; Querystring: Query }>('/questions/:id', ({ params }) => question(world, params.id).node)
  app.get<{ Params: Params }>('/items/:id/description', ({ params }) => description_of(listing(world, params.id)))

  put('/items/:id', (id, body) => {
    const found = listing(world, id)
    const unknown = Object.keys(body).filter((name) => name !== 'title')
    if (unknown.length)
      throw new Refused(
        400,
        'body.invalid_fields',
        `The fields [${unknown.join(', ')}] are invalid for requested call.`,
      )
    may_change(found)
    const title = String(body.title ?? '')
    if (found.sold > 0 || found.family_name !== undefined) throw invalid('item.title.not_modifiable', found)
    if (!title.trim() || title.length > title_max) throw invalid('item.title.invalid', found)
    stored.change('mpa', `listing ${id}`, { title, updated_at: world.now() })
    if (of_stock.test(title)) stored.change('mpa', `listing ${id}`, { status: 'under_review' }, moderated_after_s)
    return item_node({ ...found, ...stored.of('mpa', `listing ${id}`, 'vendor') })
  })

  put('/items/:id/description', (id, body) => {
    const found = listing(world, id)
    if (found.description === undefined) throw new Refused(404, 'not_found', 'The item does not have a description')
    return describe(world, found, body)
  })
  app.post<{ Params: Params; Body: Body | null }>('/items/:id/description', ({ params, body }, reply) => {
    may_write(access)
    const found = listing(world, params.id)
    if (found.description !== undefined)
      throw new Refused(400, 'item.description.invalid', 'Item already has a description, use PUT instead')
    reply.code(201)
    return describe(world, found, body ?? {})
  })

  app.post<{ Body: Body | null }>('/answers', ({ body }) => {
    may_write(access)
    const { question_id, text } = body ?? {}
    const { asked, node } = question(world, String(question_id))
    if (typeof text !== 'string' || !text.trim() || text.length > answer_max)
      throw new Refused(400, 'bad_request', `Text must have between 1 and ${answer_max} characters`)
    if (node.status !== 'UNANSWERED' || stored.of('mpa', `question ${asked.id}`, 'vendor'))
      throw new Refused(400, 'not_unanswered_question', `Question ${asked.id} is not unanswered`)
    if (asked.listing.status !== 'active') throw new Refused(400, 'not_active_item', 'Item must be active')
    stored.change('mpa', `question ${asked.id}`, { answer: text, answered_at: world.now() })
    if (contact.test(text)) stored.change('mpa', `question ${asked.id}`, { is_answer_banned: true }, moderated_after_s)
    return question_node({ ...asked, answer: text, answered_at: world.now() }, world.now())
  })
}

/** Page "Error 403", read 2026-11. */
function may_write({ may_write }: { may_write: boolean }) {
  if (!may_write) throw new Refused(403, 'Invalid scopes', 'Unauthorized scopes: write')
}

function listing({ markets }: World, id: string): Listing {
  const found = markets.ml.listings().find((one) => one.id === id)
  if (!found) throw new Refused(404, 'not_found', `Item with id ${id} not found`)
  return found
}

function question(world: World, id: string) {
  const asked = kept_questions(world).find((one) => one.id === id)
  if (!asked) throw new Refused(404, 'not_found', `Question with id ${id} not found`)
  return { asked, node: question_node(asked, world.now()) }
}

const invalid = (code: string, { id }: Listing) =>
  new Refused(400, 'validation_error', 'Validation error', [
    { code, message: `Title of item ${id} is not accepted`, references: ['item.title'] },
  ])

function may_change({ id, status, sold }: Listing) {
  if (status !== 'active' && status !== 'paused')
    throw new Refused(400, 'validation_error', `Cannot update item ${id} [status:${status}, has_bids:${sold > 0}]`)
}

function description_of({ description, created_at, updated_at }: Listing) {
  if (description === undefined) throw new Refused(404, 'not_found', 'The item does not have a description')
  const [date_created, last_updated] = [created_at, updated_at].map((at) => new Date(at).toISOString())
  return { text: '', plain_text: description, last_updated, date_created, snapshot: {} }
}

/** Plain text with line breaks. Nothing marks fonts. */
function describe(world: World, found: Listing, { plain_text }: Body) {
  may_change(found)
  if (typeof plain_text !== 'string' || /<\w+[^>]*>/.test(plain_text))
    throw new Refused(400, 'item.description.type.invalid', 'Description must be plain text')
  const fields = { description: plain_text, updated_at: world.now() }
  world.writes.change('mpa', `listing ${found.id}`, fields)
  return description_of({ ...found, ...fields })
}
