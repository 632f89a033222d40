import { z } from 'zod'
import type { Account, Api, Auth } from '#engine/connector.ts'
import { connector } from '#engine/connector.ts'
import { account_ids, ad_account, ad_accounts, date_of, texts } from '../ads.ts'
import { classify_graph_answer, field_list, GRAPH, read_list } from './graph.ts'
import { days } from './insights.ts'
import { ad_sets, ads, campaigns, creatives } from './structure.ts'

/** Lifetime of a long-lived token, when the answer does not state one (Graph API access tokens, read 2026-11). */
const LONG_LIVED_S = 60 * 86_400

// Meta has no refresh tokens: a valid long-lived token is exchanged for a new one. So the token is renewed at half its life, and
// `refresh_token` always holds the newest token. A system user's token never expires and is never renewed.
const auth: Auth = {
  secrets: z.object({
    client_id: z.string().min(1),
    client_secret: z.string().min(1),
    refresh_token: z.string().min(1).describe('A long-lived user token with ads_read.'),
    access_token: z.string().optional(),
    expires_at: z.string().optional(),
  }),
  headers: ({ access_token }) => ({ authorization: `Bearer ${access_token ?? ''}` }),
  refresh: {
    request: ({ client_id, client_secret, refresh_token }) => ({
      url: `${GRAPH}/oauth/access_token`,
      method: 'GET',
      query: { grant_type: 'fb_exchange_token', client_id, client_secret, fb_exchange_token: refresh_token },
    }),
    read(body, now) {
      const access_token = z.string().parse(body.access_token)
      const expires_in = z.number().default(LONG_LIVED_S).parse(body.expires_in)
      const expires_at = new Date(now.getTime() + (expires_in / 2) * 1000).toISOString()
      return { access_token, refresh_token: access_token, expires_at }
    },
  },
}

// AdAccount.account_status (AdAccount.json, read 2026-11). Disabled and closed accounts can still be read.
const statuses: Record<number, string> = {
  1: 'ACTIVE',
  2: 'DISABLED',
  3: 'UNSETTLED',
  7: 'PENDING_RISK_REVIEW',
  8: 'PENDING_SETTLEMENT',
  9: 'IN_GRACE_PERIOD',
  100: 'PENDING_CLOSURE',
  101: 'CLOSED',
}
const listed = texts('name', 'currency', 'timezone_name', 'created_time').extend({
  account_id: z.string(),
  account_status: z.number(),
})

async function read_accounts(api: Api): Promise<Account[]> {
  const accounts: Account[] = []
  for await (const page of read_list(api, '/me/adaccounts', listed, { fields: field_list(listed), limit: 200 }))
    for (const { account_status, timezone_name, created_time, ...account } of page) {
      const status = statuses[account_status] ?? String(account_status)
      accounts.push(ad_account({ ...account, time_zone: timezone_name, created_on: date_of(created_time), status }))
    }
  return accounts
}

export const mx_ads = connector({
  title: 'Social ads',
  platform: {
    vendor: 'Meta',
    version: { name: 'v26.0' },
    scopes: ['ads_read'],
    source: 'https://developers.facebook.com/docs/marketing-api/overview/authorization (read 2026-11)',
  },
  kind: 'ads',
  auth,
  settings: z.object({
    account_ids: account_ids(
      'Ad accounts to read, without the act_ prefix. When absent: every account that the user may see.',
    ),
  }),
  api: {
    base_url: GRAPH,
    hosts: ['graph.facebook.com'],
    pace: { per_second: 10, per_minute: 300 },
    classify: classify_graph_answer,
  },
  accounts: ad_accounts(({ api }) => read_accounts(api)),
  // Figures come first, so that a list that Meta cannot answer does not stop them.
  streams: {
    campaign_daily: days.campaign,
    ad_set_daily: days.ad_group,
    ad_daily: days.ad,
    campaigns,
    ad_sets,
    ads,
    creatives,
  },
})
