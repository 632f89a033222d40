// A worker or the coordinator of a cluster is killed at a random moment of a sync. The next syncs leave what an undisturbed one leaves.
import assert from 'node:assert/strict'
import type { AddressInfo } from 'node:net'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { in_org } from '#db/org.ts'
import type { PoolPlace } from '#db/pool.ts'
import { run_sync } from '#engine/sync/sync.ts'
import { create_connection } from '#engine/vendors/connections.ts'
import { create_org } from '#test/access.ts'
import { moved_by_waiting, warehouse_rows } from '#test/sync.ts'
import { sandbox_connections } from '../../sandbox/connections.ts'
import { create_sandbox, type Sandbox } from '../../sandbox/server.ts'
import { run_on } from '../../scripts/nodes.ts'
import type { App } from '../../src/app.ts'
import { type Cluster, no_cluster, open_app, start_cluster } from './cluster.ts'

const KILLS = Number(process.env.KILLS ?? 3)
const NODES = [0, 1, 2]
/** A killed node is unreachable for this time. */
const UNREACHABLE_MS = 300
const TRIES_MAX = 20
const PLATFORM = 'seo_console'

let cluster: Cluster
let place: PoolPlace
let sandbox: Sandbox
let app: App

before(async () => {
  if (no_cluster) return
  cluster = await start_cluster()
  place = await cluster.migrated('tablero')
  sandbox = await create_sandbox({ now: '2026-11-20T12:00:00Z', frozen: true, history_days: 6 })
  await sandbox.app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = sandbox.app.server.address() as AddressInfo
  app = await open_app(place, {
    config: { sandbox_url: `http://127.0.0.1:${port}`, database_pool: 8 },
    parts: { clock: moved_by_waiting(sandbox) },
  })
})
after(async () => {
  await app?.close()
  await sandbox?.app.close()
  await cluster?.stop()
})

async function connect() {
  const { engine } = app
  const org_id = await create_org(engine.pool, { name: 'Shop' })
  const found = sandbox_connections.find(({ platform }) => platform === PLATFORM)!
  const connection_id = await in_org(engine.pool.worker, { org_id }, (db) =>
    create_connection(db, engine, { org_id, ...found }),
  )
  return { org_id, connection_id }
}

async function sync(of: { org_id: string; connection_id: string }) {
  const parts = { ...app.engine, pool: app.engine.pool.worker }
  const { run_id } = await in_org(parts.pool, { org_id: of.org_id }, (db) =>
    db
      .insertInto('sync_runs')
      .values({ ...of, trigger: 'operator', state: 'queued' })
      .returning('run_id')
      .executeTakeFirstOrThrow(),
  )
  return run_sync(parts, { ...of, run_id, all_streams: true, signal: new AbortController().signal })
}

/** A session may still hold a connection to the node that was killed, which its first statement finds out. */
async function rows_after(org_id: string) {
  for (let tries = 0; ; tries += 1)
    try {
      return await warehouse_rows(app.engine, org_id)
    } catch (error) {
      if (tries === TRIES_MAX) throw error
    }
}

/** Transactions that a node has prepared and nobody has ended. */
async function prepared(): Promise<number> {
  await run_on(place.database_url, 'select recover_prepared_transactions()')
  let left = 0
  for (const number of NODES) {
    const url = number === 0 ? place.database_url : cluster.at_worker(place.database_url, number)
    left += (await run_on(url, 'select count(*)::int as n from pg_prepared_xacts')).rows[0].n
  }
  return left
}

test(`after ${KILLS} kills of nodes during syncs, nothing is lost, double or half-written`, {
  skip: no_cluster,
}, async (context) => {
  const undisturbed = await connect()
  const began = performance.now()
  await sync(undisturbed)
  const whole_ms = performance.now() - began
  const wanted = await warehouse_rows(app.engine, undisturbed.org_id)
  assert.ok(Object.keys(wanted).length > 2)
  const places: Awaited<ReturnType<typeof connect>>[] = []
  while (places.length < KILLS) places.push(await connect())
  let interrupted = 0
  for (const [kill, disturbed] of places.entries()) {
    const node = NODES[kill % NODES.length]!
    const syncing = sync(disturbed).catch((error: Error) => error)
    await sleep(Math.random() * whole_ms)
    await cluster.kill_worker(node)
    await sleep(UNREACHABLE_MS)
    await cluster.start_worker(node)
    let end = await syncing
    if (end !== 'succeeded') interrupted += 1
    for (let tries = 0; end !== 'succeeded' && tries < TRIES_MAX; tries += 1) {
      await sleep(UNREACHABLE_MS)
      end = await sync(disturbed).catch((error: Error) => error)
    }
    assert.equal(end, 'succeeded')
    assert.deepEqual(await rows_after(disturbed.org_id), wanted, `after a kill of node ${node}`)
    assert.equal(await prepared(), 0)
  }
  context.diagnostic(
    `${KILLS} kills, ${interrupted} of them interrupted the sync; a sync takes ${whole_ms.toFixed(0)} ms`,
  )
})
