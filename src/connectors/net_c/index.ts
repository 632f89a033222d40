import { linkedin_api, linkedin_auth, linkedin_platform } from '../linkedin.ts'
import { social_connector } from '../social.ts'
import { followers, read_accounts } from './pages.ts'
import { posts } from './posts.ts'
import { daily } from './statistics.ts'

export const net_c = social_connector({
  title: 'Professional network',
  platform: linkedin_platform({
    product: 'LinkedIn Pages',
    api: 'Community Management API',
    person: 'An administrator of the pages',
    scopes: ['r_organization_social', 'rw_organization_admin'],
    source:
      'https://learn.microsoft.com/en-us/linkedin/marketing/community-management/organizations/share-statistics (read 2026-11)',
    remarks: [
      'Figures of days and posts are organic. Days are those of UTC, and today has no figures.',
      'LinkedIn has no total of chosen days. So up to three days in a row without a row, between days with many impressions, are doubted; more count as zeros.',
      'LinkedIn gives totals of followers for today only. They are read each hour. What was missed cannot be read later.',
      'A refresh token ends 365 days after the consent, however often it is used (learn.microsoft.com, programmatic refresh tokens, read 2026-11).',
    ],
  }),
  auth: linkedin_auth,
  api: linkedin_api,
  accounts: {
    about: 'Pages to read, by the id of the organization. When absent: every page that the member administers.',
    read: ({ api }) => read_accounts(api),
  },
  streams: { followers, daily, posts },
  expects: {
    of: 'social_posts',
    what: 'posts with figures',
    above_zero: ['impressions', 'engagements'],
    begins: ['posted_at'],
    ends: 'posted_at',
    rows: 'social_daily',
  },
})
