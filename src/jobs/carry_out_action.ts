import { z } from 'zod'
import { execute } from '#engine/actions/execute.ts'
import { job } from '#engine/job.ts'

export const carry_out_action = job({
  about: 'Carry out a change at a platform that was approved.',
  payload: { execution_id: z.uuid() },
  once: ({ execution_id }) => execution_id,
  attempts_max: 1, // continue_actions continues what this job leaves
  group: 'waiting',
  async run({ execution_id }, { org_id, parts, signal }) {
    await execute(parts, { org_id, execution_id, signal })
  },
})
