import { limit, listed } from '#engine/lists.ts'
import { tool } from '#engine/tool.ts'
import { attempt, newest_attempts } from './webhook_attempts.ts'
import { WEBHOOK_MODULE, webhook_id } from './webhook_fields.ts'
import { webhooks } from './webhooks.ts'

const LIMIT = 50
const LIMIT_MAX = 200

const deliveries = listed('deliveries', attempt, 'Lower limit.', 'Newest first.', {
  short: {
    fields: ['event_id', 'event', 'attempted_at', 'status', 'duration_ms', 'status_code', 'error', 'next_attempt_at'],
  },
})

export const list_webhook_deliveries = tool({
  about:
    'Attempts of the last 30 days to deliver events to a webhook: status, duration and the beginning of the answer. For finding out why a webhook fails.',
  keywords: {
    es: 'entregas de webhook',
    en: 'webhook deliveries',
    pt: 'entregas de webhook',
  },
  scopes: ['notifications:read'],
  module: WEBHOOK_MODULE,
  effect: 'read',
  record: webhooks.family,
  input: { webhook_id, limit: limit(LIMIT, LIMIT_MAX) },
  result: deliveries.fields,
  example: { webhook_id: '01980000-0000-7000-8000-000000000000' },
  async run({ webhook_id, limit }, { db }) {
    await webhooks.must_exist(db, webhook_id)
    return deliveries.of_counted(await newest_attempts(db, webhook_id, limit))
  },
})
