// The sandbox's features for every vendor: tokens, faults, clock, log and the control API. The test uses its own small vendor.
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { after, before, beforeEach, test } from 'node:test'
import { type Fault, fault_kinds } from '../../sandbox/faults.ts'
import { create_sandbox, type Sandbox } from '../../sandbox/server.ts'
import { create_tokens } from '../../sandbox/tokens.ts'
import type { Vendor } from '../../sandbox/vendor.ts'

const shop: Vendor = {
  platform: 'plain',
  hosts: ['*.plain.example'],
  open: (path) => path === '/open',
  credential: (request) => request.headers.authorization ?? null,
  refuse: (state) => ({ status: 401, body: { state } }),
  throttle: (seconds) => ({ status: 429, headers: { 'retry-after': String(seconds) }, body: { slow: true } }),
  fail: (status) => ({ status, body: { broken: true } }),
  records: (body) => (body as { items?: unknown[] }).items ?? null,
  routes(app) {
    app.get('/items', (request) => {
      const { times = '1' } = request.query as { times?: string; after?: string }
      return {
        label: (request.params as { label: string }).label,
        items: [1, 2, 3].map((n) => ({ n: n * Number(times) })),
      }
    })
    app.get('/open', () => ({ open: true }))
  },
}

let sandbox: Sandbox
let url: string
before(async () => {
  sandbox = await create_sandbox({ vendors: [shop], now: '2026-11-20T12:00:00Z', frozen: true })
  await sandbox.app.listen({ port: 0, host: '127.0.0.1' })
  url = `http://127.0.0.1:${(sandbox.app.server.address() as AddressInfo).port}`
})
after(() => sandbox.app.close())

// A test reads any part of an answer.
// biome-ignore lint/suspicious/noExplicitAny: the shape is what is being tested
const read = async (answer: Response): Promise<any> => answer.json()

async function control(path: string, body?: object, method = body ? 'POST' : 'GET') {
  const headers: Record<string, string> = body ? { 'content-type': 'application/json' } : {}
  const answer = await fetch(`${url}/control/${path}`, { method, headers, body: body && JSON.stringify(body) })
  return { status: answer.status, body: await read(answer) }
}
beforeEach(() => control('reset', undefined, 'POST'))

async function items(query = '', token = sandbox.tokens.issue('plain').access_token) {
  const answer = await fetch(`${url}/casa.plain.example/items${query}`, { headers: { authorization: token } })
  return { status: answer.status, retry_after: answer.headers.get('retry-after'), body: await read(answer) }
}
const numbers = async (query?: string) => (await items(query)).body.items.map(({ n }: { n: number }) => n)
const fault = (one: Fault) => control('faults', one)

test('a wildcard host accepts any label', async () => {
  const { status, body } = await items()
  assert.deepEqual([status, body.label], [200, 'casa'])
})

test('a credential is required, except where the vendor requires none', async () => {
  assert.deepEqual((await items('', '')).body, { state: 'missing' })
  assert.deepEqual((await items('', 'anything')).body, { state: 'unknown' })
  assert.equal((await fetch(`${url}/casa.plain.example/open`)).status, 200)
})

test('an access token ends at its expiry, on request, or when the access is revoked', async () => {
  const token = sandbox.tokens.issue('plain').access_token
  assert.equal((await items('', token)).status, 200)
  await control('tokens', { platform: 'plain', action: 'expire' })
  assert.deepEqual((await items('', token)).body, { state: 'expired' })
  const fresh = sandbox.tokens.issue('plain').access_token
  assert.equal((await items('', fresh)).status, 200)
  await control('clock', { advance_s: 3601 })
  assert.deepEqual((await items('', fresh)).body, { state: 'expired' })
  await control('tokens', { platform: 'plain', action: 'revoke' })
  assert.deepEqual((await items()).body, { state: 'revoked' })
  await control('tokens', { platform: 'plain', action: 'restore' })
  assert.equal((await items()).status, 200)
})

test('a token stays valid after a restart of the sandbox', () => {
  const now = () => Date.parse('2026-11-20T12:00:00Z')
  const { access_token } = create_tokens(now).issue('plain')
  assert.equal(create_tokens(now).check('plain', access_token), 'ok')
})

test('with rotation on, a refresh token works once', () => {
  const tokens = create_tokens(Date.now)
  tokens.rotate('plain', true)
  const first = tokens.refresh('sandbox-refresh-plain')
  assert.ok(typeof first === 'object')
  assert.equal(tokens.refresh('sandbox-refresh-plain'), 'revoked')
  assert.ok(typeof tokens.refresh(first.refresh_token) === 'object')
  assert.equal(tokens.refresh('somebody-else'), 'unknown')
})

test('a fault affects the requested number of requests, then the vendor works again', async () => {
  await fault({ kind: 'throttle', seconds: 7, count: 2 })
  await fault({ kind: 'fail', status: 503, skip: 2 })
  const answers = [await items(), await items(), await items(), await items(), await items()]
  assert.deepEqual(
    answers.map(({ status }) => status),
    [429, 429, 503, 200, 200],
  )
  assert.equal(answers[0]?.retry_after, '7')
  assert.deepEqual((await control('faults')).body, [])
})

test('a fault affects only its platform and path', async () => {
  await fault({ kind: 'fail', platform: 'another' })
  await fault({ kind: 'fail', path: 'GET .*/items\\?times=2' })
  assert.equal((await items()).status, 200)
  assert.equal((await items('?times=2')).status, 500)
})

test('a fault affects sign-in requests only when its path names them', async () => {
  await fault({ kind: 'fail', count: 0 })
  assert.equal((await fetch(`${url}/casa.plain.example/open`)).status, 200)
  await fault({ kind: 'fail', path: '/open' })
  assert.equal((await fetch(`${url}/casa.plain.example/open`)).status, 500)
})

test('parts of an answer are replaced, or left out', async () => {
  await fault({ kind: 'rewrite', path: '/items', find: '"n":(\\d)', replace: '"n":1$1' })
  assert.deepEqual(await numbers(), [11, 12, 13])
  await fault({ kind: 'rewrite', find: '\\{"n":2\\},' })
  assert.deepEqual(await numbers(), [1, 3])
  assert.deepEqual((await control('faults')).body, [])
  assert.equal((await control('faults', { kind: 'rewrite', find: '(' })).status, 400)
})

test('records are duplicated, reordered, left out, or have an unknown field', async () => {
  await fault({ kind: 'duplicate' })
  assert.deepEqual(await numbers(), [1, 2, 3, 1])
  await fault({ kind: 'shuffle' })
  const mixed = await numbers()
  assert.deepEqual(mixed.toSorted(), [1, 2, 3])
  await fault({ kind: 'empty' })
  assert.deepEqual(await numbers(), [])
  await fault({ kind: 'unknown_field' })
  assert.deepEqual((await items()).body.items[0], { n: 1, sandbox_new_field: 'new' })
  assert.deepEqual(await numbers(), [1, 2, 3])
})

test('a record is repeated on the next page of the same request only', async () => {
  await fault({ kind: 'duplicate_across', count: 0 })
  assert.deepEqual(await numbers('?times=1'), [1, 2, 3])
  assert.deepEqual(await numbers('?times=1&after=x'), [3, 1, 2, 3])
  assert.deepEqual(await numbers('?times=2'), [2, 4, 6])
})

test('a truncated page ends in the middle', async () => {
  await fault({ kind: 'truncate' })
  await assert.rejects(items())
  assert.equal((await items()).status, 200)
})

test('a slow answer is delayed', async () => {
  await fault({ kind: 'slow', ms: 120 })
  const started = performance.now()
  await items()
  assert.ok(performance.now() - started >= 115)
})

test('the log contains the requests, by platform', async () => {
  await items('?times=3')
  const { body } = await control('log?platform=plain')
  assert.deepEqual(
    body.map(({ method, url, status }: Record<string, unknown>) => [method, url, status]),
    [['GET', 'https://casa.plain.example/items?times=3', 200]],
  )
  assert.deepEqual((await control('log?platform=another')).body, [])
})

test('the clock stays frozen, moves on request, and returns to its start with a reset', async () => {
  assert.equal((await control('health')).body.now, '2026-11-20T12:00:00.000Z')
  await control('clock', { now: '2026-12-24T18:00:00Z' })
  assert.equal(sandbox.world.today(), '2026-12-24')
  await control('reset', undefined, 'POST')
  assert.equal(sandbox.world.today(), '2026-11-20')
})

test('an invalid request to the control API is rejected with a reason', async () => {
  for (const [path, body] of [
    ['faults', { kind: 'earthquake' }],
    ['faults', { kind: 'fail', path: '(' }],
    ['tokens', { platform: 'plain', action: 'melt' }],
    ['past', { platform: 'plain' }],
    ['clock', { now: 'soon' }],
    ['clock', {}],
  ] as const) {
    const answer = await control(path, body)
    assert.equal(answer.status, 400, JSON.stringify(body))
    assert.match(answer.body.error, /\w{4}/)
  }
})

test('sandbox.md describes every fault, and no other', async () => {
  const document = await readFile(join(import.meta.dirname, '../../docs/sandbox.md'), 'utf8')
  const [table] = /^\| Fault \|[\s\S]*?\n\n/m.exec(document)!
  const rows = table.split('\n').slice(2, -2)
  // Names in parentheses are fields of a fault.
  const names = rows.map((row) => row.split('|')[1]!.replaceAll(/\([^)]*\)/g, ''))
  const described = names.flatMap((text) => [...text.matchAll(/`(\w+)`/g)].map(([, kind]) => kind!))
  assert.deepEqual(described.toSorted(), [...fault_kinds].sort())
})
