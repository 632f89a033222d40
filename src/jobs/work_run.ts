import { z } from 'zod'
import { job } from '#engine/job.ts'

export const work_run = job({
  about: 'Do the work of a call that continues outside its transaction.',
  payload: { run_id: z.uuid() },
  once: ({ run_id }) => run_id,
  attempts_max: 25,
  group: 'waiting',
  run: ({ run_id }, { org_id, parts, signal }) => parts.work_run({ org_id, run_id, signal }),
})
