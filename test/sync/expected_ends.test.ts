// When the history of a stream should be stored, while nothing older than the first slice is read: limits can delay the rest for hours.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { connectors } from '#connectors/index.ts'
import { in_org } from '#db/org.ts'
import { add_days } from '#domain/windows.ts'
import { type SyncBench, sync_bench } from '#test/sync.ts'
import { read_streams } from '#tools/connections/reading_states.ts'

const TODAY = '2026-11-20'
const HOUR_MS = 3_600_000

let bench: SyncBench
before(async () => {
  bench = await sync_bench({ connectors: { gx_analytics: connectors.gx_analytics! }, history_days: 20 })
})
after(() => bench?.close())

test('the first slice says how long the older days take, before one of them is read', async () => {
  const { org_id, connection_id } = await bench.connect('gx_analytics')
  assert.equal((await bench.sync({ org_id, connection_id })).end, 'succeeded')
  const began_ms = Date.parse(`${TODAY}T18:00:00Z`)
  const in_an_hour = new Date(began_ms + HOUR_MS)
  const end_with = (cursor: object) =>
    in_org(bench.engine.pool.worker, { org_id }, async (db) => {
      await db
        .updateTable('sync_cursors')
        .set({ cursor: sql`cursor || ${JSON.stringify(cursor)}::jsonb` })
        .execute()
      const [daily] = await read_streams({ db, org: { time_zone: 'UTC' }, now: in_an_hour })
      return daily!.history_expected_at && Date.parse(daily!.history_expected_at)
    })
  // Twenty days took an hour, and forty are left.
  const first = add_days(TODAY, -19)
  const history = { from: first, since: new Date(began_ms).toISOString(), goal: add_days(first, -40) }
  assert.equal(await end_with({ read_from: first, history_left: true, history }), in_an_hour.getTime() + 2 * HOUR_MS)
  // Ten older days took the hour, and thirty are left.
  assert.equal(await end_with({ read_from: add_days(first, -10) }), in_an_hour.getTime() + 3 * HOUR_MS)
})
