// The numbers of connections in docs/deploying.md are the sums of the pools that a process opens, and compose.yaml allows them.
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { parse } from 'yaml'
import { open_pool } from '#db/pool.ts'
import { KEY_CONNECTIONS_MAX } from '#engine/access/credentials.ts'
import { queue_connections_max } from '#engine/queue/worker.ts'
import { test_credentials } from '#test/database.ts'

const DATABASE_POOL = 20
/** Connections that PostgreSQL keeps for superusers, and those of an operator's command. */
const SPARE = 10
/** PostgreSQL's own processes, and those that help with a statement. */
const OTHER_PROCESSES = 30
const ROOT = join(import.meta.dirname, '../..')

/** The most connections by role. */
async function most_of(): Promise<Record<string, number>> {
  const pool = open_pool(
    { database_url: 'postgres://database.test', credentials: test_credentials },
    { max: DATABASE_POOL },
  )
  const [calls, jobs, system, sql, auth] = [pool.org, pool.worker.org, pool.system, pool.sql, pool.auth].map(
    ({ options }) => options.max,
  ) as [number, number, number, number, number]
  await pool.end()
  const both = calls + jobs + system + auth
  const of_calls = sql + KEY_CONNECTIONS_MAX
  const of_jobs = queue_connections_max()
  return { api: both + of_calls, worker: both + of_jobs, all: both + of_calls + of_jobs }
}

test('docs/deploying.md names the most connections of a process of each role', async () => {
  const document = await readFile(join(ROOT, 'docs/deploying.md'), 'utf8')
  const rows = [...document.matchAll(/^\| `(\w+)` \| twice `DATABASE_POOL` and (\d+) more \| (\d+) \|$/gm)]
  const most = Object.entries(await most_of())
  assert.deepEqual(
    Object.fromEntries(rows.map(([, role, more, sum]) => [role, [Number(more), Number(sum)]])),
    Object.fromEntries(most.map(([role, sum]) => [role, [sum - 2 * DATABASE_POOL, sum]])),
  )
})

test('PostgreSQL of compose.yaml allows the connections of all processes, and a process for each', async () => {
  const { services } = parse(await readFile(join(ROOT, 'compose.yaml'), 'utf8'), { merge: true }) as {
    services: Record<string, { command?: string[]; deploy?: { replicas: number }; pids_limit: number }>
  }
  const most = await most_of()
  const needed = Object.values(services).map(({ command = [], deploy }) => {
    const role = command[command.indexOf('--role') + 1]!
    return command.includes('--role') ? most[role]! * (deploy?.replicas ?? 1) : 0
  })
  const { command, pids_limit } = services.postgres!
  const allowed = Number(/^max_connections=(\d+)$/.exec(command!.at(-1)!)![1])
  const sum = needed.reduce((a, b) => a + b)
  assert.ok(sum > most.all!, `${sum} connections`)
  assert.ok(sum + SPARE <= allowed, `${sum} connections, ${allowed} are allowed`)
  assert.ok(allowed + OTHER_PROCESSES <= pids_limit, `${allowed} connections, ${pids_limit} processes`)
})
