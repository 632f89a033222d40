import { z } from 'zod'
import type { Version } from '#engine/connector/platform.ts'
import { message } from '#messages/message.ts'
import { ad_connector } from '../ads.ts'
import { google_auth, google_platform } from '../google.ts'
import { CLOSED, read_accounts } from './accounts.ts'
import { actions } from './actions.ts'
import { classify_gx_ads_answer } from './errors.ts'
import { days, impression_shares, search_terms } from './figures.ts'
import { ad_groups, ads, campaigns } from './structure.ts'

const version: Version = {
  name: 'v25',
  ends_on: null,
  source:
    'googleapis/googleapis, google/ads/googleads/v25: no end is announced there (2026-08, read 2026-11). Google ends a major version about 12 months after its release (developers.google.com/google-ads/api/docs/sunset-dates, read 2026-11)',
}

export const gx_ads = ad_connector({
  title: 'Search ads',
  platform: google_platform({
    product: 'Google Ads',
    apis: ['Google Ads API'],
    beside: message('credentials.gx_ads'),
    version,
    scopes: ['https://www.googleapis.com/auth/adwords'],
    source: 'https://developers.google.com/google-ads/api/docs/oauth/overview (read 2026-11)',
  }),
  auth: {
    ...google_auth,
    app: 'developer_token',
    secrets: google_auth.secrets.extend({
      developer_token: z.string().min(1).describe("The operator's Google Ads API developer token."),
    }),
  },
  api: {
    base_url: `https://googleads.googleapis.com/${version.name}`,
    headers: ({ developer_token }) => ({ 'developer-token': developer_token ?? '' }),
    // Basic access: 15,000 operations of a developer token in any 24 hours (docs/api-policy/access-levels, read 2026-11). Pages of a query
    // are one operation there, and requests here. No limit of a second is published. Quotas of a customer have no number either.
    pace: [
      { of: 'account', per_second: 10, per_minute: 300 },
      { per_second: 10, per_minute: 300 },
      { of: 'app', per_day: 15_000, unless: { access_level: 'standard' } },
    ],
    classify: classify_gx_ads_answer,
  },
  accounts: {
    about: 'Customer ids to read, without dashes. When absent: every customer that the user may access.',
    read: ({ api, wanted }) => read_accounts(api, wanted),
    without_figures: [CLOSED],
  },
  streams: { ...days, campaigns, ad_groups, ads, search_terms, impression_shares },
  actions,
})
