// Mailchimp's Marketing API 3.0 over the email account of Mate Sur. Its limit is ten requests at the same time, and no header names it.
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Vendor } from '../../vendor.ts'
import { utc_time } from '../../world/calendar.ts'
import type { World } from '../../world/types.ts'
import { data_center, in_order, type Json, only, page_of, problem, type Query, Refused } from './api.ts'
import { all_campaigns, campaign_body, content_body, created_at, report_body, sent_at, shop_list } from './campaigns.ts'
import { changed_at, contact_id, list_body, member_body, members_of, odd_values } from './members.ts'

const requests_max = 10
const at_once = 'requests at the same time'
const lists = ['campaigns', 'reports', 'members', 'lists', 'stores']

type Call = FastifyRequest<{ Params: { label: string; id: string; member: string }; Querystring: Query }>

/** The key, with any name before it, or a token. */
function credential({ headers }: FastifyRequest): string | null {
  const [, kind, value = ''] = /^(Basic|Bearer) (\S+)$/.exec(headers.authorization ?? '') ?? []
  if (kind !== 'Basic') return value || null
  return Buffer.from(value, 'base64').toString().split(':')[1] ?? null
}

const not_found = () => problem(404, 'Resource Not Found', 'The requested resource could not be found.')

export const email_b: Vendor = {
  platform: 'email_b',
  hosts: ['*.api.mailchimp.com'],
  credential,
  refuse: (state) =>
    state === 'missing'
      ? problem(401, 'API Key Missing', 'Your request did not include an API key.')
      : problem(
          401,
          'API Key Invalid',
          "Your API key may be invalid, or you've attempted to access the wrong datacenter.",
        ),
  // Over all apps (fundamentals of the API, read 2026-11).
  limits: (_, { by }) => [{ key: at_once, of: by, most: requests_max, at_once: true }],
  // Other heavy use is refused before the API, without its words and without a time.
  throttle: (_, key) =>
    key === at_once
      ? problem(429, 'Too Many Requests', 'You have exceeded the limit of 10 simultaneous connections.')
      : { status: 403, headers: { 'content-type': 'text/html' }, body: '<h1>Access Denied</h1>' },
  fail: (status) => problem(status, 'Internal Server Error', 'An unexpected internal error has occurred.'),
  deny: () => problem(403, 'Forbidden', 'You do not have permission to access the requested resource.'),
  records: (body) => {
    const name = lists.find((one) => Array.isArray((body as Json)[one]))
    return name ? ((body as Json)[name] as unknown[]) : null
  },
  odd_values,

  routes(app, { world }) {
    const get = (path: string, make: (call: Call) => Json) =>
      app.get(`/3.0${path}`, (request, reply) => answer(reply, request as Call, make))
    get('/', () => account(world))
    campaign_routes(get, world)
    member_routes(get, world)
    app.get('/3.0/*', (_, reply) => send(reply, not_found()))
  },
}

type Get = (path: string, make: (call: Call) => Json) => void

function campaign_routes(get: Get, world: World) {
  const { email_b: mail } = world.mails
  const find = (id: string) => all_campaigns(world).find((one) => one.id === id) ?? refuse()
  get('/campaigns', ({ query }) => {
    const { since_send_time: since, before_send_time: before, sort_dir: dir, sort_field, status, type } = query
    const found = in_order(all_campaigns(world), sort_field === 'send_time' ? sent_at : created_at, { dir })
      .filter((one) => in_order([one], sent_at, { since, before }).length > 0)
      .map((one) => campaign_body(one, mail))
      .filter((one) => (!status || one.status === status) && (!type || one.type === type))
    return page_of('campaigns', found, query)
  })
  get('/campaigns/:id', ({ params }) => campaign_body(find(params.id), mail))
  get('/campaigns/:id/content', ({ params }) => content_body(find(params.id)))
  get('/reports', ({ query }) => {
    const { since_send_time: since, before_send_time: before } = query
    const sent = all_campaigns(world).filter(({ of }) => of.status === 'sent')
    const found = in_order(sent, sent_at, { since, before, dir: 'DESC' })
    return page_of(
      'reports',
      found.map((one) => report_body(one, mail)),
      query,
    )
  })
}

function member_routes(get: Get, world: World) {
  const { email_b: mail } = world.mails
  const check = (id: string) => mail.lists.find((one) => one.id === id) ?? refuse()
  get('/lists', ({ query }) =>
    page_of(
      'lists',
      mail.lists.map((one) => list_body(one, mail, members_of(world, one.id).length)),
      query,
    ),
  )
  get('/lists/:id/members', ({ params: { id }, query }) => {
    const { since_last_changed: since, before_last_changed: before, sort_dir: dir } = query
    const found = in_order(members_of(world, check(id).id), changed_at, { since, before, dir })
    return page_of(
      'members',
      found.map((one) => member_body(one, id)),
      query,
    )
  })
  get('/lists/:id/members/:member', ({ params: { id, member } }) => {
    const found = members_of(world, check(id).id).find(
      (one) => contact_id(one, id) === member || member_body(one, id).id === member,
    )
    return found ? member_body(found, id) : refuse()
  })
  get('/ecommerce/stores', ({ query }) => {
    const store = {
      id: 'matesur',
      list_id: shop_list(mail).id,
      name: mail.account.name,
      currency_code: mail.account.currency,
    }
    return page_of('stores', [store], query)
  })
}

function refuse(): never {
  throw new Refused(not_found())
}

const account = ({ mails: { email_b: mail }, first_day }: World): Json => ({
  account_id: mail.account.id,
  login_id: '88a2b3c4',
  account_name: mail.account.name,
  email: mail.account.sender_email,
  first_name: 'Lucía',
  last_name: 'Ferrari',
  username: 'matesur',
  role: 'manager',
  member_since: utc_time(Math.min(Date.parse(`${first_day}T15:00:00Z`), ...mail.lists.map((one) => one.created_at))),
  pricing_plan_type: 'monthly',
  account_timezone: 'America/Argentina/Buenos_Aires',
  account_industry: 'Retail',
  total_subscribers: mail.profiles().length,
})

function answer(reply: FastifyReply, call: Call, make: (call: Call) => Json) {
  if (call.params.label !== data_center)
    return send(reply, problem(403, 'Wrong Datacenter', 'The API key provided is linked to a different data center.'))
  try {
    return reply.type('application/json; charset=utf-8').send(JSON.stringify(only(make(call), call.query.fields)))
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    return send(reply, error.answer)
  }
}

const send = (reply: FastifyReply, { status, headers = {}, body }: ReturnType<typeof problem>) =>
  reply.code(status).headers(headers).send(JSON.stringify(body))
