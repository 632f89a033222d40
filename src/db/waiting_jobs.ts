// Which jobs still have an attempt before them. The queue keeps a job that has used up its attempts.
import type { Pool } from '#db/pool.ts'

/** Of these keys, those of jobs that run, or that the queue starts again. */
export async function waiting_jobs({ org }: Pick<Pool, 'org'>, keys: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await org.query<{ key: string }>(
    'select key from graphile_worker.jobs where key = any($1) and (attempts < max_attempts or locked_at is not null)',
    [keys],
  )
  return new Set(rows.map(({ key }) => key))
}
