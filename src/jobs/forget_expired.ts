import { sql } from 'kysely'
import { scheduled_job } from '#engine/job.ts'
import { forget } from '#engine/queue/retention.ts'
import { retention } from '#jobs/retention_rules.ts'

export const forget_expired = scheduled_job({
  about: 'Forget what is kept for a time only.',
  attempts_max: 1,
  cron: '17,47 * * * *',
  async run({ in_system, now, log }) {
    const { rows } = await in_system((db) =>
      sql<{ deleted: number }>`select auth.forget_expired() as deleted`.execute(db),
    )
    if (rows[0]!.deleted > 0) log.info({ rows: rows[0]!.deleted }, 'expired rows of accounts were deleted')
    for (const of of retention) {
      try {
        const rows = await in_system((db) => forget(db, of, now()))
        if (rows > 0n) log.info({ table: of.table, rows: Number(rows) }, 'expired rows were deleted')
      } catch (error) {
        log.error({ err: error, table: of.table }, 'expired rows could not be deleted; the other rules continue')
      }
    }
  },
})
