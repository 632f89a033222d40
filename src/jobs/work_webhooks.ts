import { z } from 'zod'
import { job } from '#engine/job.ts'
import { work_inbox } from '#engine/webhooks/work.ts'

export const work_webhooks = job({
  about: 'Read again what a platform announced as changed.',
  payload: { connection_id: z.uuid() },
  once: ({ connection_id }) => connection_id,
  attempts_max: 25,
  group: 'waiting',
  async run({ connection_id }, { org_id, parts, signal, in_org }) {
    const end = await work_inbox(parts, { org_id, connection_id, signal })
    if (end === 'more') await in_org((_, enqueue) => enqueue(work_webhooks, { connection_id }))
  },
})
