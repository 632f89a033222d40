// Time until a job starts. Jobs are enqueued at a steady rate, each in its own transaction, and one worker process runs them.
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { z } from 'zod'
import { in_org } from '#db/org.ts'
import { open_pool, type Pool } from '#db/pool.ts'
import { enqueue_on, job } from '#engine/job.ts'
import { place_of } from '../scripts/disposable_postgres.ts'
import { child } from './child.ts'
import { met, ms, quantile, type Section } from './section.ts'
import type { BenchOrg } from './world.ts'

const PER_SECOND = 1_000
const SECONDS = 12
/** Not counted: statements are prepared and code is compiled in this time. */
const WARM_SECONDS = 2
const AT_ONCE = 8
const GOAL_MS = 50
/** A machine that cannot enqueue at this rate gives no valid result. */
const KEPT = 0.98
const IDLE_MS = 10_000
/** A session of PostgreSQL that has become idle reports its transactions 10 s later. */
const STATISTICS_MS = 12_000

const never = async () => undefined
const jobs = { bench_wait: job({ about: 'Waits.', payload: { at: z.number() }, attempts_max: 1, run: never }) }

export async function measure_jobs(url: string, pool: pg.Pool, orgs: BenchOrg[]): Promise<Section> {
  const count = PER_SECOND * SECONDS
  const calls = open_pool(place_of(url))
  const idle_before = await transactions_a_second(pool)
  const worker = await child<{ ready: true }>('jobs_worker.ts', { url, count })
  try {
    const [waited, pace] = await Promise.all([worker.next_line<number[]>(), enqueue_steadily(calls, orgs, count)])
    const counted = waited.slice(WARM_SECONDS * PER_SECOND)
    const idle = (await transactions_a_second(pool)) - idle_before
    const p99 = quantile(counted, 0.99)
    return {
      title: 'Jobs',
      about: `${PER_SECOND.toLocaleString('en')} jobs a second for ${SECONDS} seconds. The product's own function enqueues each job in its own transaction, and one worker process runs them. Time from the transaction that enqueues to the first line of the job. The first ${WARM_SECONDS} seconds are not counted.`,
      tables: [
        {
          columns: [
            'enqueued a second',
            'p50',
            'p95',
            'p99',
            `p99 at most ${GOAL_MS} ms`,
            'transactions a second while idle',
          ],
          rows: [
            [
              Math.round(pace).toLocaleString('en'),
              ...[0.5, 0.95, 0.99].map((share) => ms(quantile(counted, share))),
              met(p99 <= GOAL_MS && pace >= PER_SECOND * KEPT),
              Math.max(0, idle).toFixed(1),
            ],
          ],
        },
      ],
    }
  } finally {
    await calls.end()
    await worker.stop()
  }
}

/** Enqueues the jobs that are due, several at the same time. Returns the achieved number a second. */
async function enqueue_steadily(pool: Pool, orgs: BenchOrg[], count: number): Promise<number> {
  const started = performance.now()
  const seconds = () => (performance.now() - started) / 1000
  let next = 0
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      while (next < count) {
        const due = next / PER_SECOND - seconds()
        if (due > 0) {
          await sleep(due * 1000)
          continue
        }
        const { org_id } = orgs[next++ % orgs.length]!
        await in_org(pool, { org_id }, (db) => enqueue_on(db, jobs)(jobs.bench_wait, { at: Date.now() }))
      }
    }),
  )
  return count / seconds()
}

/** Transactions of an idle database. */
async function transactions_a_second(pool: pg.Pool): Promise<number> {
  const count = async () => {
    await sleep(STATISTICS_MS)
    const { rows } = await pool.query<{ count: bigint }>(
      'select xact_commit as count from pg_stat_database where datname = current_database()',
    )
    return { count: Number(rows[0]!.count), at: performance.now() }
  }
  const before = await count()
  await sleep(IDLE_MS)
  const after = await count()
  return ((after.count - before.count) / (after.at - before.at)) * 1000
}
