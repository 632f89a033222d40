// Requests that reach a sandbox without a network.
import { gunzipSync } from 'node:zlib'
import type { Outbound } from '#engine/vendors/outbound.ts'
import { no_dialing } from '#test/no_dialing.ts'
import type { Sandbox } from '../../sandbox/server.ts'

/** Calls the sandbox's server directly. The connectors' own suite tests requests over a real network connection. */
export function wire_to({ app }: Pick<Sandbox, 'app'>): Outbound {
  return {
    ...no_dialing,
    async fetch({ url, method = 'GET', headers, body, is_file }) {
      const { host, pathname, search } = new URL(url)
      const asked = { url: `/${host}${pathname}${search}`, method: method as 'GET', headers, payload: body }
      const answer = await app.inject(asked)
      const text = is_file && answer.statusCode < 300 ? gunzipSync(answer.rawPayload).toString() : answer.payload
      return { status: answer.statusCode, headers: answer.headers as Record<string, string>, text }
    },
  }
}
