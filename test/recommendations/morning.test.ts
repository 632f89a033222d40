// The rules of each organization run in the morning of its own clock.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { find_recommendations_daily } from '#jobs/find_recommendations_daily.ts'
import { orgs_started } from '#test/scheduled.ts'
import { type RecommendationBench, recommendation_bench } from './recommendation_bench.ts'

let bench: RecommendationBench
before(async () => {
  bench = await recommendation_bench()
})
after(() => bench?.close())

const started = (at: string) =>
  orgs_started(bench, { schedule: find_recommendations_daily, starts: 'find_recommendations', at })

test('at six on the clock of the organization, with an active connection, and not again in that hour', async () => {
  const mexico = await bench.advertiser()
  const kathmandu = await bench.org({ currency: 'USD', time_zone: 'Asia/Kathmandu' })
  await kathmandu.connect('sx')
  const left = await bench.org({ currency: 'MXN' })
  await left.connect('sx', { status: 'revoked', revoked_at: '2026-11-01T00:00:00Z' })
  await bench.org({ currency: 'MXN' })
  // Mexico City is six hours behind UTC, Kathmandu five hours and three quarters ahead of it.
  assert.deepEqual(await started('2026-11-20T12:00:30Z'), [mexico.org_id])
  assert.deepEqual(await started('2026-11-20T12:15:30Z'), [])
  assert.deepEqual(await started('2026-11-20T00:15:30Z'), [kathmandu.org_id])
  assert.deepEqual(await started('2026-11-20T13:00:30Z'), [])
  await bench.owner.query('update orgs set ended_at = now() where org_id = $1', [mexico.org_id])
  assert.deepEqual(await started('2026-11-20T12:00:30Z'), [])
})
