// Instagram on Meta's Graph API: pages with their accounts, figures by day, posts and stories with their figures.
import type { FastifyRequest } from 'fastify'
import type { Box, Vendor } from '../../vendor.ts'
import { add_days } from '../../world/calendar.ts'
import type { SocialAccount } from '../../world/types.ts'
import {
  answer_as_graph,
  GraphError,
  graph_error,
  graph_rules,
  type Node,
  no_object,
  type Params,
  page,
  pick,
  read_fields,
  usage,
  version,
} from '../mx_ads/graph.ts'
import { permissions } from '../mx_ads/permissions.ts'
import { account_insights, media_insights } from './insights.ts'
import { account_node, created_between, media_node, page_node } from './nodes.ts'

const too_many = 80_002

const day_ms = 86_400_000

/**
 * Calls of an account in 24 hours: 4,800 times its impressions in that time (business use case limits, read 2026-11). Meta states no number
 * for other calls, whose limit grows with the users of the app.
 */
const calls_a_day: Vendor['limits'] = ({ params }, { by, world }) => {
  const { instagram } = world.social
  const { node } = params as { node?: string }
  const account = instagram.accounts.find(({ id }) => id === node)
  if (!account) return []
  const { impressions = 0 } = instagram.day(account, add_days(world.today(), -1)) ?? {}
  const most = 4_800 * Math.max(1, impressions)
  return [{ key: 'calls of an account a day', of: `${by} ${account.id}`, most, window_ms: day_ms }]
}
/** The day of the oldest post in a list of too many. The world writes the day of a post into its id. */
const oldest_listed = '261101'
const day_in = (id: string) => id.slice(-12, -6)

export const social_a: Vendor = {
  platform: 'social_a',
  hosts: ['graph.facebook.com'],
  shares_hosts: true,
  ...graph_rules,
  limits: calls_a_day,
  throttle: (seconds) => ({
    ...graph_error('(#80002) There have been too many calls to this Instagram account.', too_many, {
      subcode: 2446079,
    }),
    // Meta gives the wait in whole minutes and sends no Retry-After.
    headers: { 'x-business-use-case-usage': usage('0', 'instagram', Math.floor(seconds / 60)) },
  }),
  deny: () => graph_error('(#10) Application does not have permission for this action', 10, { status: 403 }),
  own: {
    /** An account with more posts than its list has: the list ends with the newest ones, and nothing says so. */
    many_posts(body) {
      const all = (body.data ?? []) as Node[]
      const accounts = all.flatMap(({ instagram_business_account: of }) => (of ? [of as Node] : []))
      for (const account of accounts) account.media_count = 12_000
      if (accounts.length === 0) body.data = all.filter(({ id }) => day_in(String(id)) >= oldest_listed)
    },
    /** Pages without an Instagram account are normal. */
    odd_accounts(body) {
      const pages = body.data as Node[]
      if (pages[0]) pages.push({ id: '102030405060777', name: 'Casa Lumbre Outlet' })
    },
  },

  routes(app, box: Box) {
    const { world } = box
    answer_as_graph(app)
    permissions(app, box, 'social_a')
    const social = world.social.instagram
    const params_of = (request: FastifyRequest) => request.query as Params
    const account_of = (id: string) => social.accounts.find((one) => one.id === id)
    const found = (id: string): SocialAccount => {
      const account = account_of(id)
      if (account) return account
      throw no_object(id)
    }
    /** A post or a story that is there. */
    const media_of = (id: string) => {
      const all = social.accounts.flatMap((account) => [...social.stories(account), ...social.posts(account)])
      const media = all.find((one) => one.id === id)
      if (media) return media
      throw no_object(id)
    }

    app.get(`/${version}/me/accounts`, (request) => {
      const params = params_of(request)
      const fields = read_fields(params.fields)
      const nodes = social.accounts.map((account) => pick(page_node(social, account), fields, 'Page'))
      return page(nodes, `/${version}/me/accounts`, params)
    })
    app.get<{ Params: { node: string } }>(`/${version}/:node`, (request) => {
      const { node } = request.params
      const fields = read_fields(params_of(request).fields)
      const account = account_of(node)
      if (account) return pick(account_node(social, account), fields, 'IGUser')
      return pick(media_node(social, media_of(node)), fields, 'IGMedia')
    })
    app.get<{ Params: { node: string; edge: string } }>(`/${version}/:node/:edge`, (request, reply) => {
      const { node, edge } = request.params
      const params = params_of(request)
      const path = `/${version}/${node}/${edge}`
      if (edge === 'insights' && !account_of(node))
        return { data: media_insights(social, media_of(node), world.now(), params) }
      const account = found(node)
      reply.header('x-business-use-case-usage', usage(node, 'instagram'))
      if (edge === 'insights') return { data: account_insights(world, account, params) }
      const list = {
        media: () => created_between(social.posts(account), params),
        stories: () => social.stories(account),
      }
      const read = list[edge as keyof typeof list]
      if (!read) throw new GraphError(`(#100) Tried accessing nonexisting field (${edge}) on node type (IGUser)`, 100)
      const fields = read_fields(params.fields)
      const nodes = read().map((media) => pick(media_node(social, media), fields, 'IGMedia'))
      return edge === 'stories' ? without_last_cursor(page(nodes, path, params)) : page(nodes, path, params)
    })
  },
}

/** The last page of stories has no cursor behind it (sns-sdks/python-facebook, testdata/instagram/apidata/stories, 2020-10). */
function without_last_cursor({ data, paging }: ReturnType<typeof page>) {
  if (!paging || paging.next) return { data, paging }
  return { data, paging: { ...paging, cursors: { before: paging.cursors.before } } }
}
