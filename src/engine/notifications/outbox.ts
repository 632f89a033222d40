// The messages that wait for a channel. What goes out is taken and committed before it is sent, so that no process sends it a second time.
import { sql } from 'kysely'
import { of_org, this_org } from '#db/organization.ts'
import type { Database } from '#db/pool.ts'
import { quiet_until } from '#domain/quiet_hours.ts'
import type { Delivery } from '#engine/notifications/delivery.ts'
import type { Channel } from '#engine/notifications/notify.ts'
import { backoff_ms } from '#lib/backoff.ts'
import { HOUR_MS } from '#lib/durations.ts'

export type OutsideChannel = Exclude<Channel, 'dashboard'>

/** Messages that a channel gets in an hour. What is above waits, and goes out as one. */
export const HOURLY_MAX = 20
/** Messages that go out as one. */
const BATCH_MAX = 1_000
/** Attempts of a message that the channel did not take. */
const ATTEMPTS_MAX = 6
const BACKOFF = { first_ms: 30_000, max_ms: 1_800_000 }
/** An attempt takes less. After it, its process counts as stopped, and nobody knows whether the message arrived. */
const LEASE_MS = 120_000

interface Waiting {
  message_id: string
  state: 'queued' | 'held'
  attempts: number
  cause: string | null
  severity: string
  title: unknown
  text: unknown
  link: string | null
}

export interface Batch {
  sending_id: string
  rows: Waiting[]
}

interface Taking {
  channel: OutsideChannel
  now: Date
  /** Earliest instant at which the address takes a message. */
  next_at: string | null
  /** Null: the channel has no address of its own. */
  address_id: string | null
}

/** What goes out now, or when to look again. Neither: nothing waits for the near future. */
export async function take_batch(
  db: Database,
  { channel, now, next_at, address_id }: Taking,
): Promise<{ batch?: Batch; at?: Date }> {
  await lock(db, channel)
  await end_abandoned(db, { channel, now })
  if (await is_sending(db, channel)) return {}
  await drop_ended(db, channel)
  const waiting = await due(db, channel, now)
  const free = await without_quiet(db, waiting, now)
  const full_until = free.length > 0 ? await hour_is_full(db, channel, now) : undefined
  if (full_until) {
    await hold(db, free, full_until, 'hourly_limit')
    return { at: full_until }
  }
  if (free.length === 0) return { at: await next_due(db, channel) }
  if (next_at !== null && Date.parse(next_at) > now.getTime()) return { at: new Date(next_at) }
  const [first] = free
  const is_digest = free.some(({ state }) => state === 'held')
  const rows = is_digest
    ? free
    : free.filter((row) => row === first || (row.cause !== null && row.cause === first!.cause))
  return { batch: { sending_id: await mark_sending(db, rows, { address_id, now }), rows } }
}

const lock = (db: Database, channel: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`messages ${channel} `} || ${this_org}::text, 0))`.execute(db)

const end_abandoned = (db: Database, { channel, now }: { channel: string; now: Date }) =>
  db
    .updateTable('messages')
    .set({ state: 'failed', reason: 'interrupted', due_at: null })
    .where('channel', '=', channel)
    .where('state', '=', 'sending')
    .where('due_at', '<=', now.toISOString())
    .execute()

async function is_sending(db: Database, channel: string): Promise<boolean> {
  const found = await db
    .selectFrom('messages')
    .select('message_id')
    .where('channel', '=', channel)
    .where('state', '=', 'sending')
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

/** Messages that wait and whose cause has ended are not sent. */
const drop_ended = (db: Database, channel: string) =>
  sql`
    update messages m set state = 'dropped', reason = 'ended', due_at = null
    from ${of_org('notifications', 'n')}
    where m.org_id = ${this_org} and n.notification_id = m.notification_id and n.ended_at is not null
      and m.channel = ${channel} and m.state in ('queued', 'held')`.execute(db)

async function due(db: Database, channel: string, now: Date): Promise<Waiting[]> {
  const { rows } = await sql<Waiting>`
    select m.message_id, m.state, m.attempts, n.cause, n.severity, n.title, n.text, n.link
    from ${of_org('messages', 'm')} join ${of_org('notifications', 'n')} on n.notification_id = m.notification_id
    where m.channel = ${channel} and m.state in ('queued', 'held') and m.due_at <= ${now.toISOString()}::timestamptz
    order by m.created_at, m.message_id limit ${sql.lit(BATCH_MAX)}`.execute(db)
  return rows
}

/** In quiet hours, holds what they apply to, and returns the rest. */
async function without_quiet(db: Database, waiting: Waiting[], now: Date): Promise<Waiting[]> {
  if (waiting.length === 0) return waiting
  const org = await db
    .selectFrom('orgs')
    .select(['time_zone', 'quiet_from', 'quiet_to', 'quiet_holds_critical'])
    .executeTakeFirstOrThrow()
  if (org.quiet_from === null || org.quiet_to === null) return waiting
  const until = quiet_until(now, org.time_zone, { from: org.quiet_from, to: org.quiet_to })
  if (!until) return waiting
  const is_held = ({ severity }: Waiting) => severity !== 'critical' || org.quiet_holds_critical
  await hold(db, waiting.filter(is_held), until, 'quiet_hours')
  return waiting.filter((row) => !is_held(row))
}

const ids_of = (rows: readonly Waiting[]) => sql<string>`any(${rows.map(({ message_id }) => message_id)}::uuid[])`

async function hold(db: Database, rows: readonly Waiting[], until: Date, reason: string): Promise<void> {
  await db
    .updateTable('messages')
    .set({ state: 'held', reason, due_at: until.toISOString() })
    .where('message_id', '=', ids_of(rows))
    .execute()
}

/** When the channel may have another message. Undefined: now. */
async function hour_is_full(db: Database, channel: string, now: Date): Promise<Date | undefined> {
  const since = new Date(now.getTime() - HOUR_MS).toISOString()
  const { rows } = await sql<{ sent_at: string }>`
    select max(m.sent_at) as sent_at from ${of_org('messages', 'm')}
    where m.channel = ${channel} and m.sent_at > ${since}::timestamptz
    group by m.sending_id order by 1 desc limit ${sql.lit(HOURLY_MAX)}`.execute(db)
  const oldest = rows.at(HOURLY_MAX - 1)
  return oldest && new Date(Date.parse(oldest.sent_at) + HOUR_MS)
}

async function next_due(db: Database, channel: string): Promise<Date | undefined> {
  const found = await db
    .selectFrom('messages')
    .select('due_at')
    .where('channel', '=', channel)
    .where('state', 'in', ['queued', 'held'])
    .orderBy('due_at')
    .limit(1)
    .executeTakeFirst()
  return found?.due_at ? new Date(found.due_at) : undefined
}

async function mark_sending(
  db: Database,
  rows: readonly Waiting[],
  { address_id, now }: Pick<Taking, 'address_id' | 'now'>,
): Promise<string> {
  const { sending_id } = await db
    .updateTable('messages')
    .set({
      state: 'sending',
      reason: null,
      sending_id: rows[0]!.message_id,
      address_id,
      attempts: sql`attempts + 1`,
      sent_at: now.toISOString(),
      due_at: new Date(now.getTime() + LEASE_MS).toISOString(),
    })
    .where('message_id', '=', ids_of(rows))
    .returning('sending_id')
    .executeTakeFirstOrThrow()
  return sending_id!
}

/** Stores how an attempt ended. Messages that went out as one are tried again as one. */
export async function finish(db: Database, { sending_id, rows }: Batch, delivery: Delivery, now: Date): Promise<void> {
  const attempt = 1 + Math.max(...rows.map(({ attempts }) => attempts))
  const of_batch = db.updateTable('messages').where('sending_id', '=', sending_id).where('state', '=', 'sending')
  if (delivery.end === 'sent') {
    const { vendor_id = null } = delivery
    await of_batch.set({ state: 'sent', due_at: null, vendor_id }).execute()
  } else if (delivery.end === 'later' && attempt < ATTEMPTS_MAX) {
    const wait_ms = Math.max((delivery.wait_s ?? 0) * 1_000, backoff_ms(attempt, BACKOFF))
    const due_at = new Date(now.getTime() + wait_ms).toISOString()
    const state = rows.length > 1 ? 'held' : 'queued'
    await of_batch.set({ state, reason: delivery.reason, due_at, sent_at: null }).execute()
  } else await of_batch.set({ state: 'failed', reason: delivery.reason, due_at: null, sent_at: null }).execute()
}

/** Ends all messages that wait for a channel. */
export async function fail_waiting(db: Database, channel: OutsideChannel, reason: string): Promise<void> {
  await db
    .updateTable('messages')
    .set({ state: 'failed', reason, due_at: null })
    .where('channel', '=', channel)
    .where('state', 'in', ['queued', 'held'])
    .execute()
}
