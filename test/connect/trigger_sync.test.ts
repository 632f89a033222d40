// trigger_sync on each platform that was just connected, and on one whose limit of a day is used up.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { in_org } from '#db/org.ts'
import { platform_keys } from '#domain/platforms.ts'
import { run_sync } from '#engine/sync/sync.ts'
import { create_connection } from '#engine/vendors/connections.ts'
import { type ConnectApp, connect_app } from '#test/connect_app.ts'
import { unlimited } from '#test/unlimited.ts'
import { areas } from '#tools/index.ts'
import { sandbox_connections } from '../../sandbox/connections.ts'

const HOUR_MS = 3_600_000
const CALLS_A_DAY = 10
const PATH = '/www.clarity.ms/export-data/api/v1/project-live-insights?numOfDays=1'

let tablero: ConnectApp
before(async () => {
  tablero = await connect_app({ now: '2026-11-16T14:20:00Z', areas: unlimited(areas) })
})
after(() => tablero?.close())

interface Started {
  syncs: { connection_id: string; run_id: string; state: string; limited_until?: string }[]
}
const trigger = async (platform = 'heat_a') => {
  const { body } = await tablero.post('trigger_sync', { platform })
  const { syncs = [] } = (JSON.parse(body).result ?? {}) as Partial<Started>
  assert.equal(syncs.length, 1, body)
  return syncs[0]!
}

async function run({ connection_id, run_id }: Started['syncs'][number]) {
  const { engine, org_id } = tablero
  const signal = new AbortController().signal
  const parts = { ...engine, pool: engine.pool.worker }
  return run_sync(parts, { org_id, connection_id, run_id, all_streams: true, signal })
}

for (const platform of platform_keys)
  test(`${platform} can be synced as soon as it is connected, and not before`, async () => {
    const { engine, org_id } = tablero
    const { statusCode, body } = await tablero.post('trigger_sync', { platform })
    assert.equal(statusCode, 400)
    assert.match(JSON.parse(body).error, new RegExp(`^${platform} is not connected`))

    const account = sandbox_connections.find((one) => one.platform === platform)
    assert.ok(account, `sandbox/connections.ts has no account of ${platform}`)
    const connection_id = await in_org(engine.pool.worker, { org_id }, (db) =>
      create_connection(db, engine, { org_id, ...account }),
    )
    const started = await trigger(platform)
    assert.deepEqual([started.connection_id, started.state], [connection_id, 'started'])
    const { rows } = await tablero.db.query(
      `select r.state, r.trigger, count(j.id)::int as jobs from sync_runs r
       left join graphile_worker.jobs j on j.task_identifier = 'sync_connection' and j.key like '%:' || r.run_id
       where r.run_id = $1 group by 1, 2`,
      [started.run_id],
    )
    assert.deepEqual(rows, [{ state: 'queued', trigger: 'tool', jobs: 1 }])
    await tablero.db.query('delete from connections where connection_id = $1', [connection_id])
  })

test('a vendor’s name is answered with the key to send', async () => {
  const refused = async (platform: unknown) => JSON.parse((await tablero.post('trigger_sync', { platform })).body).error
  assert.equal(await refused('shopify'), "platform: 'shopify' is sx (Shopify); name this key.")
  assert.match(await refused('meta'), /^platform: 'meta' can be mx_ads \(Meta Ads\) or social_a \(Instagram\)/)
  assert.match(await refused('hubspot'), /'hubspot' is no platform key\. Keys: gx_ads \(Google Ads\), mx_ads/)
  assert.match(await refused(7), /^platform: must be one of gx_ads, mx_ads/)
})

test('where the calls of the day are used up, the answer says when the sync reads what it could not', async () => {
  const { engine, org_id, sandbox } = tablero
  const account = sandbox_connections.find(({ platform }) => platform === 'heat_a')!
  await in_org(engine.pool.worker, { org_id }, (db) => create_connection(db, engine, { org_id, ...account }))
  const headers = { authorization: 'Bearer clarity_sandbox' }
  for (let call = 0; call < CALLS_A_DAY; call++) await sandbox.app.inject({ url: PATH, headers })

  const first = await trigger()
  assert.equal(first.limited_until, undefined)
  assert.equal(await run(first), 'failed')
  const second = await trigger()
  assert.deepEqual([second.state, second.limited_until], ['started', '2026-11-17T00:00:00.000Z'])
  assert.equal(await run(second), 'failed')
  // The connector could not know of the calls by others.
  sandbox.limits.clear_violations()

  sandbox.clock.advance(10 * HOUR_MS)
  const third = await trigger()
  assert.equal(third.limited_until, undefined)
  assert.equal(await run(third), 'succeeded')
  assert.equal((await trigger()).limited_until, undefined)
})

test('where syncs have used the calls of the day, the answer says so before a sync has failed', async () => {
  const { engine, org_id, sandbox } = tablero
  sandbox.clock.advance(48 * HOUR_MS)
  await tablero.db.query('delete from connections')
  const account = sandbox_connections.find(({ platform }) => platform === 'heat_a')!
  await in_org(engine.pool.worker, { org_id }, (db) => create_connection(db, engine, { org_id, ...account }))
  const first = await trigger()
  assert.equal(first.limited_until, undefined)
  assert.equal(await run(first), 'succeeded')
  // Another connection with the same token uses the others.
  await tablero.db.query('update vendor_budgets set used = array[$1::int] || used[2:]', [CALLS_A_DAY])
  const started = await trigger()
  const named = Date.parse(started.limited_until ?? '')
  assert.ok(named > sandbox.clock.now() + HOUR_MS, String(started.limited_until))
  const calls = sandbox.log.list('heat_a').length
  // Without its cursors, the sync has days to read.
  await tablero.db.query('delete from sync_cursors')
  assert.equal(await run(started), 'failed')
  assert.equal(sandbox.log.list('heat_a').length, calls)
  const [{ limited_until }] = (await tablero.connections()) as [{ limited_until: string }]
  assert.ok(Math.abs(Date.parse(limited_until) - named) < 60_000, `${limited_until} and ${started.limited_until}`)
})
