import { ad_connector } from '../ads.ts'
import { linkedin_api, linkedin_auth, linkedin_platform } from '../linkedin.ts'
import { OF_TESTS, read_accounts } from './accounts.ts'
import { classify_answer } from './errors.ts'
import { days } from './report.ts'
import { ad_groups, ads, campaigns } from './structure.ts'

export const net_c_ads = ad_connector({
  title: 'Professional network ads',
  platform: linkedin_platform({
    product: 'LinkedIn Ads',
    api: 'Advertising API',
    person: 'A member with a role in the ad accounts',
    scopes: ['r_ads', 'r_ads_reporting'],
    source:
      'https://learn.microsoft.com/en-us/linkedin/marketing/integrations/ads-reporting/ads-reporting (read 2026-11)',
    remarks: [
      "LinkedIn's campaign groups are campaigns here, its campaigns are ad groups, and its creatives are ads.",
      'Texts and pictures of sponsored posts need the permission `r_organization_social` too, which few apps have. Without it they are left out, and the sync states their number.',
    ],
  }),
  auth: linkedin_auth,
  api: { ...linkedin_api, classify: classify_answer },
  accounts: {
    about: 'Ad accounts to read. When absent: every ad account in which the member has a role.',
    read: ({ api }) => read_accounts(api),
    without_figures: [OF_TESTS],
  },
  streams: { ...days, campaigns, ad_groups, ads },
})
