// A limit that belongs to an account of a platform, such as Meta's limits of an ad account.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { mx_ads } from '#connectors/mx_ads/index.ts'
import { in_org } from '#db/org.ts'
import { type SyncBench, sync_bench } from '#test/sync.ts'

const PAUSE_S = 5 * 3_600
/** Hourly syncs start within a tenth of the hour. */
const NEXT_MS = 3_600_000 * 1.1

let bench: SyncBench
let place: { org_id: string; connection_id: string }
before(async () => {
  bench = await sync_bench({ connectors: { mx_ads }, history_days: 10 })
  place = await bench.connect('mx_ads')
})
after(() => bench?.close())

const read = <T>(work: Parameters<typeof in_org<T>>[2]) =>
  in_org(bench.engine.pool.worker, { org_id: place.org_id, read_only: true }, work)
const connection = () => read((db) => db.selectFrom('connections').selectAll().executeTakeFirstOrThrow())
const accounts_with_rows = async () => {
  const { campaign_daily = [] } = await bench.rows(place.org_id)
  return [...new Set(campaign_daily.map(({ account_id }) => String(account_id)))].sort()
}

test('an account whose limit is used up does not delay the others, which the schedule reads as often as ever', async () => {
  const [first = '', ...others] = bench.sandbox.world.ads.mx.accounts.map(({ id }) => id).sort()
  assert.ok(others.length > 0)
  bench.sandbox.faults.add({
    platform: 'mx_ads',
    kind: 'throttle',
    seconds: PAUSE_S,
    path: `act_${first}/insights`,
    count: 0,
  })
  assert.equal((await bench.sync(place)).end, 'failed')
  assert.deepEqual(await accounts_with_rows(), others)
  const now = bench.sandbox.clock.now()
  const { limited_until, next_sync_at, last_error } = await connection()
  assert.match(last_error ?? '', /limits calls for now/)
  assert.ok(Math.abs(Date.parse(limited_until!) - now - PAUSE_S * 1000) < 60_000, limited_until!)
  assert.ok(Date.parse(next_sync_at!) - now <= NEXT_MS, next_sync_at!)
  // One request found the limit. The streams that follow do not ask again.
  const asked = bench.sandbox.log.list('mx_ads').filter(({ url }) => url.includes(`act_${first}/insights`))
  assert.equal(asked.length, 1)
})

test('a later sync reads the account when its limit has ended', async () => {
  bench.sandbox.faults.clear()
  bench.sandbox.clock.advance(PAUSE_S * 1000)
  assert.equal((await bench.sync(place)).end, 'succeeded')
  assert.deepEqual(await accounts_with_rows(), bench.sandbox.world.ads.mx.accounts.map(({ id }) => id).sort())
  assert.equal((await connection()).limited_until, null)
})
