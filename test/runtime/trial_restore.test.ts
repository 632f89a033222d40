// A restored copy can be looked at without any work: with ROLE=api and a SANDBOX_URL at which nothing listens, as operations.md says.
import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { command_line } from '#test/command_line.ts'
import { empty_database, type TestDatabase } from '#test/database.ts'
import { start_tablero } from '#test/processes.ts'

const ROOT = join(import.meta.dirname, '../..')
const MASTER_KEY = Buffer.alloc(32, 1)
/** Longer than a worker needs to take a waiting job. */
const WATCHED_MS = 3_000

let production: TestDatabase
let copy: TestDatabase
let folder: string
let vendors: Server
const requested: (string | undefined)[] = []

const { tablero, answer } = command_line(() => ({ url: production.url, folder }), { one_process: true })
const env = { MASTER_KEY: MASTER_KEY.toString('base64') }

before(async () => {
  production = await empty_database()
  copy = await empty_database()
  folder = await mkdtemp(join(tmpdir(), 'tablero-trial-'))
  // In the place of the address at which nothing listens, to see what would be sent.
  vendors = createServer((request, response) => {
    requested.push(request.url)
    response.writeHead(503).end()
  })
  await new Promise<void>((done) => vendors.listen(0, '127.0.0.1', done))
  process.env.MASTER_KEY = env.MASTER_KEY
})
after(async () => {
  delete process.env.MASTER_KEY
  vendors?.close()
  await production?.drop()
  await copy?.drop()
  await rm(folder, { recursive: true, force: true })
})

test('an api of a restored copy answers calls, and runs no waiting job', async () => {
  const document = await readFile(join(ROOT, 'docs/operations.md'), 'utf8')
  const [, ROLE] = /^env .*ROLE=(\w+) .*SANDBOX_URL=http:\/\/127\.0\.0\.1:9 npm start$/m.exec(document)!
  await answer('org', 'create', 'Shop')
  const secrets = '{"client_id":"c","client_secret":"s","refresh_token":"once"}'
  await answer('connection', 'add', 'mpa', '--secrets', secrets)
  const { key } = await answer('key', 'create', '--name', 'reader', '--scopes', 'read')
  await production.owner.query(`select graphile_worker.add_job('schedule_syncs', '{}')`)
  const file = join(folder, 'backup.gz')
  await answer('backup', file)
  const restored = await tablero(['restore', file], { url: copy.url })
  assert.equal(restored.code, 0, restored.err)
  const waiting = async () =>
    (await copy.owner.query('select id, attempts, locked_at from graphile_worker.jobs order by id')).rows
  const before = await waiting()
  assert.ok(before.length > 0)
  const started = await start_tablero({
    ...{ name: 'copy', role: ROLE as 'api', database_url: copy.url, master_key: MASTER_KEY },
    env: { SANDBOX_URL: `http://127.0.0.1:${(vendors.address() as AddressInfo).port}` },
  })
  try {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
    const options = { method: 'POST', headers, body: '{}' }
    assert.equal((await fetch(`${started.url}/api/v1/list_connections`, options)).status, 200)
    await sleep(WATCHED_MS)
    assert.deepEqual(await waiting(), before)
    assert.deepEqual(requested, [])
  } finally {
    await started.end('SIGTERM')
  }
})
