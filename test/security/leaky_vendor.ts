// A vendor that reveals everything it received. It refuses, fails and misleads in every way, and each answer contains the caller's
// credentials and the vendor's own new ones.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { z } from 'zod'
import { connector, snapshot_stream } from '#engine/connector.ts'
import { oauth2 } from '#engine/vendors/vendor_auth.ts'
import { message } from '#messages/message.ts'
import type { Canaries } from './canaries.ts'

interface VendorRequest {
  request: IncomingMessage
  response: ServerResponse
  body: string
  /** The contents of this request and of earlier ones. */
  received: string
  /** True for the first request after the vendor changed its behavior. */
  is_first: boolean
}
type Answer = (asked: VendorRequest) => void

const json = (response: ServerResponse, status: number, value: unknown, headers: Record<string, string> = {}) =>
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(value))

/** An error that has the forms of all vendors together. */
const error_of = (received: string, code: number) => ({
  error: {
    message: received,
    type: 'OAuthException',
    code,
    status: 'INVALID_ARGUMENT',
    errors: [{ message: received, reason: received }],
    details: [],
  },
  error_description: received,
  error_title: received,
  errors: [{ message: received, title: received, detail: received, code: received, extensions: { code: received } }],
  message: received,
})

const page_of = (received: string) => ({
  data: { [received]: received, shop: received, orders: { nodes: [received] } },
  results: [{ [received]: received }],
  rows: [[received]],
  siteEntry: [{ siteUrl: received }],
  paging: { next: `https://elsewhere.test/next?access_token=${encodeURIComponent(received)}` },
  links: { next: `https://elsewhere.test/next?api_key=${encodeURIComponent(received)}` },
})

const behaviors: Record<string, Answer> = {
  'refuses, and repeats what it received': ({ response, received }) => json(response, 400, error_of(received, 100)),
  'no longer accepts the credential': ({ response, received }) => json(response, 401, error_of(received, 190)),
  'forbids, and repeats what it received': ({ response, received }) => json(response, 403, error_of(received, 200)),
  'limits calls': ({ response, received }) => json(response, 429, error_of(received, 17), { 'retry-after': '100000' }),
  'fails with a page of its own': ({ response, received }) =>
    response.writeHead(500, { 'content-type': 'text/html' }).end(`<pre>${received}</pre>`),
  'answers something unexpected': ({ response, received }) => json(response, 200, page_of(received)),
  'answers a list of nothing known': ({ response, received }) =>
    json(response, 200, [received, { [received]: received }]),
  'answers half of its JSON': ({ response, received }) =>
    response.writeHead(200).end(`{"data": "${received.slice(0, 200)}`),
  'hangs up': ({ response }) => response.destroy(),
  'points elsewhere': ({ response, received }) =>
    response
      .writeHead(302, {
        location: `https://elsewhere.test/?access_token=${encodeURIComponent(received.slice(0, 500))}`,
      })
      .end(),
  'ends the credential once, then repeats it': ({ response, received, is_first }) =>
    json(response, is_first ? 401 : 400, is_first ? {} : error_of(received, 100)),
  'points to no address': ({ response, received }) =>
    response.writeHead(302, { location: `ht!tp://${encodeURIComponent(received.slice(0, 500))}@` }).end(),
}
const renewals: Record<string, Answer> = {
  'refuses to renew': ({ response, received }) => json(response, 400, error_of(received, 190)),
  'renews with nothing': ({ response, received }) =>
    json(response, 200, { access_token: 7, refresh_token: [received], expires_in: received }),
}

export async function leaky_vendor(canaries: Canaries) {
  let answer: Answer = behaviors['hangs up']!
  let renew: Answer | undefined
  let received = ''
  let is_first = true
  let requests = 0
  const server = createServer(async (request, response) => {
    requests++
    let body = ''
    for await (const chunk of request) body += chunk
    const { authorization = '', ...headers } = request.headers
    received = `${authorization} ${JSON.stringify(headers)} ${request.url} ${body} ${received}`.slice(0, 4_000)
    const asked = { request, response, body, received, is_first }
    if (!/oauth|token/.test(request.url!.split('?')[0]!)) {
      is_first = false
      return answer(asked)
    }
    if (renew) return renew(asked)
    json(response, 200, {
      access_token: canaries.plant('an access token a vendor answered'),
      refresh_token: canaries.plant('a refresh token a vendor answered'),
      expires_in: 3600,
      token_type: 'bearer',
      id_token: canaries.plant('an id token a vendor answered'),
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Sets the behavior for all later requests. */
    behave(behavior: string) {
      renew = renewals[behavior]
      answer = behaviors[behavior] ?? behaviors['refuses, and repeats what it received']!
      received = ''
      is_first = true
    },
    behaviors: [...Object.keys(behaviors), ...Object.keys(renewals)],
    /** Answers that each connector parses with its own code. */
    own_words: [
      'refuses, and repeats what it received',
      'forbids, and repeats what it received',
      'answers something unexpected',
    ],
    get requests() {
      return requests
    },
    async close() {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
}

/** A connector that reaches its streams, signs in with HTTP Basic, repeats every error and follows every link. */
export const talkative = connector({
  title: 'Talkative',
  platform: {
    vendor: 'Leaky',
    product: 'Leaky',
    credentials: message('credentials.email_a'),
    version: { name: '1', ends_on: null, source: 'none' },
    scopes: [],
    source: 'test',
  },
  kind: 'ads',
  auth: oauth2({ token_url: 'https://vendor.test/oauth/token', client: 'basic' }),
  settings: z.object({}),
  api: {
    base_url: 'https://vendor.test',
    hosts: ['vendor.test'],
    pace: { per_second: 1_000 },
    headers: ({ access_token }) => ({ 'x-token': access_token ?? '' }),
    classify: ({ status, body }) =>
      status === 400 || status === 403
        ? { kind: status === 400 ? 'refused' : 'revoked', reason: (body as { message: string }).message }
        : undefined,
  },
  accounts: {
    into: ['ad_accounts'],
    read: async () => [{ account_id: 'a', name: 'a', currency: 'EUR', time_zone: 'UTC' }],
    rows: () => ({ ad_accounts: { account_id: 'a', name: 'a', currency: 'EUR', time_zone: 'UTC' } }),
  },
  streams: {
    linked: snapshot_stream({
      into: ['ads'],
      every: '1h',
      read: ({ api }) =>
        api.pages({
          path: '/ads',
          schema: z.object({ data: z.unknown(), paging: z.object({ next: z.string() }) }),
          records: () => [] as never[],
          next: ({ paging }) => paging.next,
        }),
      rows: () => ({ ads: [] }),
    }),
    strict: snapshot_stream({
      into: ['ads'],
      every: '1h',
      read: ({ api }) =>
        api.pages({
          path: '/ads',
          schema: z.object({ data: z.record(z.string(), z.enum(['a', 'b'])) }),
          records: () => [] as never[],
          next: () => null,
        }),
      rows: () => ({ ads: [] }),
    }),
  },
})
