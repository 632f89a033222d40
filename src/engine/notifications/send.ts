// Sends what waits in the outbox of an organization. The channels do not wait for each other.
import { in_org } from '#db/org.ts'
import type { Database, Pool } from '#db/pool.ts'
import { type Mailing, post_mail } from '#engine/mail.ts'
import { end_channel } from '#engine/notifications/channel_end.ts'
import { chat_address, read_channels } from '#engine/notifications/channels.ts'
import { send_chat } from '#engine/notifications/chat.ts'
import { type ChatVendor, chat_forms } from '#engine/notifications/chat_forms.ts'
import { type Content, content_of } from '#engine/notifications/content.ts'
import type { Delivery } from '#engine/notifications/delivery.ts'
import { type Batch, fail_waiting, finish, take_batch } from '#engine/notifications/outbox.ts'
import { type Messaging, PACE_MS, send_whatsapp } from '#engine/notifications/whatsapp.ts'
import { start_own_job } from '#engine/own_jobs.ts'
import type { Outbound } from '#engine/vendors/outbound.ts'
import type { Keyring } from '#engine/vendors/secrets.ts'
import type { Clock } from '#lib/clock.ts'
import type { Language } from '#messages/message.ts'

export interface SenderParts extends Keyring {
  pool: Pool
  clock: Clock
  outbound: Outbound
  base_url: string
  mailing?: Mailing
  messaging?: Messaging
}

interface Sending {
  org_id: string
  signal: AbortSignal
}

/** A job waits at most this long for the next message. A later one gets a job of its own. */
const WAIT_MS = 10_000
/** Messages that one job sends to a channel. The next job continues. */
const SENT_MAX = 60

/** Fails with the first fault of a channel, when the others have ended too: no channel sends after its job. */
export async function send_waiting(parts: SenderParts, sending: Sending): Promise<void> {
  const ended = await Promise.allSettled(
    (['email', 'chat', 'messaging'] as const).map(async (channel) => {
      for (let n = 0; n < SENT_MAX && !sending.signal.aborted; n++) {
        const at = channel === 'email' ? await mail_next(parts, sending) : await send_next(parts, sending, channel)
        const wait_ms = at ? at.getTime() - parts.clock.now().getTime() : Number.POSITIVE_INFINITY
        if (wait_ms > WAIT_MS) return
        if (wait_ms > 0) await parts.clock.sleep(wait_ms, sending.signal).catch(() => undefined)
      }
    }),
  )
  for (const end of ended) if (end.status === 'rejected') throw end.reason
}

interface Reader {
  org_id: string
  base_url: string
  language: Language
  currency: string
}

async function reader_of(db: Database, { base_url }: SenderParts): Promise<Reader> {
  const org = await db.selectFrom('orgs').select(['org_id', 'language', 'currency']).executeTakeFirstOrThrow()
  return { ...org, language: org.language as Language, base_url }
}

interface Taken {
  batch: Batch
  address_id: string | null
  content: Content
  send: () => Promise<Delivery>
}

/** Returns when to look again. Undefined: nothing waits. */
async function send_next(
  parts: SenderParts,
  { org_id }: Sending,
  channel: 'chat' | 'messaging',
): Promise<Date | undefined> {
  const now = parts.clock.now()
  const { taken, at } = await in_org(parts.pool, { org_id }, (db) => take(db, parts, channel, now))
  if (!taken) return at
  const delivery = await taken.send()
  const ended = parts.clock.now()
  await in_org(parts.pool, { org_id }, async (db) => {
    await finish(db, taken.batch, delivery, ended)
    const { address_id } = taken
    if (delivery.end === 'gone')
      await end_channel(db, { org_id, channel, address_id, reason: delivery.reason, at: ended })
  })
  return ended
}

async function take(
  db: Database,
  parts: SenderParts,
  channel: 'chat' | 'messaging',
  now: Date,
): Promise<{ taken?: Taken; at?: Date }> {
  const { chat, phone } = await read_channels(db)
  const set = channel === 'chat' ? chat : phone
  if (set?.state !== 'on') {
    await fail_waiting(db, channel, 'channel_off')
    return {}
  }
  const { address_id } = set
  const { batch, at } = await take_batch(db, { channel, now, next_at: set.next_at, address_id })
  if (!batch) return { at }
  const reader = await reader_of(db, parts)
  const content = content_of(batch.rows, reader)
  const vendor = set.vendor as ChatVendor
  const pace_ms = channel === 'chat' ? chat_forms[vendor].pace_ms : PACE_MS
  await db
    .updateTable('org_channels')
    .set({ next_at: new Date(now.getTime() + pace_ms).toISOString() })
    .where('channel', '=', channel)
    .execute()
  if (channel === 'messaging')
    return { taken: { batch, address_id, content, send: () => to_phone(parts, set, reader, content) } }
  const url = chat_address(parts, reader.org_id, set.sealed!)
  return { taken: { batch, address_id, content, send: () => send_chat(parts.outbound, { url, vendor }, content) } }
}

async function to_phone(
  { outbound, messaging, clock }: SenderParts,
  { shown: phone, heard_at }: { shown: string; heard_at: string | null },
  { language }: Reader,
  content: Content,
): Promise<Delivery> {
  if (!messaging) return { end: 'failed', reason: 'not_configured' }
  return send_whatsapp(outbound, messaging, { phone, language, heard_at, now: clock.now() }, content)
}

/** An email waits in the queue of emails from the same transaction on, so it is sent once. */
const mail_next = (parts: SenderParts, { org_id }: Sending): Promise<Date | undefined> =>
  in_org(parts.pool, { org_id }, async (db) => {
    const now = parts.clock.now()
    const { batch, at } = await take_batch(db, { channel: 'email', now, next_at: null, address_id: null })
    if (!batch) return at
    const reader = await reader_of(db, parts)
    const { title, items, url, more } = content_of(batch.rows, reader)
    const shown = items.slice(0, EMAIL_ITEMS_MAX)
    const paragraphs = [
      ...shown.flatMap((item) => (items.length === 1 ? [item.text] : [`${item.title}\n${item.text}`])),
      ...(items.length > shown.length ? [more(items.length - shown.length)] : []),
    ]
    const delivery = await post_all(db, parts, { title, url, paragraphs, language: reader.language })
    await finish(db, batch, delivery, now)
    return now
  })

/** Notifications in one email. */
const EMAIL_ITEMS_MAX = 50

interface Written {
  title: string
  url: string
  paragraphs: readonly string[]
  language: Language
}

async function post_all(db: Database, { mailing }: SenderParts, written: Written): Promise<Delivery> {
  if (!mailing) return { end: 'failed', reason: 'not_configured' }
  const people = await recipients(db)
  if (people.length === 0) return { end: 'failed', reason: 'no_recipient' }
  const { title, url, paragraphs, language } = written
  for (const to of people)
    await post_mail(db, mailing.sealed({ to, language, message: 'notification', values: { title, url }, paragraphs }))
  await start_own_job(db, 'send_mails')
  return { end: 'sent' }
}

/** Members by their own choice. Without one, admins. */
async function recipients(db: Database): Promise<string[]> {
  const people = await db
    .selectFrom('members')
    .select('email')
    .where((eb) => eb(eb.fn.coalesce('notified_by_email', eb('role', '=', 'admin')), '=', true))
    .orderBy('email')
    .execute()
  return people.map(({ email }) => email)
}
