// Requests to other hosts, of which only PageSpeed Insights answers: as the sandbox does. Every name has a public address.
import { create_outbound, type Outbound } from '#engine/vendors/outbound.ts'
import { create_sandbox } from '../../sandbox/server.ts'
import { pagescore, pagespeed_key } from '../../sandbox/vendors/pagescore.ts'
import { no_dialing } from './no_dialing.ts'

export { pagespeed_key }

const PUBLIC = { address: '93.184.215.14', family: 4 }

export async function pagespeed_outbound(now: string): Promise<Outbound> {
  const sandbox = await create_sandbox({ frozen: true, now, history_days: 2, vendors: [pagescore] })
  const { check, close } = create_outbound({ resolve: (_host, _options, done) => done(null, [PUBLIC]) })
  return {
    ...no_dialing,
    check,
    close,
    async fetch({ url, method = 'GET' }) {
      const { host, pathname, search } = new URL(url)
      const answer = await sandbox.app.inject({ method: method as 'GET', url: `/${host}${pathname}${search}` })
      return { status: answer.statusCode, headers: {}, text: answer.payload }
    },
  }
}
