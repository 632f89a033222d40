// Meta's Marketing API on graph.facebook.com: current user, ad accounts, campaigns down to creatives, insights, token exchange.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { client } from '../../tokens.ts'
import type { Box, Vendor } from '../../vendor.ts'
import { days_between } from '../../world/calendar.ts'
import {
  answer_as_graph,
  GraphError,
  graph_error,
  graph_rules,
  list_param,
  type Node,
  type Params,
  page,
  pick,
  read_fields,
  usage,
  version,
} from './graph.ts'
import { insights } from './insights.ts'
import { account_node, account_of, check_statuses, type edges } from './nodes.ts'
import { permissions, token_info } from './permissions.ts'
import { report_ends, reports } from './reports.ts'
import { account_with_writes, node_of, refuse_write, with_writes, write_routes } from './writes.ts'

/** Lifetime of a long-lived user token: sixty days (Graph API, access tokens, read 2026-11). */
const long_lived_s = 5_184_000
/** Without a filter, Graph leaves out archived and deleted records. */
const shown_statuses = ['ACTIVE', 'PAUSED', 'IN_PROCESS', 'WITH_ISSUES', 'CAMPAIGN_PAUSED', 'ADSET_PAUSED']
/** Creatives are large. Graph rejects more of them in a page, whatever `limit` allows elsewhere. */
const creatives_max = 100
const rate_limited = 80_000

const too_much = graph_error("Please reduce the amount of data you're asking for, then retry your request", 1, {
  status: 500,
})

/**
 * Points of an ad account on the standard tier: a read takes 1, a write 3. They return within 300 seconds.
 * An excess blocks for 60 seconds (docs/marketing-apis/rate-limiting, read 2026-11). Calls that concern no account have no published number.
 */
const points_of_account: Vendor['limits'] = ({ method, params }, { by, world }) => {
  const { node } = params as { node?: string }
  if (node === undefined) return []
  const account = /^act_(\d+)$/.exec(node)?.[1] ?? node_of(world, node)?.account.id ?? 'reports'
  const costs = method === 'GET' ? 1 : 3
  const limit = { key: 'points of an ad account', of: `${by} ${account}`, most: 9_000, per_second: 30, costs }
  return [{ ...limit, closed_ms: 60_000 }]
}

export const mx_ads: Vendor = {
  platform: 'mx_ads',
  hosts: ['graph.facebook.com'],
  open: (path) => path.endsWith('/oauth/access_token') || path.endsWith('/debug_token'),
  ...graph_rules,
  limits: points_of_account,
  throttle: (seconds) => ({
    ...graph_error(
      '(#80000) There have been too many calls from this ad-account. Please wait a bit and try again.',
      rate_limited,
      {
        subcode: 2446079,
      },
    ),
    // Meta gives the wait in whole minutes and sends no Retry-After.
    headers: { 'x-business-use-case-usage': usage('0', 'ads_insights', Math.floor(seconds / 60)) },
  }),
  deny: () =>
    graph_error('(#200) Ad account owner has NOT grant ads_management or ads_read permission', 200, { status: 403 }),
  refuse_write,
  // Insights time out; lists say so in a message. Neither succeeds when it is repeated.
  too_much(request, { records_max = 0, days_max = 0 }) {
    const { limit = '25', time_range } = request.query as Params
    const { since = '', until = '' } = time_range ? JSON.parse(time_range) : {}
    const days = since ? days_between(since, until) + 1 : 0
    if (Number(limit) <= records_max && days <= days_max) return null
    return time_range
      ? graph_error('Your request timed out. Try a smaller date range, fetch less data, or use async jobs.', 100, {
          subcode: 1504018,
        })
      : too_much
  },
  own: {
    ...report_ends,
    /**
     * Accounts whose administrator has not asked for this breakdown have no rows of it. Afterwards, days from before come in reports only
     * ("2026 out-of-cycle changes", read 2026-11).
     */
    no_devices(body) {
      body.data = []
    },
    /** Meta also lists accounts that somebody created and never set up. */
    odd_accounts(body) {
      const [first] = body.data as Node[]
      if (first)
        (body.data as Node[]).push({ ...first, account_id: '1020304050607777', name: 'Draft', currency: undefined })
    },
  },

  routes(app, box) {
    answer_as_graph(app)
    app.get(`/${version}/oauth/access_token`, (request, reply) => exchange(request, reply, box))
    app.get(`/${version}/me`, (request) =>
      pick(
        { id: '900100200300400', name: 'Ana Lumbre' },
        read_fields((request.query as Params).fields ?? 'name'),
        'User',
      ),
    )
    permissions(app, box, 'mx_ads')
    token_info(app, box)
    app.get(`/${version}/me/adaccounts`, (request) => {
      const params = request.query as Params
      const nodes = box.world.ads.mx.accounts.map((account) =>
        pick(account_node(account), read_fields(params.fields), 'AdAccount'),
      )
      return page(nodes, `/${version}/me/adaccounts`, params)
    })
    const run = reports(app, box)
    write_routes(app, box)
    app.get(`/${version}/:node`, (request) => {
      const { node } = request.params as { node: string }
      const params = request.query as Params
      const known = node_of(box.world, node)
      if (known) return pick(known.node, read_fields(params.fields), known.type)
      if (/^\d+$/.test(node)) return run.node(node, params)
      const { account } = asked(request, box)
      return pick(account_with_writes(box.world, account), read_fields(params.fields), 'AdAccount')
    })
    app.get(`/${version}/:node/:edge`, (request, reply) => {
      const { node } = request.params as { node: string }
      const above = node_of(box.world, node)
      if (/^\d+$/.test(node) && !above) return run.insights(node, request.query as Params)
      const { params, edge } = asked(request, box, above && `act_${above.account.id}`)
      const account = above?.account ?? account_of(box.world, node)
      const path = `/${version}/${node}/${edge}`
      const type = edge === 'insights' ? 'ads_insights' : 'ads_management'
      reply.header('x-business-use-case-usage', usage(account.id, type))
      if (edge === 'insights') return page(insights(box.world, account, params), path, params)
      const found = (with_writes(box.world, account.id) as ReturnType<typeof edges>)[edge]
      if (!found)
        throw new GraphError(`(#100) Tried accessing nonexisting field (${edge}) on node type (AdAccount)`, 100)
      const fields = read_fields(params.fields)
      if (fields.has('object_story_spec') || fields.get('creative')?.includes('object_story_spec'))
        if (Number(params.limit) > creatives_max) return reply.code(too_much.status).send(too_much.body)
      const wanted = list_param(params, 'effective_status')
      if (wanted) check_statuses(found.level, wanted)
      // Lists never name what was deleted (Ads blog, "deleted vs archived", and reports of users of 2026-10, read 2026-11).
      if (wanted?.includes('DELETED')) throw new GraphError('Invalid parameter', 100, { subcode: 1_815_001 })
      const statuses = wanted ?? shown_statuses
      const nodes = found
        .nodes()
        .filter((one) => !above || one.campaign_id === node || one.adset_id === node)
        .filter((node) => !node.effective_status || statuses.includes(String(node.effective_status)))
      return page(
        nodes.map((node) => pick(node, fields, found.type)),
        path,
        params,
      )
    })
  },
}

function asked(request: FastifyRequest, { world }: Box, of?: string) {
  const { node, edge = '' } = request.params as { node: string; edge?: string }
  return { params: request.query as Params, account: account_of(world, of ?? node), edge }
}

/** Exchanges a valid token, short-lived or long-lived, of any platform of Meta, for a new long-lived token. */
function exchange(request: FastifyRequest, reply: FastifyReply, { tokens, consents }: Box) {
  const params = request.query as Params
  if (params.client_id !== client.id || params.client_secret !== client.secret)
    throw new GraphError('Error validating client secret.', 1, { status: 400 })
  if (params.code !== undefined) {
    // The code of any platform of Meta.
    const granted = consents.exchange(undefined, params)
    if (typeof granted === 'string')
      throw new GraphError('This authorization code has been used.', 100, { subcode: 36_009 })
    return reply.send({ access_token: granted.access_token, token_type: 'bearer', expires_in: granted.expires_in })
  }
  if (params.grant_type !== 'fb_exchange_token') throw new GraphError('(#100) Invalid grant_type', 100)
  const given = params.fb_exchange_token ?? ''
  const platform = /^sandbox-(?:access|refresh)-([a-z_]+)/.exec(given)?.[1] ?? ''
  const grant = tokens.exchange(platform, given, long_lived_s)
  if (typeof grant === 'string') throw new GraphError('Invalid OAuth access token - Cannot parse access token', 190)
  return reply.send({ access_token: grant.access_token, token_type: 'bearer', expires_in: grant.expires_in })
}
