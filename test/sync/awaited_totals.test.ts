// A platform that still builds its own total of days whose rows it has built.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { net_d_ads } from '#connectors/net_d_ads/index.ts'
import { in_org } from '#db/org.ts'
import { type SyncBench, sync_bench } from '#test/sync.ts'

let bench: SyncBench
before(async () => {
  bench = await sync_bench({ connectors: { net_d_ads } })
})
after(() => bench?.close())

test('days wait while the platform builds their total, and are then stored and compared', async () => {
  const place = await bench.connect('net_d_ads')
  const stored = () =>
    in_org(bench.engine.pool.worker, { org_id: place.org_id, read_only: true }, async (db) => ({
      rows: await db.selectFrom('campaign_daily').select(['account_id', 'date']).execute(),
      read: await db
        .selectFrom('sync_cursors')
        .select(['account_id', 'covered_from', 'covered_until'])
        .where('stream', '=', 'campaign_daily')
        .where('covered_from', 'is not', null)
        .execute(),
      compared: await db
        .selectFrom('ledger')
        .select(['account_id', 'date', 'verdict'])
        .where('stream', '=', 'campaign_daily')
        .where('measure', '=', 'spend_micros')
        .execute(),
    }))
  bench.sandbox.faults.add({
    platform: 'net_d_ads',
    kind: 'own',
    name: 'unfinished_totals',
    path: 'GET .*/stats/jobs/',
    count: 0,
  })
  assert.equal((await bench.sync(place)).end, 'succeeded')
  assert.deepEqual(await stored(), { rows: [], read: [], compared: [] })
  bench.sandbox.faults.clear()
  assert.equal((await bench.sync(place)).end, 'succeeded')
  const { rows, read, compared } = await stored()
  const covered = new Map(read.map(({ account_id, covered_until }) => [account_id, covered_until!]))
  const over = rows.filter(({ account_id, date }) => date <= covered.get(account_id)!)
  const days = (found: { account_id: string; date: string }[]) =>
    [...new Set(found.map(({ account_id, date }) => `${account_id} ${date}`))].sort()
  assert.ok(over.length > 0)
  assert.deepEqual(days(compared), days(over))
  const ordered = bench.sandbox.log
    .list('net_d_ads')
    .filter(({ method, url }) => method === 'POST' && url.includes('entity=CAMPAIGN&'))
  assert.ok(ordered.length > 0)
  assert.equal(new Set(ordered.map(({ url }) => url)).size, ordered.length, 'no report of rows is ordered twice')
  assert.deepEqual(new Set(compared.map(({ verdict }) => verdict)), new Set(['matches']))
})
