import { z } from 'zod'
import { end_unsent } from '#engine/actions/unsent.ts'
import { withdraw_access as withdraw } from '#engine/connecting/withdraw.ts'
import { job } from '#engine/job.ts'
import { remove_registrations } from '#engine/webhooks/register.ts'

export const withdraw_access = job({
  about: 'End the access of a disconnected connection at its platform, and delete its secrets.',
  payload: { connection_id: z.uuid() },
  once: ({ connection_id }) => connection_id,
  // The last attempt is minutes after the first. `schedule_withdrawals` starts it again until `forget_expired` deletes the secrets.
  attempts_max: 10,
  group: 'waiting',
  on_ended: true,
  async run({ connection_id }, { org_id, parts, signal, in_org, now }) {
    await in_org((db) => end_unsent(db, now()))
    await remove_registrations(parts, { org_id, connection_id }, signal)
    await withdraw(parts, { org_id, connection_id }, signal)
  },
})
