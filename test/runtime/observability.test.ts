import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import Fastify, { type FastifyInstance } from 'fastify'
import { mpa } from '#connectors/mpa/index.ts'
import { sx } from '#connectors/sx/index.ts'
import { open_pool } from '#db/pool.ts'
import { call } from '#engine/calls/call.ts'
import { create_engine, type Engine } from '#engine/engine.ts'
import { observability } from '#http/observability.ts'
import { silent_log } from '#lib/log.ts'
import { test_database, test_pool } from '#test/database.ts'
import { sync_bench } from '#test/sync.ts'

let engine: Engine
let app: FastifyInstance
const database = await test_database()

before(async () => {
  engine = await create_engine({
    pool: test_pool(database, { max: 4 }),
    log: silent_log(),
    areas: {},
    connectors: {},
    jobs: {},
    base_url: 'http://tablero.test',
    master_key: Buffer.alloc(32),
  })
  app = Fastify()
  await app.register(observability, { engine })
})

after(async () => {
  await app.close()
  await engine.close()
  await engine.pool.end()
  await database.drop()
})

const get = (url: string) => app.inject({ url })

test('a migrated database that answers makes the process ready', async () => {
  const answer = await get('/readyz')
  assert.deepEqual([answer.statusCode, answer.json()], [200, { ready: true }])
})

test('with a missing migration the process is not ready, and it stays alive', async () => {
  const { rows } = await database.owner.query('delete from schema_migrations where name = $1 returning *', [
    '0002_orgs.sql',
  ])
  const answer = await get('/readyz')
  assert.deepEqual(
    [answer.statusCode, answer.json()],
    [503, { ready: false, reason: '1 database migrations are missing.' }],
  )
  assert.equal((await get('/healthz')).statusCode, 200)
  await database.owner.query('insert into schema_migrations (name, checksum) values ($1, $2)', [
    rows[0].name,
    rows[0].checksum,
  ])
})

test('without its database a process is not ready, and the answer does not contain the address', async () => {
  const server = Fastify()
  const pool = open_pool({ ...database.place, database_url: 'postgres://nobody:hush@127.0.0.1:1/none' })
  await server.register(observability, { engine: { ...engine, pool, observers: [], sync_observers: [] } })
  const answer = await server.inject('/readyz')
  assert.deepEqual([answer.statusCode, answer.json().reason], [503, 'The database does not answer.'])
  const metrics = (await server.inject('/metrics')).body
  assert.doesNotMatch(metrics, /^tablero_queue_depth\{/m)
  assert.match(metrics, /^process_cpu_seconds_total/m)
  await server.close()
  await pool.end()
})

test('a stopping process is not ready', async () => {
  const { stopping } = engine
  engine.stopping = new AbortController()
  engine.stopping.abort()
  const answer = await get('/readyz')
  engine.stopping = stopping
  assert.deepEqual([answer.statusCode, answer.json().reason], [503, 'This process is stopping.'])
})

test('calls are counted by tool, outcome and transport; an unknown name never becomes a label', async () => {
  const request = { input: {}, credential: undefined, org_id: undefined, request_id: 'r1' }
  await call(engine, { ...request, tool: 'x"} 1\nevil', transport: 'rest' })
  await call(engine, { ...request, tool: 'query_orders', transport: 'mcp' })
  const text = (await get('/metrics')).body
  assert.match(text, /^tablero_calls_total\{tool="unknown",outcome="unauthorized",transport="rest"\} 1$/m)
  assert.match(text, /^tablero_calls_total\{tool="unknown",outcome="unauthorized",transport="mcp"\} 1$/m)
  assert.match(text, /^tablero_call_seconds_count\{tool="unknown"\} 2$/m)
  assert.doesNotMatch(text, /evil/)
})

test('every row that a sync stores is reported to observers, with its platform', async () => {
  const bench = await sync_bench()
  try {
    const reported: { platform: string; rows: number }[] = []
    bench.engine.sync_observers.push((page) => reported.push(page))
    const { end, run_id } = await bench.sync(await bench.connect('gx_analytics'))
    assert.equal(end, 'succeeded')
    const { rows } = await bench.database.owner.query('select rows from sync_runs where run_id = $1', [run_id])
    assert.ok(rows[0].rows > 0n)
    assert.equal(BigInt(reported.reduce((sum, page) => sum + page.rows, 0)), rows[0].rows)
    assert.ok(reported.every(({ platform }) => platform === 'gx_analytics'))
  } finally {
    await bench.close()
  }
})

test('rows of syncs, verdicts of the ledger and the depth of the queue are shown', async () => {
  for (const observe of engine.sync_observers) observe({ platform: 'mx_ads', rows: 250 })
  for (const observe of engine.sync_observers) observe({ platform: 'mx_ads', rows: 0, verdicts: { drift: 2 } })
  await database.owner.query(`select graphile_worker.add_job('any'), graphile_worker.add_job('any')`)
  const text = (await get('/metrics')).body
  assert.match(text, /^tablero_sync_rows_total\{platform="mx_ads"\} 250$/m)
  assert.match(text, /^tablero_ledger_sums_total\{platform="mx_ads",verdict="drift"\} 2$/m)
  assert.match(text, /^tablero_queue_depth\{state="waiting"\} 2$/m)
  assert.match(text, /^process_resident_memory_bytes \d/m)
})

test('the days until the end of each version are shown, also of one that is retired, and the versions whose vendor announces none', async () => {
  const day = (days: number) => new Date(engine.clock.now().getTime() + days * 86_400_000).toISOString().slice(0, 10)
  const until = (name: string, ends_on: string) => ({
    ...sx,
    platform: { ...sx.platform, version: { name, ends_on, source: 'test' } },
  })
  const parts = { ...engine, observers: [], sync_observers: [] }
  const connectors = { mpa, sx: until('2026-07', day(30)), net_c: until('202511', day(-3)) }
  const server = Fastify()
  await server.register(observability, { engine: { ...parts, connectors } })
  const { body } = await server.inject('/metrics')
  await server.close()
  assert.deepEqual(body.match(/^tablero_version_days\{.*$/gm)?.sort(), [
    'tablero_version_days{platform="net_c",version="202511"} -3',
    'tablero_version_days{platform="sx",version="2026-07"} 30',
  ])
  assert.deepEqual(body.match(/^tablero_version_without_end\{.*$/gm), [
    'tablero_version_without_end{platform="mpa",version="undated"} 1',
  ])
})
