// Builds the context in which a tool runs.
import type { Database } from '#db/pool.ts'
import { today_in } from '#domain/windows.ts'
import type { Directory } from '#engine/access/directory.ts'
import type { Identified } from '#engine/calls/admission.ts'
import type { Connector } from '#engine/connector.ts'
import { enqueue_on, type Jobs } from '#engine/job.ts'
import type { Context } from '#engine/tool.ts'
import type { Clock } from '#lib/clock.ts'

interface Parts {
  clock: Clock
  directory: Pick<Directory, 'shared'>
  jobs: Jobs
  connectors: Record<string, Connector>
  base_url: string
}

interface Asked {
  request_id: string
  progress?: Context['progress']
}

export function context_of(
  { clock, directory, jobs, connectors, base_url }: Parts,
  { request_id, progress = () => {} }: Asked,
  { caller, org, db }: Identified & { db: Database },
): Context {
  const now = clock.now()
  return {
    caller,
    org,
    db,
    now,
    today: today_in(org.time_zone, now),
    request_id,
    enqueue: enqueue_on(db, jobs),
    connectors,
    base_url,
    shared: (name, read) => directory.shared(name, read),
    progress,
  }
}
