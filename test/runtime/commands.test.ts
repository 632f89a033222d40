// Every command of the command line that works on a database. `sync now` with a server that works, and without one. It runs on a cluster too.
import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { start_worker, type Worker } from '#engine/queue/worker.ts'
import { command_line } from '#test/command_line.ts'
import { TEST_KEY, type TestDatabase, test_database } from '#test/database.ts'
import { add_member } from '#test/people.ts'
import { sandbox_connections } from '../../sandbox/connections.ts'
import { create_sandbox, type Sandbox } from '../../sandbox/server.ts'
import { ROOT } from '../../scripts/gates/gate.ts'
import { operator_commands } from '../../scripts/gates/references.ts'
import { open_app } from '../citus/cluster.ts'

/** Whose first read is short. */
const PLATFORM = 'email_b'
const DAY = '2026-11-01'
/** Nothing listens there. */
const CLOSED = 'http://127.0.0.1:1'
/** What each worker holds together with others: see src/engine/queue/worker_lock.ts. */
const WORKERS_LOCK = "hashtextextended('workers', 2)"
/** A worker of the command would take a sync within this time. */
const COULD_TAKE_MS = 3_000
const POLL_MS = 50

let database: TestDatabase
let sandbox: Sandbox
let sandbox_url: string
let folder: string
let connection_id: string

const { tablero } = command_line(() => ({ url: database.url, folder }), { one_process: true })

/** The output of a command that must succeed. */
const answer = (...args: string[]) => answer_with({}, ...args)

async function answer_with(more: Record<string, string>, ...args: string[]) {
  const env = {
    MASTER_KEY: TEST_KEY.toString('base64'),
    SANDBOX_URL: sandbox_url,
    AUDIT_ANCHORS: pathToFileURL(join(folder, 'anchors')).href,
    ...more,
  }
  const { code, out, err } = await tablero(['--json', ...args], { env })
  assert.equal(code, 0, `${args.join(' ')}: ${err}`)
  return out === '' ? undefined : JSON.parse(out)
}

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'commands-'))
  database = await test_database()
  sandbox = await create_sandbox({ history_days: 6 })
  await sandbox.app.listen({ host: '127.0.0.1', port: 0 })
  sandbox_url = `http://127.0.0.1:${(sandbox.app.server.address() as AddressInfo).port}`
})
after(async () => {
  await sandbox?.app.close()
  await database?.drop()
  if (folder) await rm(folder, { recursive: true })
})

test('organizations, people, keys, costs and rates', async () => {
  await answer('migrate')
  await answer('org', 'create', 'Casa', '--currency', 'MXN')
  await answer('org', 'set', 'Casa', '--industry', 'home', '--time-zone', 'America/Mexico_City')
  await answer('org', 'create', 'Agency', '--kind', 'agency')
  await answer('org', 'client', 'Agency', 'Casa')
  await answer('org', 'client', 'Agency', 'Casa', '--remove')
  const [casa] = (await answer('org', 'list')).filter(({ name }: { name: string }) => name === 'Casa')
  assert.deepEqual([casa.industry, casa.time_zone], ['home', 'America/Mexico_City'])
  const of = ['--org', 'Casa']
  const [{ module }] = await answer('module', 'list', ...of)
  await answer('module', 'off', module, ...of)
  await answer('module', 'on', module, ...of)
  await answer('rate', 'set', 'USD', DAY, '18.5', ...of)
  await answer('rate', 'remove', 'USD', DAY, ...of)
  assert.deepEqual(await answer('rate', 'list', ...of), [])
  await answer('cost', 'set', 'CL-1', DAY, '12.5', ...of)
  await writeFile(join(folder, 'costs.csv'), `sku,valid_from,cost\nCL-2,${DAY},4.25\n`)
  await answer('cost', 'import', join(folder, 'costs.csv'), ...of)
  await answer('cost', 'remove', 'CL-1', DAY, ...of)
  assert.equal((await answer('cost', 'list', ...of)).length, 1)
  await answer('member', 'invite', 'Casa', 'ana@example.com')
  await answer('member', 'list', ...of)
  const { key_id } = await answer('key', 'create', '--name', 'agent', '--scopes', 'read', ...of)
  await add_member(database.owner, { org_id: casa.org_id, role: 'admin', email: 'luis@example.com' })
  await answer('key', 'assign', key_id, 'luis@example.com', ...of)
  await answer('key', 'revoke', key_id, ...of)
  assert.equal((await answer('key', 'list', ...of)).length, 1)
})

/** States of the syncs of the connection that have not ended. */
async function open_syncs(): Promise<string[]> {
  const { rows } = await database.owner.query(
    "select state from sync_runs where connection_id = $1 and state in ('queued', 'running')",
    [connection_id],
  )
  return rows.map(({ state }) => state)
}

test('sync now works by itself where no server runs, and leaves the work to one that does', async (context) => {
  const { settings, secrets } = sandbox_connections.find(({ platform }) => platform === PLATFORM)!
  const given = ['--settings', JSON.stringify(settings), '--secrets', JSON.stringify(secrets)]
  const made = await answer('connection', 'add', PLATFORM, ...given, '--org', 'Casa')
  connection_id = made.connection_id
  assert.ok((await answer('connection', 'test', connection_id, '--org', 'Casa')).length > 0)
  const [alone] = await answer('sync', 'now', '--org', 'Casa')
  assert.equal(alone.state, 'succeeded')
  const app = await open_app(database.place, { config: { sandbox_url } })
  // A server that runs, and whose worker is busy: it takes the sync later.
  const busy = await app.engine.pool.org.connect()
  await busy.query(`select pg_advisory_lock_shared(${WORKERS_LOCK})`) // as a worker holds it
  let worker: Worker | undefined
  try {
    // The command itself could not reach the platform.
    const leaving = answer_with({ SANDBOX_URL: CLOSED }, 'sync', 'now', PLATFORM, '--org', 'Casa')
    while ((await open_syncs()).length === 0) await sleep(POLL_MS)
    await sleep(COULD_TAKE_MS)
    assert.deepEqual(await open_syncs(), ['queued'])
    worker = await start_worker(app.engine)
    const [left] = await leaving
    assert.equal(left.state, 'succeeded')
  } finally {
    busy.release(true)
    await worker?.stop()
    await app.close()
  }
  const [{ count }] = await answer('sql', 'select count(*) from email_campaigns', '--org', 'Casa')
  assert.ok(Number(count) > 0)
  context.diagnostic(`${alone.rows} rows, of which ${count} broadcasts`)
})

test('what was read is read again, compared, backed up and removed', async () => {
  const of = ['--org', 'Casa']
  await answer('connection', 'update', connection_id, '--name', 'Mail', ...of)
  assert.equal((await answer('connection', 'list', ...of))[0].name, 'Mail')
  await answer('connection', 'platforms')
  await answer('platforms')
  await answer('sync', 'backfill', '--from', DAY, ...of)
  await answer('reconcile', ...of)
  await answer('backup', join(folder, 'file'))
  assert.ok(existsSync(join(folder, 'file')))
  await answer('connection', 'remove', connection_id, '--with-data', '--yes', ...of)
  const [{ count }] = await answer('sql', 'select count(*) from email_campaigns', ...of)
  assert.equal(Number(count), 0)
  await answer('secrets', 'rotate')
  await answer('audit', 'anchor')
  await answer('audit', 'verify')
  assert.ok((await answer('audit', 'list', 'Casa')).length > 10)
  await answer('audit', 'list', '--installation')
  await answer('org', 'delete', 'Casa', '--yes')
  assert.deepEqual(
    (await answer('org', 'list')).map(({ name }: { name: string }) => name),
    ['Agency'],
  )
})

/** Commands that this file does not record, with the reason. */
const NOT_RECORDED: Record<string, string> = {
  'backup-key': 'works without a database',
  'connection platforms': 'prints what the program knows',
  demo: 'another program, on data of its own',
  help: 'prints what the program knows',
  platforms: 'prints what the program knows',
  restore: 'recorded in cli_audit.test.ts, in the restored database',
  serve: 'another name of start',
  start: 'recorded in cli_audit.test.ts, when the server starts',
}

test('every command of the command line is recorded, with the operator as its author', async () => {
  const names = [...(await operator_commands(ROOT))].flatMap(([name, below]) =>
    below.length > 0 ? below.map((one) => `${name} ${one}`) : [name],
  )
  const { rows } = await database.owner.query(
    `select distinct tool from audit_log where actor = $1 and transport = 'cli' and outcome = 'ok'`,
    [`operator:${userInfo().username}`],
  )
  const recorded = new Set(rows.map(({ tool }) => tool))
  assert.deepEqual(names.filter((name) => !recorded.has(`tablero ${name}`)).sort(), Object.keys(NOT_RECORDED).sort())
})
