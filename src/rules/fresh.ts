// Which rules need not be asked again yet. A rule that lacked figures, or whose amounts are of another currency, always is.
import { sql } from 'kysely'
import { of_org } from '#db/organization.ts'
import type { Database } from '#db/pool.ts'

interface Freshness {
  since: Date
  /** Reporting currency of the organization. */
  currency: string
  /** A connection that has just stored what it lacked. */
  connection_id?: string | undefined
}

/** Rules evaluated since then, without those that a later read or another currency has overtaken. */
export async function fresh_rules(db: Database, { since, currency, connection_id }: Freshness): Promise<Set<string>> {
  const { rows } = await sql<{ rule: string }>`
    select v.rule from ${of_org('rule_verdicts', 'v')}
    where v.evaluated_at > ${since.toISOString()}::timestamptz
      and not exists (select from ${of_org('connections', 'c')} where c.status = 'active' and (
        (v.state = 'no_source' and c.created_at > v.evaluated_at)
        or (c.name = any (v.untrusted) and (c.last_sync_at > v.evaluated_at or c.connection_id = ${connection_id ?? null}::uuid))))
      and not exists (select from ${of_org('recommendations', 'r')}
        where r.rule = v.rule and r.status in ('new', 'snoozed') and r.currency <> ${currency})`.execute(db)
  return new Set(rows.map(({ rule }) => rule))
}

/** True if a rule lacked figures of the connection when it last ran. */
export async function is_lacked(db: Database, connection_id: string): Promise<boolean> {
  const { rows } = await sql`
    select from ${of_org('rule_verdicts', 'v')} join ${of_org('connections', 'c')} on c.name = any (v.untrusted)
    where c.connection_id = ${connection_id} limit 1`.execute(db)
  return rows.length > 0
}
