// Websites for a browser under test: one of the public internet, and one inside that must not be reached.
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { create_outbound, is_public } from '#engine/vendors/outbound.ts'
import { names, OUTSIDE } from '../security/addresses.ts'

async function listening(handler: RequestListener, host: string) {
  const server = createServer(handler)
  await new Promise<void>((done) => server.listen(0, host, done))
  const close = () => {
    server.closeAllConnections()
    server.close()
  }
  return { close, server, port: (server.address() as AddressInfo).port }
}

export type Websites = Awaited<ReturnType<typeof websites>>

/** `page` answers requests to http://outside.test:<port>. */
export async function websites(
  page: (path: string, inner_port: number) => { status?: number; html?: string; to?: string } | null,
) {
  const reached: string[] = []
  const inner = await listening((request, response) => {
    reached.push(String(request.url))
    response.setHeader('access-control-allow-origin', '*').end('inside')
  }, '127.0.0.1')
  inner.server.on('connection', () => reached.push('connection'))
  const asked: string[] = []
  const outer = await listening((request, response) => {
    asked.push(String(request.url))
    const answer = page(String(request.url), inner.port)
    if (answer === null) return // never answered
    const { status = 200, html = '', to } = answer
    response.writeHead(to ? 302 : status, { 'content-type': 'text/html', ...(to && { location: to }) }).end(html)
  }, OUTSIDE)
  const lookups: Record<string, number> = {}
  const outbound = create_outbound({
    is_reachable: (address) => address === OUTSIDE || is_public(address),
    resolve(host, _options, done) {
      const found = names[host]
      if (!found) return done(Object.assign(new Error(`ENOTFOUND ${host}`), { code: 'ENOTFOUND' }), [])
      const lookup = lookups[host] ?? 0
      lookups[host] = lookup + 1
      const addresses = found[Math.min(lookup, found.length - 1)]!
      done(
        null,
        addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
      )
    },
  })
  return {
    outbound,
    asked,
    reached,
    inner_port: inner.port,
    url: (path: string) => `http://outside.test:${outer.port}${path}`,
    port: outer.port,
    async close() {
      await outbound.close()
      inner.close()
      outer.close()
    },
  }
}
