// Connections that are suspect as a whole, for lists of connections. Answers with figures ask the same of the streams that fill the figures.
import { sql } from 'kysely'
import { of_org } from '#db/organization.ts'
import { type ConnectionState, type Health, health_of } from '#domain/health.ts'
import type { FigureContext } from '#engine/tool.ts'
import { is_chosen, lost_accounts, with_lost } from '#figures/sources/lost_accounts.ts'

/** `suspect`: stored rows of a stream may be incomplete or wrong. `account_lost`: figures of today lack an account. Each has a sentence. */
export type SuspectReason = 'suspect' | 'account_lost'

/** Why connections are suspect, by connection. */
export type SuspectConnections = ReadonlyMap<string, SuspectReason>

export async function suspect_connections(
  context: Pick<FigureContext, 'db' | 'org' | 'today'>,
): Promise<SuspectConnections> {
  const { rows } = await sql<{ connection_id: string }>`
    select distinct s.connection_id from ${of_org('sync_cursors', 's')}
    where s.suspect_reason is not null and ${is_chosen('s.connection_id', 's.account_id')}`.execute(context.db)
  const lost = await lost_accounts(context)
  const lacking = [...lost].filter(([, accounts]) => with_lost('ok', accounts, context.today) !== 'ok')
  return new Map([
    ...lacking.map(([connection_id]) => [connection_id, 'account_lost'] as const),
    ...rows.map(({ connection_id }) => [connection_id, 'suspect'] as const),
  ])
}

/** The health of a whole connection. More severe problems come first. */
export function health_of_connection(
  row: ConnectionState & { connection_id: string; platform: string },
  { now, connectors }: Pick<FigureContext, 'now' | 'connectors'>,
  suspect: SuspectConnections,
): Health {
  const health = health_of(row, now, connectors[row.platform]?.empty_after_days)
  return health === 'ok' && suspect.has(row.connection_id) ? 'suspect' : health
}
