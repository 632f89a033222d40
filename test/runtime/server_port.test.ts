// The embedded PostgreSQL starts again on another port, because a program has taken its own meanwhile.
import assert from 'node:assert/strict'
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { open_bare_database, prepare_database } from '#db/open.ts'
import { open_pool } from '#db/pool.ts'
import { open_queue_pool } from '#db/queue_pool.ts'
import { with_file_lock } from '#lib/file_lock.ts'
import { test_credentials } from '#test/database.ts'

const LIMIT_MS = 60_000

async function until(is_so: () => Promise<boolean>, what: string) {
  const deadline = performance.now() + LIMIT_MS
  while (!(await is_so())) {
    assert.ok(performance.now() < deadline, `${what} after ${LIMIT_MS} ms`)
    await sleep(20)
  }
}

const listens = (program: Server, port: number) =>
  new Promise<boolean>((done) => {
    program.once('error', () => done(false)).listen(port, '127.0.0.1', () => done(true))
  })

const answers = async (pool: pg.Pool) => (await pool.query('select 1 as id').catch(() => undefined))?.rows[0]?.id === 1

test('the pools of a running process follow the server to another port', async () => {
  const data_dir = await mkdtemp(join(tmpdir(), 'tablero-port-'))
  await chmod(data_dir, 0o755)
  const postgres_dir = join(data_dir, 'programs')
  const choice = { database_url: undefined, credentials: test_credentials, data_dir, postgres_dir }
  const { place, close } = await open_bare_database(choice)
  const program = createServer()
  const pools: pg.Pool[] = []
  let end = async () => {}
  try {
    await prepare_database(place)
    const pool = open_pool(place)
    end = pool.end
    pools.push(pool.org, pool.worker.org, pool.system, open_queue_pool(pool.worker.org, 1))
    for (const one of pools) assert.ok(await answers(one))
    const { port } = new URL(place.database_url)
    const file = join(data_dir, 'postgres/cluster/postmaster.pid')
    const pid = Number((await readFile(file, 'utf8')).split('\n')[0])
    // Nobody starts the server again while the lock of a start is held.
    await with_file_lock(join(data_dir, 'postgres.lock'), LIMIT_MS, async () => {
      process.kill(pid, 'SIGKILL')
      await until(() => listens(program, Number(port)), 'the port is not free')
    })
    for (const one of pools) await until(() => answers(one), 'a pool has no answer')
    assert.notEqual(new URL(place.database_url).port, port)
  } finally {
    program.close()
    await pools.at(-1)?.end()
    await end()
    await close()
    await rm(data_dir, { recursive: true, force: true })
  }
})
