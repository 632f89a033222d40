import { z } from 'zod'
import { job } from '#engine/job.ts'
import { run_sync } from '#engine/sync/sync.ts'

export const sync_connection = job({
  about: 'Read what is new on one connection.',
  payload: { connection_id: z.uuid(), run_id: z.uuid(), all_streams: z.boolean() },
  once: ({ run_id }) => run_id,
  attempts_max: 25,
  long_running: true,
  async run({ connection_id, run_id, all_streams }, { org_id, engine, signal }) {
    const end = await run_sync(engine, { org_id, connection_id, run_id, all_streams, signal })
    if (end === 'busy') throw new Error('another sync of this connection is running')
  },
})
