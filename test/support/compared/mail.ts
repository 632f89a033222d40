// What the pages of emails shows, by the names of its regions, and the tools that have it.
import { review, type View } from '#test/compared/views.ts'
import { table, tile } from '#test/shown_figures.ts'

export const email: View[] = [
  {
    address: 'mail',
    async regions(ask) {
      const answer = await ask('revisar_email', review)
      const of_tile = (name: 'campaigns_sent' | 'delivered' | 'unsubscribes') =>
        tile(answer[name].current, 'count', answer[name].change_percent)
      return [
        ['Sent campaigns', of_tile('campaigns_sent')],
        ['Delivered', of_tile('delivered')],
        ['Open rate', tile(answer.open_rate.current, 'share', answer.open_rate.change_percent)],
        ['Click rate', tile(answer.click_rate.current, 'share', answer.click_rate.change_percent)],
        ['Unsubscribes', of_tile('unsubscribes')],
        ['Claimed revenue', tile(answer.revenue.current, 'money', answer.revenue.change_percent)],
        [
          'Sent in these days',
          table({
            rows: answer.campaigns,
            columns: {
              Delivered: ['count', ({ delivered }) => delivered],
              'Open rate': ['share', ({ open_rate }) => open_rate],
              'Click rate': ['share', ({ click_rate }) => click_rate],
              'Claimed revenue': ['money', ({ revenue }) => revenue],
            },
          }),
        ],
      ]
    },
    texts: async (ask) => [(await ask('revisar_email', review)).summary],
  },
  {
    address: 'mail?tab=campaigns',
    async regions(ask) {
      const { campaigns } = await ask('query_email_campaigns', { limit: 1_000 })
      return [
        [
          'Campaigns',
          table({
            rows: campaigns,
            columns: {
              Recipients: ['count', ({ sent }) => sent],
              Opens: ['count', ({ opens }) => opens],
              Clicks: ['count', ({ clicks }) => clicks],
              'Claimed revenue': ['money', ({ revenue }) => revenue],
            },
          }),
        ],
      ]
    },
  },
  {
    address: 'mail?tab=contacts',
    async regions(ask) {
      const { contacts } = await ask('query_contacts', { limit: 50 })
      return [['Contacts', table({ rows: contacts, columns: {} })]]
    },
    async texts(ask) {
      const { count, total } = await ask('query_contacts', { limit: 50 })
      return [`${count} of ${total} rows are shown.`]
    },
  },
]
