// Reads the records that announcements name from the platform, and merges them as a sync would. The platform is asked before the lock of
// the connection is taken, so that a sync waits for the merge only.
import { in_org } from '#db/org.ts'
import type { OrgSession } from '#db/org_session.ts'
import type { ChangeStream, Recheck, WarehouseTable } from '#engine/connector.ts'
import { known_accounts } from '#engine/sync/accounts.ts'
import { create_run, is_held, with_connection } from '#engine/sync/connected.ts'
import { open_reading, type Run } from '#engine/sync/reading.ts'
import { remove_records } from '#engine/sync/recheck.ts'
import { ask_for, type Connected, type Left, type Read } from '#engine/webhooks/ask_for.ts'
import type { WebhookParts } from '#engine/webhooks/parts.ts'

/** A sync or a slice of older days that holds the connection ends mostly within this time. Otherwise its end starts this work again. */
const LOCK_TRIES = 30
const LOCK_WAIT_MS = 500

/** `changed`: how many records differed from what was stored. `left`: what the platform left for later. */
export interface Again {
  changed: number
  left?: Left
}

/** What the announcements of a round name. `since`: ISO instant some minutes before the first of them, so before the changes too. */
export interface Named {
  ids_by_stream: ReadonlyMap<string, readonly string[]>
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
    [...ids_by_stream].map(([name, ids]) => ({ name, account, ids })),
  )
  const { read, left } = await ask_for(parts, of, { asked, since })
  const found = read.filter(({ items, missing }) => items.length > 0 || missing.length > 0)
  if (found.length === 0) return { changed: 0, left }
  const changed = await in_time(parts, of, () =>
    with_connection(parts, place, (session) => store(parts, of, session, found)),
  )
  return changed === 'busy' ? 'busy' : { changed, left }
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
