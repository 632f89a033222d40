// The orders of each day are compared with the platform's own number of them: once a day in a sync, and on request.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { connectors } from '#connectors/index.ts'
import { in_org } from '#db/org.ts'
import { add_days } from '#domain/windows.ts'
import type { ChangeStream } from '#engine/connector.ts'
import { reconcile } from '#engine/sync/reconcile.ts'
import { type SyncBench, sync_bench } from '#test/sync.ts'
import { with_history_of } from '../connectors/short_history.ts'

/** Why the orders of a platform are not counted. */
const uncounted: Record<string, string> = {}
const HISTORY_DAYS = 10
/** Each of them is compared every day, and at most as many older ones. */
const NEWEST_DAYS = 7
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** How WooCommerce is asked for a number of orders, and for orders. */
const COUNT = /orders\?.*after=.*_fields=id(&|$)/
const LIST = 'GET .*/orders\\?(?!.*_fields=id(&|$))'
/** Platforms that leave out some orders when they count. */
const leaves_out = new Set(['mpb_sp', 'mpa'])
const counting = Object.entries(connectors).filter(([, { streams }]) =>
  Object.values(streams).some((stream) => 'since' in stream && stream.count),
)

/** The table of a platform's orders `o`, and which of them an account `a` has and the platform counts. */
function table_of(platform: string) {
  if (connectors[platform]!.kind !== 'marketplace')
    return { name: 'store_orders', connection: 'store_connection_id', is_counted: 'true' }
  const states = platform === 'mpa' ? `o.status in ('paid', 'unfulfilled')` : 'true'
  return {
    name: 'marketplace_orders',
    connection: 'connection_id',
    is_counted: `o.account_id = a.account_id and ${states}`,
  }
}

let bench: SyncBench
before(async () => {
  const short = counting.map(([name, connector]) => [name, with_history_of(HISTORY_DAYS, connector)])
  bench = await sync_bench({ connectors: Object.fromEntries(short), history_days: 30 })
})
after(() => bench?.close())

type Place = Awaited<ReturnType<SyncBench['connect']>>
async function compared({ org_id, connection_id }: Place, days: { from?: string; to?: string } = {}) {
  const { signal } = new AbortController()
  const on_refused = ({ reason }: { reason: string }) => assert.fail(reason)
  const found = await reconcile(bench.engine, { org_id, connection_id, signal, on_refused, ...days })
  assert.ok(Array.isArray(found), String(found))
  return found
}

/** The verdicts that syncs stored, by day. */
const ledger = ({ org_id }: Place) =>
  in_org(bench.engine.pool.worker, { org_id, read_only: true }, (db) =>
    db
      .selectFrom('ledger')
      .select(['date', 'verdict', 'platform_total', 'stored_sum'])
      .where('stream', '=', 'orders')
      .orderBy('date')
      .execute(),
  )
const orders_state = ({ org_id }: Place) =>
  in_org(bench.engine.pool.worker, { org_id, read_only: true }, (db) =>
    db.selectFrom('sync_cursors').select(['state', 'reason']).where('stream', '=', 'orders').executeTakeFirstOrThrow(),
  )

test('the orders of every shop and marketplace are counted, or the reason is named', () => {
  const selling = Object.entries(connectors).filter(([, { kind }]) => kind === 'store' || kind === 'marketplace')
  assert.deepEqual(
    selling.map(([name]) => name).toSorted(),
    [...counting.map(([name]) => name), ...Object.keys(uncounted)].toSorted(),
  )
})

for (const [platform] of counting)
  describe(platform, () => {
    let place: Place
    before(async () => {
      place = await bench.connect(platform)
      assert.equal((await bench.sync(place)).end, 'succeeded')
    })

    test('the stored orders of each day that is over are as many as the platform counts', async () => {
      const found = await compared(place)
      assert.ok(found.length >= HISTORY_DAYS - 2, `${found.length} days`)
      assert.ok(found.some(({ platform_total }) => Number(platform_total) > 0))
      for (const { stream, measure, verdict, difference } of found) {
        assert.deepEqual([stream, measure, verdict], ['orders', 'orders', 'matches'])
        assert.ok(leaves_out.has(platform) ? Number(difference) <= 0 : difference === '0', difference)
      }
    })

    test('the stored orders of an account are its own, and of the states that the platform counts', async () => {
      const counted = table_of(platform)
      const { rows } = await in_org(bench.engine.pool.worker, { org_id: place.org_id, read_only: true }, (_, client) =>
        client.query<{ account: string; date: string; stored: string }>(
          `select a.name as account, (o.ordered_at at time zone a.time_zone)::date::text as date, count(*)::text as stored
           from ${counted.name} o join connection_accounts a on a.org_id = o.org_id and a.connection_id = o.${counted.connection}
           where o.org_id = $1 and o.${counted.connection} = $2 and ${counted.is_counted} group by 1, 2`,
          [place.org_id, place.connection_id],
        ),
      )
      const key = ({ account, date }: { account: string; date: string }) => `${account} ${date}`
      const stored = new Map(rows.map((row) => [key(row), row.stored]))
      for (const day of await compared(place)) assert.equal(day.stored_sum, stored.get(key(day)) ?? '0', key(day))
    })

    test('an order that is not stored is a drift of its day', async () => {
      const all = await compared(place)
      // One of the days that the next sync compares.
      const since = add_days(all.at(-1)!.date, 2 - NEWEST_DAYS)
      const newest = all.filter(({ date }) => date >= since)
      const [day] = newest.toSorted((one, other) => Number(other.stored_sum) - Number(one.stored_sum))
      const { name, connection, is_counted } = table_of(platform)
      await in_org(bench.engine.pool.worker, { org_id: place.org_id }, (_, client) =>
        client.query(
          `delete from ${name} where org_id = $1 and ${connection} = $2 and order_id in (
             select order_id from ${name} o join connection_accounts a on a.org_id = o.org_id and a.connection_id = o.${connection}
             where o.org_id = $1 and o.${connection} = $2 and a.name = $4 and ${is_counted}
               and o.ordered_at >= $3::date + interval '10 hours' and o.ordered_at < $3::date + interval '26 hours'
             order by order_id limit $5)`,
          [place.org_id, place.connection_id, day!.date, day!.account, 1 - Number(day!.difference)],
        ),
      )
      const drifts = (await compared(place)).filter(({ verdict }) => verdict === 'drift')
      assert.deepEqual(
        drifts.map(({ difference }) => difference),
        ['1'],
      )
    })

    test('a sync of the next day brings the order, and stores that all compared days match', async () => {
      bench.sandbox.clock.advance(DAY_MS)
      assert.equal((await bench.sync(place)).end, 'succeeded')
      const verdicts = await ledger(place)
      assert.ok(verdicts.length >= NEWEST_DAYS, `${verdicts.length} days`)
      assert.deepEqual(new Set(verdicts.map(({ verdict }) => verdict)), new Set(['matches']))
      assert.deepEqual(
        (await compared(place)).filter(({ verdict }) => verdict !== 'matches'),
        [],
      )
    })

    test('days that were not read are not compared', async () =>
      assert.deepEqual(await compared(place, { from: '2026-10-01', to: '2026-10-05' }), []))
  })

describe('a sync that compares the orders', () => {
  const counts = () => bench.sandbox.log.list('store_c').filter(({ url }) => COUNT.test(url)).length

  test('does so once a day', async () => {
    const place = await bench.connect('store_c')
    bench.sandbox.log.clear()
    await bench.sync(place)
    assert.ok(counts() >= NEWEST_DAYS && counts() <= 2 * NEWEST_DAYS, `${counts()} requests`)
    bench.sandbox.log.clear()
    bench.sandbox.clock.advance(HOUR_MS)
    await bench.sync(place)
    assert.equal(counts(), 0)
  })

  test('calls a stream suspect while the platform lists fewer than it counts, and soon stores what it lists again', async () => {
    const place = await bench.connect('store_c')
    bench.sandbox.faults.add({ platform: 'store_c', kind: 'halve', path: LIST, count: 0 })
    assert.equal((await bench.sync(place)).end, 'succeeded')
    const differing = (await ledger(place)).filter(({ verdict }) => verdict === 'drift')
    assert.ok(differing.length > 0)
    const suspect = await orders_state(place)
    assert.equal(suspect.state, 'suspect')
    const { date, platform_total, stored_sum } = differing.at(-1)!
    const sentence = `The platform's own total of ${date} differs from the stored rows: orders ${platform_total} at the platform, ${stored_sum} stored.`
    assert.ok(suspect.reason!.startsWith(sentence), suspect.reason!)
    bench.sandbox.faults.clear()
    bench.sandbox.clock.advance(HOUR_MS)
    assert.equal((await bench.sync(place)).end, 'succeeded')
    assert.deepEqual(await orders_state(place), { state: 'ok', reason: null })
    assert.deepEqual(new Set((await ledger(place)).map(({ verdict }) => verdict)), new Set(['matches']))
  })

  test('stores its orders also when the platform refuses to count, and compares them the next day', async () => {
    const place = await bench.connect('store_c')
    bench.sandbox.faults.add({ platform: 'store_c', kind: 'fail', status: 403, path: COUNT.source, count: 0 })
    assert.equal((await bench.sync(place)).end, 'succeeded')
    assert.deepEqual(await ledger(place), [])
    assert.deepEqual(await orders_state(place), { state: 'ok', reason: null })
    bench.sandbox.faults.clear()
    bench.sandbox.clock.advance(DAY_MS)
    assert.equal((await bench.sync(place)).end, 'succeeded')
    assert.ok((await ledger(place)).length >= NEWEST_DAYS)
  })
})

test('days that the platform no longer shows to this account are not compared, and differ no more', async () => {
  const SHOWN_DAYS = 5
  const { sx } = bench.engine.connectors
  const { orders } = sx!.streams
  const limited = {
    ...orders,
    since: { ...(orders as ChangeStream<never, 'store_orders'>).since, readable_days: () => SHOWN_DAYS },
  }
  const place = await bench.connect('sx')
  assert.equal((await bench.sync(place)).end, 'succeeded')
  const all = await ledger(place)
  await in_org(bench.engine.pool.worker, { org_id: place.org_id }, (db) =>
    db.updateTable('ledger').set({ verdict: 'drift' }).where('date', '=', all[0]!.date).execute(),
  )
  sx!.streams.orders = limited as typeof orders & object
  try {
    bench.sandbox.clock.advance(DAY_MS)
    bench.sandbox.log.clear()
    assert.equal((await bench.sync(place)).end, 'succeeded')
    assert.equal((await compared(place)).length, SHOWN_DAYS - 1)
    assert.deepEqual(await orders_state(place), { state: 'ok', reason: null })
    assert.ok((await ledger(place)).every(({ date, verdict }) => date !== all[0]!.date && verdict === 'matches'))
  } finally {
    sx!.streams.orders = orders!
  }
})

test('an older shop of WooCommerce, which reads filters in the time of its site, is not counted', async () => {
  const { access } = bench.sandbox.world.shops.store_c
  access.is_older = true
  try {
    const place = await bench.connect('store_c')
    await bench.sync(place)
    assert.deepEqual(await compared(place), [])
  } finally {
    access.is_older = false
  }
})
