// A list in the order of creation can look ordered by change for many pages. The cursor must not pass what is behind them.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { connectors } from '#connectors/index.ts'
import type { ChangeStream, Connector } from '#engine/connector.ts'
import { VendorRefusal } from '#engine/vendors/refusal.ts'
import { type SyncBench, sync_bench } from '#test/sync.ts'

const NOW = Date.parse('2026-11-20T12:00:00Z')
const MANY = 1_000
const changed_before = (minutes: number) => new Date(NOW - minutes * 60_000).toISOString()
const order = (id: string, last_updated: string) => ({
  ...{ id, last_updated, status: 'paid', date_created: changed_before(50_000), currency_id: 'MXN' },
  ...{ total_amount: 1, order_items: [], payments: [] },
})
const ORDERS = [
  ...Array.from({ length: MANY }, (_, at) => order(`7${String(at).padStart(4, '0')}`, changed_before(3_000 - at))),
  order('late', changed_before(20_000)),
]

let is_interrupted = true
const { mpa } = connectors as Record<string, Connector>
const orders = mpa!.streams.orders as ChangeStream<(typeof ORDERS)[number], 'marketplace_orders'>
const read: (typeof orders)['read'] = async function* ({ since }) {
  const changed = ORDERS.filter(({ last_updated }) => since === null || Date.parse(last_updated) >= Date.parse(since))
  yield changed.slice(0, MANY)
  if (is_interrupted) throw new VendorRefusal('unavailable', 'The list ended early.')
  yield changed.slice(MANY)
}
const streams = { orders: { ...orders, read, read_created: undefined } } as unknown as Connector['streams']

let bench: SyncBench
before(async () => {
  bench = await sync_bench({ connectors: { mpa: { ...mpa!, streams } } })
})
after(() => bench?.close())

test('an interruption behind a thousand ordered changes leaves out no older change behind them', async () => {
  const place = await bench.connect('mpa')
  const stored = async () => (await bench.rows(place.org_id)).marketplace_orders ?? []
  assert.equal((await bench.sync(place)).end, 'failed')
  assert.equal((await stored()).length, MANY)
  is_interrupted = false
  assert.equal((await bench.sync(place)).end, 'succeeded')
  assert.equal((await stored()).length, ORDERS.length)
})
