// Accounts in a currency without decimals: each row is a whole unit, and the account's own total is rounded once.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { connectors } from '#connectors/index.ts'
import type { Connector } from '#engine/connector.ts'
import { type SyncBench, sync_bench } from '#test/sync.ts'

const DAYS = 12

/** The figures of campaigns and, where they reach the total, those of ads. */
function few(platform: string): Connector {
  const { streams, ...connector } = connectors[platform]!
  const kept = Object.entries(streams).flatMap(([name, stream]) =>
    ['campaign_daily', 'ad_daily'].includes(name) && 'window' in stream
      ? [[name, { ...stream, window: { ...stream.window, history_days: DAYS } }] as const]
      : [],
  )
  return { ...connector, streams: Object.fromEntries(kept) }
}

let bench: SyncBench
before(async () => {
  bench = await sync_bench({ connectors: { mx_ads: few('mx_ads'), tx_ads: few('tx_ads') } })
  // The plan of all worlds has the same accounts, and keeps them.
  for (const ads of [bench.sandbox.world.ads.mx, bench.sandbox.world.ads.tx])
    ads.accounts = ads.accounts.map((account) => ({ ...account, currency: 'CLP' }))
})
after(() => bench?.close())

async function read(platform: string) {
  const place = await bench.connect(platform)
  assert.equal((await bench.sync(place)).end, 'succeeded')
  const ask = async <Row>(statement: string) =>
    (await bench.database.owner.query(statement, [place.org_id])).rows as Row[]
  const verdicts = await ask<{ verdict: string; days: number }>(
    `select verdict, count(*)::int as days from ledger where org_id = $1 and measure = 'spend_micros' group by 1`,
  )
  const states = await ask<{ state: string }>('select distinct state from sync_cursors where org_id = $1')
  const [{ parts }] = (await ask<{ parts: number }>(
    'select count(*)::int as parts from campaign_daily where org_id = $1 and spend_micros % 1000000 <> 0',
  )) as [{ parts: number }]
  return {
    verdicts: Object.fromEntries(verdicts.map(({ verdict, days }) => [verdict, days])),
    states: states.map(({ state }) => state),
    parts,
    rows: (await bench.rows(place.org_id)).campaign_daily!,
  }
}

test('rows of Meta that are rounded to whole units are no drift', async () => {
  const { verdicts, states, parts } = await read('mx_ads')
  assert.equal(parts, 0)
  assert.equal(verdicts.drift, undefined)
  assert.ok(verdicts.rounding! > DAYS, JSON.stringify(verdicts))
  assert.deepEqual(states, ['ok'])
})

test('what TikTok rounds away from campaigns is no campaign that reports leave out', async () => {
  const { verdicts, states, rows } = await read('tx_ads')
  assert.equal(verdicts.drift, undefined)
  assert.deepEqual(states, ['ok'])
  const others = rows.filter(({ campaign_id }) => String(campaign_id).startsWith('other campaigns'))
  const least = Math.min(...others.map(({ spend_micros }) => Number(spend_micros)))
  assert.ok(others.length > 0 && least > 20e6, `${others.length} rows, the least has ${least}`)
})
