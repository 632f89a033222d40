import { sql } from 'kysely'
import { z } from 'zod'
import type { Database } from '#db/pool.ts'
import { check_address, fault_of_address } from '#engine/outbound_webhooks/address.ts'
import { offered } from '#engine/outbound_webhooks/event_types.ts'
import { forget_health, stop_waiting } from '#engine/outbound_webhooks/stop.ts'
import { refuse } from '#engine/outcomes.ts'
import { record } from '#engine/record.ts'
import { own_text } from '#engine/texts.ts'
import type { CallerLookContext } from '#engine/tool.ts'
import { has_no_repeats } from '#lib/lists.ts'
import { WEBHOOK_MODULE, WEBHOOKS_MAX } from './webhook_fields.ts'

const NAME_CHARS_MAX = 120
const URL_CHARS_MAX = 2_000

const types = [...offered] as [string, ...string[]]
const unknown_event = `must be among ${types.join(', ')}`

export const webhooks = record({
  one: 'webhook',
  many: 'webhooks',
  table: 'webhooks',
  id: 'webhook_id',
  module: WEBHOOK_MODULE,
  scopes: { read: ['notifications:read'], write: ['notifications:write'] },
  keywords: {
    es: 'webhook',
    en: 'webhook',
    pt: 'webhook',
  },
  fields: {
    name: z.string().trim().min(1).max(NAME_CHARS_MAX).nullable().describe('Name of the webhook for people.'),
    url: z
      .string()
      .trim()
      .max(URL_CHARS_MAX, `must be at most ${URL_CHARS_MAX} characters`)
      .refine((url) => fault_of_address(url) === undefined, { error: ({ input }) => fault_of_address(input as string) })
      .describe('Public https address that receives the events as POST requests.'),
    events: z
      .array(z.enum(types, unknown_event))
      .min(1, `must name at least one of ${types.join(', ')}`)
      .max(types.length, 'must not repeat events')
      .describe('Types of events to receive.'),
    is_active: z.boolean().default(true).describe('false: nothing is sent, and what waited is not sent later.'),
  },
  shown_by: 'list_webhooks',
  check({ events }) {
    if (!has_no_repeats(events)) refuse('events must not repeat a type.')
  },
  async after(event, { db }) {
    if (event.kind === 'created') await refuse_too_many(db)
    if (event.kind !== 'changed' || event.record.is_active === event.before.is_active) return
    await stop_waiting(db, event.record.webhook_id)
    if (event.record.is_active) await forget_health(db, event.record.webhook_id)
  },
  tools: {
    create_webhook: {
      does: 'create',
      about:
        'Makes a webhook: an https address that receives events such as order.created as signed requests. Returns the secret that signs them once.',
      takes: ['name', 'url', 'events'],
      example: { name: 'Orders', url: 'https://receiver.example/ok/orders', events: ['order.created'] },
      shown_once: ['secret'],
      look: look_at_address,
      adds: {
        fields: {
          secret: own_text()
            .nullable()
            .describe(
              'Signs every request. It is shown only now. null: this is the repeated answer of an idempotency key.',
            ),
        },
        async of({ webhook_id }, { db, signing_secret }) {
          const { secret, sealed } = signing_secret(webhook_id)
          await db.updateTable('webhooks').set({ secret: sealed }).where('webhook_id', '=', webhook_id).execute()
          return { secret }
        },
      },
    },
    update_webhook: {
      does: 'update',
      about: 'Changes the name, address or events of a webhook, or switches it off and on. What is not given stays.',
      example: { is_active: false },
      look: look_at_address,
    },
    delete_webhook: {
      does: 'delete',
      about: 'Deletes a webhook with its deliveries. What waited is not sent.',
    },
  },
})

/** The search for a name can take seconds, so it holds no connection and no row. */
async function look_at_address({ url }: { url?: unknown }, { outbound }: CallerLookContext): Promise<void> {
  if (typeof url === 'string') await check_address(outbound, 'url', url)
}

/** One creation at a time, so that two of them do not both become the last. */
async function refuse_too_many(db: Database): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('webhooks ' || current_org(), 0))`.execute(db)
  const { count } = await db
    .selectFrom('webhooks')
    .select(({ fn }) => fn.countAll<bigint>().as('count'))
    .executeTakeFirstOrThrow()
  if (count > WEBHOOKS_MAX)
    refuse(`An organization can have ${WEBHOOKS_MAX} webhooks. Delete one, or add events to an existing one.`)
}
