// Records with an instant that are asked for by days of the account. Figures count them on days of the organization in Mexico.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { mpb_sp } from '#connectors/mpb_sp/index.ts'
import { scopes } from '#domain/scopes.ts'
import { call } from '#engine/calls/call.ts'
import type { Account, Connector } from '#engine/connector.ts'
import { create_key } from '#test/access.ts'
import { type SyncBench, sync_bench } from '#test/sync.ts'
import { unlimited } from '#test/unlimited.ts'
import { query } from '#tools/query/index.ts'

const { orders, charges } = mpb_sp.streams
const few = charges as Extract<typeof charges, { window: unknown }>

/** The seller's account in Mexico, as if it were in another country. */
const seller_in = (time_zone: string): Connector => ({
  ...mpb_sp,
  accounts: {
    ...mpb_sp.accounts,
    read: async (source) =>
      (await mpb_sp.accounts.read(source))
        .filter(({ currency }) => currency === 'MXN')
        .map((one): Account => ({ ...one, time_zone })),
  },
  streams: { orders: orders!, charges: { ...few, every: '2d', window: { ...few.window, history_days: 20 } } },
})

let bench: SyncBench
before(async () => {
  bench = await sync_bench({ areas: unlimited({ query }) })
})
after(() => bench?.close())

/** After one read: the refunds of days of the organization, and how to read orders alone later. */
async function read_at(now: string, time_zone: string) {
  const { engine, sandbox } = bench
  engine.connectors = { mpb_sp: seller_in(time_zone) }
  sandbox.clock.advance(Date.parse(now) - sandbox.clock.now())
  bench.forget_limits()
  const place = await bench.connect('mpb_sp')
  assert.equal((await bench.sync(place)).end, 'succeeded')
  const { key } = await create_key(engine.pool, { org_id: place.org_id, name: 'all', scopes })
  const read_orders = async () => assert.equal((await bench.sync(place, { all_streams: false })).end, 'succeeded')
  const refunds = async (date_from: string, date_to: string) => {
    const input = { metric: 'marketplace_b.refunds', date_from, date_to }
    const asked = { tool: 'query_data', input, credential: key, org_id: undefined, transport: 'rest' as const }
    const given = await call(engine, { ...asked, request_id: 'test' })
    assert.ok(given.ok, JSON.stringify(given))
    const { window, total_value } = given.result as { window: { is_partial: boolean }; total_value: number | null }
    return { is_partial: window.is_partial, is_known: total_value !== null }
  }
  return { refunds, read_orders }
}

test('a day of the organization is whole when the platform was asked for all of it, not when the day of the account is over', async () => {
  // 00:30 in Madrid, and 17:30 of the day before in Mexico.
  const { refunds, read_orders } = await read_at('2026-11-20T23:30:00Z', 'Europe/Madrid')
  assert.deepEqual(await refunds('2026-11-15', '2026-11-19'), { is_partial: false, is_known: true })
  // Morning in Mexico: the evening of the day before was never asked for, because events are read less often than orders.
  bench.sandbox.clock.advance(14 * 3_600_000)
  await read_orders()
  assert.equal((await refunds('2026-11-15', '2026-11-20')).is_partial, true)
  assert.deepEqual(await refunds('2026-11-15', '2026-11-19'), { is_partial: false, is_known: true })
})

test('the first day of an account in the west is whole in no zone further east', async () => {
  const { refunds } = await read_at('2026-11-24T18:00:00Z', 'America/Los_Angeles')
  assert.deepEqual(await refunds('2026-11-05', '2026-11-23'), { is_partial: false, is_known: true })
  assert.equal((await refunds('2026-11-04', '2026-11-23')).is_known, false)
})
