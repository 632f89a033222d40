// Requests to other hosts, of which only PageSpeed Insights answers, as the sandbox does. Names have public addresses, except that
// `inside.` and hostile names have private ones, `missing.` has none, and `leads.` redirects to the address that follows in its path.
import type { LookupAddress } from 'node:dns'
import { create_outbound, type Outbound, type OutboundAnswer } from '#engine/vendors/outbound.ts'
import { create_sandbox } from '../../sandbox/server.ts'
import { pagescore, pagespeed_key } from '../../sandbox/vendors/pagescore.ts'
import { names } from '../security/addresses.ts'
import { no_dialing } from './no_dialing.ts'

export { pagespeed_key }

const PUBLIC = { address: '93.184.215.14', family: 4 }
const PRIVATE = { address: '10.0.0.7', family: 4 }

function resolve(host: string, _options: object, done: (error: Error | null, found: LookupAddress[]) => void) {
  const hostile = names[host]?.[0]?.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
  if (hostile) return done(null, hostile)
  if (host.startsWith('missing.')) return done(Object.assign(new Error(host), { code: 'ENOTFOUND' }), [])
  done(null, [host.startsWith('inside.') ? PRIVATE : PUBLIC])
}

/** Runs before each request. A test can wait there, or count. */
export const hooks = { before: async (_url: URL): Promise<void> => {} }

export async function pagespeed_outbound(now: string): Promise<Outbound> {
  const sandbox = await create_sandbox({ frozen: true, now, history_days: 2, vendors: [pagescore] })
  const { check, close } = create_outbound({ resolve })
  return {
    ...no_dialing,
    check,
    close,
    async fetch({ url, method = 'GET' }): Promise<OutboundAnswer> {
      const target = new URL(url)
      const { host, pathname, search } = target
      await hooks.before(target)
      if (host.startsWith('leads.'))
        return { status: 302, headers: { location: decodeURIComponent(pathname.slice(1)) }, text: '' }
      const answer = await sandbox.app.inject({ method: method as 'GET', url: `/${host}${pathname}${search}` })
      return { status: answer.statusCode, headers: {}, text: answer.payload }
    },
  }
}
