// The recorded calls of one chain, with the names of those who acted.

import { in_org, in_system } from '#db/org.ts'
import type { Pool } from '#db/pool.ts'
import { INSTALLATION } from '#engine/audit/chain.ts'

export interface RecordedCall {
  seq: bigint
  called_at: string
  tool: string
  outcome: string
  transport: string
  actor: string
  /** The name of the key, where the actor is a key that exists. */
  key: string | null
  /** The caller's organization, when it is another one: an agency, or a caller that was refused. */
  by: string | null
  /** The other organization that was wanted in vain. */
  wanted: string | null
  attempts: number
  request_id: string
  caller_request_id: string | null
}

/** The newest calls first. */
export async function list_calls(pool: Pool, org_id: string, { limit }: { limit: number }): Promise<RecordedCall[]> {
  const rows = await in_org(pool, { org_id, read_only: true }, (db) =>
    db.selectFrom('audit_log').selectAll().orderBy('seq', 'desc').limit(limit).execute(),
  )
  const names = await names_of(pool, rows)
  return rows.map((row) => ({
    seq: row.seq,
    called_at: row.called_at,
    tool: row.tool,
    outcome: row.outcome,
    transport: row.transport,
    actor: row.actor,
    key: names.keys.get(row.actor) ?? null,
    by: organization_of(row.caller_org_id, names.orgs),
    wanted: organization_of(row.wanted_org_id, names.orgs),
    attempts: row.attempts ?? 1,
    request_id: row.request_id,
    caller_request_id: row.caller_request_id,
  }))
}

type Row = Record<'actor', string> & Record<'caller_org_id' | 'wanted_org_id', string | null>

/** No key and no organization has this id. It keeps a list from being empty, which SQL does not allow. */
const NOBODY = INSTALLATION
const KEY = /^key:([0-9a-f-]{36})$/

/** Keys of an agency belong to the agency, so a client's own rows do not name them. */
function names_of(pool: Pool, rows: readonly Row[]) {
  const key_ids = new Set(rows.flatMap(({ actor }) => KEY.exec(actor)?.[1] ?? []))
  const org_ids = new Set(rows.flatMap((row) => [row.caller_org_id, row.wanted_org_id].filter((id) => id !== null)))
  return in_system(pool, async (db) => {
    const keys = await db
      .selectFrom('api_keys')
      .select(['key_id', 'name'])
      .where('key_id', 'in', [...key_ids, NOBODY])
      .execute()
    const orgs = await db
      .selectFrom('orgs')
      .select(['org_id', 'name'])
      .where('org_id', 'in', [...org_ids, NOBODY])
      .execute()
    return {
      keys: new Map(keys.map(({ key_id, name }) => [`key:${key_id}`, name])),
      orgs: new Map(orgs.map(({ org_id, name }) => [org_id, name])),
    }
  })
}

const organization_of = (org_id: string | null, names: ReadonlyMap<string, string>): string | null =>
  org_id === null ? null : `${names.get(org_id) ?? '(unknown)'} (${org_id})`
