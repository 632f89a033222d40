import { listed } from './lists.ts'
import type { Plan } from './unit.ts'

export const plan_job = (name: string): Plan => ({
  files: { [`src/jobs/${name}.ts`]: text_of(name) },
  lists: {
    'src/jobs/index.ts': (text) =>
      listed(text, { name, from: `./${name}.ts`, before: 'jobs: Record<string, Job> = {' }),
  },
  next: [
    `Start it from a tool: await enqueue('${name}', { connection_id }). With cron and an empty payload it starts itself.`,
    'It may run twice, after a crash: write it so that this does no harm.',
  ],
})

const text_of = (name: string) => `import { z } from 'zod'
import { in_org } from '#db/org.ts'
import { job } from '#engine/job.ts'

export const ${name} = job({
  about: 'What ${name} does, in a sentence.',
  payload: { connection_id: z.uuid() },
  once: ({ connection_id }) => connection_id,
  tries: 8,
  async run({ connection_id }, { org_id, engine, log }) {
    const connection = await in_org(engine.pool, { org_id }, (db) =>
      db.selectFrom('connections').select('name').where('connection_id', '=', connection_id).executeTakeFirst(),
    )
    if (!connection) return // it was deleted while the job waited
    log.info({ connection_id }, '${name} is done')
  },
})
`
