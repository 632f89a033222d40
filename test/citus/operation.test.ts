// What an operator does with a cluster of Citus: backups of it, commands, and a further worker.
import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import pg from 'pg'
import { pino } from 'pino'
import { back_up } from '#db/backup/backup.ts'
import { restore } from '#db/backup/restore.ts'
import type { PoolPlace } from '#db/pool.ts'
import { scopes as all_scopes } from '#domain/scopes.ts'
import { create_key, create_org } from '#test/access.ts'
import { command_line } from '#test/command_line.ts'
import { TEST_KEY } from '#test/database.ts'
import { seed_org } from '#test/fixtures.ts'
import { unlimited } from '#test/unlimited.ts'
import { areas } from '#tools/index.ts'
import type { App } from '../../src/app.ts'
import { type Cluster, no_cluster, open_app, start_cluster } from './cluster.ts'
import { rows_of } from './rows.ts'

const skip = { skip: no_cluster }
/** Organizations whose calls continue while shards move. */
const ORGS = 4
const CALLS_A_SECOND = 20
/** Whether the other cluster is empty. Otherwise it has the newest schema, because distributing its tables takes most of the time. */
const { RESTORE_INTO } = process.env
const IS_EMPTY = RESTORE_INTO === 'empty'

let cluster: Cluster
let place: PoolPlace
let owner: pg.Pool
let app: App
let folder: string
const keys: string[] = []
const errors: string[] = []

before(async () => {
  if (no_cluster) return
  folder = await mkdtemp(join(tmpdir(), 'operation-'))
  cluster = await start_cluster()
  place = await cluster.migrated('tablero')
  owner = new pg.Pool({ connectionString: place.database_url, max: 3 }).on('error', () => {})
  for (let digit = 1; digit <= ORGS; digit += 1) {
    const org_id = await create_org(owner, { name: `acme ${digit}` })
    await seed_org(owner, { org_id, name: `acme ${digit}`, digit })
    keys.push((await create_key(owner, { org_id, name: 'test', scopes: all_scopes })).key)
  }
  app = await open_app(place, {
    log: pino({ level: 'error' }, { write: (line) => void errors.push(line) }),
    parts: { areas: unlimited(areas) },
  })
})
after(async () => {
  await app?.close()
  await owner?.end()
  await cluster?.stop()
  if (folder) await rm(folder, { recursive: true })
})

test('a backup of a cluster restores to PostgreSQL and to another cluster, with every row', skip, async (context) => {
  const file = join(folder, 'backup')
  const { rows } = await back_up(place.database_url, file, TEST_KEY)
  const wanted = await rows_of(place.database_url)
  const second = await (IS_EMPTY ? cluster.distributed('second') : cluster.migrated('second'))
  for (const target of [await cluster.plain('plain'), second]) {
    assert.equal((await restore(target.database_url, file, TEST_KEY)).rows, rows)
    const found = await rows_of(target.database_url)
    for (const [table, texts] of wanted) assert.deepEqual(found.get(table)!.toSorted(), texts.toSorted(), table)
  }
  context.diagnostic(`${rows} rows, restored to PostgreSQL and to ${IS_EMPTY ? 'an empty cluster' : 'a cluster'}`)
})

test('a backup holds the organization of each of its rows, whatever is written meanwhile', skip, async (context) => {
  const file = join(folder, 'moment')
  let is_writing = true
  let written = 0
  const write = async () => {
    for (; is_writing; written += 1) {
      const org_id = await create_org(owner, { name: 'late' })
      await owner.query(`insert into connections (org_id, platform, name, settings) values ($1, 'sx', 'late', '{}')`, [
        org_id,
      ])
    }
  }
  const writing = write()
  await back_up(place.database_url, file, TEST_KEY)
  is_writing = false
  await writing
  const target = await cluster.plain_migrated('moment')
  await restore(target.database_url, file, TEST_KEY)
  context.diagnostic(`${written} organizations were made meanwhile`)
  assert.ok(written > 0)
})

test('the commands work against a coordinator', skip, async () => {
  const env = { MASTER_KEY: TEST_KEY.toString('base64') }
  const { tablero } = command_line(() => ({ url: place.database_url, folder }))
  const answer = async (...args: string[]) => {
    const { code, out, err } = await tablero(['--json', ...args], { env })
    assert.equal(code, 0, `${args.join(' ')}: ${err}`)
    return JSON.parse(out)
  }
  const { org_id } = await answer(
    'org',
    'create',
    'Casa Lumbre',
    '--currency',
    'MXN',
    '--time-zone',
    'America/Mexico_City',
  )
  assert.ok((await answer('org', 'list')).some((org: { org_id: string }) => org.org_id === org_id))
  const { key } = await answer('key', 'create', '--name', 'agent', '--scopes', 'read', '--org', org_id)
  assert.equal((await list(key)).status, 200, errors.join())
  await answer('rate', 'set', 'USD', '2026-11-01', '18.5', '--org', org_id)
  assert.equal((await answer('rate', 'list', '--org', org_id)).length, 1)
  assert.deepEqual(await answer('connection', 'list', '--org', org_id), [])
  await answer('audit', 'verify')
})

const list = (key: string) => call(key, 'list_connections', {})

async function call(key: string, tool: string, input: object) {
  const { statusCode, body } = await app.server.inject({
    method: 'POST',
    url: `/api/v1/${tool}`,
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    payload: JSON.stringify(input),
  })
  return { status: statusCode, body: JSON.parse(body) }
}

test('a worker is added and takes its share of organizations, while calls are served', skip, async (context) => {
  let is_moving = true
  const answers = { ok: 0, writes: 0, again: 0, failed: [] as string[] }
  const ask = async () => {
    for (let round = 0; is_moving; round += 1) {
      const key = keys[round % keys.length]!
      const writes = round % 3 === 0
      const { status, body } = writes ? await call(key, 'mark_notification_read', { all: true }) : await list(key)
      if (writes) answers.writes += 1
      if (status === 200) answers.ok += 1
      else if (status === 503 && /again/.test(body.error)) answers.again += 1
      else answers.failed.push(`${status} ${body.error}`)
      await new Promise((resolve) => setTimeout(resolve, 1_000 / CALLS_A_SECOND))
    }
  }
  const calling = ask()
  try {
    await cluster.add_worker(place.database_url)
    // Logical replication, the default, does not write into tables with row security.
    await owner.query(`select citus_rebalance_start(shard_transfer_mode => 'block_writes')`)
    await owner.query('select citus_rebalance_wait()')
  } finally {
    is_moving = false
    await calling
  }
  context.diagnostic(
    `${answers.ok} calls answered, ${answers.writes} of them writes, ${answers.again} to be repeated, ${answers.failed.length} failed`,
  )
  assert.deepEqual(answers.failed, [], errors.join())
  const { rows } = await owner.query(
    `select count(distinct groupid)::int as workers from pg_dist_placement join pg_dist_shard using (shardid)
     where logicalrelid = 'connections'::regclass`,
  )
  assert.equal(rows[0].workers, 3)
  for (const key of keys) assert.equal((await list(key)).status, 200)
})
