import type { Version } from '#engine/connector/platform.ts'
import { message } from '#messages/message.ts'
import { ad_connector } from '../ads.ts'
import { graph_api, graph_auth, graph_version } from '../meta.ts'
import { read_accounts } from './accounts.ts'
import { actions } from './actions.ts'
import { days } from './insights.ts'
import { ad_sets, ads, campaigns, creatives } from './structure.ts'

const version: Version = {
  ...graph_version,
  source:
    'developers.facebook.com, "Marketing API version history": of 2026-07-29, no end is announced. Earlier versions ended 10 to 13 months after their release; v25.0 ends on 2027-02-23 (read 2026-11)',
}

export const mx_ads = ad_connector({
  title: 'Social ads',
  platform: {
    vendor: 'Meta',
    product: 'Meta Ads (Facebook and Instagram)',
    credentials: message('credentials.meta'),
    by_hand:
      'The app id is `client_id`, and the app secret is `client_secret`. Create a token with the permissions for a system user in the business settings, or exchange a user token for a long-lived one.',
    version,
    scopes: ['ads_read', 'ads_management'],
    source: 'https://developers.facebook.com/docs/marketing-api/overview/authorization (read 2026-11)',
    remarks: [
      'Since 2026-08, Meta gives figures by device of accounts without a contact at Meta only after an administrator asked for them in Ads Manager. Days from before then come only in reports, of which it builds ten a day ("2026 out-of-cycle changes", read 2026-11).',
      "Meta's lists name nothing that was deleted. What has figures of the last 37 months is read from the reports, and the rest keeps its last status.",
      'Meta gives no claims of a campaign whose ad sets have different attribution settings (Insights breakdowns, read 2026-11). It can leave out those of other campaigns on some days (airbyte issue 68689, 2025-10). Both are added from its ad sets. By country and device, all figures are those of ad sets.',
    ],
  },
  auth: graph_auth,
  api: {
    ...graph_api,
    // 9,000 points of an ad account within 300 seconds, of which a read takes 1 and a write 3 (rate limits of the Marketing API, standard
    // tier, read 2026-11). This pace stays below them even if every request is a write.
    pace: { of: 'account', per_second: 10, per_minute: 300 },
  },
  accounts: {
    about: 'Ad accounts to read, without the act_ prefix. When absent: every account that the user may see.',
    read: ({ api }) => read_accounts(api),
  },
  streams: { ...days, campaigns, ad_sets, ads, creatives },
  actions,
})
