// What the messaging platform sends: texts of people, and whether messages arrived. Its effects are committed before the answer, and a
// repetition has no further effect, so nothing is stored besides them.
import { z } from 'zod'
import { in_org, in_system } from '#db/org.ts'
import type { Database } from '#db/pool.ts'
import { end_channel } from '#engine/notifications/channel_end.ts'
import { type Address, hear } from '#engine/notifications/channels.ts'
import type { SenderParts } from '#engine/notifications/send.ts'
import { failure_of, is_from_platform, phone_of } from '#engine/notifications/whatsapp.ts'
import { json_in } from '#lib/lossless_json.ts'

export type InboundParts = Pick<SenderParts, 'pool' | 'clock' | 'messaging'>
export type InboundEnd = 'ok' | 'not_configured' | 'forged' | 'unreadable'

const status = z.object({
  id: z.string().max(200),
  status: z.string(),
  errors: z.array(z.object({ code: z.number() })).optional(),
})
const text = z.object({ from: z.string().regex(/^\d{6,15}$/), text: z.object({ body: z.string() }).optional() })
/** The parts of webhooks of WhatsApp that Tablero reads (assumed, because developers.facebook.com was not read). */
const announced = z.object({
  entry: z.array(
    z.object({
      changes: z.array(
        z.object({ value: z.object({ messages: z.array(text).default([]), statuses: z.array(status).default([]) }) }),
      ),
    }),
  ),
})
type Status = z.output<typeof status>
type Text = z.output<typeof text>

export async function receive(parts: InboundParts, raw: Buffer, signature: string | undefined): Promise<InboundEnd> {
  if (!parts.messaging) return 'not_configured'
  if (!is_from_platform(raw, signature, parts.messaging.app_secret)) return 'forged'
  const read = announced.safeParse(json_in(raw.toString('utf8')))
  if (!read.success) return 'unreadable'
  for (const { changes } of read.data.entry)
    for (const { value } of changes) {
      for (const one of value.messages) await take_text(parts, one)
      for (const one of value.statuses) await take_status(parts, one)
    }
  return 'ok'
}

async function take_text({ pool, clock }: InboundParts, { from, text }: Text): Promise<void> {
  const phone = phone_of(from)
  const said = { phone, text: text?.body ?? '', at: clock.now() }
  const orgs = await in_system(pool, (db) =>
    db
      .selectFrom('org_channels')
      .select('org_id')
      .where('channel', '=', 'messaging')
      .where('shown', '=', phone)
      .execute(),
  )
  for (const { org_id } of orgs) await in_org(pool, { org_id }, (db) => hear(db, org_id, said))
}

async function take_status({ pool, clock }: InboundParts, { id, status, errors }: Status): Promise<void> {
  if (status === 'sent') return
  const found = await in_system(pool, (db) =>
    db.selectFrom('messages').select('org_id').where('vendor_id', '=', id).limit(1).executeTakeFirst(),
  )
  if (!found) return
  const { org_id } = found
  await in_org(pool, { org_id }, async (db) => {
    if (status !== 'failed') return void (await set_state(db, id, { state: 'delivered' }))
    const failure = failure_of(errors?.[0]?.code ?? 0)
    const reason = failure.end === 'sent' ? '' : failure.reason
    const failed = await set_state(db, id, { state: 'failed', reason })
    if (failed && failure.end === 'gone')
      await end_channel(db, { org_id, channel: 'messaging', ...failed, reason, at: clock.now() })
  })
}

/** The address to which the message went. Undefined: the state was known. A message that failed stays so. */
async function set_state(
  db: Database,
  vendor_id: string,
  set: { state: string; reason?: string },
): Promise<Pick<Address, 'address_id'> | undefined> {
  return db
    .updateTable('messages')
    .set(set)
    .where('vendor_id', '=', vendor_id)
    .where('state', 'in', set.state === 'failed' ? ['sent', 'delivered'] : ['sent'])
    .returning('address_id')
    .executeTakeFirst()
}
