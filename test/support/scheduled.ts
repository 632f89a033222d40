// Runs a scheduled job at an instant, with the rights of work.
import type pg from 'pg'
import type { Job } from '#engine/job.ts'
import { run_job } from '#engine/queue/run_job.ts'
import type { FiguresBench } from '#test/figures.ts'

/** The organizations of which the schedule starts the job with this name. The started jobs are removed. */
export async function orgs_started(
  { engine, owner }: { engine: FiguresBench['engine']; owner: pg.Pool },
  { schedule, starts, at }: { schedule: Job; starts: string; at: string },
): Promise<string[]> {
  const clock = { now: () => new Date(at), sleep: async () => {} }
  const signal = new AbortController().signal
  await run_job({ ...engine, pool: engine.pool.worker, clock } as never, schedule, {}, { log: engine.log, signal })
  const { rows } = await owner.query<{ org_id: string }>(
    `with ended as (
       delete from graphile_worker._private_jobs j using graphile_worker._private_tasks t
       where t.id = j.task_id and t.identifier = $1 returning j.payload)
     select payload->>'org_id' as org_id from ended`,
    [starts],
  )
  return rows.map(({ org_id }) => org_id)
}
