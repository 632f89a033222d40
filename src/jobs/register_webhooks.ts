import { z } from 'zod'
import { job } from '#engine/job.ts'
import { check_registrations } from '#engine/webhooks/register.ts'

export const register_webhooks = job({
  about: 'Register at a platform that it announces changes, or repair what is registered.',
  payload: { connection_id: z.uuid() },
  once: ({ connection_id }) => connection_id,
  attempts_max: 5,
  group: 'waiting',
  async run({ connection_id }, { org_id, parts, signal, log }) {
    const checked = await check_registrations(parts, { org_id, connection_id }, signal)
    if (checked && checked.added + checked.removed > 0)
      log.info({ connection_id, ...checked }, 'webhooks were registered')
  },
})
