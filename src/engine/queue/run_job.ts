// Runs one job once, with the context of its kind.
import { z } from 'zod'
import { in_org, in_system } from '#db/org.ts'
import { in_reachable } from '#db/reachable.ts'
import { enqueue_on, type Job, type JobParts, type ScheduledJobContext } from '#engine/job.ts'

/** The payload that enqueue_job writes. A job that cron starts has none of these fields. */
export interface Queued {
  org_id?: string
  payload?: unknown
  traceparent?: string
}

/** Retention can delete many rows with one statement. */
const JOB_LIMITS_MS = { statement_timeout: 30 * 60_000 }

export async function run_job(
  parts: JobParts,
  declared: Job,
  { org_id = '', payload = {} }: Queued,
  { log, signal }: Pick<ScheduledJobContext, 'log' | 'signal'>,
): Promise<void> {
  const { pool, jobs } = parts
  const within: ScheduledJobContext['in_org'] = (org_id, work, options = {}) =>
    in_org(pool, { ...options, org_id }, (db) => work(db, enqueue_on(db, jobs)))
  const context = { parts, log, signal, now: () => parts.clock.now() }
  if (declared.payload === undefined)
    return declared.run({
      ...context,
      in_org: within,
      in_system: (work) => in_system(pool, work, JOB_LIMITS_MS),
      in_reachable: (work) => in_reachable(pool, work),
    })
  if (!declared.on_ended && (await has_ended(parts, org_id))) {
    log.info({ org_id }, 'a job was left out, because its organization was ended')
    return
  }
  const checked = z.strictObject(declared.payload).parse(payload)
  return declared.run(checked, { ...context, org_id, in_org: (work, options) => within(org_id, work, options) })
}

/** Also true for an organization that does not exist any more. */
async function has_ended({ directory }: Pick<JobParts, 'directory'>, org_id: string): Promise<boolean> {
  const org = await directory.org(org_id)
  return org === undefined || org.ended_at !== null
}
