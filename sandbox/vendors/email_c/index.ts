// Brevo's API v3 over the email account of Ají Norte.
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Answer, Vendor } from '../../vendor.ts'
import type { World } from '../../world/types.ts'
import { all_campaigns, campaign_body, type Json, listed_since, status_of } from './campaigns.ts'
import { account_body, all_contacts, contact_body, list_body, odd_values } from './contacts.ts'

type Query = Record<string, string | undefined>
type Call = FastifyRequest<{ Params: { id: string }; Querystring: Query }>

const error = (status: number, code: string, message: string): Answer => ({
  status,
  headers: { 'content-type': 'application/json' },
  body: { code, message },
})

class Refused extends Error {
  answer: Answer
  constructor(answer: Answer) {
    super('refused')
    this.answer = answer
  }
}
const invalid = (message: string) => new Refused(error(400, 'invalid_parameter', message))

export const email_c: Vendor = {
  platform: 'email_c',
  hosts: ['api.brevo.com'],
  credential: ({ headers }) => (headers['api-key'] as string | undefined) ?? null,
  refuse: (state) =>
    error(401, 'unauthorized', state === 'missing' ? 'authentication not found in headers' : 'Key not found'),
  // 100 requests an hour for every endpoint without a limit of its own, campaigns included (developers.brevo.com/docs/api-limits, read
  // 2026-11).
  limits: ({ url }, { by }) =>
    url.includes('/v3/contacts')
      ? [{ key: 'contacts a second', of: by, most: 10, window_ms: 1_000 }]
      : [{ key: 'unlisted an hour', of: by, most: 100, window_ms: 3_600_000 }],
  // The wait is in seconds, and there is no Retry-After.
  limit_headers: ([allowance]) => ({
    'x-sib-ratelimit-limit': String(allowance!.limit.most),
    'x-sib-ratelimit-remaining': String(allowance!.left),
    'x-sib-ratelimit-reset': String(Math.ceil(allowance!.wait_ms / 1_000)),
  }),
  throttle: (seconds) => ({
    status: 429,
    headers: { 'content-type': 'application/json', 'x-sib-ratelimit-reset': String(seconds) },
    body: { code: 'too_many_requests', message: 'You have exceeded the number of requests permitted.' },
  }),
  fail: (status) => error(status, 'internal_error', 'Something went wrong.'),
  deny: () => error(403, 'permission_denied', 'You do not have the permission to access this resource.'),
  records: (body) => {
    const { campaigns, contacts, lists } = body as Record<string, unknown[] | undefined>
    return campaigns ?? contacts ?? lists ?? null
  },
  odd_values,

  routes(app, { world }) {
    const get = (path: string, make: (call: Call) => Json) =>
      app.get(`/v3${path}`, (request, reply) => answer(reply, () => make(request as Call)))
    const { email_c: mail } = world.mails
    get('/account', () => account_body(mail))
    get('/emailCampaigns', ({ query }) => campaigns(world, query))
    get('/emailCampaigns/:id', ({ params, query }) => {
      const found = all_campaigns(world).find(({ number }) => number === params.id) ?? missing('Campaign')
      return campaign_body(found, mail, { statistics: query.statistics === 'globalStats', has_html: true, since: 0 })
    })
    get('/contacts', ({ query }) => {
      const [modified, created] = [instant(query.modifiedSince) ?? 0, instant(query.createdSince) ?? 0]
      const found = all_contacts(world)
        .filter(({ updated_at, created_at }) => updated_at > modified && created_at > created)
        .sort((one, other) => one.created_at - other.created_at)
      return page_of('contacts', query.sort === 'asc' ? found : found.reverse(), query, {
        most: 1_000,
        usual: 50,
        body: contact_body,
      })
    })
    get('/contacts/lists', ({ query }) => {
      const people = all_contacts(world)
      return page_of('lists', mail.lists, query, { most: 50, usual: 10, body: (one) => list_body(one, people) })
    })
    get('/contacts/:id', ({ params }) => {
      const found = all_contacts(world).find(({ number, email }) => number === params.id || email === params.id)
      return { ...contact_body(found ?? missing('Contact')), statistics: {} }
    })
    app.get('/v3/*', (_, reply) => send(reply, error(404, 'document_not_found', 'Path not found')))
  },
}

function campaigns(world: World, query: Query): Json {
  const { type, status, startDate, endDate, statistics, excludeHtmlContent } = query
  const [from, to] = [instant(startDate), instant(endDate)]
  if ((from === undefined) !== (to === undefined)) throw invalid('startDate and endDate belong together')
  if (from !== undefined && status !== undefined && status !== 'sent')
    throw invalid('startDate is only available for sent campaigns')
  const found = all_campaigns(world).filter(
    (one) =>
      (!type || one.type === type) &&
      // Without a status, lists have no archived campaigns.
      (status ? status_of(one) === status : status_of(one) !== 'archive') &&
      (from === undefined || (one.status === 'sent' && one.send_at >= from && one.send_at <= to!)),
  )
  const wanted = {
    statistics: statistics === 'globalStats',
    has_html: excludeHtmlContent !== 'true',
    since: listed_since(world.now()),
  }
  const body = (one: (typeof found)[number]) => campaign_body(one, world.mails.email_c, wanted)
  return page_of('campaigns', found, query, { most: 100, usual: 50, body })
}

function instant(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  const at = Date.parse(text)
  if (Number.isNaN(at)) throw invalid(`${text} is no UTC date-time`)
  return at
}

interface Page<T> {
  most: number
  usual: number
  body: (record: T) => Json
}

/** Newest first, unless the request says otherwise. */
function page_of<T>(name: string, records: readonly T[], query: Query, { most, usual, body }: Page<T>): Json {
  const limit = Number(query.limit ?? usual)
  const offset = Number(query.offset ?? 0)
  if (!Number.isInteger(limit) || limit < 1 || limit > most)
    throw new Refused(error(400, 'out_of_range', `Limit exceeds max value ${most}`))
  const sorted = query.sort === 'asc' ? records : records.toReversed()
  const shown = sorted.slice(offset, offset + limit)
  // A page without records has no list of them.
  return { ...(shown.length > 0 && { [name]: shown.map(body) }), count: records.length }
}

function missing(what: string): never {
  throw new Refused(error(404, 'document_not_found', `${what} does not exist`))
}

function answer(reply: FastifyReply, make: () => Json) {
  try {
    return reply.type('application/json').send(JSON.stringify(make()))
  } catch (fault) {
    if (!(fault instanceof Refused)) throw fault
    return send(reply, fault.answer)
  }
}

const send = (reply: FastifyReply, { status, headers = {}, body }: Answer) =>
  reply.code(status).headers(headers).send(JSON.stringify(body))
