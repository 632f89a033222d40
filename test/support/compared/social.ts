// What the page of social networks shows, by the names of its regions, and the tools that have it.
import { type Ask, review, type View } from '#test/compared/views.ts'
import { type FigureKind, plot, type Region, table, tile } from '#test/shown_figures.ts'

const plots = {
  Reach: ['reach', 'count'],
  Impressions: ['impressions', 'count'],
  Engagements: ['engagements', 'count'],
  'Engagement rate': ['engagement_rate', 'share'],
  Followers: ['followers', 'count'],
} as const satisfies Record<string, [string, FigureKind]>

async function days_of_account(ask: Ask): Promise<Region[]> {
  const { accounts } = await ask('list_social_accounts', {})
  const { social_account_id, followers } = accounts[0]!
  const metrics = await ask('list_social_metrics', { social_account_id, ...review })
  const days = metrics.days.toReversed()
  return [
    ['Followers now', tile(followers, 'count')],
    ['Impressions', tile(metrics.impressions, 'count')],
    ['Engagements', tile(metrics.engagements, 'count')],
    ...Object.entries(plots).map(
      ([name, [field, kind]]): Region => [`${name} by day`, plot(kind, [days.map((day) => day[field])])],
    ),
  ]
}

export const social: View[] = [
  { address: 'social', regions: days_of_account },
  {
    address: 'social?tab=posts',
    async regions(ask) {
      const { posts } = await ask('list_social_posts', { ...review, limit: 1_000 })
      return [
        [
          'Posts',
          table({
            rows: posts,
            columns: {
              Likes: ['count', ({ likes }) => likes],
              Comments: ['count', ({ comments }) => comments],
              Reach: ['count', ({ reach }) => reach],
              'Engagement rate': ['share', ({ engagement_rate }) => engagement_rate],
            },
          }),
        ],
      ]
    },
  },
  {
    address: 'social?tab=accounts',
    async regions(ask) {
      const { accounts } = await ask('list_social_accounts', {})
      return [['Accounts', table({ rows: accounts, columns: { Followers: ['count', ({ followers }) => followers] } })]]
    },
  },
]
