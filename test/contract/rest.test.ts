// Requests over a real connection. Each invalid request gets a sentence and a status below 500, with one body for every failure.
import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { after, before, beforeEach, suite, test } from 'node:test'
import { create_server } from '#http/server.ts'
import { headers_of, type TestApp, test_app } from '#test/app.ts'
import { fixtures } from '#test/fixture_area.ts'

let app: TestApp
let key: Record<string, string>
before(async () => {
  app = await test_app({ areas: { fixtures }, seeded: false })
  key = headers_of({ key: app.keys.acme })
})
after(() => app.close())
beforeEach(() => app.refill())

const JSON_TYPE = { 'content-type': 'application/json' }
const post = (body: string | Buffer | undefined, headers: Record<string, string> = {}, tool = 'fixture_read') =>
  fetch(`${app.url}/api/v1/${tool}`, { method: 'POST', headers: { ...key, ...JSON_TYPE, ...headers }, body })

interface Failed {
  ok: boolean
  error: string
  outcome: string
  duration_ms: number
}

async function assert_failed(answer: Response, status: number, outcome: string, sentence?: RegExp): Promise<Failed> {
  const body = (await answer.json()) as Failed
  assert.equal(answer.status, status, JSON.stringify(body))
  assert.deepEqual(Object.keys(body).sort(), ['duration_ms', 'error', 'ok', 'outcome'])
  assert.deepEqual([body.ok, body.outcome, typeof body.duration_ms], [false, outcome, 'number'])
  assert.match(body.error, sentence ?? /^[A-Z'].{10,}\.$/)
  assert.match(answer.headers.get('content-type') ?? '', /^application\/json/)
  return body
}

const deep = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`
const bad_bodies: [string, string | Buffer, RegExp][] = [
  ['no JSON', '{"text":', /not valid JSON: it ends too early/],
  ['a word of another language', '{"text": None}', /not valid JSON: a value is not JSON/],
  ['NaN', '{"times": NaN}', /not valid JSON: a value is not JSON/],
  ['a comma before the end', '{"text": ["a",]}', /not valid JSON: a value is not JSON/],
  ['the fields of a form', 'text=a', /not valid JSON: a value is not JSON/],
  ['JSON with something after it', '{} {}', /not valid JSON: it breaks at position 3/],
  ['an array', '[]', /must be a JSON object/],
  ['a text', '"text"', /must be a JSON object/],
  ['a number', '1', /must be a JSON object/],
  ['null', 'null', /must be a JSON object/],
  ['nesting of 33 levels', `{"depth":${deep(32)}}`, /deeper than 32/],
  ['nesting of 100,000 levels', `{"depth":${deep(100_000)}}`, /deeper than 32/],
  ['bytes that are no UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d]), /not valid UTF-8/],
  ['a NUL in a text', '{"text":"a\\u0000b"}', /NUL/],
  ['a NUL in a name', '{"te\\u0000xt":"ab"}', /NUL/],
  ['half a surrogate pair', '{"text":"\\ud800"}', /surrogate/],
  ['a number beyond all numbers', '{"times":1e999}', /too large/],
  ['__proto__', '{"__proto__":{"text":"a"}}', /__proto__/],
  ['constructor', '{"constructor":{"prototype":{}}}', /'constructor' is not a parameter/],
  ['toString', '{"toString":1}', /'toString' is not a parameter/],
  ['a fraction where a whole number is due', '{"times":1.5}', /^times: /],
  ['a text where a number is due', '{"times":"1"}', /^times: /],
  ['a number above its maximum', '{"times":6}', /^times: /],
  ['a text above its length', `{"text":"${'x'.repeat(51)}"}`, /^text: /],
  [
    'a thousand unknown names',
    JSON.stringify(Object.fromEntries(Array.from({ length: 1000 }, (_, n) => [`a${n}`, 1]))),
    /a0/,
  ],
  ['an unknown name of 100,000 characters', `{"${'x'.repeat(100_000)}":1}`, /is not a parameter/],
]

suite('an invalid body', () => {
  for (const [what, body, sentence] of bad_bodies) {
    test(`${what}: 400, and a short sentence says so`, async () => {
      const { error } = await assert_failed(await post(body), 400, 'error', sentence)
      assert.ok(error.length < 1_000, `${error.length} letters`)
    })
    test(`${what}: an unauthenticated caller learns only that a key is needed`, async () => {
      await assert_failed(await post(body, { authorization: 'Bearer svc_nope' }), 401, 'unauthorized', /key/)
    })
  }

  test('another content type: 400, and the sentence names the header to send', async () => {
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'garbage',
      '/',
    ])
      await assert_failed(await post('{}', { 'content-type': type }), 400, 'error', /Content-Type: application\/json/)
  })

  test('another content type of JSON is accepted, and so is a request without a body', async () => {
    for (const type of ['application/json; charset=utf-8', 'Application/JSON', 'application/vnd.api+json'])
      assert.equal((await post('{}', { 'content-type': type })).status, 200, type)
    assert.equal((await post(undefined)).status, 200)
    assert.equal((await post('')).status, 200)
    assert.equal((await fetch(`${app.url}/api/v1/fixture_read`, { method: 'POST', headers: key })).status, 200)
  })

  for (const mebibytes of [1.1, 8])
    test(`${mebibytes} MiB: 413 with a key, 401 without`, async () => {
      const body = JSON.stringify({ text: 'x'.repeat(mebibytes * 2 ** 20) })
      await assert_failed(await post(body), 413, 'too_large', /1048576 bytes/)
      await assert_failed(await post(body, { authorization: '' }), 401, 'unauthorized', /key/)
    })

  test('exactly 1 MiB is read', async () => {
    const body = JSON.stringify({ text: '' })
    const filled = body.replace('""', `"${'x'.repeat(2 ** 20 - body.length)}"`)
    await assert_failed(await post(filled), 400, 'error', /^text: /)
  })
})

suite('an unknown address or method', () => {
  test('404 with the common body, with and without a key', async () => {
    for (const path of ['/api', '/api/v1', '/api/v2/tools', '/api/v1/fixture_read/more', '/favicon.ico', '/..%2f'])
      await assert_failed(await fetch(app.url + path), 404, 'not_found')
    await assert_failed(await post('{}', {}, 'no_such_tool'), 404, 'not_found', /no tool called 'no_such_tool'/)
  })

  test('unusual tool names are unknown tools', async () => {
    for (const name of [
      '__proto__',
      'constructor',
      'a'.repeat(150),
      '%00',
      '%F0%9F%98%80',
      "'; drop table calls; --",
      'FIXTURE_READ',
    ])
      await assert_failed(await post('{}', {}, name.includes('%') ? name : encodeURIComponent(name)), 404, 'not_found')
    await assert_failed(await post('{}', {}, '%ZZ'), 400, 'error', /two hexadecimal digits/)
    await assert_failed(await post('{}', {}, 'a'.repeat(5_000)), 414, 'error')
  })

  test('another method on a tool is 405 and names POST', async () => {
    for (const method of ['GET', 'PUT', 'PATCH', 'DELETE']) {
      const answer = await fetch(`${app.url}/api/v1/fixture_read`, { method, headers: key })
      assert.equal(answer.headers.get('allow'), 'POST')
      await assert_failed(answer, 405, 'method_not_allowed', /POST/)
    }
  })
})

suite('headers', () => {
  test('the answer carries a request id of ours, whatever the caller sends', async () => {
    for (const sent of ['order-42:a/b', 'two words', 'x'.repeat(101), '{"a":1}', '<script>']) {
      const made = (await post('{}', { 'x-request-id': sent })).headers.get('x-request-id') ?? ''
      assert.match(made, /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-/)
    }
  })

  test('only a bearer credential counts, in any spelling', async () => {
    const secret = app.keys.acme
    for (const authorization of [`bearer ${secret}`, `BEARER   ${secret}`])
      assert.equal((await post('{}', { authorization })).status, 200, authorization)
    for (const authorization of [
      secret,
      `Basic ${secret}`,
      `Bearer ${secret} ${secret}`,
      'Bearer',
      `Bearer ${secret}x`,
    ])
      await assert_failed(await post('{}', { authorization }), 401, 'unauthorized', /key/)
  })

  test('an answer forbids storing and sniffing, and states how many calls are left', async () => {
    const { headers } = await post('{}')
    assert.equal(headers.get('cache-control'), 'no-store')
    assert.equal(headers.get('x-content-type-options'), 'nosniff')
    assert.equal(headers.get('ratelimit-policy'), '"fixture_read";q=10;w=60')
    assert.match(headers.get('ratelimit') ?? '', /^"fixture_read";r=9;t=\d+$/)
  })

  test('too many of them: 431 with the common body', async () => {
    const answer = await fetch(`${app.url}/healthz`, { headers: { 'x-large': 'x'.repeat(20_000) } })
    await assert_failed(answer, 431, 'error')
  })
})

suite('the list of tools', () => {
  const list = (headers: Record<string, string>) => fetch(`${app.url}/api/v1/tools`, { headers })

  test('needs a key', async () => {
    await assert_failed(await list({}), 401, 'unauthorized', /key/)
  })

  test('shows the published tools by name, with everything that callers need to choose one', async () => {
    const { count, tools } = (await (await list(key)).json()) as { count: number; tools: Record<string, unknown>[] }
    const names = tools.map(({ name }) => name)
    assert.deepEqual(names, [...names].sort())
    assert.equal(count, tools.length)
    assert.ok(!names.includes('fixture_internal'))
    assert.deepEqual(
      tools.find(({ name }) => name === 'fixture_read'),
      {
        name: 'fixture_read',
        description: 'Reads the names of the connections of the organization.',
        scopes: ['connections:read', 'billing:read'],
        rate_limit_per_minute: 10,
        area: 'fixtures',
        module: 'module_tasks',
        effect: 'read',
      },
    )
  })
})

/** Sends the bytes unchanged and reads until the server closes the connection. */
function send_raw(text: string, url = app.url): Promise<string> {
  return new Promise((done, fail) => {
    const { hostname, port } = new URL(url)
    const socket = connect(Number(port), hostname, () => socket.write(text))
    let answer = ''
    socket.on('data', (data) => {
      answer += data
    })
    socket.on('close', () => done(answer))
    socket.on('error', fail)
  })
}

test('bytes that are not HTTP are answered with the common body, and the connection is closed', async () => {
  for (const text of ['HELLO\r\n\r\n', 'GET / HTTP/9.9\r\n\r\n', 'POST / HTTP/1.1\r\nContent-Length: x\r\n\r\n']) {
    const answer = await send_raw(text)
    assert.match(answer, /^HTTP\/1\.1 400 /)
    assert.equal(JSON.parse(answer.split('\r\n\r\n')[1]!).ok, false)
  }
})

test('an incomplete request ends with 408, and does not block others', async () => {
  const server = await create_server(app.engine, { request_timeout_ms: 200 })
  try {
    const url = await server.listen({ port: 0 })
    for (const text of [
      'POST /api/v1/fixture_read HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\n{',
      'GET / HTTP/1.1\r\nHos',
    ]) {
      const answer = await send_raw(text, url)
      assert.match(answer, /^HTTP\/1\.1 408 /)
      assert.equal(JSON.parse(answer.split('\r\n\r\n')[1]!).ok, false)
    }
  } finally {
    await server.close()
  }
})

test('an accepted call is finished when the process is asked to stop', async () => {
  const stopping = await test_app({ areas: { fixtures }, seeded: false })
  const url = `${stopping.url}/api/v1/fixture_slow`
  const accepted = fetch(url, { method: 'POST', headers: headers_of({ key: stopping.keys.acme }) })
  await stopping.settled(async () => {
    const { rows } = await stopping.db.query(
      `select from pg_stat_activity where query like '%pg_sleep%' and pid <> pg_backend_pid()`,
    )
    return rows.length > 0
  })
  const closed = stopping.close()
  const is_refused = () =>
    fetch(url).then(
      () => false,
      () => true,
    )
  await stopping.settled(is_refused)
  assert.equal((await accepted).status, 200)
  await closed
})
