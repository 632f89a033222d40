// Sixty calls a minute over real processes: sixteen clients over HTTP, four servers, one database. Then the same with Redis.
//   RATE_MINUTES=3 npm test -- test/engine/rate_limit_processes.test.ts   also sends calls for this number of real minutes, in each store
import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { after, before, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { createClient } from '@redis/client'
import { Pool } from 'undici'
import type { Pool as TablerosPool } from '#db/pool.ts'
import { scopes } from '#domain/scopes.ts'
import { free_port } from '#lib/port.ts'
import { create_key, create_org } from '#test/access.ts'
import { type TestDatabase, test_database, test_pool } from '#test/database.ts'
import { start_tablero, type TableroProcess } from '#test/processes.ts'

const REDIS = '/usr/bin/redis-server'
const PROCESSES = 4
const CLIENTS = 16
/** Together half as many again as are accepted. */
const CALLS_EACH = 6
const TOOL = 'list_connections'
const RATE = 60
const MINUTES = Number(process.env.RATE_MINUTES ?? 0)
/** Pause of a client between two calls after a rejection. */
const PAUSE_MS = 100

let database: TestDatabase
let pool: TablerosPool
let fleet: TableroProcess[] = []
let api_pools: Pool[] = []
let redis_url: string

before(async () => {
  database = await test_database()
  pool = test_pool(database, { max: 4 })
  redis_url = `redis://127.0.0.1:${await free_port()}` // nobody listens there yet, so PostgreSQL counts
  const master_key = randomBytes(32)
  fleet = await Promise.all(
    Array.from({ length: PROCESSES }, (_, n) =>
      start_tablero({
        name: `api ${n}`,
        role: 'api',
        database_url: database.url,
        master_key,
        env: { REDIS_URL: redis_url },
      }),
    ),
  )
  api_pools = fleet.map(({ url }) => new Pool(url))
})

after(async () => {
  await Promise.all(api_pools.map((api_pool) => api_pool.close()))
  await Promise.all(fleet.map((one) => one.end('SIGKILL')))
  await pool?.end()
  await database?.drop()
})

const new_key = async () => {
  const org_id = await create_org(pool, { name: 'Acme' })
  return (await create_key(pool, { org_id, name: 'test', scopes })).key
}

interface LimitedCall {
  status: number
  policy: string
  remaining: number
  reset_s: number
  retry_after: string | undefined
  at_ms: number
}

async function send_call(api_pool: Pool, key: string): Promise<LimitedCall> {
  const { statusCode, headers, body } = await api_pool.request({
    method: 'POST',
    path: `/api/v1/${TOOL}`,
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: '{}',
  })
  await body.dump()
  const [, remaining, reset_s] = /^"list_connections";r=(\d+);t=(\d+)$/.exec(String(headers.ratelimit)) ?? []
  return {
    status: statusCode,
    policy: String(headers['ratelimit-policy']),
    remaining: Number(remaining),
    reset_s: Number(reset_s),
    retry_after: headers['retry-after'] as string | undefined,
    at_ms: performance.now(),
  }
}

/** Sixteen concurrent clients, four at each process. */
async function storm(key: string): Promise<LimitedCall[]> {
  const clients = Array.from({ length: CLIENTS }, async (_, n) => {
    const calls: LimitedCall[] = []
    for (let call = 0; call < CALLS_EACH; call++) calls.push(await send_call(api_pools[n % PROCESSES]!, key))
    return calls
  })
  return (await Promise.all(clients)).flat()
}

const let_in = (calls: LimitedCall[]) => calls.filter(({ status }) => status === 200)

function assert_exactly_the_rate(calls: LimitedCall[]) {
  assert.deepEqual(new Set(calls.map(({ policy }) => policy)), new Set([`"${TOOL}";q=${RATE};w=60`]))
  // Each remaining count was given once, whichever process answered.
  const counts = let_in(calls).map(({ remaining }) => remaining)
  assert.deepEqual(
    counts.sort((a, b) => b - a),
    Array.from({ length: RATE }, (_, n) => RATE - 1 - n),
  )
  const refused = calls.filter(({ status }) => status !== 200)
  assert.equal(refused.length, CLIENTS * CALLS_EACH - RATE)
  for (const { status, remaining, reset_s, retry_after } of refused)
    assert.deepEqual({ status, remaining, retry_after }, { status: 429, remaining: 0, retry_after: String(reset_s) })
  for (const { reset_s } of calls) assert.ok(reset_s >= 1 && reset_s <= 60, `t=${reset_s}`)
}

/** The window slides: no call is accepted after half of it, and the full number is accepted at its end. */
async function assert_sliding(key: string, age: (seconds: number) => Promise<void>) {
  await age(30)
  const half = await storm(key)
  assert.equal(let_in(half).length, 0)
  for (const { reset_s } of half) assert.ok(reset_s <= 30, `t=${reset_s}`)
  await age(30)
  assert_exactly_the_rate(await storm(key))
}

/** Clients that keep sending calls get exactly the rate over whole minutes. */
async function assert_over_real_minutes(key: string) {
  const started = performance.now()
  const times: number[] = []
  const ends_ms = started + MINUTES * 60_000
  const client = async (api_pool: Pool) => {
    while (performance.now() < ends_ms) {
      const { status, at_ms } = await send_call(api_pool, key)
      if (status === 200) times.push(at_ms)
      else await sleep(PAUSE_MS)
    }
  }
  await Promise.all(Array.from({ length: CLIENTS }, (_, n) => client(api_pools[n % PROCESSES]!)))
  const expected = MINUTES * RATE
  assert.ok(Math.abs(times.length - expected) <= expected / 100, `${times.length} in ${MINUTES} minutes`)
}

function holds_the_rate(age: (seconds: number) => Promise<void>) {
  test('accepts exactly sixty, each remaining count once, and gives every client the same limit', async () => {
    const key = await new_key()
    assert_exactly_the_rate(await storm(key))
    assert.equal(
      (await send_call(api_pools[0]!, await new_key())).remaining,
      RATE - 1,
      'another organization has its own',
    )
    await assert_sliding(key, age)
  })

  if (MINUTES > 0)
    test('accepts sixty in every real minute, within one percent', async () => {
      await assert_over_real_minutes(await new_key())
    })
}

describe('PostgreSQL', () => {
  holds_the_rate(async (seconds) => {
    await database.owner.query(
      'update rate_windows set called_at = array(select t - make_interval(secs => $1) from unnest(called_at) t)',
      [seconds],
    )
  })
})

describe('Redis', { skip: existsSync(REDIS) ? false : 'redis-server is not installed' }, () => {
  let server: ChildProcess
  const redis = () => createClient({ url: redis_url, socket: { reconnectStrategy: () => 50 } }).on('error', () => {})
  let client: ReturnType<typeof redis>

  before(async () => {
    const { port } = new URL(redis_url)
    server = spawn(REDIS, ['--port', port, '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'], {
      stdio: 'ignore',
    })
    client = redis()
    await client.connect()
    // The servers connect to Redis by themselves.
    while ((await client.sendCommand<string>(['CLIENT', 'LIST'])).trim().split('\n').length <= PROCESSES)
      await sleep(50)
  })
  after(async () => {
    client?.destroy()
    server?.kill('SIGKILL')
  })

  holds_the_rate(async (seconds) => {
    for (const key of await client.keys('tablero:rate:*'))
      for (const member of await client.zRange(key, 0, -1)) await client.zIncrBy(key, -seconds * 1_000_000, member)
  })

  test('holds the counts, and PostgreSQL holds none', async () => {
    await database.owner.query('delete from rate_windows')
    await send_call(api_pools[0]!, await new_key())
    assert.equal((await database.owner.query('select from rate_windows')).rowCount, 0)
    assert.ok((await client.keys('tablero:rate:*')).length > 0)
  })
})
