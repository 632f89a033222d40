// A connector that reads its platform in another way declares a new version. Then stored days are read again, behind everything else.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { connectors } from '#connectors/index.ts'
import { in_org } from '#db/org.ts'
import { add_days } from '#domain/windows.ts'
import { has_history_left, run_backfill } from '#engine/sync/backfill.ts'
import { type SyncBench, sync_bench } from '#test/sync.ts'
import { with_history_of } from '../connectors/short_history.ts'

const TODAY = '2026-11-20'
const HISTORY_DAYS = 130
/** Syncs read these days again, because LinkedIn restates them. */
const OVERLAP_DAYS = 30
const { signal } = new AbortController()

let bench: SyncBench
before(async () => {
  const net_c_ads = with_history_of(HISTORY_DAYS, connectors.net_c_ads!)
  bench = await sync_bench({ connectors: { net_c_ads }, history_days: HISTORY_DAYS })
})
after(() => bench?.close())

type Place = Awaited<ReturnType<SyncBench['connect']>>

const values_of = ({ org_id }: Place) =>
  in_org(bench.engine.pool.worker, { org_id, read_only: true }, (db) =>
    db
      .selectFrom('campaign_daily')
      .select(['account_id', 'campaign_id', 'date', 'conversions', 'conversion_value_micros'])
      .orderBy('account_id')
      .orderBy('campaign_id')
      .orderBy('date')
      .execute(),
  )
const cursors_of = ({ org_id }: Place) =>
  in_org(bench.engine.pool.worker, { org_id, read_only: true }, (db) =>
    db
      .selectFrom('sync_cursors')
      .select(['stream', 'covered_from', 'cursor'])
      .where('stream', 'like', '%_daily')
      .execute(),
  )
const is_left = ({ org_id, connection_id }: Place) =>
  in_org(bench.engine.pool.worker, { org_id, read_only: true }, (db) => has_history_left(db, connection_id))
const backfill = async (place: Place) => {
  for (;;) {
    const end = await run_backfill(bench.engine, { ...place, signal })
    if (end !== 'more') return assert.equal(end, 'done')
  }
}
/** Rows and cursors as an earlier version of the connector stored them. */
const as_version_1 = ({ org_id }: Place) =>
  in_org(bench.engine.pool.worker, { org_id }, async (db) => {
    await db.updateTable('campaign_daily').set({ conversion_value_micros: 0n, conversions: '0' }).execute()
    await db.updateTable('sync_cursors').set({ cursor: sql`cursor - 'reading'` }).execute()
  })

test('days that an earlier version stored are read again after the syncs, and stay known until then', async () => {
  const place = await bench.connect('net_c_ads')
  await bench.sync(place)
  await backfill(place)
  assert.equal(await is_left(place), false)
  const right = await values_of(place)
  const [covered] = await cursors_of(place)
  const settled = add_days(TODAY, -OVERLAP_DAYS - 2)
  const claims = (rows: typeof right) => rows.filter(({ date }) => date < settled).map((row) => Number(row.conversions))
  assert.ok(claims(right).some((count) => count > 0))

  await as_version_1(place)
  bench.sandbox.clock.advance(86_400_000)
  await bench.sync(place)
  assert.ok(
    claims(await values_of(place)).every((count) => count === 0),
    'a sync reads only the days that can change',
  )
  assert.equal(await is_left(place), true)
  for (const { stream, covered_from } of await cursors_of(place))
    assert.equal(covered_from, covered!.covered_from, stream)

  await backfill(place)
  const last = right.at(-1)!.date
  assert.deepEqual(
    (await values_of(place)).filter(({ date }) => date < settled),
    right.filter(({ date }) => date < settled),
  )
  assert.ok(last > settled)
  assert.equal(await is_left(place), false)
  for (const { cursor } of await cursors_of(place)) assert.equal((cursor as { reading?: number }).reading, 2)
  bench.sandbox.log.clear()
  assert.equal(await run_backfill(bench.engine, { ...place, signal }), 'done')
  assert.equal(bench.sandbox.log.list('net_c_ads').filter(({ url }) => url.includes('adAnalytics')).length, 0)
})
