// LinkedIn's Community Management API: the pages of a member, their followers, their statistics by day, and their posts.
import type { FastifyRequest } from 'fastify'
import { whole_number } from '../../json.ts'
import type { Box, Vendor } from '../../vendor.ts'
import type { SocialAccount } from '../../world/types.ts'
import {
  invalid,
  linkedin_rules,
  parameters_of,
  Refused,
  refusal,
  refuse_token,
  restli_of,
  results_of,
  throttle,
} from '../linkedin.ts'
import { page_urn, post_node, post_urn, statistics_of_days, statistics_of_posts } from './nodes.ts'

const denied = 'Not enough permissions to access this resource'
const page_max = 100

function refuse_first({ results, errors }: Record<string, unknown>, status: number) {
  const [first] = Object.keys(results ?? {})
  if (!first) return
  delete (results as Record<string, unknown>)[first]
  Object.assign(errors as object, { [first]: { status, message: denied } })
}

export const net_c: Vendor = {
  platform: 'net_c',
  hosts: ['api.linkedin.com'],
  shares_hosts: true,
  credential: ({ headers }) => /^Bearer (.+)$/.exec(headers.authorization ?? '')?.[1] ?? null,
  refuse: refuse_token,
  // LinkedIn publishes no limit, so none is enforced (shared/api-guide/concepts/rate-limits, read 2026-11).
  throttle,
  fail: (status) => refusal(status, 'INTERNAL_SERVER_ERROR', 'Internal Server Error'),
  deny: () => refusal(403, 'ACCESS_DENIED', denied, 100),
  own: {
    /** A post of several is refused, which says nothing about whether it exists. */
    post_denied: (body) => refuse_first(body, 403),
    post_fails: (body) => refuse_first(body, 500),
    /** A member can administer a page that the app may not read. */
    odd_accounts(body) {
      const elements = body.elements as Record<string, unknown>[]
      const [first] = elements
      if (first && 'roleAssignee' in first) elements.push({ ...first, organization: 'urn:li:organization:70001' })
    },
  },
  records: (body) => (body as { elements?: unknown[] } | null)?.elements ?? null,

  routes(app, box: Box) {
    linkedin_rules(app)
    const { world } = box
    const social = world.social.linkedin
    const account_of = (is_it: (account: SocialAccount) => boolean) => {
      const account = social.accounts.find(is_it)
      if (account) return account
      throw new Refused(403, 'ACCESS_DENIED', denied, 100)
    }
    const entity_of = (request: FastifyRequest, name: string) => {
      const urn = restli_of(request, name)
      return account_of((account) => page_urn(account) === urn)
    }
    const all_posts = () => social.accounts.flatMap((account) => social.posts(account))

    app.get('/rest/organizationAcls', (request) => {
      if (parameters_of(request).q !== 'roleAssignee') throw invalid('q must be roleAssignee')
      const roles = social.accounts.map((account) => ({
        role: 'ADMINISTRATOR',
        organization: page_urn(account),
        roleAssignee: 'urn:li:person:wx2KHVX1B1',
        state: 'APPROVED',
      }))
      return numbered(roles, request)
    })
    for (const [list, is_brand] of [
      ['organizations', false],
      ['organizationBrands', true],
    ] as const)
      app.get<{ Params: { id: string } }>(`/rest/${list}/:id`, ({ params }) => {
        const account = account_of(({ id, ...of }) => id === params.id && (of.is_brand ?? false) === is_brand)
        return {
          id: whole_number(account.id),
          localizedName: account.name,
          vanityName: account.username,
          created: { actor: 'urn:li:person:wx2KHVX1B1', time: Date.parse(`${world.first_day}T00:00:00Z`) },
          organizationType: 'SELF_OWNED',
          primaryOrganizationType: is_brand ? 'BRAND' : 'NONE',
        }
      })
    app.get<{ Params: { urn: string } }>('/rest/networkSizes/:urn', (request) => {
      if (parameters_of(request).edgeType !== 'COMPANY_FOLLOWED_BY_MEMBER') throw invalid('edgeType is unknown')
      const account = account_of((one) => page_urn(one) === decodeURIComponent(request.params.urn))
      return { firstDegreeSize: social.followers(account) }
    })
    app.get('/rest/organizationalEntityShareStatistics', (request) => {
      const account = entity_of(request, 'organizationalEntity')
      const posts = restli_of(request, 'shares') ?? restli_of(request, 'ugcPosts')
      const elements = posts
        ? statistics_of_posts(social, account, posts, restli_of(request, 'shares') !== undefined)
        : statistics_of_days(world, account, restli_of(request, 'timeIntervals'))
      return { paging: { start: 0, count: 10, links: [] }, elements }
    })
    app.get('/rest/posts', (request) => {
      if (request.headers['x-restli-method'] === 'BATCH_GET') {
        const ids = restli_of(request, 'ids') as string[]
        const found = new Map(all_posts().map((post) => [post_urn(post), post]))
        return results_of(ids, (id) => found.has(id) && post_node(social, found.get(id)!))
      }
      const account = entity_of(request, 'author')
      // The last change of a post is its publication.
      return numbered(
        social.posts(account).map((post) => post_node(social, post)),
        request,
      )
    })
  },
}

/** Records that a page lacks of those that were asked for. */
const SHORT_BY = 3

/**
 * One page of a list by number. It can have fewer records than were asked for. Then the link to the next one has the true place
 * (MicrosoftDocs/feedback issue 972, 2018-12).
 */
function numbered(all: unknown[], request: FastifyRequest) {
  const { start: from = '0', count: of = '10', ...others } = parameters_of(request)
  const [start, count] = [Number(from), Number(of)]
  if (!(start >= 0 && count > 0 && count <= page_max)) throw invalid(`count must be between 1 and ${page_max}`)
  const end = start + Math.max(1, count - SHORT_BY)
  const query = new URLSearchParams({ ...(others as Record<string, string>), count: of, start: String(end) })
  const next = { rel: 'next', type: 'application/json', href: `${request.url.split('?')[0]}?${query}` }
  const paging = { start, count, links: end < all.length ? [next] : [], total: all.length }
  return { paging, elements: all.slice(start, end) }
}
