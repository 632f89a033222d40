// The time zone of an account changes. Some hours around the change belong to two days or to none, and answers over these days say so.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { connectors } from '#connectors/index.ts'
import { scopes } from '#domain/scopes.ts'
import { add_days } from '#domain/windows.ts'
import { call } from '#engine/calls/call.ts'
import type { Account } from '#engine/connector.ts'
import { create_key } from '#test/access.ts'
import { type SyncBench, sync_bench } from '#test/sync.ts'
import { unlimited } from '#test/unlimited.ts'
import { summary } from '#tools/summary/index.ts'

const CHANGED = '2026-11-21'
const DAY_MS = 86_400_000

let bench: SyncBench
before(async () => {
  bench = await sync_bench({ areas: unlimited({ summary }), connectors: { gx_ads: connectors.gx_ads! } })
})
after(() => bench?.close())

test('answers over the days around a change of the time zone say so', async () => {
  const place = await bench.connect('gx_ads')
  assert.equal((await bench.sync(place)).end, 'succeeded')
  const { accounts } = connectors.gx_ads!
  const moved = (account: Account) => ({ ...account, time_zone: 'Europe/Madrid' })
  const read = async (source: Parameters<typeof accounts.read>[0]) => (await accounts.read(source)).map(moved)
  bench.engine.connectors.gx_ads = { ...bench.engine.connectors.gx_ads!, accounts: { ...accounts, read } }
  bench.sandbox.clock.advance(DAY_MS)
  assert.equal((await bench.sync(place)).end, 'succeeded')
  const { key } = await create_key(bench.engine.pool, { org_id: place.org_id, name: 'all', scopes })
  const notes = async (date_from: string, date_to: string) => {
    const asked = { tool: 'get_kpi_summary', input: { date_from, date_to }, credential: key, org_id: undefined }
    const given = await call(bench.engine, { ...asked, transport: 'rest', request_id: 'test' })
    assert.ok(given.ok, JSON.stringify(given))
    return (given.result as { notes: string[] }).notes.filter((note) => /changed its time zone/.test(note))
  }
  const said = await notes(add_days(CHANGED, -3), CHANGED)
  assert.ok(said.length > 0)
  for (const note of said)
    assert.match(
      note,
      /from America\/Mexico_City to Europe\/Madrid on 2026-11-21\. From \S+ to that day, some hours can be counted twice or not at all\./,
    )
  assert.deepEqual(await notes(add_days(CHANGED, -20), add_days(CHANGED, -18)), [])
})
