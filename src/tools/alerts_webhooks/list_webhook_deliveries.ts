import { z } from 'zod'
import { count_of_all, limit, listed } from '#engine/lists.ts'
import { RESPONSE_BYTES_MAX } from '#engine/outbound_webhooks/attempt.ts'
import { outside_text, own_text } from '#engine/texts.ts'
import { tool } from '#engine/tool.ts'
import { attempt_status, status_of, WEBHOOK_MODULE, webhook_id } from './webhook_fields.ts'
import { webhooks } from './webhooks.ts'

const LIMIT = 50
const LIMIT_MAX = 200

const deliveries = listed(
  'deliveries',
  z.strictObject({
    event_id: z.uuid().describe('Also the webhook-id of each attempt.'),
    event: own_text().describe('Type of the event.'),
    attempted_at: own_text(),
    status: attempt_status,
    duration_ms: z.int(),
    status_code: z.int().nullable().describe('null: there was no answer.'),
    error: own_text().nullable().describe('Why there was no answer.'),
    response: outside_text(RESPONSE_BYTES_MAX).nullable().describe('First 2 kB of the answer.'),
    next_attempt_at: own_text().nullable().describe('When the event is sent again. null: it is not.'),
  }),
  'Lower limit.',
  'Newest first.',
  {
    short: {
      fields: ['event_id', 'event', 'attempted_at', 'status', 'duration_ms', 'status_code', 'error', 'next_attempt_at'],
    },
  },
)

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
    const rows = await db
      .selectFrom('webhook_attempts as a')
      .innerJoin('events as e', 'e.event_id', 'a.event_id')
      .innerJoin('webhook_deliveries as d', (join) =>
        join.onRef('d.event_id', '=', 'a.event_id').onRef('d.webhook_id', '=', 'a.webhook_id'),
      )
      .select([
        'a.event_id',
        'e.type as event',
        'a.attempted_at',
        'a.duration_ms',
        'a.status_code',
        'a.error',
        'a.response',
      ])
      .select(['d.next_at as next_attempt_at', count_of_all])
      .where('a.webhook_id', '=', webhook_id)
      .orderBy('a.attempted_at', 'desc')
      .orderBy('a.attempt_id', 'desc')
      .limit(limit)
      .execute()
    return deliveries.of_counted(rows.map((row) => ({ ...row, status: status_of(row.status_code) })))
  },
})
