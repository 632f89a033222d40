// A Tablero that has synced a business with planted texts, and then got errors with planted texts.
import type { AddressInfo } from 'node:net'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import pg from 'pg'
import { in_org } from '#db/org.ts'
import { type Scope, scopes } from '#domain/scopes.ts'
import { set_rate } from '#engine/access/rates.ts'
import type { Engine } from '#engine/engine.ts'
import { run_sync } from '#engine/sync/sync.ts'
import { create_connection } from '#engine/vendors/connections.ts'
import { silent_log } from '#lib/log.ts'
import { create_key, create_org } from '#test/access.ts'
import { TEST_KEY, test_database } from '#test/database.ts'
import { seed_org } from '#test/fixtures.ts'
import { recent_connectors } from '#test/recent.ts'
import { moved_by_waiting } from '#test/sync.ts'
import { unlimited } from '#test/unlimited.ts'
import { areas } from '#tools/index.ts'
import { sandbox_connections } from '../../sandbox/connections.ts'
import { create_sandbox, type Sandbox } from '../../sandbox/server.ts'
import { vendors } from '../../sandbox/vendors.ts'
import { create_app } from '../../src/app.ts'
import { type Plants, plant_world, planted_errors } from './planted_texts.ts'

const NOW = '2026-11-20T18:00:00Z'
const HISTORY_DAYS = 5
/** The number of a planted text, its hidden character and its first words. */
const SHORT = 28
/** Platforms whose error is that an account gives no access. */
const DENYING = new Set(['mx_ads', 'tx_ads'])

export interface PlantedWorld {
  engine: Engine
  url: string
  org_id: string
  key(scopes?: readonly Scope[]): Promise<string>
  /** An organization with a row in each table. All of its texts contain this one, as far as some columns allow. */
  every_table(text: string): Promise<{ key: string; webhook_id: string }>
  mcp(mode?: 'legacy' | { pin: string }, address?: string, key?: string): Promise<Client>
  /** From now on, each platform answers every request with an error. Then each connection is synced again. */
  fail(): Promise<void>
}

type Undo = (() => Promise<unknown>)[]

export async function planted_world(plants: Plants, undo: Undo): Promise<PlantedWorld> {
  const sandbox = await open_sandbox(plants, undo)
  const database = await test_database()
  undo.push(database.drop)
  const owner = new pg.Pool({ connectionString: database.url, max: 2 })
  undo.push(() => owner.end())
  const app = await create_app({
    config: {
      base_url: 'http://127.0.0.1:0',
      database_pool: 6,
      master_key: TEST_KEY,
      role: 'api',
      fx_rates_url: undefined,
      sandbox_url: `http://127.0.0.1:${(sandbox.app.server.address() as AddressInfo).port}`,
    },
    database: database.place,
    log: silent_log(),
    parts: { areas: unlimited(areas), connectors: recent_connectors(HISTORY_DAYS), clock: moved_by_waiting(sandbox) },
  })
  undo.push(() => app.close())
  const { engine } = app
  const org_id = await make_org(engine, owner, plants)
  const connection_ids = await connect(engine, org_id, plants)
  const sync_all = async () => {
    for (const connection_id of connection_ids) await sync(engine, org_id, connection_id)
  }
  await sync_all()
  const url = await app.start({ host: '127.0.0.1', port: 0 })
  const key = async (given: readonly Scope[] = scopes) =>
    (await create_key(owner, { org_id, name: 'test', scopes: given })).key
  return {
    engine,
    url,
    org_id,
    key,
    async every_table(text) {
      const other = await create_org(owner, { name: text })
      await seed_org(owner, { org_id: other, name: text.slice(0, SHORT), digit: 7 }, engine.clock.now())
      await plant_messages(owner, other, text)
      const { rows } = await owner.query('select webhook_id from webhooks where org_id = $1', [other])
      return { ...rows[0], key: (await create_key(owner, { org_id: other, name: text, scopes })).key }
    },
    async mcp(mode = 'legacy', address = '/mcp', given = undefined) {
      const client = new Client({ name: 'test', version: '1.0.0' }, { versionNegotiation: { mode } })
      const headers = { authorization: `Bearer ${given ?? (await key())}` }
      await client.connect(new StreamableHTTPClientTransport(new URL(address, url), { requestInit: { headers } }))
      undo.push(() => client.close())
      return client
    },
    async fail() {
      for (const { platform } of sandbox_connections) {
        const kind = DENYING.has(platform) ? 'deny_account' : 'fail'
        sandbox.faults.add({ kind, platform, status: 400, count: 0 })
      }
      await sync_all()
    },
  }
}

async function open_sandbox(plants: Plants, undo: Undo): Promise<Sandbox> {
  const sandbox = await create_sandbox({
    now: NOW,
    frozen: true,
    history_days: HISTORY_DAYS,
    vendors: vendors.map((vendor) => planted_errors(vendor, plants)),
  })
  undo.push(() => sandbox.app.close())
  plant_world(sandbox.world, plants)
  await sandbox.app.listen({ host: '127.0.0.1', port: 0 })
  return sandbox
}

async function make_org(engine: Engine, owner: pg.Pool, plants: Plants): Promise<string> {
  const org_id = await create_org(owner, {
    name: plants.text('org.name'),
    industry: plants.text('org.industry'),
    currency: 'USD',
    time_zone: 'America/Mexico_City',
  })
  const profile = { [plants.text('name in org.profile')]: [{ voice: plants.text('org.profile') }] }
  await owner.query('update orgs set profile = $2 where org_id = $1', [org_id, JSON.stringify(profile)])
  await in_org(engine.pool.worker, { org_id }, (db) =>
    set_rate(db, 'test', {
      currency: 'MXN',
      per_currency: 'USD',
      units: '18.5',
      valid_from: '2025-01-01',
      valid_until: null,
      kind: plants.text('rate').slice(0, 60),
    }),
  )
  return org_id
}

async function connect(engine: Engine, org_id: string, plants: Plants): Promise<string[]> {
  const ids: string[] = []
  for (const { platform, ...connection } of sandbox_connections) {
    const name = plants.text(`name of connection ${platform}`)
    ids.push(
      await in_org(engine.pool.worker, { org_id }, (db) =>
        create_connection(db, engine, { ...connection, platform, org_id, name }),
      ),
    )
  }
  return ids
}

async function sync(engine: Engine, org_id: string, connection_id: string): Promise<void> {
  const { run_id } = await in_org(engine.pool.worker, { org_id }, (db) =>
    db
      .insertInto('sync_runs')
      .values({ org_id, connection_id, trigger: 'operator', state: 'queued' })
      .returning('run_id')
      .executeTakeFirstOrThrow(),
  )
  const { signal } = new AbortController()
  await run_sync({ ...engine, pool: engine.pool.worker }, { org_id, connection_id, run_id, signal, all_streams: true })
}

/** Columns of JSON, which generated rows leave without text of others. */
async function plant_messages(owner: pg.Pool, org_id: string, text: string): Promise<void> {
  const sentence = JSON.stringify({ key: 'sentence', values: { text } })
  const update = (table: string, set: string, value: string) =>
    owner.query(`update ${table} set ${set} where org_id = $1`, [org_id, value])
  await update('notifications', 'title = $2::jsonb, text = $2::jsonb', sentence)
  await update('recommendations', 'title = $2::jsonb, text = $2::jsonb', sentence)
  await update('recommendations', 'evidence = $2::jsonb', JSON.stringify({ [text]: text, search_term: text }))
}
