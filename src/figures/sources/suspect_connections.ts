// Connections that are suspect as a whole, for lists of connections. Answers with figures ask the same of the streams that fill the figures.
import { sql } from 'kysely'
import { of_org } from '#db/organization.ts'
import { type ConnectionState, type Health, health_of } from '#domain/health.ts'
import { NOT_CHOSEN } from '#engine/account_choice.ts'
import type { FigureContext } from '#engine/tool.ts'
import { is_chosen, lost_accounts, with_lost } from '#figures/sources/lost_accounts.ts'
import { is_part_denied, is_without_figures } from '#figures/sources/stream_states.ts'

/**
 * `suspect`: stored rows of a stream may be incomplete or wrong. `account_lost`: figures of today lack an account. `denied`: the platform
 * gives no access to a part. `refused`: it gives none to anything. Each has a sentence.
 */
export type SuspectReason = 'suspect' | 'account_lost' | 'denied' | 'refused'

/** Why connections are suspect, by connection. */
export type SuspectConnections = ReadonlyMap<string, SuspectReason>

type SuspectContext = Pick<FigureContext, 'db' | 'org' | 'today' | 'connectors'>

/** Of several reasons, the last one counts. */
export async function suspect_connections(context: SuspectContext): Promise<SuspectConnections> {
  const { rows } = await sql<{ connection_id: string; is_suspect: boolean; is_part_denied: boolean }>`
    select s.connection_id, bool_or(${is_part_denied} and ${is_chosen('s.connection_id', 's.account_id')}) as is_part_denied,
      bool_or(s.suspect_reason is not null and not ${is_part_denied} and ${is_chosen('s.connection_id', 's.account_id')}
      and not exists (select from ${of_org('connection_accounts', 'g')}
        where g.connection_id = s.connection_id and g.account_id = s.account_id and g.state = 'gone')) as is_suspect
    from ${of_org('sync_cursors', 's')} where s.suspect_reason is not null or s.state = 'denied' group by 1
    union all select k.connection_id, false, false from ${of_org('connection_accounts', 'k')}
    where k.state = 'skipped' and k.reason is distinct from ${NOT_CHOSEN}`.execute(context.db)
  const suspect = rows.filter(({ is_suspect }) => is_suspect)
  const lacking_part = rows.filter((row) => row.is_part_denied)
  const lost = await lost_accounts(context)
  const lacking = [...lost].filter(([, accounts]) => with_lost('ok', accounts, context.today) !== 'ok')
  // Most organizations can read all that is listed, so that nothing more is asked.
  const denied = rows.length > 0 ? await read_denied(context) : []
  const of = (reason: SuspectReason, ids: Iterable<string>) => [...ids].map((id) => [id, reason] as const)
  const parts = denied.filter(({ has_others }) => has_others)
  return new Map([
    ...of('denied', [...parts, ...lacking_part].map(id_of)),
    ...of(
      'account_lost',
      lacking.map(([connection_id]) => connection_id),
    ),
    ...of('suspect', suspect.map(id_of)),
    ...of('refused', denied.filter((one) => !parts.includes(one)).map(id_of)),
  ])
}

const id_of = ({ connection_id }: { connection_id: string }) => connection_id

interface DeniedRow {
  connection_id: string
  platform: string
  /** Reasons of the skipped accounts of which nothing was read. */
  skipped: string[]
  is_denied: boolean
  /** True if something of the connection is read. */
  has_others: boolean
}

/** True if another connection of the platform reads the account, so that figures do not lack it. */
const is_read_elsewhere = (of: 's' | 'k') => sql<boolean>`exists (
    select from ${of_org('connections', 'q')}
    join ${of_org('connections', 'p')} on p.platform = q.platform and p.connection_id <> q.connection_id and p.status = 'active'
    join ${of_org('sync_cursors', 'o')} on o.connection_id = p.connection_id and o.state <> 'denied'
    left join ${of_org('connection_accounts', 'x')} on x.connection_id = o.connection_id and x.account_id = o.account_id
    where q.connection_id = ${sql.ref(`${of}.connection_id`)} and o.account_id = ${sql.ref(`${of}.account_id`)}
      and o.account_id <> '' and coalesce(x.state, 'read') = 'read')`

/** Connections with something that the platform lists and that cannot be read. */
async function read_denied({ db, connectors }: SuspectContext): Promise<DeniedRow[]> {
  const { rows } = await sql<DeniedRow>`
    select c.connection_id, c.platform, coalesce(a.skipped, '{}') as skipped, coalesce(s.is_denied, false) as is_denied,
      coalesce(s.is_read, false) as has_others
    from ${of_org('connections', 'c')}
    left join (
      select connection_id, array_agg(coalesce(reason, '')) as skipped from ${of_org('connection_accounts', 'k')}
      where state = 'skipped' and reason is distinct from ${NOT_CHOSEN} and not exists (
        select from ${of_org('sync_cursors', 'r')}
        where r.connection_id = k.connection_id and r.account_id = k.account_id and r.covered_from is not null)
        and not ${is_read_elsewhere('k')}
      group by 1) a on a.connection_id = c.connection_id
    left join (
      select s.connection_id, bool_or(s.state = 'denied' and coalesce(u.state, 'read') = 'read' and not ${is_read_elsewhere('s')}) as is_denied,
        bool_or(s.state <> 'denied' and coalesce(u.state, 'read') = 'read') as is_read
      from ${of_org('sync_cursors', 's')}
      left join ${of_org('connection_accounts', 'u')} on u.connection_id = s.connection_id and u.account_id = s.account_id
      where u.reason is distinct from ${NOT_CHOSEN} group by 1) s on s.connection_id = c.connection_id
    where a.skipped is not null or s.is_denied`.execute(db)
  return rows.filter(({ platform, skipped, is_denied, has_others }) => {
    const lacking = skipped.filter((reason) => !is_without_figures(connectors[platform], reason))
    return is_denied || lacking.length > 0 || !has_others
  })
}

/** What a reason makes of a connection whose syncs run through. */
export const health_of_reason = (reason: SuspectReason): Health => (reason === 'refused' ? 'error' : 'suspect')

/** The health of a whole connection. More severe problems come first. */
export function health_of_connection(
  row: ConnectionState & { connection_id: string; platform: string },
  { now, connectors }: Pick<FigureContext, 'now' | 'connectors'>,
  suspect: SuspectConnections,
): Health {
  const health = health_of(row, now, connectors[row.platform]?.empty_after_days)
  const reason = suspect.get(row.connection_id)
  return health === 'ok' && reason ? health_of_reason(reason) : health
}
