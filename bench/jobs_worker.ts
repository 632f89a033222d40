// A worker as npm start runs it, in its own process, with a job that measures its waiting time. Standard input: { url, count }.
// Standard output: a line when it is ready, and after `count` jobs the milliseconds that each waited.
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
        about: 'Measures its waiting time.',
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
