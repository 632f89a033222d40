// A vendor that reveals everything it received. It refuses, fails and misleads in every way, and each answer contains the caller's
// credentials and the vendor's own new ones.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { z } from 'zod'
import { connector, snapshot_stream } from '#engine/connector.ts'
import { oauth2 } from '#engine/vendors/vendor_auth.ts'
import type { Canaries } from './canaries.ts'

interface Asked {
  request: IncomingMessage
  response: ServerResponse
  body: string
  /** The contents of this request and of earlier ones. */
  told: string
  /** True for the first request after the vendor changed its behavior. */
  is_first: boolean
}
type Answer = (asked: Asked) => void

const json = (response: ServerResponse, status: number, value: unknown, headers: Record<string, string> = {}) =>
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(value))

/** An error that has the forms of all vendors together. */
const error_of = (told: string, code: number) => ({
  error: {
    message: told,
    type: 'OAuthException',
    code,
    status: 'INVALID_ARGUMENT',
    errors: [{ message: told, reason: told }],
    details: [],
  },
  error_description: told,
  error_title: told,
  errors: [{ message: told, title: told, detail: told, code: told, extensions: { code: told } }],
  message: told,
})

const page_of = (told: string) => ({
  data: { [told]: told, shop: told, orders: { nodes: [told] } },
  results: [{ [told]: told }],
  rows: [[told]],
  siteEntry: [{ siteUrl: told }],
  paging: { next: `https://elsewhere.test/next?access_token=${encodeURIComponent(told)}` },
  links: { next: `https://elsewhere.test/next?api_key=${encodeURIComponent(told)}` },
})

const manners: Record<string, Answer> = {
  'refuses, and repeats what it was told': ({ response, told }) => json(response, 400, error_of(told, 100)),
  'no longer accepts the credential': ({ response, told }) => json(response, 401, error_of(told, 190)),
  'forbids, and repeats what it was told': ({ response, told }) => json(response, 403, error_of(told, 200)),
  'limits calls': ({ response, told }) => json(response, 429, error_of(told, 17), { 'retry-after': '100000' }),
  'fails with a page of its own': ({ response, told }) =>
    response.writeHead(500, { 'content-type': 'text/html' }).end(`<pre>${told}</pre>`),
  'answers something unexpected': ({ response, told }) => json(response, 200, page_of(told)),
  'answers a list of nothing known': ({ response, told }) => json(response, 200, [told, { [told]: told }]),
  'answers half of its JSON': ({ response, told }) => response.writeHead(200).end(`{"data": "${told.slice(0, 200)}`),
  'hangs up': ({ response }) => response.destroy(),
  'points elsewhere': ({ response, told }) =>
    response
      .writeHead(302, { location: `https://elsewhere.test/?access_token=${encodeURIComponent(told.slice(0, 500))}` })
      .end(),
  'ends the credential once, then repeats it': ({ response, told, is_first }) =>
    json(response, is_first ? 401 : 400, is_first ? {} : error_of(told, 100)),
  'points to no address': ({ response, told }) =>
    response.writeHead(302, { location: `ht!tp://${encodeURIComponent(told.slice(0, 500))}@` }).end(),
}
const renewals: Record<string, Answer> = {
  'refuses to renew': ({ response, told }) => json(response, 400, error_of(told, 190)),
  'renews with nothing': ({ response, told }) =>
    json(response, 200, { access_token: 7, refresh_token: [told], expires_in: told }),
}

export async function leaky_vendor(canaries: Canaries) {
  let answer: Answer = manners['hangs up']!
  let renew: Answer | undefined
  let told = ''
  let is_first = true
  let requests = 0
  const server = createServer(async (request, response) => {
    requests++
    let body = ''
    for await (const chunk of request) body += chunk
    const { authorization = '', ...headers } = request.headers
    told = `${authorization} ${JSON.stringify(headers)} ${request.url} ${body} ${told}`.slice(0, 4_000)
    const asked = { request, response, body, told, is_first }
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
    behave(manner: string) {
      renew = renewals[manner]
      answer = manners[manner] ?? manners['refuses, and repeats what it was told']!
      told = ''
      is_first = true
    },
    manners: [...Object.keys(manners), ...Object.keys(renewals)],
    /** Answers that each connector parses with its own code. */
    own_words: [
      'refuses, and repeats what it was told',
      'forbids, and repeats what it was told',
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
    credentials: '',
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
