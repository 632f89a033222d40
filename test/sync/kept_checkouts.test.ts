// Checkouts that a platform keeps for 30 days. On the day of the connection, the day of 30 days ago is there in part, and no figure shows it.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { tnx } from '#connectors/tnx/index.ts'
import { scopes } from '#domain/scopes.ts'
import { add_days } from '#domain/windows.ts'
import { call } from '#engine/calls/call.ts'
import { create_key } from '#test/access.ts'
import { type SyncBench, sync_bench } from '#test/sync.ts'
import { unlimited } from '#test/unlimited.ts'
import { query } from '#tools/query/index.ts'
import { store } from '#tools/store/index.ts'

const { checkouts } = tnx.streams

let bench: SyncBench
before(async () => {
  const connectors = { tnx: { ...tnx, streams: { checkouts: checkouts! } } }
  bench = await sync_bench({ areas: unlimited({ query, store }), connectors })
})
after(() => bench?.close())

interface Answer {
  window: { from: string; to: string }
  totals: { carts?: number | null; checkouts?: number | null }
}

/** A way to ask tools of an organization that connected its shop at this instant, an instant ago. */
async function connected_at(now: string) {
  const { engine, sandbox } = bench
  sandbox.clock.advance(Date.parse(now) - sandbox.clock.now())
  bench.forget_limits()
  const place = await bench.connect('tnx')
  assert.equal((await bench.sync(place)).end, 'succeeded')
  const { key } = await create_key(engine.pool, { org_id: place.org_id, name: 'all', scopes })
  return async (tool: string, input: object = {}) => {
    const asked = { tool, input, credential: key, org_id: undefined, transport: 'rest' as const, request_id: 'test' }
    const given = await call(engine, asked)
    assert.ok(given.ok, JSON.stringify(given))
    return given.result as unknown as Answer
  }
}

for (const [what, now, today] of [
  ['at noon', '2026-11-21T18:00:00Z', '2026-11-21'],
  ['in the evening, when UTC has the next day', '2026-11-23T03:30:00Z', '2026-11-22'],
] as const)
  test(`on its first day, ${what}, a shop has the totals of its carts without asking for days, and none of the day before them`, async () => {
    const ask = await connected_at(now)
    for (const [tool, name] of [
      ['query_carts', 'carts'],
      ['list_abandoned_checkouts', 'checkouts'],
    ] as const) {
      const { window, totals } = await ask(tool)
      assert.deepEqual([window.from, window.to], [add_days(today, -29), today], tool)
      assert.ok((totals[name] ?? 0) > 0, tool)
    }
    const { window, totals } = await ask('list_abandoned_checkouts', { days_back: 30 })
    assert.deepEqual([window.from, totals.checkouts], [add_days(today, -30), null])
  })
