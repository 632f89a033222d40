// Does what stored announcements ask for: reads changed records again, and carries out ends of access and privacy requests.
import { in_org } from '#db/org.ts'
import type { Database } from '#db/pool.ts'
import { gives_hints } from '#engine/connector/webhook.ts'
import { enqueue_on, type OrgJob, Postponed } from '#engine/job.ts'
import { start_sync } from '#engine/sync/runs.ts'
import { is_passing, VendorRefusal } from '#engine/vendors/refusal.ts'
import type { ConnectionPlace } from '#engine/vendors/secrets.ts'
import type { Connected } from '#engine/webhooks/ask_for.ts'
import { finish, has_waiting, is_worked_on, release, type Taken, take } from '#engine/webhooks/inbox.ts'
import type { WebhookParts } from '#engine/webhooks/parts.ts'
import { carry_out, is_private } from '#engine/webhooks/privacy.ts'
import { prove_hints, take_proven } from '#engine/webhooks/proven.ts'
import { type Again, read_again } from '#engine/webhooks/read_again.ts'
import { record } from '#engine/webhooks/record.ts'

/** Announcements come in groups: an order, its payment, its stock. So each round waits for more, and reads them together. */
const GATHER_MS = 500
/** An announcement mostly arrives within this time of its change, by the clock of the platform. */
const LATE_MS = 5 * 60_000
/** Rounds of one job. The next job continues, so that other connections do not wait. */
const ROUNDS_MAX = 20

export interface Work extends ConnectionPlace {
  signal: AbortSignal
}

/** More: something waits that a further job can do now. Waiting: only one that the end of a sync or of older days starts. */
export type WorkEnd = 'done' | 'more' | 'waiting'

export async function work_inbox(parts: WebhookParts, work: Work): Promise<WorkEnd> {
  for (let round = 0; round < ROUNDS_MAX; round++) {
    await parts.clock.sleep(GATHER_MS, work.signal)
    if (round === 0 && (await another_works(parts, work))) return 'done'
    const end = await work_round(parts, work)
    if (end !== 'more') return end
  }
  return 'more'
}

/** Two jobs would wait for each other's lock of the connection. After its round, the other one takes what waits by then. */
const another_works = ({ pool, clock }: WebhookParts, work: Work): Promise<boolean> =>
  in_org(pool, work, (db) => is_worked_on(db, work.connection_id, clock.now()))

async function work_round(parts: WebhookParts, work: Work): Promise<WorkEnd> {
  const { connection_id, signal } = work
  const taken_at = parts.clock.now()
  const { connection, connector, is_syncing, are_hints, proven, taken } = await in_org(parts.pool, work, async (db) => {
    const connection = await load_connection(db, connection_id)
    const connector = connection && parts.connectors[connection.platform]
    const is_syncing = await a_sync_runs(db, connection_id)
    const are_hints = connector !== undefined && gives_hints(connector)
    const taken = is_syncing ? [] : await take(db, connection_id, taken_at)
    const proven = are_hints && taken.length > 0 ? await take_proven(db, connection_id) : 0
    return { connection, connector, is_syncing, are_hints, proven, taken }
  })
  // The end of the sync starts this work again.
  if (is_syncing) return 'waiting'
  if (!connection || taken.length === 0) return 'done'
  const of = connector && { ...connection, connector, proven, place: work, signal }
  let again: Again
  try {
    const end = of ? await do_all(parts, of, { taken, taken_at }) : nothing_read
    if (end === 'busy') return await give_back(parts, work, taken)
    again = end
  } catch (error) {
    // Also when the process stops: another one continues immediately, and not after the lease.
    await give_back(parts, work, taken)
    signal.throwIfAborted()
    // A vendor that does not answer now is asked again later: when its limit allows it, or after waits that grow.
    throw error instanceof VendorRefusal && is_passing(error) ? postponed(error) : error
  }
  const { left } = again
  const is_unread = ({ stream, ids }: Taken) => stream !== null && ids.some((id) => left?.has(stream, id))
  const keys = taken.filter((one) => !is_unread(one)).map(({ event_key }) => event_key)
  await in_org(parts.pool, work, async (db) => {
    await finish(db, connection_id, keys, { taken_at, now: parts.clock.now() })
    if (are_hints) await prove_hints(db, connection_id, again.changed)
  })
  if (!left) return 'more'
  await give_back(parts, work, taken.filter(is_unread))
  throw postponed(left.refusal)
}

const postponed = ({ message, retry_after_s }: VendorRefusal) => new Postponed(message, retry_after_s)

async function load_connection(db: Database, connection_id: string) {
  const row = await db
    .selectFrom('connections')
    .select(['platform', 'settings', 'status', 'needs_reconnection'])
    .where('connection_id', '=', connection_id)
    .executeTakeFirst()
  return row && { ...row, settings: row.settings as Connected['settings'] }
}

async function a_sync_runs(db: Database, connection_id: string): Promise<boolean> {
  const running = await db
    .selectFrom('sync_runs')
    .select('run_id')
    .where('connection_id', '=', connection_id)
    .where('state', '=', 'running')
    .executeTakeFirst()
  return running !== undefined
}

async function give_back(parts: WebhookParts, { org_id, connection_id }: Work, taken: readonly Taken[]) {
  const keys = taken.map(({ event_key }) => event_key)
  await in_org(parts.pool, { org_id }, (db) => release(db, connection_id, keys))
  return 'waiting' as const
}

const before_all = (announced: readonly Taken[]): string =>
  new Date(Math.min(...announced.map(({ received_at }) => Date.parse(received_at))) - LATE_MS).toISOString()

type Row = Connected & { status: string; needs_reconnection: boolean }

const nothing_read: Again = { changed: 0 }

async function do_all(
  parts: WebhookParts,
  of: Row,
  { taken, taken_at }: { taken: readonly Taken[]; taken_at: Date },
): Promise<'busy' | Again> {
  for (const one of taken.filter(is_private)) await carry_out(parts, of, one, { taken_at })
  if (of.status !== 'active') return nothing_read
  const ends = taken.filter(({ kind }) => kind === 'uninstalled' || kind === 'suspended' || kind === 'resumed')
  if (ends.length > 0) await ask_the_platform(parts, of, ends)
  const changed = taken.filter(({ kind, stream }) => kind === 'changed' && stream !== null)
  if (changed.length === 0 || of.needs_reconnection) return nothing_read
  const ids_by_stream = new Map(
    [...Map.groupBy(changed, ({ stream }) => stream!)].map(([stream, all]) => [
      stream,
      [...new Set(all.flatMap(({ ids }) => ids))],
    ]),
  )
  try {
    return await read_again(parts, of, { ids_by_stream, since: before_all(changed) })
  } catch (error) {
    if (!(error instanceof VendorRefusal) || is_passing(error)) throw error
    // A sync finds the same refusal, and stores it where everybody sees it. A hint causes no sync.
    if (changed.some(({ is_hint }) => !is_hint)) await ask_the_platform(parts, of, [])
    return nothing_read
  }
}

/** An announcement alone ends no connection: a sync asks the platform, and its verdict decides. After a pause it reads everything. */
async function ask_the_platform(parts: WebhookParts, { place, platform }: Row, ends: readonly Taken[]): Promise<void> {
  const { org_id, connection_id } = place
  const at = parts.clock.now()
  await in_org(parts.pool, { org_id }, async (db) => {
    const enqueue = enqueue_on(db, parts.jobs)
    const all_streams = ends.length > 0
    await start_sync(db, (payload) => enqueue(parts.jobs.sync_connection as OrgJob, { ...payload }), {
      org_id,
      connection_id,
      trigger: 'webhook',
      all_streams,
    })
    for (const { kind, event_key } of ends)
      await record(db, parts, { org_id, platform, tool: `webhook_${kind}`, input: { connection_id, event_key }, at })
  })
}

/** Whether announcements of a connection wait. */
export const waits = (parts: WebhookParts, place: ConnectionPlace): Promise<boolean> =>
  in_org(parts.pool, place, (db) => has_waiting(db, place.connection_id))
