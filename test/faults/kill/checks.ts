// What must be true after every kill, and what must be true once everything has come to rest.
import assert from 'node:assert/strict'
import type pg from 'pg'
import { read_tables } from '#db/tables.ts'
import { verify_chain } from '#engine/audit.ts'
import { call, type Ledger } from './work.ts'

const OWN = ['org_id', 'connection_id', 'store_connection_id', 'synced_at', 'contact_id']
/** Keys that are tried; that all are stored is checked of every one. */
const TRIED_KEYS = 3
const REST_WITHIN_MS = 240_000
const POLL_MS = 250

/** Nothing acknowledged is lost, nothing is doubled. */
export async function assert_nothing_lost(pool: pg.Pool, url: string, { businesses, acknowledged }: Ledger) {
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
  for (const { business, request_id, answer } of acknowledged.writes.values()) {
    for (const { run_id } of (answer as { syncs: { run_id: string }[] }).syncs) {
      const { rows } = await pool.query('select state from sync_runs where org_id = $1 and run_id = $2', [
        business.org_id,
        run_id,
      ])
      assert.equal(rows.length, 1, `the sync ${run_id} was acknowledged`)
    }
    const { rows } = await pool.query('select outcome from audit_log where org_id = $1 and request_id = $2', [
      business.org_id,
      request_id,
    ])
    assert.deepEqual(rows, [{ outcome: 'ok' }], `the call ${request_id} is on record once`)
  }
  const { rows: doubled } = await pool.query(
    "select connection_id, count(*) from sync_runs where state in ('queued', 'running') group by connection_id having count(*) > 1",
  )
  assert.deepEqual(doubled, [], 'one sync of a connection at a time')
  assert.ok(businesses.length > 0)
}

/** Rows of every organization, also in the middle of its sync, are rows of the one that was left in peace. */
export async function assert_rows_are_whole(
  pool: pg.Pool,
  { businesses }: Ledger,
  { finished }: { finished: boolean },
) {
  const tables = [...(await read_tables(pool)).values()].filter(({ name }) => /_daily$|^ad/.test(name))
  for (const business of businesses.slice(1)) {
    const peaceful = businesses.find((one) => one.platform === business.platform)!
    if (peaceful === business) continue
    for (const { name } of tables) {
      const rows = (org: string) => `select to_jsonb(t) - $3::text[] as row from "${name}" t where org_id = ${org}`
      // A day more or less of history is midnight's doing.
      const recent = name.endsWith('_daily')
        ? `where (row ->> 'date')::date > (select min(date) + 2 from "${name}" where org_id = $1)`
        : ''
      const missing = (from: string, than: string) =>
        `select row from (${rows(from)}) a ${recent} except select row from (${rows(than)}) b`
      const values = [peaceful.org_id, business.org_id, OWN]
      const { rows: strange } = await pool.query(missing('$2', '$1'), values)
      assert.deepEqual(
        strange,
        [],
        `${name} of ${business.org_id} (${business.platform}) holds what the vendor never said`,
      )
      if (!finished) continue
      const { rows: lost } = await pool.query(missing('$1', '$2'), values)
      assert.deepEqual(lost, [], `${name} of ${business.org_id} (${business.platform}) lacks rows`)
    }
  }
  const { rows: restated } = await pool.query('select table_name, count(*) from metric_restatements group by 1')
  assert.deepEqual(restated, [], 'the vendor restated nothing')
}

interface Rest {
  /** Syncs that ended as failed and were started again, as the schedule does later. */
  failed: number
}

/** Every sync that was started ends, without anybody's help. */
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

export async function assert_records_hold(pool: pg.Pool, master_key: Buffer, { businesses }: Ledger): Promise<bigint> {
  let calls = 0n
  for (const { org_id } of businesses) {
    const verdict = await verify_chain(pool, { master_key }, org_id)
    assert.deepEqual(verdict.ok, true, `the record of ${org_id}: ${'fault' in verdict ? verdict.fault : ''}`)
    calls += verdict.calls
  }
  return calls
}
