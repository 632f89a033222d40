// The vendors of a fleet, in a process of their own: node sandbox.ts <the hour as JSON> <days of the world>.
import type { AddressInfo } from 'node:net'
import { create_sandbox } from '../../../sandbox/server.ts'
import { type Hour, now_of } from './hour.ts'

const [json = '{}', days = '380'] = process.argv.slice(2)
const hour = JSON.parse(json) as Hour
const now = new Date(now_of(hour)).toISOString()
const { app, clock } = await create_sandbox({ now, frozen: true, history_days: Number(days) })
// A vendor counts a request when it arrives. A clock that ticks would count up to a tick too early.
app.server.prependListener('request', () => clock.set(now_of(hour)))
await app.listen({ host: '127.0.0.1', port: 0 })
console.log(JSON.stringify({ url: `http://127.0.0.1:${(app.server.address() as AddressInfo).port}` }))
