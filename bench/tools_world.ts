// One organization with five years of everything: a million orders, ads of hundreds of campaigns a day, and what tools list beside them.
// PostgreSQL generates the rows, with those of smaller organizations between them, some days at a time as after syncs.
import type pg from 'pg'
import { scopes } from '#domain/scopes.ts'
import { create_key } from '#engine/access/keys.ts'
import { create_org } from '#engine/access/orgs.ts'
import { as_owner } from '../scripts/disposable_postgres.ts'
import { cover_connections } from './covered.ts'
import { DAILY, LISTS, NOUNS, RATES } from './tools_rows.ts'

const DAYS = 1_826
const CHUNK_DAYS = 60
const OTHER_ORGS = 40
/** Rows of each other organization, as a share of those of the large one. */
const OTHER_SHARE = 0.01

export interface ToolsWorld {
  key: string
  /** Rows of the large organization, by table. */
  rows: Record<'store_orders' | 'ad_daily' | 'marketplace_orders' | 'checkouts' | 'contacts', number>
  others: number
}

export async function make_tools_world(pool: pg.Pool): Promise<ToolsWorld> {
  const orgs: { org_id: string; key: string; share: number; days: number }[] = []
  for (let n = 0; n <= OTHER_ORGS; n++) {
    const org_id = await as_owner(pool, (db) => create_org(db, { name: `Bench ${n}`, currency: 'MXN' }))
    const { key } = await as_owner(pool, (db) => create_key(db, { org_id, name: 'bench', scopes }))
    orgs.push({ org_id, key, share: n === 0 ? 1 : OTHER_SHARE, days: DAYS })
  }
  const client = await pool.connect()
  try {
    await client.query(`set session_replication_role = replica; set jit = off; set work_mem = '64MB'`)
    await client.query(RATES, [DAYS])
    await client.query('create temporary table added (org_id uuid, share numeric, days int)')
    await client.query(
      `insert into added select * from jsonb_to_recordset($1::jsonb) a (org_id uuid, share numeric, days int)`,
      [JSON.stringify(orgs)],
    )
    await client.query(NOUNS)
    for (const statement of LISTS) await client.query(statement)
    for (let from = DAYS; from > 0; from -= CHUNK_DAYS)
      for (const statement of DAILY) await client.query(statement, [from, Math.max(1, from - CHUNK_DAYS + 1)])
    await client.query('drop table added, shops, ad_sides')
  } finally {
    client.release(true)
  }
  await cover_connections(pool, DAYS)
  await pool.query(`update sync_cursors set covered_from = '-infinity'`) // everything that there ever was is stored
  await pool.query('vacuum analyze')
  const { key, org_id } = orgs[0]!
  return { key, rows: await count_rows(pool, org_id), others: OTHER_ORGS }
}

async function count_rows(pool: pg.Pool, org_id: string): Promise<ToolsWorld['rows']> {
  const tables = ['store_orders', 'ad_daily', 'marketplace_orders', 'checkouts', 'contacts'] as const
  const counts = tables.map((table) => `(select count(*)::int from ${table} where org_id = $1) as ${table}`)
  const { rows } = await pool.query<ToolsWorld['rows']>(`select ${counts.join(', ')}`, [org_id])
  return rows[0]!
}
