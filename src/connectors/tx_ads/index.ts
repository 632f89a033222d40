import { z } from 'zod'
import { connector } from '#engine/connector.ts'
import { account_ids, ad_accounts } from '../ads.ts'
import { read_accounts } from './accounts.ts'
import { classify_answer, pace } from './api.ts'
import { days } from './report.ts'
import { ad_groups, ads, campaigns } from './structure.ts'

export const tx_ads = connector({
  title: 'Short-video ads',
  platform: {
    vendor: 'TikTok',
    version: { name: 'v1.3' },
    scopes: ['Ad Account Management', 'Ads Management', 'Reporting'],
    source: 'https://business-api.tiktok.com/portal/docs (read 2026-11)',
  },
  kind: 'ads',
  // The token never expires and cannot be renewed.
  auth: {
    secrets: z.object({
      app_id: z.string().min(1).describe("The operator's app in TikTok API for Business."),
      secret: z.string().min(1).describe("The app's secret."),
      access_token: z
        .string()
        .min(1)
        .describe('A token of the app, with the permissions for accounts, ads and reporting.'),
    }),
    headers: ({ access_token }) => ({ 'access-token': access_token ?? '' }),
  },
  settings: z.object({
    account_ids: account_ids('Advertisers to read. When absent: every advertiser that authorized the app.'),
  }),
  api: {
    base_url: 'https://business-api.tiktok.com/open_api/v1.3',
    hosts: ['business-api.tiktok.com'],
    pace,
    classify: classify_answer,
  },
  accounts: ad_accounts(({ api }) => read_accounts(api)),
  // Figures come first, so that a list that TikTok cannot answer does not stop them.
  streams: {
    campaign_daily: days.campaign,
    ad_group_daily: days.ad_group,
    ad_daily: days.ad,
    campaigns,
    ad_groups,
    ads,
  },
})
