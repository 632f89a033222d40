// node sandbox/main.ts [--port N] [--seed N] [--now ISO] [--orders DIR] [--exit-with-stdin]
import { parseArgs } from 'node:util'
import { create_sandbox } from './server.ts'

/** How often changes of the world are announced. */
const SEND_MS = 2_000

const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '0' },
    seed: { type: 'string', default: '1' },
    now: { type: 'string' },
    orders: { type: 'string' },
    'exit-with-stdin': { type: 'boolean', default: false },
  },
})

if (values.now && Number.isNaN(Date.parse(values.now))) {
  console.error(`--now must be an instant such as 2026-11-20T12:00:00Z, not '${values.now}'.`)
  process.exit(1)
}
const { app, webhooks } = await create_sandbox({
  seed: Number(values.seed),
  now: values.now,
  orders: values.orders,
}).catch((error) => {
  console.error(error.message)
  process.exit(1)
})
const url = await app.listen({ host: '127.0.0.1', port: Number(values.port) })
console.log(JSON.stringify({ url }))
setInterval(() => void webhooks.send(), SEND_MS).unref()

const leave = () => void app.close().then(() => process.exit(0))
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, leave)
// The pipe closes when the parent process ends, however it ends.
if (values['exit-with-stdin']) process.stdin.once('end', leave).resume()
