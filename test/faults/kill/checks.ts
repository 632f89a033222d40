// Conditions that must hold after every kill, and conditions that must hold when all syncs have ended.
import assert from 'node:assert/strict'
import type pg from 'pg'
import type { Pool } from '#db/pool.ts'
import { read_tables } from '#db/tables.ts'
import { verify_chain } from '#engine/audit/verify.ts'
import { call, type Ledger } from './work.ts'

const OWN = ['org_id', 'connection_id', 'store_connection_id', 'synced_at', 'contact_id']
/** Number of keys with which a call is made. The database is checked for every key. */
const TRIED_KEYS = 3
const REST_WITHIN_MS = 240_000
const POLL_MS = 250

/** No acknowledged write is lost, and none is duplicated. */
export async function assert_nothing_lost(pool: pg.Pool, url: string, { businesses, acknowledged, tries }: Ledger) {
  const { rows: keys } = await pool.query<{ name: string; times: number }>(
    'select name, count(*)::int as times from api_keys group by name',
  )
  const times = new Map(keys.map((key) => [key.name, key.times]))
  for (const name of acknowledged.keys.keys()) assert.equal(times.get(name), 1, `the key ${name} was acknowledged`)
  for (const key of [...acknowledged.keys.values()].slice(-TRIED_KEYS))
    assert.equal(
      (await call(url, { key }, 'list_connections', {}))?.status,
      403,
      'a key that may only read ads is known',
    )
  for (const [once, { business, answer }] of acknowledged.writes) {
    for (const { run_id } of (answer as { syncs: { run_id: string }[] }).syncs) {
      const { rows } = await pool.query('select state from sync_runs where org_id = $1 and run_id = $2', [
        business.org_id,
        run_id,
      ])
      assert.equal(rows.length, 1, `the sync ${run_id} was acknowledged`)
    }
    // The attempt that had the effect is recorded together with it. An attempt that got the stored answer is recorded later, in a
    // batch.
    const { rows } = await pool.query(
      `select from audit_log where org_id = $1 and caller_request_id = any($2) and outcome = 'ok'`,
      [business.org_id, tries.get(once)],
    )
    assert.ok(rows.length >= 1 && rows.length <= tries.get(once)!.length, `the call ${once} is on record`)
  }
  const { rows: duplicated } = await pool.query(
    "select connection_id, count(*) from sync_runs where state in ('queued', 'running') group by connection_id having count(*) > 1",
  )
  assert.deepEqual(duplicated, [], 'one sync of a connection at a time')
  assert.ok(businesses.length > 0)
}

/**
 * Every organization, even during its sync, has only rows of the reference organization, which nothing disturbed. When all syncs are
 * finished, it has all of these rows. Returns the number of compared rows.
 */
export async function assert_rows_are_whole(
  pool: pg.Pool,
  { businesses }: Ledger,
  { finished }: { finished: boolean },
): Promise<number> {
  const tables = [...(await read_tables(pool)).values()].filter(({ name }) => /_daily$|^ad/.test(name))
  let compared = 0
  for (const platform of new Set(businesses.map((business) => business.platform))) {
    const [undisturbed, ...others] = businesses.filter((business) => business.platform === platform)
    if (others.length === 0) continue
    const orgs = others.map(({ org_id }) => org_id)
    for (const { name } of tables) {
      const { unexpected, lost, ours } = await compare(pool, name, [undisturbed!.org_id, orgs, OWN])
      assert.deepEqual(unexpected, null, `${name} (${platform}) holds what the vendor never said`)
      if (finished) assert.deepEqual(lost, null, `${name} (${platform}) lacks rows`)
      compared += ours
    }
  }
  const { rows: restated } = await pool.query('select table_name, count(*) from metric_restatements group by 1')
  assert.deepEqual(restated, [], 'the vendor restated nothing')
  return compared
}

interface Compared {
  ours: number
  /** An example of an unexpected row, and of a missing row. */
  unexpected: unknown
  lost: unknown
}

async function compare(pool: pg.Pool, table: string, values: unknown[]): Promise<Compared> {
  const client = await pool.connect()
  try {
    // PostgreSQL has no statistics of these computed rows, and would compare every pair.
    await client.query('begin; set local enable_nestloop = off; set local enable_mergejoin = off')
    const { rows } = await client.query<Compared>(comparison(table), values)
    await client.query('commit')
    return rows[0]!
  } finally {
    client.release()
  }
}

/** Days that a sync itself stores. Older days follow in the background, at another pace for each organization. */
const SYNCED_DAYS = 58

/** $1: the undisturbed organization. $2: the others. Midnight can change the history by a day. */
function comparison(table: string): string {
  const recent = table.endsWith('_daily')
    ? `and date > (select max(date) - ${SYNCED_DAYS} from "${table}" where org_id = $1)`
    : ''
  return `with undisturbed as materialized (select to_jsonb(t) - $3::text[] as row from "${table}" t where org_id = $1 ${recent}),
    ours as materialized (select org_id, to_jsonb(t) - $3::text[] as row from "${table}" t where org_id = any($2) ${recent})
    select (select count(*)::int from ours) as ours,
      (select jsonb_build_object('org', o.org_id, 'row', o.row) from ours o left join undisturbed p using (row) where p.row is null limit 1) as unexpected,
      (select jsonb_build_object('org', b.org_id, 'row', b.row)
         from (select org_id, row from unnest($2::uuid[]) org_id cross join undisturbed) b left join ours o using (org_id, row)
         where o.row is null limit 1) as lost`
}

interface Rest {
  /** Number of syncs that failed and were started again, as the schedule does later. */
  failed: number
}

/** Every sync that was started must end without intervention. */
export async function come_to_rest(
  pool: pg.Pool,
  again: (org_id: string, connection_id: string) => Promise<void>,
): Promise<Rest> {
  const deadline = performance.now() + REST_WITHIN_MS
  let failed = 0
  for (;;) {
    const { rows } = await pool.query<{ org_id: string; connection_id: string; state: string; error: string | null }>(
      'select distinct on (connection_id) org_id, connection_id, state, error from sync_runs order by connection_id, run_id desc',
    )
    for (const { org_id, connection_id } of rows.filter(({ state }) => state === 'failed')) {
      failed += 1
      await again(org_id, connection_id)
    }
    const open = rows.filter(({ state }) => state !== 'succeeded')
    if (open.length === 0) return { failed }
    assert.ok(performance.now() < deadline, `syncs never end: ${JSON.stringify(open)}\n${await waiting_jobs(pool)}`)
    await new Promise((done) => setTimeout(done, POLL_MS))
  }
}

async function waiting_jobs(pool: pg.Pool): Promise<string> {
  const { rows } = await pool.query(
    'select task_identifier, attempts, run_at, locked_at, locked_by, last_error from graphile_worker.jobs',
  )
  return JSON.stringify(rows)
}

export async function assert_records_hold(pool: Pool, master_key: Buffer, { businesses }: Ledger): Promise<bigint> {
  let calls = 0n
  for (const { org_id } of businesses) {
    const verdict = await verify_chain(pool, { master_key }, org_id)
    assert.deepEqual(verdict.ok, true, `the record of ${org_id}: ${'fault' in verdict ? verdict.fault : ''}`)
    calls += verdict.calls
  }
  return calls
}
