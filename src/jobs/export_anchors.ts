import { export_anchors as export_to } from '#engine/audit/export.ts'
import { scheduled_job } from '#engine/job.ts'

export const export_anchors = scheduled_job({
  about: 'Export signed anchors of the chains of recorded calls to the place that AUDIT_ANCHORS names.',
  attempts_max: 5,
  cron: '*/10 * * * *',
  async run({ parts, now, log }) {
    const { pool, anchors_to } = parts
    if (!anchors_to) return
    const anchors = await export_to(pool, parts, anchors_to, now())
    if (anchors > 0) log.info({ anchors }, 'exported anchors of the audit chains')
  },
})
