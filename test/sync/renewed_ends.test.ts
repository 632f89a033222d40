// The end of an access that the platform states at a renewal, of keys that an operator typed too.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { connectors } from '#connectors/index.ts'
import { type SyncBench, sync_bench } from '#test/sync.ts'

const DAY_MS = 86_400_000
const platforms = ['mx_ads', 'net_c_ads', 'gx_ads'] as const

let bench: SyncBench
before(async () => {
  const short = platforms.map((platform) => {
    const connector = connectors[platform]!
    return [platform, { ...connector, streams: { campaigns: connector.streams.campaigns! } }]
  })
  bench = await sync_bench({ connectors: Object.fromEntries(short), history_days: 3 })
})
after(() => bench?.close())

async function end_after_sync(place: Awaited<ReturnType<SyncBench['connect']>>): Promise<number | null> {
  assert.equal((await bench.sync(place)).end, 'succeeded')
  const { rows } = await bench.database.owner.query<{ access_ends_at: Date | null }>(
    'select access_ends_at from connections where connection_id = $1',
    [place.connection_id],
  )
  const end = rows[0]!.access_ends_at
  return end && Math.round((new Date(end).getTime() - bench.engine.clock.now().getTime()) / DAY_MS)
}

test('a token of Meta ends 60 days after the sign-in, however often it is exchanged', async () => {
  const place = await bench.connect('mx_ads')
  assert.equal(await end_after_sync(place), 60)
  bench.sandbox.clock.advance(31 * DAY_MS)
  assert.equal(await end_after_sync(place), 29)
  bench.sandbox.clock.advance(28 * DAY_MS)
  assert.equal(await end_after_sync(place), 1)
})

test('a refresh token of LinkedIn ends 365 days after the consent, however often it is used', async () => {
  const place = await bench.connect('net_c_ads')
  assert.equal(await end_after_sync(place), 365)
  bench.sandbox.clock.advance(100 * DAY_MS)
  assert.equal(await end_after_sync(place), 265)
})

test('a platform that states no end leaves it unknown', async () => {
  const place = await bench.connect('gx_ads')
  assert.equal(await end_after_sync(place), null)
})
