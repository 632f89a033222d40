import { z } from 'zod'
import { type Enqueue, job, Postponed } from '#engine/job.ts'
import { has_history_left } from '#engine/sync/backfill.ts'
import type { SyncPayload } from '#engine/sync/runs.ts'
import { run_sync } from '#engine/sync/sync.ts'
import { waits } from '#engine/webhooks/work.ts'
import { has_due_actions } from '#impact/due.ts'
import { backfill_connection } from '#jobs/backfill_connection.ts'
import { measure_impacts } from '#jobs/measure_impacts.ts'
import { follow_figures } from '#jobs/of_figures.ts'
import { work_webhooks } from '#jobs/work_webhooks.ts'

export const sync_connection = job({
  about: 'Read what is new on one connection.',
  payload: { connection_id: z.uuid(), run_id: z.uuid(), all_streams: z.boolean() },
  once: ({ run_id }) => run_id,
  attempts_max: 25,
  group: 'long',
  async run(payload, { org_id, parts, now, signal, in_org }) {
    const end = await run_sync(parts, { org_id, ...payload, signal })
    if (end === 'busy') throw new Postponed('another sync of this connection is running')
    const { connection_id } = payload
    // Announcements that came during the sync have waited for its end.
    if (await waits(parts, { org_id, connection_id }))
      await in_org((_, enqueue) => enqueue(work_webhooks, { connection_id }))
    if (end !== 'succeeded') return
    await in_org(async (db, enqueue) => {
      await follow_figures(enqueue)
      if (await has_due_actions(db, connection_id, now())) await enqueue(measure_impacts, { connection_id })
      if (await has_history_left(db, connection_id)) await enqueue(backfill_connection, { connection_id })
    })
  },
})

/** Enqueues the job of a sync. */
export const enqueue_sync = (enqueue: Enqueue) => (payload: SyncPayload) => enqueue(sync_connection, payload)
