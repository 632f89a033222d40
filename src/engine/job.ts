// Work done later or on a schedule. A job is enqueued in the transaction that causes it and runs for that organization.
import { sql } from 'kysely'
import { z } from 'zod'
import type { Database } from '#db/pool.ts'
import type { Job } from '#engine/engine.ts'
import type { Enqueue, Fields } from '#engine/tool.ts'
import { traceparent } from '#lib/trace.ts'

export function job<P extends Fields>(declared: Job<P>): Job {
  return declared as unknown as Job
}

/** Enqueues in the open transaction; the database adds the organization, so a job cannot be put on another one. */
export function enqueue_on(db: Database, jobs: Record<string, Job>): Enqueue {
  return async (name, payload) => {
    const declared = jobs[name]
    if (!declared) throw new Error(`no job is called ${name}`)
    const checked = z.strictObject(declared.payload).parse(payload)
    await sql`select enqueue_job(${name}, ${JSON.stringify(checked)}::jsonb, ${declared.once?.(checked) ?? null}, ${declared.attempts_max}::int, ${traceparent() ?? null})`.execute(
      db,
    )
  }
}
