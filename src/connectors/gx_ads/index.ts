import { z } from 'zod'
import { connector } from '#engine/connector.ts'
import { google_auth } from '../google.ts'
import { read_accounts } from './accounts.ts'
import { ad_daily, ad_group_daily, campaign_daily } from './figures.ts'
import { classify_gx_ads_answer } from './search.ts'
import { ad_groups, ads, campaigns } from './structure.ts'

export const gx_ads = connector({
  title: 'Search ads',
  platform: {
    vendor: 'Google',
    version: { name: 'v25' },
    scopes: ['https://www.googleapis.com/auth/adwords'],
    source: 'https://developers.google.com/google-ads/api/docs/oauth/overview (read 2026-11)',
  },
  kind: 'ads',
  auth: {
    ...google_auth,
    secrets: google_auth.secrets.extend({
      developer_token: z.string().min(1).describe("The operator's Google Ads API developer token."),
    }),
  },
  settings: z.object({
    account_ids: z
      .array(z.string().regex(/^\d+$/))
      .min(1)
      .optional()
      .describe('Customer ids to read, without dashes. When absent: every customer that the user may access.'),
  }),
  api: {
    base_url: 'https://googleads.googleapis.com/v25',
    hosts: ['googleads.googleapis.com'],
    headers: ({ developer_token }) => ({ 'developer-token': developer_token ?? '' }),
    // The published limit counts operations a day, not calls a second (quotas page, read 2026-11).
    pace: { per_second: 10, per_minute: 300 },
    classify: classify_gx_ads_answer,
  },
  accounts: {
    into: ['ad_accounts'],
    read: ({ api, settings }) => read_accounts(api, settings.account_ids as string[] | undefined),
    // Nothing else is known of a customer without currency. Its row of earlier days stays as it is.
    rows: ({ account_id, name, currency, time_zone, extra }) =>
      currency ? { ad_accounts: { account_id, name, currency, time_zone, status: extra?.status } } : {},
  },
  streams: { campaigns, ad_groups, ads, campaign_daily, ad_group_daily, ad_daily },
})
