// The currency of an account changes. Days from before keep the amounts and the currency with which they were read, and answers say so.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { connectors } from '#connectors/index.ts'
import { scopes } from '#domain/scopes.ts'
import { add_days } from '#domain/windows.ts'
import { call } from '#engine/calls/call.ts'
import type { Account, Connector } from '#engine/connector.ts'
import { run_backfill } from '#engine/sync/backfill.ts'
import { create_key } from '#test/access.ts'
import { WHOLE_HISTORY } from '#test/recent.ts'
import { type SyncBench, sync_bench } from '#test/sync.ts'
import { unlimited } from '#test/unlimited.ts'
import { summary } from '#tools/summary/index.ts'

const CHANGED = '2026-11-21'
const DAY_MS = 86_400_000
/** A sync reads the last sixty days, and the backfill the others. */
const HISTORY_DAYS = 80
const gx_ads: Connector = { ...connectors.gx_ads! }

let bench: SyncBench
before(async () => {
  bench = await sync_bench({
    areas: unlimited({ summary }),
    connectors: { ...connectors, gx_ads },
    last_days: WHOLE_HISTORY,
    history_days: HISTORY_DAYS,
  })
})
after(() => bench?.close())

async function kpis_of(org_id: string, date_from: string, date_to: string) {
  const { key } = await create_key(bench.engine.pool, { org_id, name: 'all', scopes })
  const asked = { tool: 'get_kpi_summary', input: { date_from, date_to }, credential: key, org_id: undefined }
  const given = await call(bench.engine, { ...asked, transport: 'rest', request_id: 'test' })
  assert.ok(given.ok, JSON.stringify(given))
  return given.result as { ad_spend: number | null; notes: string[]; window: { lacks?: string[] } }
}

test('days from before a change of currency keep their amounts, and answers over these days say so', async () => {
  const place = await bench.connect('gx_ads')
  const days = async () => {
    const { campaign_daily = [] } = await bench.rows(place.org_id)
    return campaign_daily.map((row) => ({ date: String(row.date), currency: row.currency }))
  }
  const next_day = async () => {
    bench.sandbox.clock.advance(DAY_MS)
    assert.equal((await bench.sync(place)).end, 'succeeded')
  }
  assert.equal((await bench.sync(place)).end, 'succeeded')
  const stored = new Set((await days()).map((row) => row.currency))
  assert.ok(stored.size > 0 && !stored.has('JPY'))
  const { accounts } = connectors.gx_ads!
  const moved = (account: Account) => ({ ...account, ...(account.currency && { currency: 'JPY' }) })
  gx_ads.accounts = { ...accounts, read: async (source) => (await accounts.read(source)).map(moved) }
  await next_day()
  await next_day()
  const read = await days()
  const currencies = (is_asked: (date: string) => boolean) =>
    new Set(read.filter(({ date }) => is_asked(date)).map((row) => row.currency))
  assert.deepEqual(
    currencies((date) => date < CHANGED),
    stored,
  )
  assert.deepEqual(
    currencies((date) => date >= CHANGED),
    new Set(['JPY']),
  )

  const notes = async (from: string, to: string) =>
    (await kpis_of(place.org_id, from, to)).notes.filter((note) => /changed its currency/.test(note))
  const said = await notes(add_days(CHANGED, -3), CHANGED)
  assert.equal(said.length, stored.size)
  for (const currency of stored) assert.match(said.join('\n'), new RegExp(`from ${currency} to JPY on ${CHANGED}`))
  assert.deepEqual(await notes(add_days(CHANGED, -9), add_days(CHANGED, -4)), [])
})

test('a change that is seen after a pause begins on the first day without rows, and the day that was read in part makes answers partial', async () => {
  gx_ads.accounts = connectors.gx_ads!.accounts
  const place = await bench.connect('gx_ads')
  assert.equal((await bench.sync(place)).end, 'succeeded')
  const last = new Date(bench.sandbox.clock.now()).toISOString().slice(0, 10)
  const range = async () => {
    const { rows } = await bench.engine.pool.system.query(
      `select min(covered_from) as "from", min(covered_until) as "until" from sync_cursors where org_id = $1 and stream = 'campaign_daily'`,
      [place.org_id],
    )
    return rows[0]
  }
  const before = await range()
  const { accounts } = connectors.gx_ads!
  const moved = (account: Account) => ({ ...account, ...(account.currency && { currency: 'JPY' }) })
  gx_ads.accounts = { ...accounts, read: async (source) => (await accounts.read(source)).map(moved) }
  bench.sandbox.clock.advance(4 * DAY_MS)
  assert.equal((await bench.sync(place)).end, 'succeeded')
  assert.deepEqual(await range(), { from: before.from, until: add_days(last, 3) })
  const { campaign_daily = [] } = await bench.rows(place.org_id)
  const days_in = (is_asked: (currency: string) => boolean) =>
    [...new Set(campaign_daily.filter((row) => is_asked(String(row.currency))).map(({ date }) => String(date)))].sort()
  assert.equal(days_in((currency) => currency !== 'JPY').at(-1), last)
  assert.deepEqual(
    days_in((currency) => currency === 'JPY'),
    [1, 2, 3, 4].map((days) => add_days(last, days)),
  )
  const whole = await kpis_of(place.org_id, add_days(last, -3), add_days(last, -1))
  const with_part = await kpis_of(place.org_id, add_days(last, -3), last)
  const of_rest = /can be too small\. The rest was never read, because the currency changed/
  assert.deepEqual([whole.window.lacks?.includes('gx_ads') ?? false, of_rest.test(whole.notes.join())], [false, false])
  assert.deepEqual([with_part.window.lacks?.includes('gx_ads'), of_rest.test(with_part.notes.join())], [true, true])
})

test('days that are first read after the change have the new code, and answers over them say so', async () => {
  const { accounts } = connectors.gx_ads!
  gx_ads.accounts = accounts
  const place = await bench.connect('gx_ads')
  assert.equal((await bench.sync(place)).end, 'succeeded')
  const first_of = async () => {
    const { campaign_daily = [] } = await bench.rows(place.org_id)
    return campaign_daily
      .map(({ date, currency }) => ({ date: String(date), currency }))
      .sort((a, b) => (a.date < b.date ? -1 : 1))[0]!
  }
  const stored = await first_of()
  const moved = (account: Account) => ({ ...account, ...(account.currency && { currency: 'JPY' }) })
  gx_ads.accounts = { ...accounts, read: async (source) => (await accounts.read(source)).map(moved) }
  bench.sandbox.clock.advance(DAY_MS)
  assert.equal((await bench.sync(place)).end, 'succeeded')
  await run_backfill(bench.engine, { ...place, signal: new AbortController().signal })
  const older = await first_of()
  assert.ok(older.date < stored.date)
  assert.deepEqual([stored.currency === 'JPY', older.currency], [false, 'JPY'])
  const notes = async (from: string, to: string) =>
    (await kpis_of(place.org_id, from, to)).notes.filter((note) =>
      /were first read after its currency changed/.test(note),
    )
  const said = await notes(older.date, older.date)
  assert.match(said.join(), new RegExp(`before ${stored.date} .* from .* to JPY. Their amounts have the code JPY`))
  assert.deepEqual(await notes(add_days(CHANGED, -1), CHANGED), [])
})
