// Whether this process can work now, and how many jobs wait, for /readyz and /metrics.
import { unreachable_workers } from '#db/citus/workers.ts'
import { exhaustion_of } from '#db/exhausted.ts'
import { count_missing_migrations } from '#db/migrate.ts'
import { type Pool, within_limit } from '#db/pool.ts'
import type { Log } from '#lib/log.ts'
import { within } from '#lib/within.ts'

/** A database that does not answer within this time counts as unreachable. */
const TIMEOUT_MS = 3_000

interface Database {
  pool: Pool
}

/** A process that is ready names what fails in part: unreachable workers of a cluster, jobs without memory, or time zones. It can serve other calls. */
export type Readiness = { ready: true; reason?: string } | { ready: false; reason: string }

/** Writes after every call, or for every job, and repeats what failed. */
interface Writer {
  lacking: string | undefined
}

/** `lacking_in_part`: what a job lacked, while calls and other jobs can have enough of it. */
interface JobWriter extends Writer {
  lacking_in_part: string | undefined
}

/** A process is not ready either while the database cannot write. */
export async function check_readiness({
  pool,
  log,
  recorder,
  space,
  zones,
}: Database & {
  log: Log
  recorder: Writer
  space: JobWriter
  zones: { fault: string | undefined }
}): Promise<Readiness> {
  try {
    const missing = await within(TIMEOUT_MS, count_missing_migrations(asked(pool)))
    const lacking = recorder.lacking ?? space.lacking
    if (lacking) return { ready: false, reason: lacking }
    if (missing > 0) return { ready: false, reason: `${missing} database migrations are missing.` }
    const silent = await within(TIMEOUT_MS, unreachable_workers(pool))
    const reasons = space.lacking_in_part ? [space.lacking_in_part] : []
    if (silent.length > 0) reasons.push(`Workers of the database do not answer: ${silent.join(', ')}.`)
    if (zones.fault) reasons.push(zones.fault)
    return reasons.length === 0 ? { ready: true } : { ready: true, reason: reasons.join(' ') }
  } catch (error) {
    log.warn({ err: error }, 'the process is not ready')
    return { ready: false, reason: exhaustion_of(error) ?? 'The database does not answer.' }
  }
}

/** Jobs of all processes that wait, run, or failed permanently. */
export async function count_jobs({ pool }: Database): Promise<Record<'waiting' | 'running' | 'failed', number>> {
  const { rows } = await within(
    TIMEOUT_MS,
    asked(pool).query(`select
      count(*) filter (where locked_at is null and attempts < max_attempts)::int as waiting,
      count(*) filter (where locked_at is not null)::int as running,
      count(*) filter (where locked_at is null and attempts >= max_attempts)::int as failed
      from graphile_worker.jobs`),
  )
  return rows[0]
}

/** Probes come every second or so. A silent database must not keep the connection of each. */
const asked = ({ system }: Pool) => within_limit(system, TIMEOUT_MS)
