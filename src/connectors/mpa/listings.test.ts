// Listings whose part of a multiget is refused, through the whole engine.
import assert from 'node:assert/strict'
import { after, afterEach, before, test } from 'node:test'
import { in_org } from '#db/org.ts'
import { canned_api } from '#test/canned_api.ts'
import { type SyncBench, sync_bench } from '#test/sync.ts'
import { mpa } from './index.ts'

const HOUR_MS = 61 * 60_000
const { listings } = mpa.streams

let bench: SyncBench
let place: { org_id: string; connection_id: string }
before(async () => {
  bench = await sync_bench({ connectors: { mpa: { ...mpa, streams: { listings: listings! } } } })
  place = await bench.connect('mpa')
  assert.equal((await bench.sync(place)).end, 'succeeded')
})
afterEach(() => bench.sandbox.faults.clear())
after(() => bench?.close())

const ids = async () =>
  (await bench.rows(place.org_id)).marketplace_listings!.map(({ listing_id }) => listing_id).sort()

/** Two reads, of which the second could confirm a loss. Returns the end and the counted values of the last one. */
async function two_reads() {
  let last: Awaited<ReturnType<SyncBench['sync']>>
  for (let n = 0; n < 2; n++) {
    bench.sandbox.clock.advance(HOUR_MS)
    last = await bench.sync(place)
  }
  const { unreadable } = await in_org(bench.engine.pool, { org_id: place.org_id, read_only: true }, (db) =>
    db.selectFrom('sync_runs').select('unreadable').where('run_id', '=', last.run_id).executeTakeFirstOrThrow(),
  )
  return { end: last!.end, unreadable }
}

const fault = (of: object) => bench.sandbox.faults.add({ platform: 'mpa', kind: 'own', path: 'GET .*/items\\?', ...of })

test('an item whose code is a passing error is asked for again, and ends the sync when that does not help', async () => {
  const before = await ids()
  fault({ name: 'item_fails', count: 2 })
  assert.deepEqual(await two_reads(), { end: 'succeeded', unreadable: {} })
  assert.deepEqual(await ids(), before)
  fault({ name: 'item_fails', count: 0 })
  assert.equal((await two_reads()).end, 'failed')
  assert.deepEqual(await ids(), before)
})

test('an item that is refused keeps its row and is counted, while one that does not exist leaves after two reads', async () => {
  const before = await ids()
  const { ml } = bench.sandbox.world.markets
  const all = ml.listings
  fault({ name: 'item_denied', count: 0 })
  const missing_id = all().at(-1)!.id
  ml.listings = () => all().filter(({ id }) => id !== missing_id)
  try {
    const { end, unreadable } = await two_reads()
    assert.equal(end, 'succeeded')
    assert.ok(Number((unreadable as Record<string, number>).listings) > 0)
    assert.deepEqual(
      await ids(),
      before.filter((id) => id !== missing_id),
    )
  } finally {
    ml.listings = all
  }
})

test('a title that the marketplace writes is known', async () => {
  const { world } = bench.sandbox
  const [written, own] = world.markets.ml.listings().map(({ id }) => id)
  world.writes.change('mpa', `listing ${written}`, { family_name: 'Taza de barro' })
  assert.equal((await two_reads()).end, 'succeeded')
  const rows = new Map(
    (await bench.rows(place.org_id)).marketplace_listings!.map((row) => [row.listing_id, row.is_title_written]),
  )
  assert.deepEqual([rows.get(written), rows.get(own)], [true, false])
})

test('visits of an item that Mercado Libre does not give are named as missing', async () => {
  const { api } = canned_api([
    { results: ['MLM1', 'MLM2'], scroll_id: null },
    [
      { code: 200, body: { id: 'MLM1', title: 'Vela', status: 'active' } },
      { code: 403, body: { message: 'no', error: 'forbidden', status: 403 } },
    ],
    { total_visits: 26 },
  ])
  const counted: string[] = []
  const account = { account_id: '7', name: 'Shop', currency: 'MXN', time_zone: 'America/Mexico_City' }
  const context = { account, unreadable: (what: string) => counted.push(what) }
  const { visits } = mpa.streams
  assert.ok(visits && !('since' in visits) && !('window' in visits))
  const rows: unknown[] = []
  for await (const page of visits.read({ api, account, settings: {} }))
    for (const one of page) rows.push(...Object.values(visits.rows(one, context)))
  assert.deepEqual([rows.length, counted], [1, ['visits of listings']])
})
