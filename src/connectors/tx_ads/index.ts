import { z } from 'zod'
import { ad_connector } from '../ads.ts'
import { read_accounts } from './accounts.ts'
import { classify_answer } from './errors.ts'
import { days } from './report.ts'
import { ad_groups, ads, campaigns } from './structure.ts'

export const tx_ads = ad_connector({
  title: 'Short-video ads',
  platform: {
    vendor: 'TikTok',
    product: 'TikTok Ads',
    credentials:
      'In the TikTok API for Business portal: create an app with the permissions. An advertiser opens the authorization link of the app. TikTok answers with a code, which is exchanged for the access token.',
    version: { name: 'v1.3' },
    scopes: ['Ad Account Management', 'Ads Management', 'Reporting'],
    source: 'https://business-api.tiktok.com/portal/docs (read 2026-11)',
  },
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
  api: {
    base_url: 'https://business-api.tiktok.com/open_api/v1.3',
    hosts: ['business-api.tiktok.com'],
    // The limits belong to the app, which all of its connections share: 10 requests a second and 600 a minute (read 2026-11).
    pace: { per_second: 5, per_minute: 300 },
    classify: classify_answer,
  },
  accounts: {
    about: 'Advertisers to read. When absent: every advertiser that authorized the app.',
    read: ({ api }) => read_accounts(api),
  },
  streams: {
    campaign_daily: days.campaign,
    ad_group_daily: days.ad_group,
    ad_daily: days.ad,
    country_daily: days.country,
    device_daily: days.device,
    campaigns,
    ad_groups,
    ads,
  },
})
