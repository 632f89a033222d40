// A list in the order of creation can look ordered by change for many pages. The cursor must not pass what is behind them.
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
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
const { email_b } = connectors as Record<string, Connector>
interface InAudience {
  list_id: string
  last_changed: string
}
const contacts = email_b!.streams.contacts as unknown as ChangeStream<InAudience, 'contacts'>
/** Ends before the second audience while it is interrupted. */
const read_audiences: (typeof contacts)['read'] = async function* (source) {
  let first: string | undefined
  for await (const page of contacts.read(source)) {
    first ??= page[0]?.list_id
    if (is_interrupted && page.some(({ list_id }) => list_id !== first))
      throw new VendorRefusal('unavailable', 'The list ended early.')
    yield page
  }
}
const since = { ...contacts.since, merge_records: 1 }
const audiences = { contacts: { ...contacts, since, read: read_audiences, read_created: undefined } }

const streams = { orders: { ...orders, read, read_created: undefined } } as unknown as Connector['streams']

let bench: SyncBench
before(async () => {
  const mailing = { ...email_b!, streams: audiences as unknown as Connector['streams'] }
  bench = await sync_bench({ connectors: { mpa: { ...mpa!, streams }, email_b: mailing } })
})
beforeEach(() => {
  is_interrupted = true
})
after(() => bench?.close())

test('an interruption between two audiences leaves out no older change of the second one', async () => {
  const stored = async (place: { org_id: string }) => {
    const ids = (await bench.rows(place.org_id)).contacts?.map(({ external_id }) => String(external_id)) ?? []
    return ids.sort()
  }
  is_interrupted = false
  const whole = await bench.connect('email_b')
  assert.equal((await bench.sync(whole)).end, 'succeeded')
  is_interrupted = true
  const place = await bench.connect('email_b')
  assert.equal((await bench.sync(place)).end, 'failed')
  const part = (await stored(place)).length
  is_interrupted = false
  assert.equal((await bench.sync(place)).end, 'succeeded')
  const all = await stored(whole)
  assert.ok(part > 0 && part < all.length)
  assert.deepEqual(await stored(place), all)
})

test('an interruption behind a thousand ordered changes leaves out no older change behind them', async () => {
  const place = await bench.connect('mpa')
  const stored = async () => (await bench.rows(place.org_id)).marketplace_orders ?? []
  assert.equal((await bench.sync(place)).end, 'failed')
  assert.equal((await stored()).length, MANY)
  is_interrupted = false
  assert.equal((await bench.sync(place)).end, 'succeeded')
  assert.equal((await stored()).length, ORDERS.length)
})
