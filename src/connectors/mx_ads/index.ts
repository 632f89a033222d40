import { z } from 'zod'
import type { Auth } from '#engine/connector.ts'
import { renewed } from '#engine/vendors/vendor_auth.ts'
import { ad_connector } from '../ads.ts'
import { read_accounts } from './accounts.ts'
import { classify_graph_answer } from './errors.ts'
import { GRAPH } from './graph.ts'
import { days } from './insights.ts'
import { ad_sets, ads, campaigns, creatives } from './structure.ts'

/** Lifetime of a long-lived token, when the answer does not state one (Graph API access tokens, read 2026-11). */
const LONG_LIVED_S = 60 * 86_400

// Meta has no refresh tokens: a valid long-lived token is exchanged for a new one. So the token is renewed at half its life, and
// `refresh_token` always holds the newest token. A system user's token never expires and is never renewed.
const auth: Auth = {
  secrets: z.object({
    client_id: z.string().min(1).describe('Id of your app.'),
    client_secret: z.string().min(1).describe('Secret of your app.'),
    refresh_token: z.string().min(1).describe('A long-lived user token, or the token of a system user, with ads_read.'),
    access_token: renewed(),
    expires_at: renewed(),
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

export const mx_ads = ad_connector({
  title: 'Social ads',
  platform: {
    vendor: 'Meta',
    product: 'Meta Ads (Facebook and Instagram)',
    credentials:
      'At developers.facebook.com: create a business app. Its settings show the app id (`client_id`) and the app secret (`client_secret`). Create a token with the permissions for a system user in the business settings, or exchange a user token for a long-lived one.',
    version: { name: 'v26.0' },
    scopes: ['ads_read'],
    source: 'https://developers.facebook.com/docs/marketing-api/overview/authorization (read 2026-11)',
  },
  auth,
  api: {
    base_url: GRAPH,
    hosts: ['graph.facebook.com'],
    pace: { per_second: 10, per_minute: 300 },
    classify: classify_graph_answer,
  },
  accounts: {
    about: 'Ad accounts to read, without the act_ prefix. When absent: every account that the user may see.',
    read: ({ api }) => read_accounts(api),
  },
  streams: {
    campaign_daily: days.campaign,
    ad_set_daily: days.ad_group,
    ad_daily: days.ad,
    country_daily: days.country,
    device_daily: days.device,
    campaigns,
    ad_sets,
    ads,
    creatives,
  },
})
