// A worker in a process of its own, as npm start runs it, with a job that only notes how long it waited. Standard input: { url,
// count }. Standard output: that it is ready; then, when so many jobs have run, the milliseconds each of them waited.
import { text } from 'node:stream/consumers'
import { z } from 'zod'
import { job } from '#engine/job.ts'
import { start_tablero } from './tablero.ts'

const { url, count } = JSON.parse(await text(process.stdin)) as { url: string; count: number }
const waited: number[] = []
await start_tablero({
  url,
  role: 'worker',
  parts: {
    jobs: {
      bench_wait: job({
        about: 'Notes how long it waited.',
        payload: { at: z.number() },
        attempts_max: 1,
        async run({ at }) {
          waited.push(Date.now() - at)
          if (waited.length === count) console.log(JSON.stringify(waited))
        },
      }),
    },
  },
})
console.log(JSON.stringify({ ready: true }))
