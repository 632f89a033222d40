// Accounts whose streams are read each for itself, as the connectors of the product declare them.
import { connectors } from '#connectors/index.ts'
import type { CoveredDays, FiguresOrg } from '#test/figures.ts'

/** Days of a stream that the platform never gave access to. */
export const NEVER_READ: CoveredDays = {
  ...{ state: 'denied', reason: 'No permission.', covered_from: null, covered_until: null, read_until: null },
}

const WHOLE = { covered_from: '-infinity', covered_until: '2026-11-19', read_until: '2026-11-20' }

/** An account of a connection with a cursor for each stream: its history read until yesterday, or the given days. */
export async function read_streams(
  org: FiguresOrg,
  { connection_id, platform }: { connection_id: string; platform: string },
  account_id: string,
  streams: Record<string, CoveredDays> = {},
) {
  const { org_id } = org
  const of_account = { org_id, connection_id, account_id }
  const at = { seen_at: '2026-11-20T17:00:00Z', state_since: '2026-01-01T00:00:00Z' }
  await org.insert(async (db) => {
    await db
      .deleteFrom('sync_cursors')
      .where('connection_id', '=', connection_id)
      .where('account_id', '=', '')
      .execute()
    await db
      .insertInto('connection_accounts')
      .values({ ...of_account, name: account_id, time_zone: 'UTC', state: 'read', ...at })
      .execute()
    const cursor = JSON.stringify({ finished_at: at.seen_at })
    await db
      .insertInto('sync_cursors')
      .values(
        Object.keys(connectors[platform]!.streams).map((stream) => ({
          ...{ ...of_account, stream, cursor, ...WHOLE, ...streams[stream] },
        })),
      )
      .execute()
  })
}
