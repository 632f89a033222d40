// A worker in a process of its own, as npm start runs it, with a job that only notes how long it waited. Standard input: { url,
// count }. Standard output: that it is ready; then, when so many jobs have run, the milliseconds each of them waited.
import { text } from 'node:stream/consumers'
import { z } from 'zod'
import { job } from '#engine/job.ts'
import { create_log } from '#lib/log.ts'
import { create_app } from '../src/app.ts'

const { url, count } = JSON.parse(await text(process.stdin)) as { url: string; count: number }
const waited: number[] = []
const app = await create_app({
  config: {
    base_url: 'http://127.0.0.1:0',
    database_pool: 20,
    fx_rates_url: undefined,
    master_key: Buffer.alloc(32, 7),
    redis_url: undefined,
    role: 'worker',
    sandbox_url: undefined,
  },
  database_url: url,
  log: create_log({ level: 'warn', stream: process.stderr }),
  parts: {
    jobs: {
      bench_wait: job({
        about: 'Notes how long it waited.',
        payload: { at: z.number() },
        tries: 1,
        async run({ at }) {
          waited.push(Date.now() - at)
          if (waited.length === count) console.log(JSON.stringify(waited))
        },
      }),
    },
  },
})
await app.start({ host: '127.0.0.1', port: 0 })
console.log(JSON.stringify({ ready: true }))
process.once('SIGTERM', async () => {
  await app.close()
  process.exit(0)
})
