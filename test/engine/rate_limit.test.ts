// Sixty calls a minute are exactly sixty, in PostgreSQL and in Redis, for any number of processes.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { connect } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { open_pool } from '#db/pool.ts'
import { open_redis, type Redis } from '#db/redis.ts'
import { count_call } from '#engine/calls/rate_limit.ts'
import { silent_log } from '#lib/log.ts'
import { free_port } from '#lib/port.ts'
import { type TestApp, test_app } from '#test/app.ts'

const REDIS = '/usr/bin/redis-server'
const START_MS = 30_000
/** The limit of a command is half a second. The rest is for a busy machine. */
const SILENT_MS_MAX = 5_000

async function until_listening(port: number) {
  const deadline = performance.now() + START_MS
  for (;;) {
    const socket = connect(port, '127.0.0.1')
    const is_up = await new Promise((done) => socket.once('connect', () => done(true)).once('error', () => done(false)))
    socket.destroy()
    if (is_up) return
    assert.ok(performance.now() < deadline, `Redis does not listen after ${START_MS} ms`)
    await sleep(20)
  }
}

let app: TestApp
before(async () => {
  app = await test_app({ seeded: false })
})
after(() => app.close())

/** Sixteen callers over four pools (one pool for each process), ten calls each of a tool with a limit of sixty a minute. */
async function allowed_of_many(redis?: Redis): Promise<number> {
  const tool = { ...app.engine.catalog.get('query_orders')!, name: 'query_orders' }
  const pools = Array.from({ length: 4 }, () => open_pool(app.database.place, { max: 2 }))
  const callers = Array.from({ length: 16 }, async (_, n) => {
    let allowed = 0
    for (let call = 0; call < 10; call++) {
      const rate_limit = await count_call({ pool: pools[n % 4]!, redis }, tool, app.acme.org_id)
      assert.ok(rate_limit.remaining >= 0 && rate_limit.reset_s >= 1 && rate_limit.reset_s <= 60)
      if (rate_limit.allowed) allowed++
    }
    return allowed
  })
  const sums = await Promise.all(callers)
  await Promise.all(pools.map((pool) => pool.end()))
  return sums.reduce((sum, n) => sum + n, 0)
}

test('PostgreSQL accepts exactly sixty of many concurrent calls', async () => {
  await app.refill()
  assert.equal(await allowed_of_many(), 60)
})

test('a call leaves the window after a minute, not when the clock starts a new minute', async () => {
  await app.refill()
  await allowed_of_many()
  await app.db.query(
    "update rate_windows set called_at = array(select t - interval '30 seconds' from unnest(called_at) t)",
  )
  assert.equal(await allowed_of_many(), 0)
  await app.db.query(
    "update rate_windows set called_at = array(select t - interval '30 seconds' from unnest(called_at) t)",
  )
  assert.equal(await allowed_of_many(), 60)
})

describe('Redis', { skip: existsSync(REDIS) ? false : 'redis-server is not installed' }, () => {
  let server: ReturnType<typeof spawn>
  let redis: Redis
  before(async () => {
    const port = await free_port()
    server = spawn(REDIS, ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'], {
      stdio: 'ignore',
    })
    await until_listening(port)
    redis = await open_redis(`redis://127.0.0.1:${port}`, silent_log())
  })
  after(async () => {
    await redis.close()
    server.kill('SIGKILL')
  })

  test('accepts exactly sixty of many concurrent calls', async () => {
    assert.equal(await allowed_of_many(redis), 60)
  })

  test('is replaced by PostgreSQL while it is silent, and counts again afterwards', async () => {
    await app.refill()
    const tool = { name: 'list_connections', rate: 10_000 }
    const count = () => count_call({ pool: app.engine.pool, redis }, tool, app.acme.org_id)
    const in_postgres = async () => {
      const { rows } = await app.db.query('select cardinality(called_at) as calls from rate_windows')
      return rows[0]?.calls ?? 0
    }
    await count()
    assert.equal(await in_postgres(), 0)
    server.kill('SIGSTOP')
    try {
      const started = performance.now()
      await Promise.all(Array.from({ length: 8 }, count))
      assert.ok(performance.now() - started < SILENT_MS_MAX)
      assert.equal(await in_postgres(), 8)
    } finally {
      server.kill('SIGCONT')
    }
    await app.settled(async () => {
      const before = await in_postgres()
      await count()
      return (await in_postgres()) === before
    })
  })

  test('is replaced by PostgreSQL when it ends, and no more than sixty calls are accepted', async () => {
    await app.refill()
    server.kill('SIGKILL')
    assert.equal(await allowed_of_many(redis), 60)
  })
})
