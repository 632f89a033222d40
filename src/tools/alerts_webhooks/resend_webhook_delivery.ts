import { z } from 'zod'
import { resend } from '#engine/outbound_webhooks/again.ts'
import { refuse } from '#engine/outcomes.ts'
import { tool } from '#engine/tool.ts'
import { event_id, WEBHOOK_MODULE, webhook_id } from './webhook_fields.ts'
import { webhooks } from './webhooks.ts'

export const resend_webhook_delivery = tool({
  about: 'Sends an event to a webhook again, with the same id.',
  scopes: ['notifications:write'],
  module: WEBHOOK_MODULE,
  effect: 'write',
  internal: true,
  record: webhooks.family,
  input: { webhook_id, event_id },
  result: { webhook_id: z.uuid(), event_id: z.uuid() },
  example: { webhook_id: '01980000-0000-7000-8000-000000000000', event_id: '01980000-0000-7000-8000-000000000001' },
  async run(input, { db, now }) {
    const { is_active } = await webhooks.find(db, input.webhook_id)
    if (!is_active) refuse('This webhook is switched off. Switch it on first: update_webhook, is_active true.')
    if (!(await resend(db, { ...input, now })))
      refuse(
        'There is no ended delivery of this event to this webhook. list_webhook_deliveries shows those of 30 days.',
      )
    return input
  },
})
