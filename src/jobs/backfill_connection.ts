import { z } from 'zod'
import { job, Postponed } from '#engine/job.ts'
import { changes_wait, start_work } from '#engine/sync/announced_changes.ts'
import { has_history_left, run_backfill } from '#engine/sync/backfill.ts'
import { VendorRefusal } from '#engine/vendors/refusal.ts'
import { find_recommendations } from '#jobs/find_recommendations.ts'
import { work_webhooks } from '#jobs/work_webhooks.ts'
import { is_lacked } from '#rules/fresh.ts'

/** Announcements get the lock of the connection for so long, in steps. More of them can come all the time. */
const ASIDE_MS = 2_000
const ASIDE_STEPS_MAX = 10

export const backfill_connection = job({
  about: 'Read the older history of one connection.',
  payload: { connection_id: z.uuid() },
  once: ({ connection_id }) => connection_id,
  attempts_max: 25,
  group: 'background',
  async run({ connection_id }, { org_id, parts, signal, in_org }) {
    const end = await run_backfill(parts, { org_id, connection_id, signal }).catch(postpone)
    if (end === 'crowded') throw new Postponed('syncs of other connections wait')
    if (end === 'done')
      await in_org(async (db, enqueue) => {
        if (await is_lacked(db, connection_id)) await enqueue(find_recommendations, { connection_id })
      })
    // A sync that holds the connection enqueues this job again at its end.
    if (end !== 'more' && end !== 'announced') return
    if (end === 'announced') {
      await in_org((db, enqueue) => start_work(db, connection_id, () => enqueue(work_webhooks, { connection_id })))
      for (let step = 0; step < ASIDE_STEPS_MAX; step++) {
        await parts.clock.sleep(ASIDE_MS, signal)
        if (!(await in_org((db) => changes_wait(db, connection_id, { with_hints: true })))) break
      }
    }
    await in_org(async (db, enqueue) => {
      if (await has_history_left(db, connection_id)) await enqueue(backfill_connection, { connection_id })
    })
  },
})

/** A limit of the platform, or a report that it still builds, ends by itself. */
function postpone(error: unknown): never {
  const is_wait = error instanceof VendorRefusal && (error.kind === 'throttled' || error.kind === 'awaited')
  throw is_wait ? new Postponed(error.message) : error
}
