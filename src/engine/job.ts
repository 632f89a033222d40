// What a job is: work done later for one organization, or work on a schedule for all of Tablero.
import { sql } from 'kysely'
import { z } from 'zod'
import type { OrgOptions } from '#db/org.ts'
import type { Database } from '#db/pool.ts'
import type { Directory } from '#engine/access/directory.ts'
import type { Destination } from '#engine/audit/destinations.ts'
import type { App, SignIn } from '#engine/connector/sign_in.ts'
import type { Fields, Values } from '#engine/fields.ts'
import type { Mailing } from '#engine/mail.ts'
import type { Messaging } from '#engine/notifications/whatsapp.ts'
import type { SyncParts } from '#engine/sync/reading.ts'
import type { Log } from '#lib/log.ts'
import { traceparent } from '#lib/trace.ts'

/** What jobs need of the process. */
export interface JobParts extends SyncParts {
  jobs: Jobs
  directory: Directory
  /** Public address of Tablero. */
  base_url: string
  /** How people sign in, by platform. */
  sign_ins: Record<string, SignIn>
  /** The operator's apps at the vendors, by platform. */
  apps: Record<string, App>
  /** Folder of the exchange rate files. Default: the address of the European Central Bank. */
  fx_rates_url?: string
  /** Address of the daily exchange rate files, with {date}. Default: the public addresses of currency-api. */
  fx_daily_rates_url?: string
  /** Where anchors of the audit chains are exported to. Without it, none are. */
  anchors_to?: Destination
  /** Emails. Without it, this Tablero sends none. */
  mailing?: Mailing
  /** The phone number of this Tablero. Without it, it sends no messages to phones. */
  messaging?: Messaging
  /** Ends runs whose job the queue gave up, and returns their number. */
  end_abandoned_runs: () => Promise<number>
  /** Does the work of a run. The signal is aborted when the process stops. */
  work_run: (run: { org_id: string; run_id: string; signal: AbortSignal }) => Promise<void>
}

export interface JobContext {
  log: Log
  /** Aborted when the process is asked to stop. */
  signal: AbortSignal
  now: () => Date
  parts: JobParts
}

type Work<T> = (db: Database, enqueue: Enqueue) => Promise<T>

/** The context of an organization's job. */
export interface OrgJobContext extends JobContext {
  org_id: string
  /** Runs a transaction of the organization. Jobs that are enqueued in it exist when it commits. */
  in_org: <T>(work: Work<T>, options?: Omit<OrgOptions, 'org_id'>) => Promise<T>
}

/** The context of a scheduled job. It belongs to no organization, and names each organization that it works on. */
export interface ScheduledJobContext extends JobContext {
  in_system: <T>(work: (db: Database) => Promise<T>) => Promise<T>
  /** The same without organizations that cannot be reached now, for what the next run of the job finds again. */
  in_reachable: <T>(work: (db: Database) => Promise<T>) => Promise<T>
  in_org: <T>(org_id: string, work: Work<T>, options?: Omit<OrgOptions, 'org_id'>) => Promise<T>
}

/**
 * Jobs of different groups do not delay each other. `src/engine/queue/worker.ts` has the settings of each group.
 * - long: the job may take minutes.
 * - waiting: the job mostly waits for other systems and holds no connection. Many such jobs run at the same time.
 * - background: the job may wait for a long time. Each process runs one such job at a time.
 * - short: all other jobs, which mostly take less than a second.
 */
export type JobGroup = 'long' | 'waiting' | 'background' | 'short'

interface Declared {
  about: string
  /** Attempts before a failing job counts as failed. The wait grows after each attempt. */
  attempts_max: number
  /** Default: short. */
  group?: JobGroup
  /** True: the job works on organizations that an admin ended. No other job of an organization does. */
  on_ended?: boolean
}

interface OrgJobDeclaration<P extends Fields> extends Declared {
  payload: P
  cron?: undefined
  /** A second job with the same key replaces the first while the first waits. */
  once?: (payload: Values<P>) => string
  /** A job is done when this function returns. When it throws, the job is retried. */
  run: (payload: Values<P>, context: OrgJobContext) => Promise<void>
}

interface ScheduledJobDeclaration extends Declared {
  /** Cron expression in UTC. */
  cron: string
  run: (context: ScheduledJobContext) => Promise<void>
}

export type OrgJob<P extends Fields = Fields> = OrgJobDeclaration<Fields> & { payload: P }
export type ScheduledJob = ScheduledJobDeclaration & { payload?: undefined }
export type Job = OrgJob | ScheduledJob
export type Jobs = Record<string, Job>

/** A job throws it when only time is missing. It is retried, which is no failure and uses no attempt. */
export class Postponed extends Error {
  override name = 'Postponed'
  /** Seconds after which it can succeed. Undefined: unknown. */
  readonly wait_s: number | undefined

  constructor(message: string, wait_s?: number) {
    super(message)
    this.wait_s = wait_s
  }
}

/** Declares a job of an organization. `enqueue` checks the type of its payload. */
export const job = <P extends Fields>(declared: OrgJobDeclaration<P>) => declared as unknown as OrgJob<P>

/** Declares a scheduled job. */
export const scheduled_job = (declared: ScheduledJobDeclaration): ScheduledJob => declared

/** Starts a job when, and only when, the open transaction commits. */
export type Enqueue = <P extends Fields>(job: OrgJob<P>, payload: Values<P>) => Promise<void>

/** Enqueues in the open transaction. The database adds the organization, so a job cannot be enqueued for another organization. */
export function enqueue_on(db: Database, jobs: Jobs): Enqueue {
  return async (declared, payload) => {
    const name = name_of(jobs, declared)
    const checked = z.strictObject(declared.payload).parse(payload)
    // A job in the background may take hours, so it is no part of the trace that enqueued it.
    const trace = declared.group === 'background' ? null : (traceparent() ?? null)
    await sql`select enqueue_job(${name}, ${JSON.stringify(checked)}::jsonb, ${declared.once?.(checked) ?? null}, ${declared.attempts_max}::int, ${trace})`.execute(
      db,
    )
  }
}

function name_of(jobs: Jobs, wanted: object): string {
  const found = Object.entries(jobs).find(([, declared]) => declared === wanted)
  if (!found) throw new Error('the job is not among those of this process')
  return found[0]
}
