// Error answers of the sandbox against the errors that the vendors document. Requests of the connector are sent again: without a credential,
// with one that ended, beyond a limit, to a vendor that fails, and for what is not there.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { LightMyRequestResponse } from 'fastify'
import { connectors } from '#connectors/index.ts'
import { sandbox_connections } from '../../sandbox/connections.ts'
import type { Fault } from '../../sandbox/faults.ts'
import { vendors } from '../../sandbox/vendors.ts'
import { type ErrorAnswer, error_shapes } from './error_shapes.ts'
import { without_contracts } from './published.ts'
import { wire } from './wire.ts'

const [from, to] = ['2026-11-17', '2026-11-17']
type Wired = Awaited<ReturnType<typeof wire>>
type Sent = ReturnType<Wired['sandbox']['log']['list']>[number]

/** A request of each address, where ids are no part of an address. */
async function requests_of(platform: string, wired: Wired): Promise<Sent[]> {
  const { api, sandbox } = wired
  const { settings } = sandbox_connections.find((one) => one.platform === platform)!
  const account = (await wired.accounts())[0]!
  for (const stream of Object.values(connectors[platform]!.streams))
    for await (const _ of stream.read({ api, account, settings, since: null, from, to } as never)) break
  const address = ({ method, url }: Sent) => `${method} ${new URL(url).pathname.replaceAll(/\d{2,}/g, '{}')}`
  // Errors of sign-ins are those of OAuth.
  const { open } = vendors.find((one) => one.platform === platform)!
  const good = sandbox.log.list(platform).filter(({ status, url }) => status < 300 && !open?.(new URL(url).pathname))
  return [...new Map(good.map((sent) => [address(sent), sent])).values()]
}

/** Names of headers and parameters that hold credentials. */
const CREDENTIAL =
  /^(authorization|authentication|api-key|access-token|x-amz-access-token|access_token|consumer_key|consumer_secret)$/
const OWN_HEADERS = ['host', 'connection', 'content-length', 'accept-encoding', 'transfer-encoding']

/** A part of the request that is changed before it is sent again. */
interface Change {
  is_anonymous?: boolean
  path?: (path: string) => string
}

async function send(
  { sandbox }: Wired,
  { method, url, headers, body }: Sent,
  change: Change = {},
): Promise<ErrorAnswer> {
  const changed = new URL(url)
  changed.pathname = (change.path ?? ((path) => path))(changed.pathname)
  const kept = Object.entries(headers).filter(
    ([name]) => !OWN_HEADERS.includes(name) && !(change.is_anonymous && CREDENTIAL.test(name)),
  )
  if (change.is_anonymous)
    for (const name of [...changed.searchParams.keys()]) if (CREDENTIAL.test(name)) changed.searchParams.delete(name)
  const is_form = String(headers['content-type']).includes('urlencoded')
  const answer = (await sandbox.app.inject({
    method: method as 'GET',
    url: String(changed).slice('https:/'.length),
    headers: Object.fromEntries(kept) as Record<string, string>,
    ...(body !== null && { payload: is_form ? String(new URLSearchParams(body as never)) : JSON.stringify(body) }),
  })) as LightMyRequestResponse
  return { method, url: String(changed), status: answer.statusCode, answer: parsed(answer.payload) }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

const faults: Omit<Fault, 'platform'>[] = [
  { kind: 'throttle' },
  { kind: 'fail', status: 500 },
  { kind: 'fail', status: 503 },
  { kind: 'deny_account' },
  { kind: 'refuse_write' },
]
/** The last id of an address. */
const LAST_ID = /\d{3,}(?!.*\d{3,})/
const nowhere: Change = { path: (path) => path.replace(LAST_ID, '999999999999') }

/** Every error that the sandbox can be made to answer these requests with. */
async function errors_of(platform: string, wired: Wired, requests: readonly Sent[]): Promise<ErrorAnswer[]> {
  const { sandbox } = wired
  const { shares_hosts } = vendors.find((one) => one.platform === platform)!
  const found: ErrorAnswer[] = []
  for (const request of requests) {
    for (const fault of faults) {
      sandbox.faults.add({ platform, ...fault })
      found.push(await send(wired, request))
      sandbox.faults.clear()
    }
    // The sandbox tells vendors of one host apart by the token.
    if (!shares_hosts) found.push(await send(wired, request, { is_anonymous: true }))
    if (LAST_ID.test(new URL(request.url).pathname)) found.push(await send(wired, request, nowhere))
    for (const end of ['expire', 'revoke'] as const) {
      sandbox.tokens[end](platform)
      found.push(await send(wired, request))
      sandbox.tokens.reset()
    }
  }
  return found.filter(({ status }) => status >= 400)
}

describe('error answers', { skip: without_contracts }, () => {
  for (const { platform, secrets, settings } of sandbox_connections) {
    const shape = error_shapes[platform]
    if (!shape || 'none' in shape) continue
    test(`${platform}: every error is as the vendor documents it, and an invented field is found`, async (context) => {
      const compare = shape.read()
      const wired = await wire({ connector: connectors[platform]!, platform, secrets, settings })
      try {
        const answers = await errors_of(platform, wired, await requests_of(platform, wired))
        const compared = answers.flatMap((answer) => {
          const faults = typeof answer.answer === 'string' ? undefined : compare(answer)
          return faults ? [{ ...answer, faults }] : []
        })
        const wrong = compared.filter(({ faults }) => faults.length > 0)
        const words = ({ method, url, status, answer, faults }: (typeof wrong)[number]) =>
          `${method} ${new URL(url).pathname} ${status}: ${faults.slice(0, 2).join('; ')} in ${JSON.stringify(answer).slice(0, 200)}`
        assert.deepEqual([...new Set(wrong.map(words))], [])
        const statuses = [...new Set(compared.map(({ status }) => status))].sort()
        assert.ok(compared.length >= 5 && statuses.length >= 2, `${compared.length} with ${statuses}`)
        context.diagnostic(
          `${platform}: ${compared.length} of ${answers.length} errors compared, statuses ${statuses.join(' ')}`,
        )
        const [one] = compared
        assert.ok((compare({ ...one!, answer: invented(one!.answer) }) ?? []).length > 0, 'an invented field is found')
      } finally {
        await wired.close()
      }
    })
  }

  test('every platform has documented errors, or a reason why it has none', () => {
    assert.deepEqual(Object.keys(error_shapes).toSorted(), Object.keys(connectors).toSorted())
  })
})

/** The error with a field that nobody documents, in its innermost object. */
function invented(answer: unknown): unknown {
  if (Array.isArray(answer)) return [invented(answer[0]), ...answer.slice(1)]
  const entries = Object.entries(answer as object)
  const [name, inner] =
    entries.find(([, value]) => typeof value === 'object' && value !== null && !is_empty(value)) ?? []
  return name ? { ...(answer as object), [name]: invented(inner) } : { ...(answer as object), sandbox_new_field: 'new' }
}
const is_empty = (value: object) => Object.keys(value).length === 0
