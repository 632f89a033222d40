// The simulation's own vendor over HTTP, with the sandbox's faults and tokens. Some of its pages are empty although more follow.
import type { FastifyRequest } from 'fastify'
import type { Vendor } from '../../sandbox/vendor.ts'
import { type Kind, key_of, type SmallWorld, type Truth } from './small_world.ts'

export const PLATFORM = 'small'
export const HOST = 'api.small.example'
const PAGE = 4

interface Query {
  account: string
  from?: string
  to?: string
  since?: string
  after?: string
}

/** `world` returns the world of the seed that runs. */
export function small_vendor(world: () => SmallWorld): Vendor {
  const answer = (kind: Kind) => (request: FastifyRequest) => {
    const { account, from = '', to = '9', since = '', after = '' } = request.query as Query
    const owner = world().accounts.find(({ id }) => id === account)!
    const wanted = (world().list(kind, owner) as Truth['daily' & 'orders'][number][])
      .map((record) => ({ record, key: (key_of[kind] as (record: unknown) => string)(record) }))
      .filter(({ record }) => in_range(record, from, to, since))
      .sort((one, other) => (one.key < other.key ? -1 : 1))
    if (world().newest_first) wanted.reverse()
    const place = after.replace('!', '')
    const left = wanted.filter(({ key }) => !place || (world().newest_first ? key < place : key > place))
    // Sometimes a page is empty although more follow, as at some vendors.
    if (after && !after.endsWith('!') && after.charCodeAt(after.length - 1) % 3 === 0)
      return { records: [], after: `${after}!` }
    const page = left.slice(0, PAGE)
    return {
      records: page.map(({ record }) => record),
      after: left.length > PAGE ? page.at(-1)!.key : undefined,
    }
  }
  return {
    platform: PLATFORM,
    hosts: [HOST],
    credential: ({ headers }) => /^Bearer (.+)$/.exec(headers.authorization ?? '')?.[1] ?? null,
    open: (path) => path === '/token',
    refuse: (state) => ({ status: state === 'revoked' ? 403 : 401, body: { error: state } }),
    throttle: (seconds) => ({ status: 429, headers: { 'retry-after': String(seconds) }, body: { error: 'slow down' } }),
    fail: (status) => ({ status, body: { error: 'broken' } }),
    records: (body) => (body as { records?: unknown[] }).records ?? null,
    routes(app, { tokens }) {
      app.get('/accounts', () => ({ records: world().accounts }))
      app.get('/totals', (request, reply) => {
        const { account, from = '', to = '9' } = request.query as Query
        const owner = world().accounts.find(({ id }) => id === account)!
        const totals = world().totals(owner)
        if (!totals) return reply.code(404).send({ error: 'no totals' })
        return { records: totals.filter((total) => in_range(total, from, to, '')) }
      })
      for (const kind of ['daily', 'search', 'orders', 'ads', 'posts'] as const) app.get(`/${kind}`, answer(kind))
      app.post<{ Body: { refresh_token: string } }>('/token', (request, reply) => {
        const grant = tokens.refresh(request.body.refresh_token)
        return typeof grant === 'string' ? reply.code(400).send({ error: 'invalid_grant' }) : grant
      })
    },
  }
}

function in_range(record: { date?: string; changed_at?: string }, from: string, to: string, since: string): boolean {
  if (record.date !== undefined) return record.date >= from && record.date <= to
  return record.changed_at === undefined || record.changed_at >= since
}
