import { z } from 'zod'
import type { Database } from '#db/pool.ts'
import { list_tool } from '#engine/list_tool.ts'
import { outside_text, own_text } from '#engine/texts.ts'
import { attempt_status, status_of, WEBHOOK_MODULE } from './webhook_fields.ts'

export const list_webhooks = list_tool({
  about: 'The webhooks of the organization: address, events, whether they are active, and how the last delivery ended.',
  keywords: {
    es: 'webhooks',
    en: 'webhooks',
    pt: 'webhooks',
  },
  scopes: ['notifications:read'],
  module: WEBHOOK_MODULE,
  example: {},
  list: 'webhooks',
  row: {
    webhook_id: z.uuid(),
    name: outside_text().nullable(),
    url: outside_text(),
    events: z.array(own_text()),
    is_active: z.boolean(),
    off_reason: z
      .enum(['gone', 'failing'])
      .nullable()
      .describe(
        'Why Tablero switched it off. `gone`: it answered 410. `failing`: nothing was delivered for five days.',
      ),
    last_delivery: z
      .strictObject({
        status: attempt_status,
        status_code: z.int().nullable().describe('null: there was no answer.'),
        error: own_text().nullable(),
        attempted_at: own_text(),
      })
      .nullable()
      .describe('The last attempt. null: there was none in 30 days.'),
    waiting: z.int().describe('Deliveries that wait for an attempt.'),
    failures: z.int().describe('Failed attempts since the last success.'),
    dropped: z
      .int()
      .describe('Events without a delivery, because too many waited. A replay in the dashboard delivers them.'),
    both_secrets_until: own_text().nullable().describe('After a rotation: until then, the old secret signs too.'),
    created_at: own_text(),
  },
  hint: 'An organization has few webhooks, so all are shown.',
  order: 'Oldest first.',
  async read(_, { db, now }) {
    const rows = await read_webhooks(db).execute()
    return {
      rows: rows.map(({ status_code, error, attempted_at, old_secret_until, failures, dropped, waiting, ...row }) => ({
        ...row,
        off_reason: row.off_reason as 'gone' | 'failing' | null,
        last_delivery:
          attempted_at === null ? null : { status: status_of(status_code), status_code, error, attempted_at },
        waiting: Number(waiting),
        failures: failures ?? 0,
        dropped: Number(dropped ?? 0),
        both_secrets_until: old_secret_until && Date.parse(old_secret_until) > now.getTime() ? old_secret_until : null,
      })),
    }
  },
})

const read_webhooks = (db: Database) =>
  db
    .selectFrom('webhooks as w')
    .leftJoin('webhook_health as h', 'h.webhook_id', 'w.webhook_id')
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('webhook_attempts as t')
          .select(['t.status_code', 't.error', 't.attempted_at'])
          .whereRef('t.webhook_id', '=', 'w.webhook_id')
          .orderBy('t.attempted_at', 'desc')
          .limit(1)
          .as('a'),
      (join) => join.onTrue(),
    )
    .select(['w.webhook_id', 'w.name', 'w.url', 'w.events', 'w.is_active', 'w.created_at', 'w.old_secret_until'])
    .select(['h.off_reason', 'h.failures', 'h.dropped', 'a.status_code', 'a.error', 'a.attempted_at'])
    .select((eb) =>
      eb
        .selectFrom('webhook_deliveries as d')
        .select(({ fn }) => fn.countAll<bigint>().as('count'))
        .whereRef('d.webhook_id', '=', 'w.webhook_id')
        .where('d.next_at', 'is not', null)
        .as('waiting'),
    )
    .orderBy('w.created_at')
    .orderBy('w.webhook_id')
