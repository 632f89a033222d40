// The access of a connection, or its choice of accounts, changes while a sync or a reading of older days works.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { connectors } from '#connectors/index.ts'
import { in_org } from '#db/org.ts'
import type { Connector } from '#engine/connector.ts'
import { run_backfill } from '#engine/sync/backfill.ts'
import { with_run } from '#engine/sync/connected.ts'
import { cancel_syncs_of } from '#engine/sync/runs.ts'
import type { Context } from '#engine/tool.ts'
import { VendorRefusal } from '#engine/vendors/refusal.ts'
import { WHOLE_HISTORY } from '#test/recent.ts'
import { type SyncBench, sync_bench } from '#test/sync.ts'
import { disconnect_platform } from '#tools/connections/disconnect_platform.ts'

type Place = Awaited<ReturnType<SyncBench['connect']>>
const EPOCH = '1970-01-01T00:00:00.000Z'

let bench: SyncBench
/** Runs after the platform has listed its accounts, and before they are stored. */
let on_list = async () => {}
const gx_ads: Connector = {
  ...connectors.gx_ads!,
  accounts: {
    ...connectors.gx_ads!.accounts,
    async read(source) {
      const listed = await connectors.gx_ads!.accounts.read(source)
      await on_list()
      return listed
    },
  },
}
before(async () => {
  bench = await sync_bench({ connectors: { ...connectors, gx_ads }, last_days: WHOLE_HISTORY })
})
after(() => bench?.close())

const count = async ({ org_id }: Place) => Object.values(await bench.rows(org_id)).flat().length
const connection_of = ({ org_id, connection_id }: Place) =>
  in_org(bench.engine.pool.worker, { org_id, read_only: true }, (db) =>
    db.selectFrom('connections').selectAll().where('connection_id', '=', connection_id).executeTakeFirstOrThrow(),
  )
const disconnect = ({ org_id, connection_id }: Place) =>
  in_org(bench.engine.pool.worker, { org_id }, (db) =>
    disconnect_platform.run!({ connection_id }, {
      ...{ db, now: bench.engine.clock.now(), enqueue: async () => {} },
    } as unknown as Context & { look_result: undefined }),
  )

/** Disconnects at the second stored page, and returns how many rows there are then. The platform refuses the token from then on. */
async function disconnected_during(place: Place, work: () => Promise<unknown>): Promise<number> {
  const { sync_observers } = bench.engine
  let pages = 0
  let rows: Promise<number> | undefined
  sync_observers.push(() => {
    pages += 1
    if (pages !== 2) return
    rows = disconnect(place).then(() => count(place))
    bench.sandbox.tokens.revoke('gx_ads')
  })
  try {
    await work()
    assert.ok(rows, 'no second page was stored')
    return await rows
  } finally {
    sync_observers.pop()
    bench.sandbox.tokens.restore('gx_ads')
  }
}

test('a connection that a person ends during its sync gets no further rows, and nobody is asked to connect it again', async () => {
  const place = await bench.connect('gx_ads')
  let end: string | undefined
  const rows = await disconnected_during(place, async () => {
    end = (await bench.sync(place)).end
  })
  assert.equal(end, 'cancelled')
  assert.equal(await count(place), rows, 'no row came after the end')
  const { status, needs_reconnection, last_error } = await connection_of(place)
  assert.deepEqual([status, needs_reconnection, last_error], ['revoked', false, null])
  const said = await in_org(bench.engine.pool.worker, { org_id: place.org_id }, (db) =>
    db.selectFrom('notifications').selectAll().execute(),
  )
  assert.deepEqual(said, [])
})

test('a connection that a person ends while older days are read gets no further rows', async () => {
  const place = await bench.connect('gx_ads')
  await bench.sync(place)
  await in_org(bench.engine.pool.worker, { org_id: place.org_id }, (db) =>
    db.deleteFrom('campaign_daily').where('date', '<', '2026-11-18').execute(),
  )
  const signal = new AbortController().signal
  let end: string | undefined
  const rows = await disconnected_during(place, async () => {
    end = await run_backfill(bench.engine, { ...place, signal })
  })
  assert.equal(end, 'done')
  assert.equal(await count(place), rows)
  assert.equal((await connection_of(place)).needs_reconnection, false)
})

test('what the platform refuses after the end of a connection is no failure, and otherwise it is', async () => {
  const refused = async (place: Place, before: () => Promise<unknown>) =>
    with_run(bench.engine, { ...place, signal: new AbortController().signal }, 'backfill', async () => {
      await before()
      throw new VendorRefusal('revoked', 'The platform refused.')
    })
  const [ended, active] = [await bench.connect('gx_ads'), await bench.connect('gx_ads')]
  assert.equal(await refused(ended, () => disconnect(ended)), undefined)
  await assert.rejects(
    refused(active, async () => {}),
    { message: 'The platform refused.' },
  )
})

test('a sync that has just listed the accounts of an earlier choice does not store this list over the new choice', async () => {
  const place = await bench.connect('gx_ads')
  await bench.sync(place)
  const listed = () =>
    in_org(bench.engine.pool.worker, { org_id: place.org_id }, async (db) => {
      const rows = await db.selectFrom('connection_accounts').select('seen_at').execute()
      return new Set(rows.map(({ seen_at }) => new Date(seen_at).toISOString()))
    })
  on_list = () =>
    in_org(bench.engine.pool.worker, { org_id: place.org_id }, async (db) => {
      await cancel_syncs_of(db, place.connection_id, bench.engine.clock.now())
      await db.updateTable('connection_accounts').set({ seen_at: EPOCH }).execute()
    })
  try {
    assert.equal((await bench.sync(place)).end, 'cancelled')
  } finally {
    on_list = async () => {}
  }
  assert.deepEqual(await listed(), new Set([EPOCH]))
})

test('a list of accounts that a fast clock stored is read again as soon as the clock is right', async () => {
  const place = await bench.connect('gx_ads')
  await bench.sync(place)
  await in_org(bench.engine.pool.worker, { org_id: place.org_id }, (db) =>
    db.updateTable('connection_accounts').set({ seen_at: '2026-12-30T00:00:00Z' }).execute(),
  )
  let is_listed = false
  on_list = async () => {
    is_listed = true
  }
  try {
    await bench.sync(place, { all_streams: false })
  } finally {
    on_list = async () => {}
  }
  assert.ok(is_listed)
})
