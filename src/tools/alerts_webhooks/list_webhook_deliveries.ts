import { list_tool } from '#engine/list_tool.ts'
import { counted_rows, limit } from '#engine/lists.ts'
import { attempt, newest_attempts } from './webhook_attempts.ts'
import { WEBHOOK_MODULE, webhook_id } from './webhook_fields.ts'
import { webhooks } from './webhooks.ts'

const LIMIT = 50
const LIMIT_MAX = 200

export const list_webhook_deliveries = list_tool({
  about:
    'Attempts of the last 30 days to deliver events to a webhook: status, duration and the beginning of the answer. For finding out why a webhook fails.',
  keywords: {
    es: 'entregas de webhook',
    en: 'webhook deliveries',
    pt: 'entregas de webhook',
  },
  scopes: ['notifications:read'],
  module: WEBHOOK_MODULE,
  record: webhooks.family,
  input: { webhook_id, limit: limit(LIMIT, LIMIT_MAX) },
  example: { webhook_id: '01980000-0000-7000-8000-000000000000' },
  list: 'deliveries',
  row: attempt.shape,
  hint: `Raise limit, up to ${LIMIT_MAX}. Where it is that high, ask again when older attempts are deleted, or read the events at the receiver.`,
  order: 'Newest first.',
  short: {
    fields: ['event_id', 'event', 'attempted_at', 'status', 'duration_ms', 'status_code', 'error', 'next_attempt_at'],
  },
  async read({ webhook_id, limit }, { db }) {
    await webhooks.must_exist(db, webhook_id)
    return counted_rows(await newest_attempts(db, webhook_id, limit))
  },
})
