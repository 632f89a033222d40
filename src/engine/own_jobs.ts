// Jobs that the engine starts itself, where it has no list of jobs. The file of such a job in src/jobs takes these settings from here.
import { sql } from 'kysely'
import type { Database } from '#db/pool.ts'

type OwnJob = 'send_mails' | 'send_messages'

export const own_jobs: Record<OwnJob, { attempts_max: number; once?: () => string }> = {
  send_mails: { attempts_max: 5 },
  /** One that waits already is enough. */
  send_messages: { attempts_max: 1, once: () => 'send_messages' },
}

/** Starts the job of this organization when the open transaction commits. */
export async function start_own_job(db: Database, name: OwnJob): Promise<void> {
  const { attempts_max, once } = own_jobs[name]
  await sql`select enqueue_job(${name}, '{}', ${once?.() ?? null}, ${attempts_max}::int, null)`.execute(db)
}
