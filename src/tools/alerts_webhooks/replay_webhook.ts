import { z } from 'zod'
import { KEPT_DAYS, REPLAYED_MAX, replay } from '#engine/outbound_webhooks/again.ts'
import { refuse } from '#engine/outcomes.ts'
import { tool } from '#engine/tool.ts'
import { DAY_MS } from '#lib/durations.ts'
import { WEBHOOK_MODULE, webhook_id } from './webhook_fields.ts'
import { webhooks } from './webhooks.ts'

export const replay_webhook = tool({
  about: 'Sends a webhook the events that were not delivered since an instant, oldest first, with the same ids.',
  scopes: ['notifications:write'],
  module: WEBHOOK_MODULE,
  effect: 'write',
  internal: true,
  rate: 10,
  record: webhooks.family,
  input: {
    webhook_id,
    since: z.iso
      .datetime({ offset: true, error: 'must be an instant such as 2027-01-31T00:00:00Z' })
      .describe(`Events from then on, at most ${KEPT_DAYS} days back.`),
  },
  result: {
    webhook_id: z.uuid(),
    events: z.int().describe(`Events that are sent. With ${REPLAYED_MAX}, there may be more: replay again later.`),
  },
  example: { webhook_id: '01980000-0000-7000-8000-000000000000', since: '2026-11-01T00:00:00Z' },
  async run({ webhook_id, since }, { db, now }) {
    const { is_active } = await webhooks.find(db, webhook_id)
    if (!is_active) refuse('This webhook is switched off. Switch it on first: update_webhook, is_active true.')
    const from = new Date(since)
    if (now.getTime() - from.getTime() > KEPT_DAYS * DAY_MS) refuse(`since must be at most ${KEPT_DAYS} days back.`)
    return { webhook_id, events: await replay(db, { webhook_id, now, since: from }) }
  },
})
