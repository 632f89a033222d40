// The product's connectors, with changes that need no platform: a preview answers immediately, and nothing is ever sent. What the real
// changes read and send is tested in test/actions.
import { z } from 'zod'
import { action } from '#engine/action.ts'
import type { Connector } from '#engine/connector.ts'

const names = ['campaign_id', 'question_id', 'text', 'daily_budget', 'currency', 'name', 'special_ad_categories']

const planned = (field: string, kind: string, before: string | null) =>
  action({
    about: 'Changes one field of one thing.',
    input: z.object(Object.fromEntries(names.map((name) => [name, z.unknown().optional()]))),
    scopes: [],
    visible_within: { s: 1, source: 'a test' },
    async preflight({ account, input }) {
      const id = Object.entries(input).find(([name]) => name.endsWith('_id'))?.[1]
      return {
        target: {
          kind,
          id: before === null && kind === 'campaign' ? null : String(id),
          name: `One ${kind}`,
          account_id: account.account_id,
        },
        differences: [
          {
            field,
            before,
            after: field === 'daily_budget' ? '350.5' : 'after',
            ...(field === 'daily_budget' && { currency: 'USD' }),
          },
        ],
        seen: {},
      }
    },
    steps: [{ name: 'one', request: () => ({ path: '/', method: 'POST' }), look: async () => undefined }],
  })

const actions = {
  pause_campaign: planned('status', 'campaign', 'active'),
  set_daily_budget: planned('daily_budget', 'campaign', '300'),
  create_campaign: planned('daily_budget', 'campaign', null),
  answer_question: planned('answer', 'question', null),
}

export const with_planned_actions = (connectors: Record<string, Connector>): Record<string, Connector> =>
  Object.fromEntries(
    Object.entries(connectors).map(([key, connector]) => [
      key,
      { ...connector, ...(connector.actions && { actions }) },
    ]),
  )
