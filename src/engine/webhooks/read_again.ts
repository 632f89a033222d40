// Reads the records that announcements name from the platform, and merges them as a sync would. The platform is asked before the lock of
// the connection is taken, so that a sync waits for the merge only.
import { in_org } from '#db/org.ts'
import type { OrgSession } from '#db/org_session.ts'
import type { Account, ChangeStream, Connector, Recheck, Stream, WarehouseTable } from '#engine/connector.ts'
import { known_accounts } from '#engine/sync/accounts.ts'
import { api_of, create_run, is_held, with_connection } from '#engine/sync/connected.ts'
import { open_reading, type Run } from '#engine/sync/reading.ts'
import { remove_records } from '#engine/sync/recheck.ts'
import type { Priority } from '#engine/vendors/governor.ts'
import { is_passing, VendorRefusal } from '#engine/vendors/refusal.ts'
import type { Place } from '#engine/vendors/secrets.ts'
import { gives_hints, type ReadById } from '#engine/webhook.ts'
import type { WebhookParts } from '#engine/webhooks/parts.ts'

/** Records of one request. Each is as large as in a page of the stream. */
const READ_RECORDS = 50
/** A sync or a slice of older days that holds the connection ends mostly within this time. Otherwise its end starts this work again. */
const LOCK_TRIES = 30
const LOCK_WAIT_MS = 500

interface Read {
  name: string
  stream: Stream
  account: Account
  items: never[]
  /** Records that the platform, asked for their id, does not have. */
  missing: string[]
}

export interface Connected {
  place: Place
  platform: string
  settings: Run['settings']
  connector: Connector
  /** How many of the hints are read like signed announcements. */
  proven: number
  signal: AbortSignal
}

/** `changed`: how many records differed from what was stored. */
export interface Again {
  changed: number
  left?: Left
}

/** What the platform did not give for now, after it gave other records. */
export interface Left {
  refusal: VendorRefusal
  has: (stream: string, id: string) => boolean
}

/** What the announcements of a round name. `since`: as a reader gets it. */
export interface Named {
  ids_by_stream: ReadonlyMap<string, readonly string[]>
  since: string
}

interface Asked {
  name: string
  account: Account
  ids: readonly string[]
  since: string
}

/**
 * Reads and stores records. Busy: a sync holds the connection for long. What was read before the platform refused the rest is stored, so that
 * each attempt gets on, however small the limit.
 */
export async function read_again(
  parts: WebhookParts,
  of: Connected,
  { ids_by_stream, since }: Named,
): Promise<'busy' | Again> {
  const { place } = of
  // Otherwise records would be asked for in vain, while older days or a sync hold the connection for long.
  const held = () => in_org(parts.pool, place, (db) => is_held(db, place))
  if ((await in_time(parts, of, async () => ((await held()) ? 'busy' : 'free'))) === 'busy') return 'busy'
  const asked = (await known_accounts(parts, place)).flatMap((account) =>
    [...ids_by_stream].flatMap(([name, ids]) =>
      batches_of(of.connector, name, ids).map((some) => ({ name, account, ids: some, since })),
    ),
  )
  const { read, left } = await read_all(parts, of, asked)
  const found = read.filter(({ items, missing }) => items.length > 0 || missing.length > 0)
  if (found.length === 0) return { changed: 0, left }
  const changed = await in_time(parts, of, () =>
    with_connection(parts, place, (session) => store(parts, of, session, found)),
  )
  return changed === 'busy' ? 'busy' : { changed, left }
}

function batches_of(connector: Connector, name: string, ids: readonly string[]): (readonly string[])[] {
  const is_alone = gives_hints(connector) && !reader_of(connector, name)?.is_together
  const size = is_alone ? 1 : READ_RECORDS
  return Array.from({ length: Math.ceil(ids.length / size) }, (_, n) => ids.slice(n * size, (n + 1) * size))
}

async function read_all(parts: WebhookParts, of: Connected, asked: readonly Asked[]) {
  const read: Read[] = []
  const is_signed = !gives_hints(of.connector)
  let records = 0
  for (const [n, one] of asked.entries())
    try {
      records += one.ids.length
      add_to(read, await read_batch(parts, of, one, is_signed || records <= of.proven ? 'webhook' : 'hint'))
    } catch (error) {
      if (n === 0 || !(error instanceof VendorRefusal) || !is_passing(error)) throw error
      const rest = new Set(asked.slice(n).flatMap(({ name, ids }) => ids.map((id) => `${name} ${id}`)))
      return { read, left: { refusal: error, has: (stream: string, id: string) => rest.has(`${stream} ${id}`) } }
    }
  return { read }
}

/** Records of one stream and account are merged together. */
function add_to(read: Read[], fresh: Read | undefined): void {
  if (!fresh) return
  const known = read.find(({ name, account }) => name === fresh.name && account === fresh.account)
  if (!known) return void read.push(fresh)
  known.items.push(...fresh.items)
  known.missing.push(...fresh.missing)
}

/** The result of the first attempt that finds the connection free. */
async function in_time<T>({ clock }: WebhookParts, { signal }: Connected, attempt: () => Promise<T | 'busy'>) {
  for (let n = 0; n < LOCK_TRIES; n++) {
    const result = await attempt()
    if (result !== 'busy') return result
    await clock.sleep(LOCK_WAIT_MS, signal)
  }
  return 'busy' as const
}

/** How records of a stream are read by id. Undefined: the platform has no such request, so sweeps bring the changes. */
function reader_of({ webhooks, streams }: Connector, name: string): ReadById<never> | undefined {
  const { recheck } = (streams[name] ?? {}) as Partial<ChangeStream<never, WarehouseTable>>
  return webhooks?.reads?.[name] ?? recheck?.read
}

async function read_batch(
  parts: WebhookParts,
  of: Connected,
  { name, account, ids, since }: Asked,
  priority: Priority,
): Promise<Read | undefined> {
  const { connector, settings, place, signal } = of
  const stream = connector.streams[name]
  const read = reader_of(connector, name)
  if (!stream || !read) return undefined
  const api = api_of(parts, { ...place, signal }, of).asking({ priority, account_id: account.account_id })
  const items = await read({ api, account, settings, ids: [...ids], since })
  // A shorter answer does not say which records it lacks.
  if (items.length !== ids.length) return undefined
  const missing = ids.filter((_, n) => items[n] === null)
  return { name, stream, account, missing, items: items.filter((item) => item !== null && item !== undefined) }
}

/** Returns how many records changed. */
async function store(parts: WebhookParts, of: Connected, session: OrgSession, found: readonly Read[]): Promise<number> {
  const nothing = async () => {}
  const run = await create_run(parts, { ...of.place, signal: of.signal, all_streams: false }, session, {
    connector: of.connector,
    connection: of,
    // Storing asks the platform nothing.
    priority: 'webhook',
    check: nothing,
    show_progress: nothing,
  })
  let changed = 0
  for (const read of found) changed += await store_stream(run, read)
  return changed
}

/** Merges what was read. The cursor stays: it says what a sync has read. */
async function store_stream(run: Run, { name, stream, account, items, missing }: Read): Promise<number> {
  const reading = await open_reading(run, { name, stream, account }, { done: 0, share: 1 })
  const { replaces, recheck } = stream as Partial<ChangeStream<never, WarehouseTable>>
  let changed = 0
  if (items.length > 0) {
    await reading.add(items)
    changed = await reading.merge({ replaces })
  }
  // Without a recheck, only a complete read of the stream decides what is missing.
  if (recheck && missing.length > 0) await remove_records(reading, stream.into[0]!, recheck as Recheck<never>, missing)
  return changed
}
