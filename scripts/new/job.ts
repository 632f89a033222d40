import { listed } from './lists.ts'
import type { Plan } from './unit.ts'

export const plan_job = (name: string): Plan => ({
  files: { [`src/jobs/${name}.ts`]: text_of(name) },
  lists: {
    'src/jobs/index.ts': (text) => listed(text, { name, from: `./${name}.ts`, before: 'jobs: Jobs = {' }),
  },
  next: [
    `Start it from a tool: await enqueue(${name}, { connection_id }). For a job that runs on a schedule, use scheduled_job with cron.`,
    'A job can run twice after a crash, so make it idempotent.',
  ],
})

const text_of = (name: string) => `import { z } from 'zod'
import { job } from '#engine/job.ts'

export const ${name} = job({
  about: 'What ${name} does, in a sentence.',
  payload: { connection_id: z.uuid() },
  once: ({ connection_id }) => connection_id,
  attempts_max: 8,
  async run({ connection_id }, { in_org, log }) {
    const connection = await in_org((db) =>
      db.selectFrom('connections').select('name').where('connection_id', '=', connection_id).executeTakeFirst(),
    )
    if (!connection) return // the connection was deleted while the job waited
    log.info({ connection_id }, '${name} is done')
  },
})
`
