// Files of reports, which vendors give compressed.
import { gzipSync } from 'node:zlib'
import type { FastifyInstance } from 'fastify'

/** Packs the answers below a path, after the faults have changed them. */
export function pack_files(app: FastifyInstance, path: string) {
  app.addHook('onSend', async (request, reply, payload) => {
    if (!request.url.includes(path) || reply.statusCode >= 300 || typeof payload !== 'string') return payload
    reply.header('content-type', 'application/gzip').removeHeader('content-length')
    return gzipSync(payload)
  })
}
