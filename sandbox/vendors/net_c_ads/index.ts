// LinkedIn's Advertising API: ad accounts, campaign groups, campaigns, creatives with their posts and pictures, and reports.
import { whole_number } from '../../json.ts'
import type { Vendor } from '../../vendor.ts'
import type { AdAccount, AdPlatform } from '../../world/types.ts'
import {
  linkedin_rules,
  linkedin_tokens,
  page_of,
  parameters_of,
  Refused,
  refusal,
  refuse_token,
  throttle,
  token_path,
} from '../linkedin.ts'
import { report } from './analytics.ts'
import { campaign_nodes, creative_nodes, group_nodes, images, posts, with_status } from './nodes.ts'

const account_node = ({ id, name, currency, created_at }: AdAccount) => ({
  id: whole_number(id),
  name,
  currency,
  type: 'BUSINESS',
  status: 'ACTIVE',
  servingStatuses: ['RUNNABLE'],
  reference: 'urn:li:organization:64265083',
  test: false,
  version: { versionTag: '6' },
  changeAuditStamps: { created: { time: created_at }, lastModified: { time: created_at } },
})

const denied = 'Not enough permissions to access this resource'

export const net_c_ads: Vendor = {
  platform: 'net_c_ads',
  hosts: ['api.linkedin.com', 'www.linkedin.com'],
  open: (path) => path === token_path,
  credential: ({ headers }) => /^Bearer (.+)$/.exec(headers.authorization ?? '')?.[1] ?? null,
  refuse: refuse_token,
  // LinkedIn publishes no limit, so none is enforced (shared/api-guide/concepts/rate-limits, read 2026-11).
  throttle,
  fail: (status) => refusal(status, 'INTERNAL_SERVER_ERROR', 'Internal Server Error'),
  // A report of an account that may not be read is empty, as if nothing had happened.
  deny: (request) =>
    request.url.includes('/adAnalytics')
      ? { status: 200, body: { paging: { start: 0, count: 10, links: [] }, elements: [] } }
      : refusal(403, 'ACCESS_DENIED', denied, 100),
  own: {
    /** A test account, and one that was never set up. */
    odd_accounts(body) {
      const elements = body.elements as Record<string, unknown>[]
      const [first] = elements
      if (!first || !('currency' in first)) return
      elements.push({ ...first, id: 508_000_001, name: 'Test', test: true })
      elements.push({ ...first, id: 508_000_002, name: 'Draft', status: 'DRAFT', currency: undefined })
    },
    /** A report with more lines than LinkedIn sends. */
    full(body) {
      const elements = body.elements as unknown[]
      if (elements.length > 1) while (elements.length < 15_000) elements.push(elements[0])
    },
  },
  // Records by id keep their places, so only what is inside of them can change.
  records: (body) => {
    const { elements, results } = (body ?? {}) as { elements?: unknown[]; results?: object }
    return elements ?? (results ? Object.values(results) : null)
  },

  routes(app, box) {
    linkedin_rules(app)
    linkedin_tokens(app, box)
    const { world } = box
    const ads: AdPlatform = world.ads.net_c
    const own = (account_id: string) => {
      if (ads.accounts.some(({ id }) => id === account_id)) return account_id
      throw new Refused(403, 'ACCESS_DENIED', denied, 100)
    }

    app.get('/rest/adAccounts', (request) => {
      if (parameters_of(request).q !== 'search') throw new Refused(400, 'PARAM_MISSING', 'q must be search')
      const accounts = ads.accounts.map(account_node)
      return page_of(accounts, request, 1_000)
    })
    app.get<{ Params: { account: string } }>('/rest/adAccounts/:account', ({ params }) => {
      const id = own(params.account)
      return account_node(ads.accounts.find((account) => account.id === id)!)
    })
    app.get<{ Params: { account: string } }>('/rest/adAccounts/:account/adCampaignGroups', (request) =>
      page_of(with_status(request, group_nodes(ads, own(request.params.account))), request, 1_000),
    )
    app.get<{ Params: { account: string } }>('/rest/adAccounts/:account/adCampaigns', (request) =>
      page_of(with_status(request, campaign_nodes(ads, own(request.params.account))), request, 1_000),
    )
    app.get<{ Params: { account: string } }>('/rest/adAccounts/:account/creatives', (request) => {
      if (parameters_of(request).q !== 'criteria') throw new Refused(400, 'PARAM_MISSING', 'q must be criteria')
      return page_of(creative_nodes(ads, own(request.params.account)), request, 100)
    })
    app.get('/rest/adAnalytics', (request) => report(ads, request))
    app.get('/rest/posts', (request) => posts(ads, request))
    app.get('/rest/images', (request) => images(request))
  },
}
