// Requests that cost more than they look: bodies of many values, batches, lists, long documents, and metrics.
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, before, beforeEach, suite, test } from 'node:test'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import type { FastifyInstance, InjectOptions } from 'fastify'
import { variables } from '#config'
import { create_server } from '#http/server.ts'
import { create_log } from '#lib/log.ts'
import { type TestApp, test_app } from '#test/app.ts'
import { test_credentials } from '#test/database.ts'

const LISTS_PER_MINUTE = 240
const TOKEN = randomBytes(24).toString('base64')

let app: TestApp
let guarded: FastifyInstance
let lines = ''
before(async () => {
  app = await test_app({ seeded: false })
  const log = create_log({ stream: { write: (line) => (lines += line) } })
  guarded = await create_server({ ...app.engine, log }, { metrics_token: TOKEN })
})
after(async () => {
  await guarded.close()
  await app.close()
})
beforeEach(() => app.refill())

const send = (asked: InjectOptions, server = app.app.server) => server.inject(asked)
const as_acme = () => ({ authorization: `Bearer ${app.keys.acme}` })

suite('a body of very many values', () => {
  const keys = JSON.stringify(Object.fromEntries(Array.from({ length: 90_000 }, (_, at) => [`k${at}`, 1])))
  const items = `{"list":[${'0,'.repeat(400_000)}0]}`
  const nested = `{"list":[${'[[]],'.repeat(150_000)}0]}`

  const bodies = {
    keys: [keys, /20000 values and names at most/],
    items: [items, /20000 values and names at most/],
    nested: [nested, /20000 values and names at most/],
    brackets: ['['.repeat(500_000) + ']'.repeat(500_000), /nested deeper than 32 levels/],
    'brackets that never end': [`{"list":${'['.repeat(1_000_000)}`, /nested deeper than 32 levels/],
    'names within names': [`${'{"a":'.repeat(15_000)}1${'}'.repeat(15_000)}`, /nested deeper than 32 levels/],
  } as const
  for (const [name, [payload, sentence]] of Object.entries(bodies))
    test(`is refused before it is parsed: ${name}`, async (context) => {
      const parse = context.mock.method(JSON, 'parse')
      for (const url of ['/api/v1/list_connections', '/mcp']) {
        const answer = await send({
          method: 'POST',
          url,
          headers: { ...as_acme(), 'content-type': 'application/json' },
          payload,
        })
        assert.equal(answer.statusCode, 400)
        assert.match(answer.body, sentence)
      }
      assert.deepEqual(
        parse.mock.calls.filter(({ arguments: [text] }) => String(text).length > 10_000),
        [],
      )
    })

  test('is not mistaken for many lists beside each other', async () => {
    const payload = JSON.stringify({ lists: Array(5_000).fill([[['a text that is long enough'], { of: ['[{['] }]]) })
    const answer = await send({
      method: 'POST',
      url: '/api/v1/list_connections',
      headers: { ...as_acme(), 'content-type': 'application/json' },
      payload,
    })
    assert.match(answer.body, /'lists' is not (known|a parameter)|takes no parameters/)
  })

  test('is not mistaken for a long text', async () => {
    const payload = JSON.stringify({ text: '",:\\"[{'.repeat(60_000) })
    const answer = await send({
      method: 'POST',
      url: '/api/v1/list_connections',
      headers: { ...as_acme(), 'content-type': 'application/json' },
      payload,
    })
    assert.match(answer.body, /'text' is not (known|a parameter)|takes no parameters/)
  })
})

suite('a batch of MCP messages', () => {
  const message = { jsonrpc: '2.0', id: 1, method: 'tools/list' }
  const post = (payload: unknown, headers: Record<string, string> = {}) =>
    send({
      method: 'POST',
      url: '/mcp',
      headers: {
        ...as_acme(),
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        ...headers,
      },
      payload: JSON.stringify(payload),
    })

  for (const revision of [undefined, '2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25', '2026-07-28'])
    test(`is refused ${revision ? `for ${revision}` : 'without a revision'}, whatever its length`, async () => {
      const headers: Record<string, string> = revision ? { 'mcp-protocol-version': revision } : {}
      for (const length of [0, 1, 2, 10, 11]) {
        const batch = Array.from({ length }, (_, id) => ({ ...message, id }))
        const answer = await post(batch, headers)
        assert.equal(answer.statusCode, 400, `${length} messages`)
        const { id, error, result } = answer.json()
        assert.deepEqual([id, error.code, result], [null, -32_600, undefined])
        assert.match(error.message, /Send one message in each request/)
      }
    })

  test('is refused before its messages are read: none of its calls is recorded', async () => {
    const recorded = async () => {
      await app.engine.recorder.flush()
      return (await app.db.query("select count(*)::int as calls from audit_log where tool = 'list_connections'")).rows
    }
    const before_it = await recorded()
    const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'list_connections', arguments: {} } }
    assert.equal((await post([call, call])).statusCode, 400)
    assert.deepEqual(await recorded(), before_it)
    assert.equal((await post(call)).statusCode, 200)
    assert.notDeepEqual(await recorded(), before_it)
  })

  test('or a stray answer leaves no text of the caller in the log', async () => {
    const text = `"${'token'.repeat(8_000)} written by a caller`
    lines = ''
    const started = process.cpuUsage()
    for (const payload of [
      { jsonrpc: '2.0', id: 7, result: { text } },
      { jsonrpc: '2.0', id: text, error: { code: 1, message: text } },
      { jsonrpc: '2.0', method: text, params: { text } },
      { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: text, arguments: text } },
    ])
      await send(
        {
          method: 'POST',
          url: '/mcp',
          headers: { ...as_acme(), 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
          payload: JSON.stringify(payload),
        },
        guarded,
      )
    assert.doesNotMatch(lines, /tokentoken|written by a caller/)
    assert.match(lines, /"msg":"answered"/)
    assert.ok(process.cpuUsage(started).user < 5e6, 'seconds of work')
  })
})

test('lists count against a rate limit of the organization, through both transports', async () => {
  const list = () => send({ method: 'GET', url: '/api/v1/tools', headers: as_acme() })
  assert.equal((await list()).statusCode, 200)
  await app.db.query(
    `select count_call('lists', ${LISTS_PER_MINUTE}, 60) from generate_series(1, ${LISTS_PER_MINUTE}), set_config('app.org', $1, false)`,
    [test_credentials.seal.of(app.acme.org_id)],
  )
  const refused = await list()
  assert.deepEqual([refused.statusCode, refused.json().outcome], [429, 'rate_limited'])
  assert.ok(Number(refused.headers['retry-after']) > 0)
  const client = await app.mcp({ key: app.keys.acme })
  for (const work of [
    () => client.listTools(),
    () => client.listResources(),
    () => client.listPrompts(),
    () => client.readResource({ uri: 'tablero://any' }),
    () => client.getPrompt({ name: 'any' }),
    () => client.complete({ ref: { type: 'ref/prompt', name: 'any' }, argument: { name: 'any', value: '' } }),
  ])
    await assert.rejects(work(), /lists takes 240 calls a minute/)
  for (const params of [
    { name: 'search_tools', arguments: { query: 'orders' } },
    { name: 'describe_tool', arguments: { name: 'query_orders' } },
  ]) {
    const { body } = await send({
      method: 'POST',
      url: '/mcp?mode=search',
      headers: { ...as_acme(), 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
      payload: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }),
    })
    assert.match(body, /lists takes 240 calls a minute/, params.name)
  }
  assert.equal(
    (await send({ method: 'GET', url: '/api/v1/tools', headers: { authorization: `Bearer ${app.keys.globex}` } }))
      .statusCode,
    200,
  )
})

test('fifty lists at the same time are made in different cycles of the event loop, so that others are answered between them', async () => {
  const lists = ['tools/list', 'prompts/list'].map((method) => JSON.stringify({ jsonrpc: '2.0', id: 1, method }))
  const list = (payload: string) =>
    send({
      method: 'POST',
      url: '/mcp',
      headers: { ...as_acme(), 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
      payload,
    })
  await Promise.all(lists.map(list))
  let answered = 0
  let counted = 0
  const in_cycles: number[] = []
  const each_cycle = () => {
    in_cycles.push(answered - counted)
    counted = answered
    if (answered < 50) setImmediate(each_cycle)
  }
  setImmediate(each_cycle)
  const answers = Array.from({ length: 50 }, async (_, at) => {
    const { statusCode } = await list(lists[at % 2]!)
    answered += 1
    return statusCode
  })
  assert.deepEqual(new Set(await Promise.all(answers)), new Set([200]))
  assert.ok(Math.max(...in_cycles) <= 3, `${Math.max(...in_cycles)} lists in one cycle`)
})

suite('/metrics', () => {
  const metrics = (headers: Record<string, string> = {}, remoteAddress = '127.0.0.1', server = app.app.server) =>
    send({ method: 'GET', url: '/metrics', headers, remoteAddress }, server)

  test('answers this machine only, without a token', async () => {
    assert.equal((await metrics()).statusCode, 200)
    assert.equal((await metrics({}, '::1')).statusCode, 200)
    assert.equal((await metrics({}, '::ffff:127.0.0.1')).statusCode, 200)
    for (const address of ['10.0.0.7', '203.0.113.9', '::ffff:10.0.0.7', '2001:db8::1', '1270.0.0.1'])
      assert.equal((await metrics({}, address)).statusCode, 403, address)
    for (const name of ['x-forwarded-for', 'forwarded', 'x-real-ip'])
      assert.equal((await metrics({ [name]: '127.0.0.1' })).statusCode, 403, name)
  })

  test('answers every machine with the token, and none without it', async () => {
    assert.equal((await metrics({ authorization: `Bearer ${TOKEN}` }, '10.0.0.7', guarded)).statusCode, 200)
    for (const headers of [{}, { authorization: `Bearer ${TOKEN}x` }, { authorization: TOKEN }] as Record<
      string,
      string
    >[])
      assert.equal((await metrics(headers, '127.0.0.1', guarded)).statusCode, 401)
  })

  test('settings that would guard nothing are refused', () => {
    assert.ok(!variables.METRICS_TOKEN.schema.safeParse('short').success)
    for (const text of ['10.0.0.0/8', '127.0.0.1,::1', '2001:db8::/32, 192.0.2.1'])
      assert.ok(variables.TRUSTED_PROXIES.schema.safeParse(text).success, text)
    for (const text of ['all', '10.0.0.0/99', '10.0.0.0/8,', 'proxy.example', 'true', '1'])
      assert.ok(!variables.TRUSTED_PROXIES.schema.safeParse(text).success, text)
  })
})

for (const [name, url] of [
  ['the script of /docs', '/docs/js/scalar.js'],
  ['the OpenAPI document', '/api/openapi.json'],
] as const)
  suite(name, () => {
    const content = (headers: Record<string, string> = {}) => send({ method: 'GET', url, headers })

    test('is compressed as the client accepts', async () => {
      const plain = await content()
      assert.equal(plain.headers['content-encoding'], undefined)
      for (const [accepted, encoding, unpack] of [
        ['gzip, deflate, br', 'br', brotliDecompressSync],
        ['gzip', 'gzip', gunzipSync],
        ['br;q=0, gzip;q=0.5', 'gzip', gunzipSync],
      ] as const) {
        const answer = await content({ 'accept-encoding': accepted })
        assert.equal(answer.headers['content-encoding'], encoding)
        assert.match(String(answer.headers.vary), /accept-encoding/i)
        assert.ok(answer.rawPayload.length < plain.rawPayload.length / 2)
        assert.ok(unpack(answer.rawPayload).equals(plain.rawPayload))
      }
    })

    test('is not sent again to a client that has it', async () => {
      const { headers } = await content({ 'accept-encoding': 'br' })
      const answer = await content({ 'if-none-match': String(headers.etag), 'accept-encoding': 'br' })
      assert.deepEqual([answer.statusCode, answer.rawPayload.length], [304, 0])
      assert.match(String(headers['cache-control']), /max-age/)
    })
  })
