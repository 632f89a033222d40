import { message } from '#messages/message.ts'
import { graph_api, graph_auth, graph_version } from '../meta.ts'
import { social_connector } from '../social.ts'
import { followers, NO_INSTAGRAM, read_accounts } from './accounts.ts'
import { daily } from './daily.ts'
import { posts } from './posts.ts'
import { stories } from './stories.ts'

export const social_a = social_connector({
  title: 'Organic social A',
  platform: {
    vendor: 'Meta',
    product: 'Instagram',
    credentials: message('credentials.meta'),
    by_hand:
      'The app id is `client_id`, and the app secret is `client_secret`. Create a token with the permissions for a person with a role on the Facebook pages that the Instagram accounts belong to, and exchange it for a long-lived one.',
    version: graph_version,
    scopes: ['instagram_basic', 'instagram_manage_insights', 'pages_show_list', 'pages_read_engagement', 'ads_read'],
    source:
      'https://developers.facebook.com/documentation/instagram-platform/api-reference/instagram-user/insights/ (read 2026-11)',
    remarks: [
      'The pages of a person who got the role through Business Manager are listed only with `ads_read`, which the consent offers.',
      'Days end at midnight Pacific time. Instagram delivers figures up to 48 hours late.',
      'Instagram gives totals of followers for today only, and stories for 24 hours. Both are read each hour. What was missed cannot be read later.',
      'Impressions are what Instagram calls views. Figures are organic, without those of ads.',
      'Instagram gives no figures of a post from before the account became a business account, and none of a story with fewer than five viewers. They are null, and the sync states their number.',
      'Replies to stories leave out people in Europe and Japan, and are 0 for accounts there (Instagram media insights, 2026-06, and changelog of 2021-04-14).',
    ],
  },
  auth: graph_auth,
  api: {
    ...graph_api,
    // The limit of a day is 4,800 times the impressions of the account (business use case limits, read 2026-11). Answers state its use.
    pace: { of: 'account', per_second: 10, per_minute: 300 },
  },
  accounts: {
    about:
      'Instagram accounts to read, by id. When absent: every business account of the pages on which the person has a role.',
    read: ({ api }) => read_accounts(api),
    without_figures: [NO_INSTAGRAM],
  },
  streams: { followers, stories, daily, posts },
})
