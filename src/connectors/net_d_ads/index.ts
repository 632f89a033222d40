import { z } from 'zod'
import type { Version } from '#engine/connector/platform.ts'
import { oauth1 } from '#engine/vendors/oauth1.ts'
import { message } from '#messages/message.ts'
import { ad_connector } from '../ads.ts'
import { ACCOUNTS_PACE, read_accounts } from './accounts.ts'
import { classify_answer } from './errors.ts'
import { days } from './report.ts'
import { ad_groups, ads, campaigns } from './structure.ts'

const version: Version = {
  name: '12',
  ends_on: null,
  source:
    'docs.x.com/x-ads-api/fundamentals/versioning: version 12 since 2022-10-27, no end is announced (2026-08, read 2026-11)',
}

export const net_d_ads = ad_connector({
  title: 'Micro-blog ads',
  platform: {
    vendor: 'X',
    product: 'X Ads',
    credentials: message('credentials.net_d_ads'),
    by_hand:
      'A user of the ad accounts authorizes the app with OAuth 1.0a, which gives an access token and its secret.',
    version,
    scopes: [],
    source: 'https://docs.x.com/x-ads-api/fundamentals/versioning (read 2026-11)',
    remarks: [
      'Line items of X are ad groups here, and promoted posts are ads.',
      'An account whose time zone changed has a history from the day after on, and says so: X kept the days before in another zone.',
      'X has no permissions by scope: the token reads what its user may read in X Ads.',
    ],
  },
  auth: oauth1,
  api: {
    base_url: `https://ads-api.x.com/${version.name}`,
    hosts: ['ads-api.x.com', 'ton.twimg.com'],
    // Reads of an account: 2,000 in 15 minutes; reports are ordered with writes: 450 a minute (docs/fundamentals/rate-limiting, read 2026-11).
    pace: { per_second: 7, per_15_minutes: 1_800 },
    calls: { accounts: ACCOUNTS_PACE },
    classify: classify_answer,
  },
  accounts: {
    about: 'Ad accounts to read, such as 18ce54d4x5t. When absent: every ad account of the user.',
    // Ids are numbers with the base 36. Upper and lower case differ.
    id: z.string().regex(/^[0-9a-zA-Z]+$/),
    read: ({ api }) => read_accounts(api),
  },
  streams: { ...days, campaigns, ad_groups, ads },
})
