// A Tablero with planted secrets only: the password of its database, its keys, its connections and its vendors' answers.
// The world collects logs and traces.
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { connectors } from '#connectors/index.ts'
import { credentials_of, prepare_logins } from '#db/logins.ts'
import { in_org } from '#db/org.ts'
import type { PoolPlace } from '#db/pool.ts'
import { scopes } from '#domain/scopes.ts'
import { run_sync } from '#engine/sync/sync.ts'
import { create_connection } from '#engine/vendors/connections.ts'
import { open_wrapped } from '#engine/vendors/secrets.ts'
import { create_log, type Log } from '#lib/log.ts'
import { start_tracing } from '#lib/otel.ts'
import { in_job } from '#lib/trace.ts'
import { create_key, create_org } from '#test/access.ts'
import { test_database } from '#test/database.ts'
import { fixtures } from '#test/fixture_area.ts'
import { unlimited } from '#test/unlimited.ts'
import { areas } from '#tools/index.ts'
import { sandbox_connections } from '../../sandbox/connections.ts'
import { type App, create_app } from '../../src/app.ts'
import { Canaries } from './canaries.ts'
import { leaky_vendor, talkative } from './leaky_vendor.ts'

const oauth = { client_id: '', client_secret: '', refresh_token: '' }
const accounts = [...sandbox_connections, { platform: 'talkative', name: 'Talkative', settings: {}, secrets: oauth }]

export interface CanaryWorld {
  canaries: Canaries
  app: App
  url: string
  /** A connection pool of the database's owner. */
  owner: pg.Pool
  database_url: string
  /** The database role that Tablero signs in with. */
  role: string
  master_key: Buffer
  org_id: string
  key: string
  folder: string
  vendor: Awaited<ReturnType<typeof leaky_vendor>>
  /** The end of each sync. */
  syncs: { platform: string; behavior: string; end: string }[]
  logged(): string
  /** Everything that the collector of traces received. Ends tracing. */
  traced(): Promise<string>
  planted_key(about: string): Promise<string>
  /** Connects and syncs every platform while the vendor behaves in this way. */
  sync_all(behavior: string): Promise<void>
  /** Plants the unwrapped data keys, which encrypt the secrets of connections and the records of calls. */
  plant_unwrapped_keys(): Promise<number>
  close(): Promise<void>
}

export async function canary_world(): Promise<CanaryWorld> {
  const undo: (() => Promise<unknown>)[] = []
  const close = async () => {
    for (const step of undo.splice(0).reverse()) await step()
  }
  // A resource that stays open after a failure would keep the test process running.
  return make_world(undo, close).catch(async (error) => {
    await close()
    throw error
  })
}

async function make_world(undo: (() => Promise<unknown>)[], close: () => Promise<void>): Promise<CanaryWorld> {
  const canaries = new Canaries()
  const role = `canary_${randomBytes(6).toString('hex')}`
  const master_key = randomBytes(32)
  const folder = await mkdtemp(join(tmpdir(), 'tablero-canary-'))
  undo.push(() => rm(folder, { recursive: true }))
  const database = await test_database()
  undo.push(database.drop)
  const owner = new pg.Pool({ connectionString: database.url, max: 2 })
  owner.on('error', () => {})
  undo.push(() => owner.end())
  const with_password = new URL(database.url)
  with_password.username = role
  with_password.password = canaries.plant('the password in DATABASE_URL')
  await owner.query(`create role ${role} login superuser password '${with_password.password}'`)
  undo.push(() => owner.query(`drop role ${role}`))
  canaries.plant_bytes('the master key', master_key)
  const vendor = await leaky_vendor(canaries)
  undo.push(vendor.close)
  const { log, logged } = collecting_log()
  const { traced, close: end_traces } = await collecting_traces(canaries, log)
  undo.push(end_traces)
  const credentials = credentials_of(master_key)
  await prepare_logins(with_password.href, credentials)
  for (const [name, login] of Object.entries(credentials.logins))
    canaries.plant(`the password of the login ${name}`, login.password)
  const app = await traced_app({ database_url: with_password.href, credentials }, master_key, vendor.url, log)
  undo.push(app.close)
  const url = await app.start({ host: '127.0.0.1', port: 0 })
  const org_id = await create_org(owner, { name: 'acme' })
  const planted_key = async (about: string) => {
    const made = await create_key(owner, { org_id, name: about, scopes })
    canaries.plant(about, made.key.split('_')[2])
    return made.key
  }
  const syncs: CanaryWorld['syncs'] = []
  const parts = {
    canaries,
    app,
    owner,
    role,
    master_key,
    folder,
    org_id,
    url,
    vendor,
    logged,
    traced,
    planted_key,
    syncs,
  }
  return {
    ...parts,
    database_url: database.url,
    key: await planted_key('an API key'),
    sync_all: (behavior) => sync_all(parts, behavior),
    plant_unwrapped_keys: () => plant_unwrapped_keys(parts),
    close,
  }
}

async function plant_unwrapped_keys({
  owner,
  org_id,
  master_key,
  canaries,
}: Pick<CanaryWorld, 'owner' | 'org_id' | 'master_key' | 'canaries'>) {
  const { rows } = await owner.query<{ about: string; wrapped_key: Buffer }>(
    `select 'a data key' as about, wrapped_key from org_data_keys union all select 'an audit key', wrapped_key from audit_heads`,
  )
  for (const { about, wrapped_key } of rows) {
    const place = about === 'a data key' ? org_id : `audit/${org_id}`
    canaries.plant_bytes(about, open_wrapped({ master_key }, place, wrapped_key))
  }
  return rows.length
}

function collecting_log() {
  let logged = ''
  const stream = {
    write: (line: string) => {
      logged += line
    },
  }
  return { log: create_log({ level: 'trace', stream }), logged: () => logged }
}

/** A collector of traces that requires a key, and receives all traces. */
async function collecting_traces(canaries: Canaries, log: Log) {
  let bodies = ''
  const server = createServer(async (request, response) => {
    for await (const chunk of request) bodies += chunk
    response.setHeader('content-type', 'application/json').end('{}')
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const stop = start_tracing(
    {
      endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      headers: { 'x-key': canaries.plant('the key of the collector') },
      service_name: 'tablero',
      ratio: 1,
      follows_caller: false,
      role: 'api',
    },
    log,
  )
  return {
    async traced() {
      await stop()
      return bodies
    },
    async close() {
      await stop()
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
}

function traced_app(database: PoolPlace, master_key: Buffer, sandbox_url: string, log: Log): Promise<App> {
  return create_app({
    config: {
      base_url: 'http://127.0.0.1:0',
      database_pool: 6,
      master_key,
      role: 'api',
      fx_rates_url: undefined,
      sandbox_url,
    },
    database,
    log,
    parts: {
      connectors: { ...connectors, talkative },
      areas: unlimited({ ...areas, fixtures }),
      clock: { now: () => new Date(), sleep: async (_ms, signal) => signal?.throwIfAborted() },
    },
  })
}

type Syncing = Pick<CanaryWorld, 'app' | 'canaries' | 'org_id' | 'syncs' | 'vendor'>

async function sync_all(
  { app: { engine }, canaries, org_id, syncs, vendor }: Syncing,
  behavior: string,
): Promise<void> {
  const is_read_by_each = vendor.own_words.includes(behavior)
  for (const { platform, name, settings, secrets } of accounts) {
    if (!is_read_by_each && !['sx', 'talkative'].includes(platform)) continue
    vendor.behave(behavior)
    // Some keys end with the name of their server.
    const planted = Object.fromEntries(
      Object.entries(secrets).map(([field, value]) => [
        field,
        canaries.plant(`${field} of ${platform}`) + (/-[a-z]{2}\d+$/.exec(value) ?? ''),
      ]),
    )
    const connection_id = await in_org(engine.pool.worker, { org_id }, (db) =>
      create_connection(db, engine, { org_id, platform, name, settings, secrets: planted }),
    )
    const { run_id } = await in_org(engine.pool.worker, { org_id }, (db) =>
      db
        .insertInto('sync_runs')
        .values({ org_id, connection_id, trigger: 'operator', state: 'queued' })
        .returning('run_id')
        .executeTakeFirstOrThrow(),
    )
    const { signal } = new AbortController()
    await in_job('job sync_connection', {}, async () => {
      const end = await run_sync(
        { ...engine, pool: engine.pool.worker },
        { org_id, connection_id, run_id, signal, all_streams: true },
      )
      syncs.push({ platform, behavior, end })
    })
  }
}
