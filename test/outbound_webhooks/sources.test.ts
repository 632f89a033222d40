// Events of syncs, of connections and of new orders.
import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { type WebhookBench, webhook_bench } from '#test/webhook_bench.ts'

const DAY_MS = 86_400_000

let bench: WebhookBench
before(async () => {
  bench = await webhook_bench(['sx', 'mpa', 'mpb_sp'], { pool_max: 12 })
})
after(() => bench.close())

type Place = { org_id: string; connection_id: string }
interface Stored {
  event_id: string
  type: string
  data: Record<string, unknown>
}

const events = (place: Place, type: string) =>
  bench.query<Stored & Record<string, unknown>>(
    place,
    'select event_id, type, data from events where type = $1 order by occurred_at',
    [type],
  )

test('the first load of an account that an old connection gets later emits nothing, and its next order is an event', async () => {
  for (const platform of ['sx', 'mpb_sp']) {
    const place = await bench.connect(platform)
    await bench.sync_again(place)
    // Nothing is known of the account, as of one that a person adds, or of another shop after a reconnection.
    for (const table of ['sync_cursors', 'connection_accounts']) await bench.query(place, `delete from ${table}`)
    bench.clock.advance(3 * DAY_MS)
    const added_at = bench.clock.now()
    await bench.sync_again(place)
    await bench.run('backfill_connection', place)
    assert.deepEqual(await events(place, 'order.created'), [], platform)
    bench.clock.advance(2 * DAY_MS)
    await bench.sync_again(place)
    const emitted = await events(place, 'order.created')
    assert.ok(emitted.length > 0, platform)
    for (const { data } of emitted) assert.ok(Date.parse(String(data.ordered_at)) >= added_at, platform)
  }
})

suite('a new order', () => {
  for (const { platform, table, connection } of [
    { platform: 'sx', table: 'store_orders', connection: 'store_connection_id' },
    { platform: 'mpa', table: 'marketplace_orders', connection: 'connection_id' },
  ])
    test(`of ${platform} is one event, and none comes from the first load, a backfill, a change or a second read`, async () => {
      const place = await bench.connect(platform)
      const began = bench.clock.now()
      await bench.sync_again(place)
      await bench.run('backfill_connection', place)
      const stored = await bench.query(place, `select order_id from ${table}`)
      assert.ok(stored.length > 20, `${stored.length} orders`)
      assert.deepEqual(await events(place, 'order.created'), [])

      bench.clock.advance(2 * DAY_MS)
      await bench.sync_again(place)
      const added = await bench.query(
        place,
        `select order_id, ordered_at, total_micros from ${table} where ordered_at >= $1`,
        [new Date(began)],
      )
      assert.ok(added.length > 0, 'the shop sold nothing in two days')
      const emitted = await events(place, 'order.created')
      assert.deepEqual(emitted.map(({ data }) => data.order_id).sort(), added.map(({ order_id }) => order_id).sort())
      const { data } = emitted[0]!
      const order = added.find(({ order_id }) => order_id === data.order_id)!
      assert.equal(data.total, order.total_micros === null ? null : Number(order.total_micros) / 1e6)
      assert.deepEqual([data.connection_id, data.platform], [place.connection_id, platform])

      await bench.query(place, `update ${table} set total_micros = 1 where order_id = $1`, [data.order_id])
      await bench.query(place, `delete from ${table} where order_id = $1 and ${connection} = $2`, [
        emitted.at(-1)!.data.order_id,
        place.connection_id,
      ])
      await bench.query(place, 'delete from sync_cursors')
      bench.clock.advance(3_600_000)
      await bench.sync_again(place)
      const again = await events(place, 'order.created')
      const ids = again.map(({ data }) => data.order_id)
      assert.equal(new Set(ids).size, ids.length)
      assert.deepEqual(ids.slice(0, emitted.length).sort(), emitted.map(({ data }) => data.order_id).sort())
    })
})

suite('a sync', () => {
  test('that ends is an event, and one that a person must repair tells it once', async () => {
    const place = await bench.connect('sx')
    const { run_id } = await bench.sync(place)
    const [finished] = await events(place, 'sync.finished')
    assert.equal(finished!.data.run_id, run_id)
    assert.equal(finished!.data.state, 'succeeded')
    assert.ok(Number(finished!.data.rows) > 0)
    assert.deepEqual(await events(place, 'connection.needs_reconnection'), [])
    bench.sandbox.tokens.revoke('sx')
    for (let n = 0; n < 2; n++) {
      bench.clock.advance(DAY_MS)
      const { end } = await bench.sync(place)
      assert.equal(end, 'failed')
    }
    const states = (await events(place, 'sync.finished')).map(({ data }) => data.state)
    assert.deepEqual(states, ['succeeded', 'failed', 'failed'])
    const broken = await events(place, 'connection.needs_reconnection')
    assert.equal(broken.length, 1)
    assert.equal(broken[0]!.data.connection_id, place.connection_id)
  })
})
