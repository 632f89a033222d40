// Wrong keys: they delay no other caller, are limited by address, and reveal nothing about keys that exist.
import assert from 'node:assert/strict'
import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'
import { after, before, beforeEach, suite, test } from 'node:test'
import type { FastifyInstance } from 'fastify'
import pg from 'pg'
import { Directory } from '#engine/access/directory.ts'
import { FailedSignIns, WRONG_KEYS_MAX } from '#engine/access/failed_sign_ins.ts'
import { Refusal } from '#engine/outcomes.ts'
import { create_server } from '#http/server.ts'
import { type TestApp, test_app } from '#test/app.ts'

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
const text_of = (length: number) =>
  Array.from({ length }, () => ALPHABET[Math.floor(Math.random() * ALPHABET.length)]).join('')
const wrong_key = () => `svc_${text_of(10)}_${text_of(43)}`
/** A key that exists, with another secret. */
const with_wrong_secret = (key: string) => `${key.slice(0, 14)}_${text_of(43)}`

let app: TestApp
let proxied: FastifyInstance
before(async () => {
  app = await test_app({ seeded: false })
  proxied = await create_server(app.engine, { trusted_proxies: ['127.0.0.1', '10.0.0.0/8'] })
})
after(async () => {
  await proxied.close()
  await app.close()
})
beforeEach(() => app.refill())

let address = 0
/** Each test has addresses of its own. */
const next_address = () => `203.0.113.${++address}`

async function ask(key: string, { from = '127.0.0.1', headers = {}, server = app.app.server } = {}) {
  const {
    statusCode,
    body,
    headers: answered,
  } = await server.inject({
    method: 'POST',
    url: '/api/v1/list_connections',
    remoteAddress: from,
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...headers },
    payload: '{}',
  })
  const { outcome, error = '' } = JSON.parse(body)
  return { status: statusCode, outcome, error, retry_after: answered['retry-after'] }
}

test('a flood of wrong keys turns no other caller away', async () => {
  assert.equal((await ask(app.keys.globex)).status, 200)
  // Changes empty the cache of keys, and the flood delays the heartbeats without which it is not used.
  await app.key(app.acme.org_id)
  const flood = Array.from({ length: 1_500 }, (_, at) => ask(wrong_key(), { from: `198.51.${at % 250}.${at % 199}` }))
  const others = await Promise.all(Array.from({ length: 10 }, () => ask(app.keys.globex)))
  assert.deepEqual(new Set(others.map(({ status }) => status)), new Set([200]))
  const statuses = new Set((await Promise.all(flood)).map(({ status }) => status))
  assert.ok(statuses.has(401))
  assert.ok(!statuses.has(200) && !statuses.has(500), [...statuses].join())
  assert.equal(app.engine.load.calls, 0)
})

test('a key that this process never accepted is answered during a flood from other addresses', async () => {
  const addresses = Array.from({ length: 20 }, () => next_address())
  const keys = await Promise.all(Array.from({ length: 5 }, () => app.key(app.acme.org_id)))
  const flood = Array.from({ length: 3_000 }, (_, at) => ask(wrong_key(), { from: addresses[at % addresses.length] }))
  const answers = await Promise.all(keys.map(({ key }) => ask(key, { from: next_address() })))
  assert.deepEqual(
    answers.map(({ status }) => status),
    [200, 200, 200, 200, 200],
  )
  const statuses = new Set((await Promise.all(flood)).map(({ status }) => status))
  assert.ok(statuses.has(503), [...statuses].join())
})

suite('an address with too many wrong keys', () => {
  test('gets 429 and a time to retry, while valid keys from there and keys from elsewhere work', async () => {
    const from = next_address()
    assert.equal((await ask(app.keys.acme, { from })).status, 200)
    for (let at = 0; at < WRONG_KEYS_MAX; at++) assert.equal((await ask(wrong_key(), { from })).status, 401)
    const { status, outcome, retry_after } = await ask(wrong_key(), { from })
    assert.deepEqual([status, outcome], [429, 'rate_limited'])
    assert.ok(Number(retry_after) > 0)
    assert.equal((await ask(app.keys.acme, { from })).status, 200)
    assert.equal((await ask(wrong_key(), { from: next_address() })).status, 401)
  })

  test('is the address that a trusted proxy names, from the right of X-Forwarded-For', async () => {
    const [victim, attacker] = [next_address(), next_address()]
    // The attacker writes the victim's address into the header, and the proxies add the real ones.
    const headers = { 'x-forwarded-for': `${victim}, ${attacker}, 10.1.2.3` }
    for (let at = 0; at <= WRONG_KEYS_MAX; at++) await ask(wrong_key(), { headers, server: proxied })
    assert.equal((await ask(wrong_key(), { headers, server: proxied })).status, 429)
    const of_victim = { 'x-forwarded-for': victim }
    assert.equal((await ask(wrong_key(), { headers: of_victim, server: proxied })).status, 401)
  })

  test('is the address of the connection when no proxy is trusted', async () => {
    const from = next_address()
    for (let at = 0; at <= WRONG_KEYS_MAX; at++)
      await ask(wrong_key(), { from, headers: { 'x-forwarded-for': next_address() } })
    assert.equal((await ask(wrong_key(), { from, headers: { 'x-forwarded-for': '192.0.2.1' } })).status, 429)
  })

  test('is the same one with a port, which some proxies add', () => {
    const failed = new FailedSignIns()
    for (let at = 0; at < WRONG_KEYS_MAX; at++) {
      failed.count(`192.0.2.7:${5_000 + at}`)
      failed.count(`[2001:db8:1:2::7]:${5_000 + at}`)
    }
    for (const address of [
      '192.0.2.7:443',
      '192.0.2.7',
      '[2001:db8:1:2::8]:443',
      '[2001:db8:1:2::8]',
      '2001:db8:1:2::8',
    ])
      assert.throws(() => failed.check(address), Refusal, address)
    for (const address of ['192.0.2.8:443', '[2001:db8:1:3::7]:443', 'any text', '192.0.2.7:port', '192.0.2.999:443'])
      failed.check(address)
  })

  test('is a whole network of IPv6, and the number of kept addresses is limited', () => {
    const failed = new FailedSignIns()
    for (let at = 0; at < WRONG_KEYS_MAX; at++) failed.count(`2001:db8:1:2::${at.toString(16)}`)
    assert.throws(() => failed.check('2001:db8:1:2:ffff::1'), Refusal)
    failed.check('2001:db8:1:3::1')
    failed.check('::ffff:192.0.2.7')
    for (let at = 0; at < 50_000; at++) failed.count(`10.${at >> 16}.${(at >> 8) & 255}.${at & 255}`)
    failed.check('2001:db8:1:2::1') // forgotten by now
    for (let at = 0; at < WRONG_KEYS_MAX; at++) failed.count('any text')
    assert.throws(() => failed.check('another text'), Refusal)
  })
})

test('many valid keys that come at the same time from one address, as after a start behind a proxy, all work', async () => {
  const from = next_address()
  const keys: string[] = []
  for (let at = 0; at < WRONG_KEYS_MAX + 20; at++) keys.push((await app.key(app.acme.org_id)).key)
  const answers = await Promise.all(keys.map((key) => ask(key, { from })))
  for (const { status, error } of answers) assert.ok(status === 200 || /takes 60 calls/.test(error), error)
  assert.equal((await ask(wrong_key(), { from })).status, 401)
})

suite('a wrong key', () => {
  test('is looked up once within a short time, and counts once', async () => {
    const from = next_address()
    const key = wrong_key()
    for (let at = 0; at < 2 * WRONG_KEYS_MAX; at++) assert.equal((await ask(key, { from })).status, 401)
    assert.equal((await ask(wrong_key(), { from })).status, 401)
  })

  test('works as soon as it becomes valid', async () => {
    const { key } = await app.key(app.acme.org_id)
    await app.db.query('update api_keys set revoked_at = now() where prefix = $1', [key.slice(0, 14)])
    await app.settled(async () => (await ask(key)).status === 401, 5_000)
    await app.db.query('update api_keys set revoked_at = null where prefix = $1', [key.slice(0, 14)])
    await app.settled(async () => (await ask(key)).status === 200, 5_000)
  })

  test('takes the same statements and the same comparison whether its prefix exists or not', async (context) => {
    const directory = new Directory(app.engine.pool, () => app.engine.base_url)
    await directory.listen()
    const sent: string[] = []
    const compared = context.mock.method(crypto, 'timingSafeEqual')
    syncBuiltinESMExports()
    const query = pg.Client.prototype.query as (this: pg.Client, ...args: unknown[]) => unknown
    context.mock.method(pg.Client.prototype, 'query', function (this: pg.Client, ...args: unknown[]) {
      const [text] = args as [string | { text: string }]
      const { application_name } = (this as unknown as { connectionParameters: { application_name: string } })
        .connectionParameters
      if (application_name.startsWith('tablero sign-ins')) sent.push(typeof text === 'string' ? text : text.text)
      return query.apply(this, args)
    })
    try {
      const statements_of = async (key: string) => {
        sent.length = 0
        compared.mock.resetCalls()
        const caller = await directory.caller(key)
        // The lengths of what was compared, in an unknown prefix too.
        const comparisons = compared.mock.calls.map(({ arguments: sides }) => sides.map((side) => side.byteLength))
        return { is_known: caller !== undefined, statements: [...sent], comparisons }
      }
      const valid = await statements_of(app.keys.acme)
      assert.ok(valid.is_known && valid.statements.length > 0)
      const { comparisons } = valid
      assert.deepEqual(comparisons, [[32, 32]])
      const cached = { is_known: true, statements: [], comparisons }
      assert.deepEqual(await statements_of(app.keys.acme), cached, 'a valid key is cached')
      const refused = { is_known: false, statements: valid.statements, comparisons }
      for (const key of [wrong_key(), with_wrong_secret(app.keys.globex)])
        assert.deepEqual(await statements_of(key), refused)
      // The process compares with the key that it has cached, and then as for every other one.
      const beside_cached = { ...refused, comparisons: [...comparisons, ...comparisons] }
      assert.deepEqual(await statements_of(with_wrong_secret(app.keys.acme)), beside_cached)
    } finally {
      compared.mock.restore()
      syncBuiltinESMExports()
      await directory.close()
    }
  })
})
