// Klaviyo (revision 2026-07-15): JSON:API over the simulated email platform.
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Vendor } from '../../vendor.ts'
import { checkout_of_order } from '../../world/recovery.ts'
import type { MailCampaign, MailEvent, World } from '../../world/types.ts'
import { answer, bad_parameter, error_body, media_type, page_of, type Query, read_filters, within } from './json_api.ts'
import { email_a_limits } from './limits.ts'
import { odd_values } from './odd_values.ts'
import { aggregate, campaign_values, metric, metrics, placed_order, started_checkout } from './reports.ts'
import { account, campaign, event, list, messages, profile, template } from './resources.ts'

const revision = /^20\d\d-\d\d-\d\d(\.\w+)?$/
const comparisons = ['greater-or-equal', 'greater-than', 'less-or-equal', 'less-than']
const campaign_filters = {
  'messages.channel': ['equals'],
  status: ['any', 'equals'],
  archived: ['equals'],
  created_at: comparisons,
  scheduled_at: comparisons,
  updated_at: comparisons,
}

function campaigns({ mail, changes }: World, query: Query) {
  const filters = read_filters(query.filter, campaign_filters)
  if (!filters.some(({ field, value }) => field === 'messages.channel' && value === 'email'))
    throw bad_parameter('filter', "A channel filter is required: equals(messages.channel,'email').")
  const status = filters.find(({ field }) => field === 'status')?.value
  // Archived campaigns come only when the filter asks for them.
  const archived = filters.find(({ field }) => field === 'archived')?.value === 'true'
  const found = mail
    .campaigns()
    .filter((one) => one.is_archived === archived && !changes.is_removed(one.id))
    .filter((one) => within(one.created_at, filters, 'created_at') && within(one.updated_at, filters, 'updated_at'))
    .filter((one) => !status || status.includes(campaign(one).attributes.status))
  const { records, links } = page_of<MailCampaign>({
    path: 'campaigns',
    query,
    records: found,
    size: { default: 100, max: 100 },
    sorts: {
      created_at: (one) => one.created_at,
      updated_at: (one) => one.updated_at,
      scheduled_at: (one) => one.created_at,
      id: (one) => one.id,
      name: (one) => one.name,
    },
    id: (one) => one.id,
  })
  const included = query.include === 'campaign-messages' ? records.flatMap((one) => messages(one, mail)) : undefined
  return { data: records.map(campaign), links, ...(included && { included }) }
}

function events(world: World, query: Query) {
  const filters = read_filters(query.filter, { metric_id: ['equals'], datetime: comparisons })
  const metric_id = filters.find(({ field }) => field === 'metric_id')?.value
  const kind = { [placed_order]: 'placed_order', [started_checkout]: 'started_checkout' } as const
  const wanted = kind[metric_id as keyof typeof kind]
  if (!wanted) throw bad_parameter('filter', `The sandbox has events of ${placed_order} and ${started_checkout} only.`)
  const { records, links } = page_of({
    path: 'events',
    query,
    records: world.mail.events(wanted, 0, world.now()).filter(({ at }) => within(at, filters, 'datetime')),
    size: { default: 200, max: 1000 },
    sorts: { datetime: (one) => one.at, timestamp: (one) => one.at },
    id: (one) => one.id,
  })
  const checkouts = new Set(world.store.checkouts().map(({ id }) => id))
  const checkout_of = ({ checkout_id, order_id }: MailEvent) =>
    checkout_id ?? [checkout_of_order(order_id!)].find((id) => checkouts.has(id))
  const data = records.map((one) => event(one, metric_id!, checkout_of(one), world))
  if (query.include !== 'profile') return { data, links }
  const wanted_profiles = new Set(records.map((one) => one.profile_id))
  const included = world.mail.profiles().filter(({ id }) => wanted_profiles.has(id))
  return { data, links, included: included.map((one) => profile(one, false)) }
}

function profiles({ mail }: World, query: Query) {
  const filters = read_filters(query.filter, {
    updated: ['greater-than', 'less-than'],
    created: ['greater-than', 'less-than'],
  })
  const { records, links } = page_of({
    path: 'profiles',
    query,
    records: mail
      .profiles()
      .filter((one) => within(one.updated_at, filters, 'updated') && within(one.created_at, filters, 'created')),
    size: { default: 20, max: 100 },
    sorts: {
      id: (one) => one.id,
      created: (one) => one.created_at,
      updated: (one) => one.updated_at,
      email: (one) => one.email,
    },
    id: (one) => one.id,
  })
  // A caller can ask for a part of the fields of a record.
  if (query['fields[profile]'] === 'id')
    return { data: records.map((one) => ({ ...profile(one, false), attributes: {} })), links }
  return { data: records.map((one) => profile(one, has_subscriptions(query))), links }
}

const has_subscriptions = (query: Query) =>
  (query['additional-fields[profile]'] ?? '').split(',').includes('subscriptions')

function profile_of({ mail }: World, id: string, query: Query, reply: FastifyReply) {
  const one = mail.profiles().find((profile) => profile.id === id)
  return one
    ? answer(reply, () => ({ data: profile(one, has_subscriptions(query)) }))
    : not_found(reply, `A profile with id ${id} does not exist.`)
}

function not_found(reply: FastifyReply, detail: string) {
  return reply
    .code(404)
    .type(media_type)
    .send(JSON.stringify(error_body('not_found', 'Not found.', detail)))
}

const unauthorized = (detail: string) => ({
  status: 401,
  headers: { 'content-type': media_type },
  body: error_body('not_authenticated', 'Authentication credentials were not provided.', detail),
})

export const email_a: Vendor = {
  platform: 'email_a',
  hosts: ['a.klaviyo.com'],
  credential: (request) => /^Klaviyo-API-Key (\S+)$/.exec(request.headers.authorization ?? '')?.[1] ?? null,
  refuse: (state) =>
    unauthorized(state === 'missing' ? 'Missing or invalid authorization scheme.' : 'Incorrect API key.'),
  ...email_a_limits,
  throttle: (seconds) => ({
    status: 429,
    headers: { 'content-type': media_type, 'retry-after': String(seconds) },
    body: error_body(
      'throttled',
      'Request was throttled.',
      `Request was throttled. Expected available in ${seconds} seconds.`,
    ),
  }),
  own: {
    /** The account was converted to a test account. */
    test_account(body) {
      const [first] = body.data as ReturnType<typeof account>[]
      if (first?.type === 'account') first.attributes.test_account = true
    },
  },
  deny: () => ({
    status: 403,
    headers: { 'content-type': media_type },
    body: error_body(
      'permission_denied',
      'You do not have permission to perform this action.',
      'The API key specified does not have the necessary scopes.',
    ),
  }),
  fail: (status) => ({
    status,
    headers: { 'content-type': media_type },
    body: error_body('error', 'A server error occurred.', 'Please try again.'),
  }),
  records: (body) => {
    const { data } = body as { data?: unknown }
    return Array.isArray(data) ? data : null
  },

  odd_values,

  routes(app, { world }) {
    app.addHook('preHandler', async (request, reply) => {
      if (revision.test(String(request.headers.revision ?? ''))) return
      const body = error_body('invalid', 'Invalid input.', 'A revision header is required.')
      return reply.code(400).type(media_type).send(JSON.stringify(body))
    })
    const get = (path: string, make: (query: Query, request: FastifyRequest) => unknown) =>
      app.get(`/api/${path}`, (request, reply) => answer(reply, () => make(request.query as Query, request)))
    const post = (path: string, make: (body: never) => unknown) =>
      app.post(`/api/${path}`, (request, reply) => answer(reply, () => make(request.body as never)))

    get('accounts', () => ({ data: [account(world)], links: { self: 'https://a.klaviyo.com/api/accounts' } }))
    get('campaigns', (query) => campaigns(world, query))
    app.get<{ Params: { id: string } }>('/api/campaigns/:id/campaign-messages', (request, reply) =>
      messages_of(world, request.params.id, request.query as Query, reply),
    )
    get('events', (query) => events(world, query))
    get('profiles', (query) => profiles(world, query))
    app.get<{ Params: { id: string } }>('/api/profiles/:id', (request, reply) =>
      profile_of(world, request.params.id, request.query as Query, reply),
    )
    get('lists', (query) => {
      const { records, links } = page_of({
        path: 'lists',
        query,
        records: world.mail.lists,
        size: { default: 10, max: 10 },
        sorts: { id: (one) => one.id, created: (one) => one.created_at, name: (one) => one.name },
        id: (one) => one.id,
      })
      return { data: records.map(list), links }
    })
    get('metrics', () => ({
      data: metrics.map((one) => metric(one, world)),
      links: { self: 'https://a.klaviyo.com/api/metrics', next: null, prev: null },
    }))
    post('metric-aggregates', (body) => aggregate(body, world))
    post('campaign-values-reports', (body) => campaign_values(body, world))
  },
}

function messages_of({ mail }: World, id: string, query: Query, reply: FastifyReply) {
  const one = mail.campaigns().find((campaign) => campaign.id === id)
  if (!one) return not_found(reply, `A campaign with id ${id} does not exist.`)
  const included = query.include === 'template' ? { included: [template(one)] } : {}
  const links = { self: `https://a.klaviyo.com/api/campaigns/${id}/campaign-messages`, next: null, prev: null }
  return answer(reply, () => ({ data: messages(one, mail), links, ...included }))
}
