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

/** The notes of answers about changes of zones. */
const notes_of = (org_id: string) => async (date_from: string, date_to: string) => {
  const { key } = await create_key(bench.engine.pool, { org_id, name: 'all', scopes })
  const asked = { tool: 'get_kpi_summary', input: { date_from, date_to }, credential: key, org_id: undefined }
  const given = await call(bench.engine, { ...asked, transport: 'rest', request_id: 'test' })
  assert.ok(given.ok, JSON.stringify(given))
  return (given.result as { notes: string[] }).notes.filter((note) => /its time zone/.test(note))
}

test('answers over the days around a change of the time zone say so', async () => {
  const place = await bench.connect('gx_ads')
  assert.equal((await bench.sync(place)).end, 'succeeded')
  const { accounts } = connectors.gx_ads!
  const moved = (account: Account) => ({ ...account, time_zone: 'Europe/Madrid' })
  const read = async (source: Parameters<typeof accounts.read>[0]) => (await accounts.read(source)).map(moved)
  bench.engine.connectors.gx_ads = { ...bench.engine.connectors.gx_ads!, accounts: { ...accounts, read } }
  bench.sandbox.clock.advance(DAY_MS)
  assert.equal((await bench.sync(place)).end, 'succeeded')
  const notes = notes_of(place.org_id)
  const said = await notes(add_days(CHANGED, -3), CHANGED)
  assert.ok(said.length > 0)
  for (const note of said)
    assert.match(
      note,
      /from America\/Mexico_City to Europe\/Madrid on 2026-11-21\. From \S+ to that day, some hours can be counted twice or not at all\./,
    )
  assert.deepEqual(await notes(add_days(CHANGED, -20), add_days(CHANGED, -18)), [])
})

test('answers over days before and after the first one that was stored at the change say so', async () => {
  const place = await bench.connect('gx_ads')
  assert.equal((await bench.sync(place)).end, 'succeeded')
  const changed = { from: 'America/Bogota', since: '2026-10-01', on: '2026-10-02', first_read_before: '2026-11-10' }
  await bench.engine.pool.system.query(
    `update sync_cursors set cursor = cursor || jsonb_build_object('changed_zone', $2::jsonb) where org_id = $1`,
    [place.org_id, JSON.stringify(changed)],
  )
  const notes = notes_of(place.org_id)
  const [said] = await notes('2026-11-09', '2026-11-10')
  assert.match(String(said), /before 2026-11-10 were first read after its time zone changed from America\/Bogota/)
  assert.deepEqual([await notes('2026-11-08', '2026-11-09'), await notes('2026-11-12', '2026-11-13')], [[], []])
})
