import { z } from 'zod'
import { message } from '#messages/message.ts'
import { ad_connector } from '../ads.ts'
import { read_accounts } from './accounts.ts'
import { actions } from './actions.ts'
import { classify_answer } from './errors.ts'
import { days } from './report.ts'
import { ad_groups, ads, campaigns } from './structure.ts'
import { version } from './version.ts'

export const tx_ads = ad_connector({
  title: 'Short-video ads',
  platform: {
    vendor: 'TikTok',
    product: 'TikTok Ads',
    credentials: message('credentials.tx_ads'),
    by_hand:
      'An advertiser opens the authorization link of the app. TikTok answers with a code, which is exchanged for the access token.',
    version,
    scopes: ['Ad Account Management', 'Ads Management', 'Reporting', 'Creative Management: Read Video Library'],
    needed_by: {
      'Ad Account Management': 'all',
      'Ads Management': ['campaigns', 'ad_groups', 'ads'],
      Reporting: ['campaign_daily', 'ad_group_daily', 'ad_daily', 'country_daily', 'device_daily'],
      'Creative Management: Read Video Library': ['ads'],
    },
    source: 'https://business-api.tiktok.com/portal/docs (read 2026-11)',
    remarks: [
      'Thumbnails of ads need the permission to read the video library. Without it ads have none. Their links expire within hours, so they are read every six hours.',
      'Of an advertiser with 20,000 ads or more, TikTok reports the newest ads only (docs?id=1740302848100353, read 2026-11). Its figures are read in parts of 100 campaigns. Its total is not known, so its figures are not compared, and what only the total contains is missing. Smart+ campaigns are missing if the app may not list them, and figures say so.',
      'Campaigns bought by reservation have reports of their own, without countries and devices. Where TikTok refuses them, the account says so. Rows that were read before stay, and figures say that others are missing.',
      'No list and no report of campaigns contains campaigns of GMV Max. The total of the advertiser has their spend, which is one row: other campaigns of the account. It has no name and no state, and cannot be changed here.',
      'TikTok names no role of the person at an advertiser. A person who may only look at it sees previews of changes, and TikTok refuses the change itself.',
      'No report contains campaigns that were made with Promote in the TikTok app, unless it asks for them alone (docs?id=1785880454546433, read 2026-11). Their spend counts as that of other campaigns if the total of the advertiser contains it.',
    ],
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
    app: 'app_id',
    headers: ({ access_token }) => ({ 'access-token': access_token ?? '' }),
  },
  api: {
    base_url: `https://business-api.tiktok.com/open_api/${version.name}`,
    // Limits of an app (code 40100, api-evangelist/tiktok-ads, 2026-05).
    pace: { of: 'app', per_second: 10, per_minute: 600, per_day: 864_000 },
    classify: classify_answer,
  },
  accounts: {
    about: 'Advertisers to read. When absent: every advertiser that authorized the app.',
    read: ({ api }) => read_accounts(api),
  },
  streams: { ...days, campaigns, ad_groups, ads },
  actions,
})
