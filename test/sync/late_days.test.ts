// Platforms that deliver a day in parts: rows of yesterday are no sign that yesterday is whole.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { mpb_ads } from '#connectors/mpb_ads/index.ts'
import { tx_ads } from '#connectors/tx_ads/index.ts'
import { in_org } from '#db/org.ts'
import { type SyncBench, sync_bench } from '#test/sync.ts'

let bench: SyncBench
before(async () => {
  // 01:00 on 21 November for the profiles of Amazon (Los Angeles), and 03:00 for the advertisers of TikTok (Mexico City).
  bench = await sync_bench({ connectors: { mpb_ads, tx_ads }, now: '2026-11-21T09:00:00Z' })
})
after(() => bench?.close())

type Place = Awaited<ReturnType<SyncBench['connect']>>

/** The last whole day and the last read day by stream of all accounts. */
async function covered({ org_id }: Place, ...streams: string[]) {
  const found = await in_org(bench.engine.pool.worker, { org_id, read_only: true }, (db) =>
    db
      .selectFrom('sync_cursors')
      .select(['stream', 'covered_until', 'read_until'])
      .distinct()
      .where('stream', 'in', streams)
      .orderBy('stream')
      .execute(),
  )
  return found.map(({ stream, covered_until, read_until }) => `${stream} ${covered_until} ${read_until}`)
}

async function wait_until(instant: string, ...places: Place[]) {
  bench.sandbox.clock.advance(Date.parse(instant) - bench.sandbox.clock.now())
  for (const place of places) assert.equal((await bench.sync(place)).end, 'succeeded')
}

test('yesterday is not whole while its platform can still deliver a part of it, although rows of it came', async () => {
  const [amazon, tiktok] = [await bench.connect('mpb_ads'), await bench.connect('tx_ads')]
  const amazon_days = ['campaign_daily', 'ad_group_daily', 'ad_daily'].sort()
  for (const place of [amazon, tiktok]) assert.equal((await bench.sync(place)).end, 'succeeded')
  const dates = (await bench.rows(amazon.org_id)).campaign_daily!.map(({ date }) => date)
  assert.ok(dates.includes('2026-11-20'), 'rows of yesterday came')
  const one_of = (until: string, read: string, streams: string[]) => streams.map((name) => `${name} ${until} ${read}`)
  assert.deepEqual(await covered(amazon, ...amazon_days), one_of('2026-11-19', '2026-11-21', amazon_days))
  assert.deepEqual(await covered(tiktok, 'campaign_daily', 'country_daily', 'device_daily'), [
    'campaign_daily 2026-11-20 2026-11-21',
    'country_daily 2026-11-19 2026-11-21',
    'device_daily 2026-11-19 2026-11-21',
  ])

  // 11:55 in Los Angeles.
  await wait_until('2026-11-21T19:55:00Z', amazon)
  assert.deepEqual(await covered(amazon, ...amazon_days), one_of('2026-11-19', '2026-11-21', amazon_days))

  // 14:05 in Los Angeles, and 16 hours after the midnight of Mexico City.
  await wait_until('2026-11-21T22:05:00Z', amazon, tiktok)
  assert.deepEqual(await covered(amazon, ...amazon_days), one_of('2026-11-20', '2026-11-21', amazon_days))
  assert.deepEqual(await covered(tiktok, 'country_daily', 'device_daily'), [
    'country_daily 2026-11-20 2026-11-21',
    'device_daily 2026-11-20 2026-11-21',
  ])
})
