// The stored cursor of a stream of an account, with its state: read, denied, failed or suspect.

import { sql } from 'kysely'
import type { OrgSession } from '#db/org_session.ts'
import type { Database } from '#db/pool.ts'
import type { Account, Stream } from '#engine/connector.ts'
import { coverage_of } from '#engine/sync/coverage.ts'
import type { Cursor } from '#engine/sync/cursor.ts'
import type { ConnectionPlace } from '#engine/vendors/secrets.ts'
import type { Clock } from '#lib/clock.ts'

interface OfConnection {
  options: ConnectionPlace
}

interface CursorKey {
  stream: string
  account_id: string
}

export async function load_cursor(db: Database, run: OfConnection, at: CursorKey): Promise<Cursor> {
  const row = await db
    .selectFrom('sync_cursors')
    .select('cursor')
    .where('connection_id', '=', run.options.connection_id)
    .where('stream', '=', at.stream)
    .where('account_id', '=', at.account_id)
    .executeTakeFirst()
  return (row?.cursor ?? {}) as Cursor
}

/** Another reason is no other state. */
const state_since = sql<
  string | null
>`case when sync_cursors.state = excluded.state then sync_cursors.state_since else excluded.state_since end`
/** A complete read ends an error. A suspect stream stays suspect until a merge finds that it is not. */
const is_error = sql`sync_cursors.state in ('denied', 'failed')`
const read_without_error = {
  state: sql<string>`case when sync_cursors.suspect_reason is null then 'ok' else 'suspect' end`,
  reason: sql<string | null>`sync_cursors.suspect_reason`,
  state_since: sql<string | null>`case when ${is_error} then null else sync_cursors.state_since end`,
}

export async function save_cursor(
  db: Database,
  run: OfConnection,
  of: CursorKey & { stream_of: Stream; account: Account; is_read: boolean },
  cursor: Cursor,
): Promise<void> {
  const { org_id, connection_id } = run.options
  const { stream, account_id, stream_of, account, is_read } = of
  const zones = { ...account, org_time_zone: await org_time_zone_for(db, stream_of, cursor) }
  const stored = { cursor: JSON.stringify(cursor), ...coverage_of(stream_of, cursor, zones) }
  await db
    .insertInto('sync_cursors')
    .values({ org_id, connection_id, stream, account_id, ...stored })
    .onConflict((conflict) =>
      conflict.columns(['org_id', 'connection_id', 'stream', 'account_id']).doUpdateSet({
        ...stored,
        ...(is_read && read_without_error),
        updated_at: (of) => of.ref('excluded.updated_at'),
      }),
    )
    .execute()
}

/**
 * Stores why a stream of an account could not be read. A suspect stream keeps the reason why its stored rows may be wrong. An error that
 * can pass does not hide that reason. `ok`: nothing is wrong, the platform still builds what is read. It ends no other state.
 */
export async function save_problem(
  run: OfConnection & { session: OrgSession; parts: { clock: Clock } },
  { name, account: { account_id } }: { name: string; account: Account },
  problem: { state: 'ok' | 'denied' | 'failed'; reason: string },
): Promise<void> {
  const { org_id, connection_id } = run.options
  const stored = { ...problem, state_since: problem.state === 'ok' ? null : run.parts.clock.now().toISOString() }
  await run.session.transaction((db) =>
    db
      .insertInto('sync_cursors')
      .values({ org_id, connection_id, stream: name, account_id, cursor: '{}', ...stored })
      .onConflict((conflict) =>
        conflict
          .columns(['org_id', 'connection_id', 'stream', 'account_id'])
          .doUpdateSet({ ...stored, state_since })
          .where((eb) => (problem.state === 'denied' ? eb.lit(true) : eb('sync_cursors.suspect_reason', 'is', null)))
          .where((eb) => (problem.state === 'ok' ? eb('sync_cursors.state', '=', 'ok') : eb.lit(true)))
          .where((eb) =>
            eb.or([
              eb('sync_cursors.state', '<>', problem.state),
              eb('sync_cursors.reason', 'is distinct from', problem.reason),
            ]),
          ),
      )
      .execute(),
  )
}

/** The organization's time zone, for streams whose history starts at an instant. */
async function org_time_zone_for(db: Database, stream: Stream, { read_from }: Cursor): Promise<string | undefined> {
  if (!('since' in stream) || stream.read_created || !read_from) return undefined
  return (await db.selectFrom('orgs').select('time_zone').executeTakeFirstOrThrow()).time_zone
}
