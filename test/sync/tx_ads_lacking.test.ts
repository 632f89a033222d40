// Whole syncs of advertisers of which TikTok gives only a part: a right that ended, and more ads than a report can have.
import assert from 'node:assert/strict'
import { after, afterEach, before, test } from 'node:test'
import { tx_ads } from '#connectors/tx_ads/index.ts'
import { in_org } from '#db/org.ts'
import { add_campaigns } from '#test/large_advertisers.ts'
import { type SyncBench, sync_bench } from '#test/sync.ts'
import { read_left_out } from '#tools/connections/reading_states.ts'
import type { Fault } from '../../sandbox/faults.ts'

const platform = 'tx_ads'
const { campaign_daily, ad_daily } = tx_ads.streams
const short = (stream: unknown) => ({
  ...(stream as object),
  window: { ...(stream as { window: object }).window, history_days: 12 },
})
const streams = { campaign_daily: short(campaign_daily), ad_daily: short(ad_daily) } as never

let bench: SyncBench
before(async () => {
  bench = await sync_bench({ connectors: { tx_ads: { ...tx_ads, streams } } })
})
afterEach(() => bench.sandbox.faults.clear())
after(() => bench?.close())

type Place = Awaited<ReturnType<SyncBench['connect']>>

async function sync_after(place: Place, hours: number) {
  bench.sandbox.clock.advance(hours * 3_600_000)
  assert.equal((await bench.sync(place)).end, 'succeeded')
}

/** Spend of each stored row of whole days, by table and key. */
async function spend_of(place: Place) {
  const rows = await bench.rows(place.org_id)
  return Object.fromEntries(
    (['campaign_daily', 'ad_daily'] as const).flatMap((table) =>
      rows[table]!.filter(({ date }) => String(date) < '2026-11-20').map((row) => [
        `${table} ${bench.key_of(table, row)}`,
        String(row.spend_micros),
      ]),
    ),
  )
}

async function states_of({ org_id }: Place) {
  return in_org(bench.engine.pool.worker, { org_id, read_only: true }, async (db) => ({
    suspect: await db
      .selectFrom('sync_cursors')
      .select(['stream', 'account_id', 'reason'])
      .where('state', '=', 'suspect')
      .orderBy('stream')
      .orderBy('account_id')
      .execute(),
    named: await read_left_out({ db }),
    checked: (await db.selectFrom('ledger').select('checked_at').orderBy('checked_at', 'desc').executeTakeFirst())
      ?.checked_at,
  }))
}

const refusals: [string, Omit<Fault, 'platform'>][] = [
  ['is denied', { kind: 'deny_account', path: 'RESERVATION' }],
  ['is refused with a code that is not documented', { kind: 'own', name: 'not_valid', path: 'RESERVATION' }],
]
for (const [how, fault] of refusals)
  test(`reservations that were read and whose report ${how} keep their spend, and the figures say that they are missing`, async () => {
    const place = await bench.connect(platform)
    await bench.sync(place)
    const truth = await spend_of(place)
    const before_it = await states_of(place)
    assert.deepEqual([before_it.suspect, before_it.named], [[], []])
    bench.sandbox.faults.add({ platform, count: 0, ...fault })
    // The accounts are listed again, and a second read confirms what is lost.
    for (const hours of [25, 2]) {
      await sync_after(place, hours)
      const read = await spend_of(place)
      for (const [key, spend] of Object.entries(truth)) assert.equal(read[key], spend, key)
      const { suspect, named, checked } = await states_of(place)
      assert.deepEqual([...new Set(suspect.map(({ stream }) => stream))], ['ad_daily', 'campaign_daily'])
      for (const { reason } of suspect) assert.match(reason ?? '', /^Campaigns bought by reservation are missing/)
      assert.ok(named.length > 0 && named.every(({ reason }) => /bought by reservation/.test(reason ?? '')))
      assert.deepEqual(checked, before_it.checked, 'no total is compared')
    }
    bench.sandbox.faults.clear()
    await sync_after(place, 2)
    const { suspect, named } = await states_of(place)
    assert.deepEqual([suspect, named], [[], []])
    for (const [key, spend] of Object.entries(truth)) assert.equal((await spend_of(place))[key], spend, key)
  })

test('an advertiser that passes 20,000 ads keeps the spend that only its total and its Smart+ campaigns have, and says so', async () => {
  const place = await bench.connect(platform)
  await bench.sync(place)
  const truth = await spend_of(place)
  const leave = add_campaigns(bench.sandbox.world, { campaigns: 110, ads_each: 200 })
  bench.sandbox.faults.add({ platform, kind: 'deny_account', path: '/smart_plus/', count: 0 })
  try {
    for (const hours of [1, 2]) {
      await sync_after(place, hours)
      const read = await spend_of(place)
      for (const [key, spend] of Object.entries(truth)) assert.equal(read[key], spend, key)
    }
    const { suspect, named } = await states_of(place)
    assert.deepEqual(
      suspect.map(({ stream }) => stream),
      ['ad_daily', 'campaign_daily'],
    )
    assert.match(suspect[1]!.reason ?? '', /such as GMV Max, are missing\. .*Smart\+ campaigns are missing/)
    assert.equal(new Set(named.map(({ account_id }) => account_id)).size, 1)
  } finally {
    leave()
  }
})

test('an advertiser that always had 20,000 ads names Smart+ campaigns as missing in its figures, if the app may not list them', async () => {
  const place = await bench.connect(platform)
  const leave = add_campaigns(bench.sandbox.world, { campaigns: 110, ads_each: 200 })
  bench.sandbox.faults.add({ platform, kind: 'deny_account', path: '/smart_plus/', count: 0 })
  try {
    await sync_after(place, 0)
    const { suspect } = await states_of(place)
    assert.deepEqual(
      suspect.map(({ stream, reason }) => [stream, /Smart\+ campaigns are missing/.test(reason ?? '')]),
      [
        ['ad_daily', true],
        ['campaign_daily', true],
      ],
    )
    bench.sandbox.faults.clear()
    await sync_after(place, 2)
    assert.deepEqual((await states_of(place)).suspect, [], 'the app may list them now')
  } finally {
    leave()
  }
})
