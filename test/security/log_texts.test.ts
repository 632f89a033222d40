// Texts of callers in the log: planted in every part of a request, for calls that are refused and for calls that fail.
import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { after, before, beforeEach, suite, test } from 'node:test'
import type { FastifyInstance, InjectOptions } from 'fastify'
import { sql } from 'kysely'
import { z } from 'zod'
import { area, tool } from '#engine/tool.ts'
import { create_server } from '#http/server.ts'
import { create_log, LINE_CHARS_MAX } from '#lib/log.ts'
import { type TestApp, test_app } from '#test/app.ts'

const PLANTED = 'Zyxwv quux, typed by a caller'
const IN_THE_LOG = /zyxwv|quux|typed.by.a.caller/i
/** More than any field of a log line, and less than a body may have. */
const LONG_CHARS = 900_000
/** Processor time of a call with a long text. Reading the body and checking it takes the most. */
const LONG_MS_MAX = 1_500

/** Errors that quote what they are given, as libraries make them. */
const faults = {
  'a parser': (text: string) => JSON.parse(text),
  'an error with a text': (text: string) => raise(new Error(`cannot use '${text}' here`)),
  'an error in lower case': (text: string) => raise(new Error(`cannot use ${text.toLowerCase()} here`)),
  'the cause of an error': (text: string) => raise(new Error('failed', { cause: new TypeError(`not ${text}`) })),
  'one of several errors': (text: string) => raise(new AggregateError([new Error(text)], text)),
  'a line that looks like a place': (text: string) => raise(new Error(`failed\n    at ${text}`)),
  'a thrown text': (text: string) => raise(text),
  'a thrown object': (text: string) => raise({ text, toJSON: () => text }),
  'a value that is no uuid': (text: string) => sql`select ${text}::uuid`,
  'a search that is no query': (text: string) => sql`select to_tsquery('simple', ${`${text} & & (`})`,
}
type Fault = keyof typeof faults

const raise = (thrown: unknown) => {
  throw thrown
}

const fixture_quotes = tool({
  about: 'Fails with an error that quotes the text.',
  scopes: [],
  effect: 'read',
  rate: 1_000,
  input: {
    fault: z.enum(Object.keys(faults) as [Fault, ...Fault[]]).describe('Which error.'),
    text: z.string().describe('What it quotes.'),
  },
  result: {},
  example: { fault: 'a parser', text: 'text' },
  async run({ fault, text }, { db }) {
    const statement = faults[fault](text)
    await statement.execute(db)
    return {}
  },
})

let app: TestApp
let server: FastifyInstance
let broken: FastifyInstance
let port: number
let lines = ''
before(async () => {
  const quotes = area({ title: 'Quotes', module: 'module_tasks', tools: { fixture_quotes } })
  app = await test_app({ seeded: false, areas: { quotes } })
  const log = create_log({ level: 'trace', stream: { write: (line) => (lines += line) } })
  server = await create_server({ ...app.engine, log })
  server.get('/fault', ({ query }) => raise(new Error(`cannot use ${(query as { text: string }).text}`)))
  server.get('/twice', async (_, reply) => {
    await reply.send('first')
    reply.send('second')
    return reply
  })
  ;({ port } = new URL(await server.listen({ port: 0 })) as unknown as { port: number })
  const enter = () => raise(new Error('the process is broken'))
  broken = await create_server({ ...app.engine, log, load: { enter } as never })
})
after(async () => {
  await Promise.all([server.close(), broken.close()])
  await app.close()
})
beforeEach(async () => {
  await app.refill()
  lines = ''
})

const PATH = encodeURIComponent(PLANTED)
const TOOL = '/api/v1/fixture_quotes'
const as_acme = (headers: Record<string, string> = {}) => ({
  authorization: `Bearer ${app.keys.acme}`,
  'content-type': 'application/json',
  ...headers,
})
const body = JSON.stringify({ fault: 'a parser', text: PLANTED })

async function answered(asked: InjectOptions, of = server) {
  const answer = await of.inject({ method: 'POST', payload: body, ...asked })
  // Fastify refuses some addresses before any hook, so that nothing is logged.
  if (!/address is not well-formed|part of the address/.test(answer.body)) assert.match(lines, /"msg":"answered"/)
  assert.doesNotMatch(lines, IN_THE_LOG)
  return answer.statusCode
}

suite('a request that is refused leaves no text of the caller in the log', () => {
  const refused: Record<string, [number, () => InjectOptions]> = {
    'a tool that does not exist': [404, () => ({ url: `/api/v1/${PATH}`, headers: as_acme() })],
    'an address that does not exist': [404, () => ({ url: `/${PATH}?${PATH}=${PATH}`, headers: as_acme() })],
    'an address that is not well-formed': [400, () => ({ url: `/api/v1/zyxwv%zz${PATH}`, headers: as_acme() })],
    'a long part of an address': [414, () => ({ url: `/api/v1/${PATH.repeat(10)}`, headers: as_acme() })],
    'another method': [405, () => ({ method: 'DELETE', url: `/api/v1/${PATH}`, headers: as_acme() })],
    'a wrong key': [401, () => ({ url: TOOL, headers: as_acme({ authorization: 'Bearer Zyxwv-quux-of-a-caller' }) })],
    'an unknown organization': [403, () => ({ url: TOOL, headers: as_acme({ 'x-svc-org': PLANTED }) })],
    'unknown fields': [400, () => ({ url: TOOL, headers: as_acme(), payload: JSON.stringify({ [PLANTED]: PLANTED }) })],
    'a body that is no JSON': [400, () => ({ url: TOOL, headers: as_acme(), payload: `{"text": ${PLANTED}` })],
    'a body of two megabytes': [413, () => ({ url: TOOL, headers: as_acme(), payload: PLANTED.repeat(80_000) })],
    'a body that is not UTF-8': [
      400,
      () => ({ url: TOOL, headers: as_acme(), payload: Buffer.concat([Buffer.from(PLANTED), Buffer.from([0xff])]) }),
    ],
    'a body of several parts': [
      400,
      () => ({
        url: TOOL,
        headers: as_acme({ 'content-type': 'multipart/form-data; boundary=zyxwv' }),
        payload: `--zyxwv\r\nContent-Disposition: form-data; name="${PLANTED}"\r\n\r\n${PLANTED}\r\n--zyxwv--\r\n`,
      }),
    ],
    'an unknown type of body': [
      400,
      () => ({ url: TOOL, headers: as_acme({ 'content-type': `zyxwv/quux; q="${PLANTED}"` }), payload: PLANTED }),
    ],
  }
  for (const [name, [status, asked]] of Object.entries(refused))
    test(name, async () => {
      assert.equal(await answered(asked()), status)
    })

  test('a request that is no HTTP', async () => {
    const socket = connect(port)
    socket.end(`${PLANTED}\r\n\r\n`)
    const answer = Buffer.concat(await socket.toArray()).toString()
    assert.match(answer, /^HTTP\/1\.1 400 /)
    assert.doesNotMatch(lines, IN_THE_LOG)
  })
})

suite('a call that fails leaves no text of the caller in the log', () => {
  for (const fault of Object.keys(faults))
    test(`not that of ${fault}`, async () => {
      assert.equal(
        await answered({ url: TOOL, headers: as_acme(), payload: JSON.stringify({ fault, text: PLANTED }) }),
        500,
      )
      assert.match(lines, /"tool":"fixture_quotes".*"msg":"a call failed"/)
    })

  test('and keeps the kind of the error, its place and the rest of its message', async () => {
    await answered({
      url: TOOL,
      headers: as_acme(),
      payload: JSON.stringify({ fault: 'an error with a text', text: PLANTED }),
    })
    assert.match(lines, /"type":"Error","message":"cannot use '…' here","stack":" {4}at .*log_texts\.test/)
  })

  test('nor that of headers, of which an id of the request is kept', async () => {
    const headers = as_acme({
      'user-agent': PLANTED,
      'idempotency-key': 'zyxwv-quux-typed-by-a-caller',
      'x-request-id': PLANTED,
      'x-forwarded-for': PLANTED,
      origin: `https://zyxwv.example`,
      referer: `https://zyxwv.example/quux`,
      cookie: `zyxwv=${PATH}`,
    })
    assert.equal(await answered({ url: `${TOOL}?text=${PATH}`, headers }), 500)
    assert.doesNotMatch(lines, /caller_request_id/)
    await answered({ url: TOOL, headers: as_acme({ 'x-request-id': 'trace-17' }) })
    assert.match(lines, /"caller_request_id":"trace-17"/)
  })

  test('nor the name of a tool that nobody has looked up', async () => {
    assert.equal(await answered({ url: `/api/v1/${PATH}`, headers: as_acme() }, broken), 500)
    assert.match(lines, /"tool":"unknown".*the process is broken.*"msg":"a call failed"/)
  })

  test('nor through MCP', async () => {
    const headers = as_acme({ accept: 'application/json, text/event-stream' })
    const call = (of: FastifyInstance, name: string) => {
      const params = { name, arguments: { fault: 'an error with a text', text: PLANTED } }
      return answered(
        {
          url: '/mcp',
          headers,
          payload: JSON.stringify({ jsonrpc: '2.0', id: PLANTED, method: 'tools/call', params }),
        },
        of,
      )
    }
    await call(server, 'fixture_quotes')
    assert.match(lines, /"msg":"a call failed"/)
    await call(broken, PLANTED)
  })

  test('nor outside of tools', async () => {
    assert.equal(await answered({ method: 'GET', url: `/fault?text=${PATH}`, payload: undefined }), 500)
    assert.match(lines, /cannot use ….*"msg":"a request failed"/)
  })

  test('nor in warnings of the server itself', async () => {
    assert.equal(await answered({ method: 'GET', url: `/twice?text=${PATH}`, payload: undefined }), 200)
    assert.match(lines, /FST_ERR_REP_ALREADY_SENT/)
  })
})

suite('a long text of a call that fails', () => {
  for (const fault of Object.keys(faults))
    test(`is bounded in time and in the log: ${fault}`, async () => {
      const text = PLANTED.repeat(LONG_CHARS / PLANTED.length)
      const started = process.cpuUsage()
      assert.equal(await answered({ url: TOOL, headers: as_acme(), payload: JSON.stringify({ fault, text }) }), 500)
      const { user, system } = process.cpuUsage(started)
      for (const line of lines.trim().split('\n')) assert.ok(line.length < LINE_CHARS_MAX, `${line.length} characters`)
      assert.ok((user + system) / 1_000 < LONG_MS_MAX, `${(user + system) / 1_000} ms`)
    })
})
