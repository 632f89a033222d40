// LinkedIn's own ways: a report of an account that may not be read is empty, as if nothing had happened.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { in_org } from '#db/org.ts'
import { DAY_MS } from '#lib/durations.ts'
import { type SyncBench, sync_bench } from '#test/sync.ts'
import { with_history_of } from '../../../test/connectors/short_history.ts'
import { net_c_ads } from './index.ts'

const [READ, DENIED] = ['508720451', '508777244']

let bench: SyncBench
before(async () => {
  bench = await sync_bench({ connectors: { net_c_ads: with_history_of(5, net_c_ads) } })
})
after(() => bench?.close())

test('an account without access is denied, and its empty reports cover no day', async () => {
  const place = await bench.connect('net_c_ads')
  await bench.sync(place)
  bench.sandbox.faults.add({ kind: 'deny_account', path: `(adAnalytics.*|adAccounts/)${DENIED}`, count: 0 })
  bench.sandbox.clock.advance(2 * DAY_MS)
  const { end } = await bench.sync(place)
  bench.sandbox.faults.clear()
  assert.equal(end, 'succeeded')
  const states = await in_org(bench.engine.pool.worker, { org_id: place.org_id, read_only: true }, (db) =>
    db
      .selectFrom('sync_cursors')
      .select(['account_id', 'state', 'covered_until'])
      .where('stream', '=', 'campaign_daily')
      .orderBy('account_id')
      .execute(),
  )
  assert.deepEqual(
    states.map(({ account_id, state, covered_until }) => [account_id, state, covered_until]),
    [
      [READ, 'ok', '2026-11-21'],
      [DENIED, 'denied', '2026-11-19'],
    ],
  )
})
