// All requests to other machines go through one module. No address of an untrusted caller, no hostname and no redirect ever reaches
// a server on this machine. The test's own server counts the requests that reach it.
import assert from 'node:assert/strict'
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, beforeEach, suite, test } from 'node:test'
import {
  AddressRefused,
  create_outbound,
  is_public,
  type Outbound,
  type OutboundRequest,
} from '#engine/vendors/outbound.ts'
import { names, OUTSIDE, redirect_targets, tricks, tricks_with_controls } from './addresses.ts'

/** The delay of each answer of /slow. */
const SLOW_MS = 150

let asked: Record<string, number> = {}
let hits = 0
let seen: IncomingMessage[] = []
let inner: { server: Server; port: number }
let outer: { server: Server; port: number }
let outbound: Outbound
let guarded: Outbound
let https_only: Outbound

const resolve: NonNullable<Parameters<typeof create_outbound>[0]>['resolve'] = (host, _options, done) => {
  const answers = names[host]
  if (!answers) return done(Object.assign(new Error(`ENOTFOUND ${host}`), { code: 'ENOTFOUND' }), [])
  const count = asked[host] ?? 0
  asked[host] = count + 1
  done(
    null,
    answers[Math.min(count, answers.length - 1)]!.map((address) => ({
      address,
      family: address.includes(':') ? 6 : 4,
    })),
  )
}

async function listening(handler: RequestListener, host: string) {
  const server = createServer(handler)
  await new Promise<void>((done) => server.listen(0, host, done))
  return { server, port: (server.address() as AddressInfo).port }
}

/** `/to/<url>` redirects to the URL, `/chain/<n>` redirects n times, `/drip` never ends, `/large` sends two megabytes. */
const answer_outside: RequestListener = (request, response) => {
  seen.push(request)
  const [, what, ...rest] = request.url!.split('/')
  const value = decodeURIComponent(rest.join('/'))
  if (what === 'to') return response.writeHead(302, { location: Buffer.from(value).toString('latin1') }).end()
  if (what === 'chain') {
    if (value === '0') return response.end('the end')
    return response.writeHead(307, { location: `/chain/${Number(value) - 1}` }).end()
  }
  if (what === 'slow') return void setTimeout(() => response.writeHead(302, { location: '/slow' }).end(), SLOW_MS)
  if (what === 'drip') {
    const timer = setInterval(() => response.write('.'), 20)
    return void response.on('close', () => clearInterval(timer))
  }
  if (what === 'large') return response.end('x'.repeat(2 * 1024 * 1024))
  response.end('outside')
}

before(async () => {
  // Listens on every address of this machine, with IPv6 if available.
  inner = await listening((_request, response) => {
    hits++
    response.end('reached')
  }, '::').catch(() =>
    listening((_request, response) => {
      hits++
      response.end('reached')
    }, '0.0.0.0'),
  )
  outer = await listening(answer_outside, OUTSIDE)
  const is_reachable = (address: string) => address === OUTSIDE || is_public(address)
  outbound = create_outbound({ resolve, is_reachable, plain_redirects: true })
  https_only = create_outbound({ resolve, is_reachable })
  guarded = create_outbound({ resolve })
})
after(async () => {
  await Promise.all([outbound, guarded, https_only].map((one) => one.close()))
  for (const { server } of [inner, outer]) {
    server.closeAllConnections()
    server.close()
  }
})
beforeEach(() => {
  hits = 0
  seen = []
  asked = {}
})

const at_port = (trick: string) => trick.replaceAll('{p}', String(inner.port))

async function refused(from: Outbound, request: OutboundRequest): Promise<Error> {
  const error = await from.fetch({ timeout_ms: 2_000, ...request }).then(
    ({ text }) => assert.fail(`it was answered: ${text.slice(0, 100)}`),
    (thrown: Error) => thrown,
  )
  assert.equal(hits, 0, 'the server of this machine was reached')
  return error
}

suite('an address that is not of the public internet', () => {
  const seen_tricks = [...tricks, ...tricks_with_controls]
  for (const trick of seen_tricks)
    test(`is refused: ${JSON.stringify(trick).slice(0, 80)}`, async () => {
      const error = await refused(guarded, { url: at_port(trick) })
      // A host that is invalid without its punctuation is not found. Every other address is refused because it is not public.
      assert.ok(error instanceof AddressRefused || (error as { code?: string }).code === 'ENOTFOUND', String(error))
      assert.ok(error.message.length < 400 || trick.length > 1000)
      assert.doesNotMatch(error.message, /password/)
    })

  test('is refused in at least sixty ways', (context) => {
    context.diagnostic(`${seen_tricks.length} addresses`)
    assert.ok(seen_tricks.length >= 60)
    assert.equal(new Set(seen_tricks).size, seen_tricks.length)
  })

  test('would have been reached: the server answers a direct request', async () => {
    const named = create_outbound({ sandbox_url: `http://127.0.0.1:${inner.port}` })
    assert.equal((await named.fetch({ url: 'https://vendor.test/' })).text, 'reached')
    await named.close()
    assert.equal(hits, 1)
  })

  for (const [address, verdict] of Object.entries({
    '93.184.216.34': true,
    '8.8.8.8': true,
    '2606:2800:220:1:248:1893:25c8:1946': true,
    '2a00:1450:4001:82a::200e': true,
    '172.15.255.255': true,
    '172.32.0.0': true,
    '100.63.255.255': true,
    '100.128.0.0': true,
    '::ffff:8.8.8.8': true,
    '2001:db8::1': false,
    '::808:808': false,
    'fe80::1%eth0': false,
    'outside.test': false,
    '': false,
  }))
    test(`${address || 'nothing'} is ${verdict ? '' : 'not '}public`, () => {
      assert.equal(is_public(address), verdict)
    })
})

const outside_url = (path: string) => `http://outside.test:${outer.port}${path}`
const pointing_to = (target: string) => outside_url(`/to/${encodeURIComponent(at_port(target))}`)

suite('a redirect', () => {
  for (const target of redirect_targets)
    test(`is not followed to ${target}`, async () => {
      const error = await refused(outbound, { url: pointing_to(target), redirects: 3 })
      assert.ok(error instanceof AddressRefused, String(error))
      assert.equal(seen.length, 1)
    })

  test('is not followed to this machine at the end of a chain', async () => {
    const last = pointing_to('http://127.0.0.1:{p}/')
    const error = await refused(outbound, { url: pointing_to(last), redirects: 5 })
    assert.ok(error instanceof AddressRefused)
    assert.equal(seen.length, 2)
  })

  test('is followed to public addresses, as often as requested and at most five times', async () => {
    const ask = (n: number, redirects?: number) => outbound.fetch({ url: outside_url(`/chain/${n}`), redirects })
    assert.equal((await ask(3, 3)).text, 'the end')
    assert.equal((await ask(1)).status, 307)
    assert.equal((await ask(3, 2)).status, 307)
    assert.equal((await ask(5, 100)).text, 'the end')
    await assert.rejects(ask(6, 100), AddressRefused)
    await assert.rejects(ask(1000, 1000), AddressRefused)
  })

  test('leads to https only, from http too', async () => {
    const error = await refused(https_only, {
      url: pointing_to(`http://other-outside.test:${outer.port}/`),
      redirects: 3,
    })
    assert.ok(error instanceof AddressRefused && /must lead to https/.test(error.message), String(error))
    assert.equal(seen.length, 1)
    const secure = await refused(https_only, { url: pointing_to('https://127.0.0.1:{p}/'), redirects: 3 })
    assert.match(secure.message, /is not a public address/)
  })

  test('is not followed from https to http, with a sandbox too', async () => {
    const sandboxed = create_outbound({ sandbox_url: `http://${OUTSIDE}:${outer.port}` })
    const asked = (to: string) => ({ url: `https://to/${encodeURIComponent(to)}`, redirects: 3 })
    try {
      const error = await refused(sandboxed, asked('http://slow.test/'))
      assert.ok(error instanceof AddressRefused && /must lead to https/.test(error.message), String(error))
      assert.equal(seen.length, 1)
      assert.equal((await sandboxed.fetch(asked('https://elsewhere/'))).text, 'outside')
    } finally {
      await sandboxed.close()
    }
  })

  test('never carries a credential or a body to another host', async () => {
    const headers = { authorization: 'Bearer hush', cookie: 'sid=hush', 'x-api-key': 'hush' }
    const there = `http://other-outside.test:${outer.port}`
    const answer = await outbound.fetch({ url: pointing_to(`${there}/`), headers, redirects: 3 })
    assert.equal(answer.text, 'outside')
    assert.equal(seen[0]!.headers.authorization, 'Bearer hush')
    assert.equal(seen[1]!.headers.host, `other-outside.test:${outer.port}`)
    assert.doesNotMatch(JSON.stringify(seen[1]!.headers), /hush/)
    seen = []
    await outbound.fetch({
      url: pointing_to(`${there}/to/${encodeURIComponent(outside_url('/'))}`),
      headers,
      redirects: 3,
    })
    assert.doesNotMatch(JSON.stringify(seen.slice(1).map((request) => request.headers)), /hush/)
    seen = []
    const { status } = await outbound.fetch({ url: pointing_to(there), method: 'POST', body: 'hush', redirects: 3 })
    assert.deepEqual([status, seen.length], [302, 1])
  })
})

suite('a name that changes its address', () => {
  test('is resolved once for each connection, and the connection uses the checked address', async () => {
    const url = `http://rebinding.test:${outer.port}/`
    assert.equal((await outbound.fetch({ url })).text, 'outside')
    assert.equal(asked['rebinding.test'], 1)
    outer.server.closeAllConnections()
    await new Promise((done) => setTimeout(done, 50))
    const error = await refused(outbound, { url: `http://rebinding.test:${inner.port}/` })
    assert.ok(error instanceof AddressRefused)
    assert.equal(asked['rebinding.test'], 2)
  })

  test('is checked again on a redirect to the same name', async () => {
    const error = await refused(outbound, {
      url: `http://rebinding.test:${outer.port}/to/${encodeURIComponent(`http://rebinding.test:${inner.port}/`)}`,
      redirects: 3,
    })
    assert.ok(error instanceof AddressRefused)
  })
})

suite('an answer', () => {
  test('that never ends is a timeout error', async () => {
    await assert.rejects(outbound.fetch({ url: outside_url('/drip'), timeout_ms: 300 }), { name: 'TimeoutError' })
  })

  test('after many slow redirects has one timeout together with them', async () => {
    const asked_before = seen.length
    const slow = outbound.fetch({ url: outside_url('/slow'), timeout_ms: 2 * SLOW_MS, redirects: 5 })
    await assert.rejects(slow, { name: 'TimeoutError' })
    assert.ok(seen.length - asked_before <= 3, 'no redirect starts a new timeout')
  })

  test('that is larger than allowed is an error, never truncated', async () => {
    await assert.rejects(outbound.fetch({ url: outside_url('/large'), bytes_max: 1024 * 1024 }), RangeError)
    const whole = await outbound.fetch({ url: outside_url('/large'), bytes_max: 2 * 1024 * 1024 })
    assert.equal(whole.text.length, 2 * 1024 * 1024)
  })

  test('is aborted by the signal of the caller', async () => {
    const stop = new AbortController()
    setTimeout(() => stop.abort(), 100)
    await assert.rejects(outbound.fetch({ url: outside_url('/drip'), signal: stop.signal }), { name: 'AbortError' })
  })
})
