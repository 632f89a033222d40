import { z } from 'zod'
import { send_test } from '#engine/outbound_webhooks/again.ts'
import { refuse } from '#engine/outcomes.ts'
import { tool } from '#engine/tool.ts'
import { WEBHOOK_MODULE, webhook_id } from './webhook_fields.ts'
import { webhooks } from './webhooks.ts'

export const test_webhook = tool({
  about: 'Sends an event of type webhook.test to a webhook.',
  scopes: ['notifications:write'],
  module: WEBHOOK_MODULE,
  effect: 'write',
  internal: true,
  rate: 20,
  record: webhooks.family,
  input: { webhook_id },
  result: { webhook_id: z.uuid(), event_id: z.uuid() },
  example: { webhook_id: '01980000-0000-7000-8000-000000000000' },
  async run({ webhook_id }, { db, now }) {
    const { is_active } = await webhooks.find(db, webhook_id)
    if (!is_active) refuse('This webhook is switched off. Switch it on first: update_webhook, is_active true.')
    return { webhook_id, event_id: await send_test(db, { webhook_id, now }) }
  },
})
