// A receiver of the webhooks that Tablero sends. The path says how it answers. GET /control/log?platform=receiver shows what came.
import { once } from 'node:events'
import type { Vendor } from '../vendor.ts'

export const receiver: Vendor = {
  platform: 'receiver',
  hosts: ['receiver.example'],
  routes(app) {
    app.post('/ok/*', () => ({ received: true }))
    app.post('/500/*', (_, reply) => reply.code(500).send({ error: 'The receiver fails.' }))
    app.post('/hang/*', async (request, reply) => {
      await once(request.raw.socket, 'close')
      return reply.code(504).send()
    })
  },
  throttle: (seconds) => ({ status: 429, headers: { 'retry-after': String(seconds) }, body: 'Too many requests.' }),
  fail: (status) => ({ status, body: 'Service unavailable.' }),
}
