// The recorded calls of one chain, with the names of those who acted.
import { sql } from 'kysely'
import { in_org, in_system } from '#db/org.ts'
import { has_part } from '#db/part_of_text.ts'
import type { Database, Pool } from '#db/pool.ts'

/** Which calls are read, the newest first. */
export interface Wanted {
  limit: number
  /** Only older ones than the call with this number. */
  before?: bigint
  /** A part of the tool's name. */
  tool?: string
  outcome?: string
}

/** Who acted, as a record of a call says it. */
export type Acted = Awaited<ReturnType<typeof read_calls>>[number]

export interface ActorNames {
  /** The key, app or person. Undefined: there is none any more, or an operator or agent acted. */
  actor: (call: Acted) => string | undefined
  org: (org_id: string) => string | undefined
}

/** Rows of the transaction's organization. */
export function read_calls(db: Database, { limit, before, tool, outcome }: Wanted) {
  return db
    .selectFrom('audit_log')
    .selectAll()
    .$if(before !== undefined, (query) => query.where('seq', '<', before!))
    .$if(tool !== undefined, (query) => query.where(has_part(sql.ref('tool'), tool!)))
    .$if(outcome !== undefined, (query) => query.where('outcome', '=', outcome!))
    .orderBy('seq', 'desc')
    .limit(limit)
    .execute()
}

export interface RecordedCall {
  seq: bigint
  called_at: string
  tool: string
  outcome: string
  transport: string
  actor: string
  /** The name of the key, app or person that acted, where it exists. */
  name: string | null
  /** The caller's organization, when it is another one: an agency, or a caller that was refused. */
  by: string | null
  /** The other organization that was wanted in vain. */
  wanted: string | null
  attempts: number
  request_id: string
  caller_request_id: string | null
}

/** The newest calls first, for operators. */
export async function list_calls(pool: Pool, org_id: string, wanted: Wanted): Promise<RecordedCall[]> {
  const rows = await in_org(pool, { org_id, read_only: true }, (db) => read_calls(db, wanted))
  const names = await names_of(pool, rows)
  const organization_of = (id: string | null) => (id === null ? null : `${names.org(id) ?? '(unknown)'} (${id})`)
  return rows.map((row) => ({
    seq: row.seq,
    called_at: row.called_at,
    tool: row.tool,
    outcome: row.outcome,
    transport: row.transport,
    actor: row.actor,
    name: names.actor(row) ?? null,
    by: organization_of(row.caller_org_id),
    wanted: organization_of(row.wanted_org_id),
    attempts: row.attempts ?? 1,
    request_id: row.request_id,
    caller_request_id: row.caller_request_id,
  }))
}

const ACTOR = /^(key|oauth|user):([0-9a-f-]{36})$/

/** Reads names as the system: keys and people of an agency belong to the agency, so a client's own rows do not name them. */
export function names_of(pool: Pool, calls: readonly Acted[]): Promise<ActorNames> {
  const acted = calls.flatMap(({ actor }) => {
    const [, kind, id] = ACTOR.exec(actor) ?? []
    return kind && id ? [{ kind, id }] : []
  })
  const ids_of = (kind: string) => [...new Set(acted.filter((one) => one.kind === kind).map(({ id }) => id))]
  const of_all = calls.flatMap((row) => [row.org_id, row.caller_org_id, row.wanted_org_id])
  const org_ids = [...new Set(of_all.filter((id) => id !== null))]
  return in_system(pool, async (db) => {
    const { rows: named } = await sql<{
      actor: string
      name: string | null
    }>`select 'key:' || key_id as actor, name from api_keys where key_id = any (${ids_of('key')}::uuid[])
      union all select 'user:' || user_id, name from members
        where org_id = any (${org_ids}::uuid[]) and user_id = any (${ids_of('user')}::uuid[])
      union all select 'oauth:' || g.id, c.name from auth.oauth_grants g join auth.oauth_clients c on c.client_id = g.client_id
        where g.id = any (${ids_of('oauth')}::uuid[])`.execute(db)
    const { rows: orgs } = await sql<{ org_id: string; name: string }>`
      select org_id, name from orgs where org_id = any (${org_ids}::uuid[])`.execute(db)
    const by_actor = new Map(named.map(({ actor, name }) => [actor, name]))
    const by_org = new Map(orgs.map(({ org_id, name }) => [org_id, name]))
    return { actor: ({ actor }) => by_actor.get(actor) ?? undefined, org: (org_id) => by_org.get(org_id) }
  })
}
