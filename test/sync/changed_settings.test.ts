// A setting on which stored orders depend changes. They are read again behind everything else, and an answer says so meanwhile.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { connectors } from '#connectors/index.ts'
import { in_org } from '#db/org.ts'
import { scopes } from '#domain/scopes.ts'
import { call } from '#engine/calls/call.ts'
import type { Settings } from '#engine/connector.ts'
import { has_history_left, run_backfill } from '#engine/sync/backfill.ts'
import { create_key } from '#test/access.ts'
import { type SyncBench, sync_bench } from '#test/sync.ts'
import { unlimited } from '#test/unlimited.ts'
import { summary } from '#tools/summary/index.ts'

const HISTORY_DAYS = 130
/** Older than what any sync reads again. */
const OLD = { date_from: '2026-07-20', date_to: '2026-08-10' }
const QUARTER_MS = 20 * 60_000
const { signal } = new AbortController()

let bench: SyncBench
before(async () => {
  bench = await sync_bench({ areas: unlimited({ summary }), history_days: HISTORY_DAYS })
})
after(() => bench?.close())

type Place = Awaited<ReturnType<SyncBench['connect']>>

/** The shop's own meaning of a state. */
const CHANGED: Settings = { states: { completed: 'pending' } }

const set = ({ org_id }: Place, changed: Settings, removed: readonly string[] = []) =>
  in_org(bench.engine.pool.worker, { org_id }, async (db) => {
    const { settings } = await db.selectFrom('connections').select('settings').executeTakeFirstOrThrow()
    const kept = Object.entries(settings as Settings).filter(([name]) => !removed.includes(name))
    await db
      .updateTable('connections')
      .set({ settings: JSON.stringify({ ...Object.fromEntries(kept), ...changed }) })
      .execute()
  })
const is_left = ({ org_id, connection_id }: Place) =>
  in_org(bench.engine.pool.worker, { org_id, read_only: true }, (db) => has_history_left(db, connection_id))

async function sync(place: Place): Promise<void> {
  bench.sandbox.clock.advance(QUARTER_MS)
  assert.equal((await bench.sync(place, { all_streams: false })).end, 'succeeded')
}
async function backfill(place: Place): Promise<void> {
  for (;;) {
    const end = await run_backfill(bench.engine, { ...place, signal })
    if (end !== 'more') return assert.equal(end, 'done')
  }
}

/** What figures make of each order. */
async function meaning({ org_id }: Place) {
  const { store_orders = [] } = await bench.rows(org_id)
  return new Map(
    store_orders.map((one) => [one.order_id, `${one.is_voided} ${one.is_pending} ${one.imported_from}`] as const),
  )
}
type Meaning = Awaited<ReturnType<typeof meaning>>
/** How many orders of both have another meaning. New orders come in while the clock moves. */
const others = (one: Meaning, two: Meaning) => [...one].filter(([id, of]) => two.has(id) && two.get(id) !== of).length

async function asker({ org_id }: Place) {
  const { key } = await create_key(bench.engine.pool, { org_id, name: 'all', scopes })
  return async () => {
    const asked = {
      tool: 'get_kpi_summary',
      input: OLD,
      credential: key,
      org_id: undefined,
      transport: 'rest' as const,
    }
    const given = await call(bench.engine, { ...asked, request_id: 'test' })
    assert.ok(given.ok, JSON.stringify(given))
    const { orders, notes, window } = given.result as {
      orders: number
      notes: string[]
      window: { is_partial: boolean }
    }
    return { orders, note: notes.find((one) => one.includes('settings')), is_partial: window.is_partial }
  }
}

test('orders that former settings read are read again after the syncs, newest first, and count as before until then', async () => {
  const place = await bench.connect('store_c')
  const ask = await asker(place)
  await bench.sync(place)
  await backfill(place)
  const [former, said] = [await meaning(place), await ask()]
  assert.ok(said.orders > 0)
  assert.equal(said.note, undefined)

  const other = await bench.connect('store_c')
  await set(other, CHANGED)
  await bench.sync(other)
  await backfill(other)
  assert.equal(await is_left(other), false)
  const present = await meaning(other)
  assert.ok(others(present, former) > 0)

  await set(place, CHANGED)
  await sync(place)
  assert.equal(await is_left(place), true)
  const between = await ask()
  assert.deepEqual([between.orders, between.is_partial], [said.orders, said.is_partial])
  const note = /^The settings of store_c \(.*\) were changed\. Its records before .* count by the former/
  assert.match(between.note ?? '', note)

  bench.sandbox.log.clear()
  await backfill(place)
  assert.equal(others(await meaning(place), present), 0)
  const after_it = await ask()
  assert.deepEqual(after_it, await (await asker(other))())
  assert.equal(after_it.note, undefined)
  assert.equal(await is_left(place), false)
  const asked = bench.sandbox.log.list('store_c').filter(({ url }) => /\/orders\?/.test(url))
  assert.ok(asked.length > 0)
  const before_days = asked.flatMap(({ url }) => new URL(url, 'https://shop.example').searchParams.get('before') ?? [])
  assert.ok(before_days.length > 1)
  assert.deepEqual(before_days, before_days.toSorted().reverse())

  await set(place, {}, ['states'])
  await sync(place)
  await backfill(place)
  assert.equal(others(await meaning(place), former), 0)
  bench.sandbox.log.clear()
  await sync(place)
  await backfill(place)
  assert.equal(await is_left(place), false)
})

test('a setting that was changed and changed back between two syncs leaves no order of the other one', async () => {
  const place = await bench.connect('store_c')
  await bench.sync(place)
  await set(place, CHANGED)
  await backfill(place)
  await set(place, {}, ['states'])
  await sync(place)
  await backfill(place)
  const { store_orders = [] } = await bench.rows(place.org_id)
  assert.ok(store_orders.every((one) => one.financial_status !== 'completed' || !one.is_pending))
})

test('each setting that rows of a stream use is one of its connector, and all its records can be read again', () => {
  const declared = Object.entries(connectors).flatMap(([platform, { settings, streams }]) =>
    Object.entries(streams).flatMap(([name, stream]) => {
      if (!('since' in stream) || !stream.since.rows_by) return []
      assert.ok(stream.read_created, `${platform} ${name}`)
      for (const setting of stream.since.rows_by) assert.ok(setting in settings.shape, `${platform} ${name} ${setting}`)
      return [`${platform} ${name}: ${stream.since.rows_by.join()}`]
    }),
  )
  assert.deepEqual(declared.sort(), ['store_c orders: states,imported_channels', 'sx orders: imported_channels'])
})
