// Instagram on Meta's Graph API: pages with their accounts, figures by day, posts and stories with their figures.
import type { FastifyRequest } from 'fastify'
import type { Box, Vendor } from '../../vendor.ts'
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
import { account_insights, media_insights } from './insights.ts'
import { account_node, created_between, media_node, page_node } from './nodes.ts'

const too_many = 80_002

export const social_a: Vendor = {
  platform: 'social_a',
  hosts: ['graph.facebook.com'],
  shares_hosts: true,
  ...graph_rules,
  throttle: (seconds) => ({
    ...graph_error('(#80002) There have been too many calls to this Instagram account.', too_many, {
      subcode: 2446079,
    }),
    // Meta gives the wait in whole minutes and sends no Retry-After.
    headers: { 'x-business-use-case-usage': usage('0', 'instagram', Math.floor(seconds / 60)) },
  }),
  deny: () => graph_error('(#10) Application does not have permission for this action', 10, { status: 403 }),
  own: {
    /** Pages without an Instagram account are normal. */
    odd_accounts(body) {
      const pages = body.data as Node[]
      if (pages[0]) pages.push({ id: '102030405060777', name: 'Casa Lumbre Outlet' })
    },
  },

  routes(app, { world }: Box) {
    answer_as_graph(app)
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
      return page(nodes, path, params)
    })
  },
}
