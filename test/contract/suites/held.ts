// What an organization holds: a hash of its rows for each table. One prepared statement reads all tables, because each suite asks often.
import type pg from 'pg'
import { type Seed, tables_of_orgs } from '#test/fixtures.ts'

let statements = 0

/** Times of last use are stored some time after a call, in whichever test runs then. */
const written_later: Record<string, string> = { api_keys: 'last_used_at', members: 'last_seen_at' }

export type ReadHeld = (seed: Seed) => Promise<Record<string, string>>

export async function held_without(db: pg.Pool, without: ReadonlySet<string>): Promise<ReadHeld> {
  const tables = (await tables_of_orgs(db)).filter(({ name }) => !without.has(name))
  const of_table = ({ name }: { name: string }) => {
    const row = name in written_later ? `(to_jsonb(t) - '${written_later[name]}')::text` : 't::text'
    return `select '${name}' as name, md5(coalesce(string_agg(${row}, e'\\n' order by ${row}), '')) as held from ${name} t where org_id = $1`
  }
  const statement = { name: `held_${++statements}`, text: tables.map(of_table).join(' union all ') }
  return async ({ org_id }) => {
    const { rows } = await db.query<{ name: string; held: string }>({ ...statement, values: [org_id] })
    return Object.fromEntries(rows.map(({ name, held }) => [name, held]))
  }
}
