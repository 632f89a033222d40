// The limit of a developer token: 15,000 operations in any 24 hours over all organizations, unless the operator states standard access.
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { gx_ads } from '#connectors/gx_ads/index.ts'
import { type SyncBench, sync_bench } from '#test/sync.ts'
import { sandbox_apps } from '../../sandbox/connections.ts'

const APP = 'gx_ads/app %'
const OPERATIONS = 15_000

let bench: SyncBench
before(async () => {
  bench = await sync_bench({ connectors: { gx_ads }, history_days: 6 })
})
after(() => bench.close())
beforeEach(() => {
  bench.forget_limits()
  bench.engine.apps = { gx_ads: sandbox_apps.gx_ads! }
})

const budgets = async () =>
  (await bench.engine.pool.system.query('select used from vendor_budgets where budget like $1', [APP])).rows
/** As if other organizations had used the limit. */
const use = (requests: number) =>
  bench.engine.pool.system.query('update vendor_budgets set used = array[$2::int] || used[2:] where budget like $1', [
    APP,
    requests,
  ])

async function synced() {
  const place = await bench.connect('gx_ads')
  bench.sandbox.log.clear()
  const { end } = await bench.sync(place)
  const sent = bench.sandbox.log.list('gx_ads').length
  const { rows } = await bench.engine.pool.system.query<{ error: string }>(
    'select error from sync_runs where connection_id = $1',
    [place.connection_id],
  )
  return { end, sent, error: rows[0]?.error }
}

test('organizations share the operations of a day, and a sync that finds none left waits for them', async () => {
  const first = await synced()
  assert.equal(first.end, 'succeeded')
  const before = (await budgets()).flatMap(({ used }) => used as number[]).reduce((sum, n) => sum + n, 0)
  assert.equal(before, first.sent)
  await use(OPERATIONS)
  const second = await synced()
  assert.deepEqual([second.end, second.sent], ['failed', 0])
  assert.match(second.error ?? '', /limits calls for now; the sync continues after 2026-11-21/)
})

test('with standard access there is no such limit; another token has it', async () => {
  bench.engine.apps = { gx_ads: { ...sandbox_apps.gx_ads, access_level: 'standard' } }
  assert.equal((await synced()).end, 'succeeded')
  assert.deepEqual(await budgets(), [])
  bench.engine.apps = { gx_ads: { developer_token: 'of-the-operator', access_level: 'standard' } }
  assert.equal((await synced()).end, 'succeeded')
  assert.equal((await budgets()).length, 1)
})
