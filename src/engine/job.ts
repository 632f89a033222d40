// Work done later or on a schedule. A job is enqueued in the transaction that causes it and runs for that organization.
import { sql } from 'kysely'
import { z } from 'zod'
import type { Database } from '#db/pool.ts'
import type { Engine } from '#engine/engine.ts'
import type { Fields, Values } from '#engine/tool.ts'
import type { Log } from '#lib/log.ts'

export interface JobContext {
  /** The organization the job was enqueued for; '' for a system job. */
  org_id: string
  engine: Engine
  log: Log
  /** Aborted when the process is asked to stop. */
  signal: AbortSignal
}

export interface Job<P extends Fields = Fields> {
  about: string
  payload: P
  /** A second enqueue with the same key replaces the first while it waits. */
  once?: (payload: Values<P>) => string
  /** Tries before a failing job is given up; the wait grows each time. */
  tries: number
  /** Cron expression in UTC for a system job that starts itself. */
  cron?: string
  /** Returning is done; throwing is tried again. */
  run: (payload: Values<P>, context: JobContext) => Promise<void>
}

export function job<P extends Fields>(declared: Job<P>): Job {
  return declared as unknown as Job
}

export type Enqueue = (name: string, payload: Record<string, unknown>) => Promise<void>

/** Enqueues in the open transaction; the database adds the organization, so a job cannot be put on another one. */
export function enqueue_on(db: Database, jobs: Record<string, Job>): Enqueue {
  return async (name, payload) => {
    const declared = jobs[name]
    if (!declared) throw new Error(`no job is called ${name}`)
    const checked = z.strictObject(declared.payload).parse(payload)
    await sql`select enqueue_job(${name}, ${JSON.stringify(checked)}::jsonb, ${declared.once?.(checked) ?? null}, ${declared.tries}::int)`.execute(
      db,
    )
  }
}
