// Attempts to deliver events to a webhook, as the lists of them show one.
import { sql } from 'kysely'
import { z } from 'zod'
import { of_org } from '#db/organization.ts'
import type { Database } from '#db/pool.ts'
import { count_of_all } from '#engine/lists.ts'
import { RESPONSE_BYTES_MAX } from '#engine/outbound_webhooks/attempt.ts'
import { outside_text, own_text } from '#engine/texts.ts'
import { attempt_status, status_of } from './webhook_fields.ts'

export const attempt = z.strictObject({
  event_id: z.uuid().describe('Also the webhook-id of each attempt.'),
  event: own_text().describe('Type of the event.'),
  attempted_at: own_text(),
  status: attempt_status,
  duration_ms: z.int(),
  status_code: z.int().nullable().describe('null: there was no answer.'),
  error: own_text().nullable().describe('Why there was no answer.'),
  response: outside_text(RESPONSE_BYTES_MAX).nullable().describe('First 2 kB of the answer.'),
  next_attempt_at: own_text().nullable().describe('When the event is sent again. null: it is not.'),
})

const attempts_of = (db: Database, webhook_id: string) =>
  db
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
      'd.next_at as next_attempt_at',
    ])
    .where('a.webhook_id', '=', webhook_id)
    .orderBy('a.attempted_at', 'desc')
    .orderBy('a.attempt_id', 'desc')

/** Newest first. `total` counts all of the webhook. */
export async function newest_attempts(db: Database, webhook_id: string, limit: number) {
  const rows = await attempts_of(db, webhook_id).select(count_of_all).limit(limit).execute()
  return rows.map((row) => ({ ...row, status: status_of(row.status_code) }))
}

const is_older_than = (webhook_id: string, attempt_id: string) => sql<boolean>`
  (a.attempted_at, a.attempt_id) < (select b.attempted_at, b.attempt_id from ${of_org('webhook_attempts', 'b')}
    where b.webhook_id = ${webhook_id} and b.attempt_id = ${attempt_id})`

/** The newest of them, or those before an attempt. */
export async function attempts_before(
  db: Database,
  { webhook_id, before, limit }: { webhook_id: string; before?: string | undefined; limit: number },
) {
  const rows = await attempts_of(db, webhook_id)
    .select('a.attempt_id')
    .$if(before !== undefined, (query) => query.where(is_older_than(webhook_id, before!)))
    .limit(limit)
    .execute()
  return rows.map((row) => ({ ...row, status: status_of(row.status_code) }))
}
