// The request of an app, as the address of the page states it. The server has signed it, and checks it again with the decision.
import { type Scope, scopes } from '../../../src/domain/scopes.ts'

export interface AppRequest {
  /** As the server gets it back. */
  oauth_query: string
  client_id: string
  /** Where the answer of the person goes. */
  host: string
  /** A program on the person's own machine gets the answer. */
  is_local: boolean
  asked: Scope[]
  /** What is ticked at first. */
  ticked: Scope[]
}

const LOOPBACK = /^(localhost|127\.0\.0\.1|\[::1\])$/
/** A person ticks these, whatever the app asked for. */
const never_ticked: readonly Scope[] = ['admin:*', 'actions:approve']

/** Undefined: the address states no request. */
export function request_of_address(): AppRequest | undefined {
  const page = new URLSearchParams(location.search)
  const oauth_query = page.get('request') ?? ''
  const query = new URLSearchParams(oauth_query)
  const [client_id, redirect_uri] = [query.get('client_id'), query.get('redirect_uri')]
  if (client_id === null || redirect_uri === null || !URL.canParse(redirect_uri)) return undefined
  const { hostname, host, protocol } = new URL(redirect_uri)
  const wanted = page.get('asked')?.split(' ') ?? []
  const asked = scopes.filter((scope) => wanted.includes(scope))
  return {
    oauth_query,
    client_id,
    host: host || protocol,
    is_local: LOOPBACK.test(hostname) || host === '',
    asked,
    ticked: asked.filter((scope) => !never_ticked.includes(scope)),
  }
}
