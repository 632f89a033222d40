// A restore drill: a Tablero with data of several platforms is backed up and restored elsewhere. Both get the same calls.
import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { connectors } from '#connectors/index.ts'
import { back_up } from '#db/backup/backup.ts'
import { restore } from '#db/backup/restore.ts'
import { prepare_logins } from '#db/logins.ts'
import { in_org } from '#db/org.ts'
import { open_pool, type PoolPlace } from '#db/pool.ts'
import { scopes } from '#domain/scopes.ts'
import { verify_chain } from '#engine/audit/verify.ts'
import type { Connector } from '#engine/connector.ts'
import { run_sync } from '#engine/sync/sync.ts'
import { create_connection } from '#engine/vendors/connections.ts'
import { silent_log } from '#lib/log.ts'
import { create_key, create_org } from '#test/access.ts'
import { empty_database, type TestDatabase, test_credentials } from '#test/database.ts'
import { type SyncBench, sync_bench } from '#test/sync.ts'
import { sandbox_connections } from '../../sandbox/connections.ts'
import { create_app } from '../../src/app.ts'

const PLATFORMS = ['mx_ads', 'gx_analytics', 'sx']
const START_DAYS = 10
const questions: [tool: string, input: object][] = [
  ['get_kpi_summary', { days_back: 7 }],
  ['query_orders', { limit: 50 }],
  ['query_mx_campaigns', {}],
  ['query_analytics', {}],
  ['list_connections', {}],
]

let bench: SyncBench
let target: TestDatabase
let folder: string
let org_id: string
let key: string
const connection_ids = new Map<string, string>()

before(async () => {
  const short = Object.fromEntries(PLATFORMS.map((platform) => [platform, with_short_history(connectors[platform]!)]))
  bench = await sync_bench({ connectors: short })
  target = await empty_database()
  folder = await mkdtemp(join(tmpdir(), 'restore-'))
  const { pool } = bench.engine
  org_id = await create_org(pool, { name: 'Drilled', currency: 'MXN', time_zone: 'America/Mexico_City' })
  key = (await create_key(pool, { org_id, name: 'drill', scopes })).key
  for (const platform of PLATFORMS) {
    const account = sandbox_connections.find((one) => one.platform === platform)!
    const connection_id = await in_org(pool, { org_id }, (db) =>
      create_connection(db, bench.engine, { ...account, org_id }),
    )
    connection_ids.set(platform, connection_id)
    assert.equal((await bench.sync({ org_id, connection_id })).end, 'succeeded')
  }
})
after(async () => {
  await bench.close()
  await target.drop()
  await rm(folder, { recursive: true })
})

function with_short_history(connector: Connector): Connector {
  const streams = Object.entries(connector.streams).map(([name, stream]) => {
    if ('window' in stream) return [name, { ...stream, window: { ...stream.window, history_days: START_DAYS } }]
    return [name, 'since' in stream ? { ...stream, since: { ...stream.since, history_days: START_DAYS } } : stream]
  })
  return { ...connector, streams: Object.fromEntries(streams) }
}

const tablero_on = (database: PoolPlace) =>
  create_app({
    config: {
      base_url: 'http://127.0.0.1:0',
      database_pool: 4,
      fx_rates_url: undefined,
      role: 'api',
      master_key: bench.engine.master_key,
      sandbox_url: bench.engine.sandbox_url,
    },
    database,
    log: silent_log(),
    parts: { connectors: bench.engine.connectors, clock: bench.engine.clock },
  })

/** Answers to the calls, with the key that the first Tablero issued. */
async function answers_of({ server }: Awaited<ReturnType<typeof tablero_on>>) {
  const answers: Record<string, unknown> = {}
  for (const [tool, input] of questions) {
    const answer = await server.inject({
      method: 'POST',
      url: `/api/v1/${tool}`,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      payload: JSON.stringify(input),
    })
    assert.equal(answer.statusCode, 200, answer.body)
    answers[tool] = answer.json().result
  }
  return answers
}

test('a restored Tablero gives the same answers to the same keys, verifies the same audit chain and continues to sync', async () => {
  const { url: source_url, place } = bench.database
  const first = await tablero_on(place)
  const expected = await answers_of(first)
  assert.ok((expected.get_kpi_summary as { store_revenue: number }).store_revenue > 0)
  assert.ok((expected.query_orders as { count: number }).count > 0)
  await first.close() // calls that wait in memory are recorded
  const record = await verify_chain(bench.engine.pool, bench.engine, org_id)
  const file = join(folder, 'backup.gz')
  await back_up(source_url, file, bench.engine.master_key)
  assert.equal((await restore(target.url, file, bench.engine.master_key)).same_master_key, true)

  await prepare_logins(target.url, test_credentials)
  const pool = open_pool(target.place, { max: 4 }).worker
  const second = await tablero_on(target.place)
  try {
    assert.deepEqual(await verify_chain(pool, bench.engine, org_id), record)
    assert.deepEqual(await answers_of(second), expected)
    for (const [platform, connection_id] of connection_ids) {
      const place = { org_id, connection_id }
      const { run_id } = await in_org(pool, { org_id }, (db) =>
        db
          .insertInto('sync_runs')
          .values({ ...place, trigger: 'operator', state: 'queued' })
          .returning('run_id')
          .executeTakeFirstOrThrow(),
      )
      const signal = new AbortController().signal
      const end = await run_sync(
        { ...second.engine, pool: second.engine.pool.worker },
        { ...place, run_id, all_streams: true, signal },
      )
      assert.equal(end, 'succeeded', `${platform} syncs with the secrets that were restored`)
    }
    const { list_connections: _, ...figures } = await answers_of(second)
    for (const [tool, answer] of Object.entries(figures))
      assert.deepEqual(without_times(answer), without_times(expected[tool]), `${tool} after a sync of the same data`)
  } finally {
    await second.close()
    await pool.end()
  }
})

/** The time of reading differs by then. */
const without_times = (answer: unknown) =>
  JSON.parse(JSON.stringify(answer, (name, value) => (['as_of', 'last_sync'].includes(name) ? undefined : value)))
