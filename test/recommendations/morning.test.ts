// The rules of each organization run in the morning of its own clock.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { run_job } from '#engine/queue/run_job.ts'
import { find_recommendations_daily } from '#jobs/find_recommendations_daily.ts'
import { type RecommendationBench, recommendation_bench } from './recommendation_bench.ts'

let bench: RecommendationBench
before(async () => {
  bench = await recommendation_bench()
})
after(() => bench?.close())

/** The organizations whose rules the schedule starts at an instant. */
async function started(at: string): Promise<string[]> {
  const { log, pool } = bench.engine
  await run_job(
    { ...bench.engine, pool: pool.worker, clock: { now: () => new Date(at), sleep: async () => {} } } as never,
    find_recommendations_daily,
    {},
    { log, signal: new AbortController().signal },
  )
  const { rows } = await bench.owner.query<{ org_id: string }>(
    `with ended as (
       delete from graphile_worker._private_jobs j using graphile_worker._private_tasks t
       where t.id = j.task_id and t.identifier = 'find_recommendations' returning j.payload)
     select payload->>'org_id' as org_id from ended`,
  )
  return rows.map(({ org_id }) => org_id)
}

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
