// Exports anchors of the chains that grew. The database keeps what was exported, so that any process can continue.
import { in_system } from '#db/org.ts'
import type { Database, Pool } from '#db/pool.ts'
import { anchor_lines, type Head } from '#engine/audit/anchors.ts'
import { type Destination, deliver } from '#engine/audit/destinations.ts'
import type { Keyring } from '#engine/vendors/secrets.ts'

/** A chain without new calls is anchored again after this time, so that anchors of the current key exist in recent files. */
export const REPEATED_AFTER_MS = 24 * 3_600_000
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

/**
 * The database says what was exported before, and someone who changes it can say so in vain: a chain is also due when it was exported in the
 * future, or further than it is long.
 */
function due_heads(db: Database, now: Date): Promise<Head[]> {
  const repeated_before = new Date(now.getTime() - REPEATED_AFTER_MS).toISOString()
  return db
    .selectFrom('audit_heads')
    .select(['org_id', 'seq', 'hash'])
    .where('seq', '>', 0n)
    .where(({ or, eb, ref }) =>
      or([
        eb('seq', '<>', ref('anchored_seq')),
        eb('anchored_at', 'is', null),
        eb('anchored_at', '<', repeated_before),
        eb('anchored_at', '>', now.toISOString()),
      ]),
    )
    .orderBy('org_id')
    .limit(CHAINS_MAX)
    .execute()
}

/** Locks the chains in the order in which batches of calls lock them, which prevents deadlocks. Citus locks one organization at a time. */
async function note(db: Database, heads: readonly Head[], now: Date): Promise<void> {
  for (const { org_id, seq } of heads)
    await db
      .updateTable('audit_heads')
      .set({ anchored_seq: seq, anchored_at: now.toISOString() })
      .where('org_id', '=', org_id)
      .execute()
}
