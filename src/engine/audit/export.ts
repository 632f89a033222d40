// Exports anchors of the chains that grew. The database keeps what was exported, so that any process can continue.
import { sql } from 'kysely'
import { in_system } from '#db/org.ts'
import type { Database, Pool } from '#db/pool.ts'
import { anchor_lines, type Head } from '#engine/audit/anchors.ts'
import { type Destination, deliver } from '#engine/audit/destinations.ts'
import type { Keyring } from '#engine/vendors/secrets.ts'

/** A chain without new calls is anchored again after this time, so that anchors of the current key exist in recent files. */
const REPEATED_AFTER_MS = 24 * 3_600_000
/** Chains of one export. */
const CHAINS_MAX = 1_000

/** Returns the number of anchors. An anchor that was delivered but not noted is delivered again. */
export async function export_anchors(pool: Pool, ring: Keyring, destination: Destination, now: Date): Promise<number> {
  for (let exported = 0; ; ) {
    const heads = await in_system(pool, (db) => due_heads(db, now))
    if (heads.length === 0) return exported
    await deliver(destination, anchor_lines(ring, heads, now), now)
    await in_system(pool, (db) => note(db, heads, now))
    exported += heads.length
    if (heads.length < CHAINS_MAX) return exported
  }
}

function due_heads(db: Database, now: Date): Promise<Head[]> {
  const repeated_before = new Date(now.getTime() - REPEATED_AFTER_MS).toISOString()
  return db
    .selectFrom('audit_heads')
    .select(['org_id', 'seq', 'hash'])
    .where('seq', '>', 0n)
    .where(({ or, eb, ref }) =>
      or([eb('seq', '>', ref('anchored_seq')), eb('anchored_at', 'is', null), eb('anchored_at', '<', repeated_before)]),
    )
    .orderBy('org_id')
    .limit(CHAINS_MAX)
    .execute()
}

/** Locks the chains in the order in which batches of calls lock them, which prevents deadlocks. */
async function note(db: Database, heads: readonly Head[], now: Date): Promise<void> {
  const org_ids = heads.map(({ org_id }) => org_id)
  await db
    .selectFrom('audit_heads')
    .select('org_id')
    .where('org_id', '=', sql<string>`any(${org_ids}::uuid[])`)
    .orderBy('org_id')
    .forUpdate()
    .execute()
  const rows = heads.map(({ org_id, seq }) => ({ org_id, seq: String(seq) }))
  await sql`
    update audit_heads h set anchored_seq = x.seq, anchored_at = ${now.toISOString()}
    from json_to_recordset(${JSON.stringify(rows)}) as x (org_id uuid, seq bigint) where h.org_id = x.org_id`.execute(
    db,
  )
}
