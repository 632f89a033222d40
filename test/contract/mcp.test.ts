import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import type { Client } from '@modelcontextprotocol/client'
import { VERSION } from '#lib/version.ts'
import { headers_of, type TestApp, test_app } from '#test/app.ts'
import { fixtures } from '#test/fixture_area.ts'

let app: TestApp
before(async () => {
  app = await test_app()
})
after(() => app.close())

const post = (body: unknown, headers: Record<string, string> = {}) =>
  fetch(new URL('/mcp', app.url), {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
const outcome_of = async (answer: Response) => ((await answer.json()) as { outcome: string }).outcome
const initialize = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
}

/** Proposals wait for a person, and the others only add a row, or mark one in a way that the same caller can take back. */
const ONLY_ADDING = [
  ...['apply_recommendation', 'create_alert_rule', 'create_webhook', 'fixture_spends', 'invite_user'],
  ...['mark_notification_read', 'propose_answer_mpa_question', 'propose_campaign', 'propose_connect_platform'],
  ...['propose_pause_campaign', 'propose_update_budget', 'run_pagescore_scan', 'snooze_recommendation', 'trigger_sync'],
]

for (const [era, mode] of [
  ['2025-11-25', 'legacy'],
  ['2026-07-28', { pin: '2026-07-28' }],
] as const) {
  suite(`a client of ${era}`, () => {
    let client: Client
    before(async () => {
      client = await app.mcp({ key: app.keys.acme }, mode)
    })

    test('connects at /mcp and speaks its own revision', () => {
      assert.equal(client.getNegotiatedProtocolVersion(), era)
      assert.deepEqual(client.getServerVersion(), { name: 'tablero', title: 'Tablero', version: VERSION })
    })

    test('gets every tool with both schemas, a title and complete annotations', async () => {
      const { tools } = await client.listTools()
      const wanted = [...app.engine.catalog.values()].filter(({ internal }) => !internal).map(({ name }) => name)
      assert.deepEqual(
        tools.map(({ name }) => name),
        wanted,
      )
      for (const { name, title, description, inputSchema, outputSchema, annotations } of tools) {
        assert.ok(title && description, name)
        assert.equal(inputSchema.additionalProperties, false, name)
        assert.equal(outputSchema?.type, 'object', name)
        const needed = [
          'readOnlyHint',
          'openWorldHint',
          ...(annotations?.readOnlyHint ? [] : ['destructiveHint']),
        ] as const
        for (const hint of needed)
          assert.equal(typeof annotations?.[hint as 'readOnlyHint'], 'boolean', `${name}.${hint}`)
      }
      // Clients may call these without asking their person first (ToolAnnotations of MCP, 2025-11-25): they only add.
      const adding = tools.filter(({ annotations }) => annotations?.destructiveHint === false).map(({ name }) => name)
      assert.deepEqual(adding.toSorted(), ONLY_ADDING.toSorted())
    })

    test('calls a tool and gets structured content with the same as text', async () => {
      await app.refill()
      const { structuredContent, content, isError } = await client.callTool({
        name: 'fixture_read',
        arguments: { text: 'hello' },
      })
      assert.ok(!isError)
      assert.equal((structuredContent as { text: string }).text, 'hello')
      assert.deepEqual(JSON.parse((content[0] as { text: string }).text), structuredContent)
    })

    test('reads a business failure as an error result with sentence, outcome and hint', async () => {
      await app.refill()
      const { isError, content } = await client.callTool({ name: 'fixture_read', arguments: { txt: 1 } })
      assert.equal(isError, true)
      const answer = JSON.parse((content[0] as { text: string }).text)
      assert.equal(answer.outcome, 'error')
      assert.match(answer.error, /did you mean 'text'/)
      assert.ok(answer.hint.length > 10)
    })

    test('gets a protocol error for a tool that does not exist', async () => {
      await assert.rejects(client.callTool({ name: 'no_such_tool', arguments: {} }), { code: -32602 })
      await assert.rejects(client.callTool({ name: 'fixture_internal', arguments: {} }), { code: -32602 })
    })
  })
}

test('hints say exactly what a tool may do', async () => {
  const { tools } = await (await app.mcp({ key: app.keys.acme })).listTools()
  const hints = (name: string) => tools.find((tool) => tool.name === name)?.annotations
  assert.deepEqual(hints('fixture_read'), {
    readOnlyHint: true,
    openWorldHint: false,
  })
  assert.deepEqual(hints('fixture_write'), {
    readOnlyHint: false,
    destructiveHint: true,
    idempotentHint: true,
    openWorldHint: true,
  })
})

test('a missing key and a wrong key get HTTP 401 with a challenge and the common body', async () => {
  for (const headers of [{}, { authorization: 'Bearer svc_nope' }] as Record<string, string>[]) {
    const answer = await post(initialize, headers)
    assert.equal(answer.status, 401)
    assert.equal((await post(`"${'x'.repeat(2 ** 21)}"`, headers)).status, 401, 'also with a body that is too large')
    assert.match(answer.headers.get('www-authenticate') ?? '', /^Bearer /)
    assert.equal(await outcome_of(answer), 'unauthorized')
  }
})

test('a page of another site may not call, even with a key; a page of this address may', async () => {
  const key = headers_of({ key: app.keys.acme })
  for (const origin of ['https://evil.example', 'null', 'http://127.0.0.1:1']) {
    const answer = await post(initialize, { ...key, origin })
    assert.equal(answer.status, 403, origin)
    assert.equal(await outcome_of(answer), 'denied_origin')
  }
  assert.equal((await post(initialize, { ...key, origin: app.url })).status, 200)
})

test('an agency can act on its client, and on no other organization', async () => {
  const client = await app.mcp({ key: app.keys.agency, org_id: app.acme.org_id })
  await app.refill()
  const { structuredContent } = await client.callTool({ name: 'fixture_read', arguments: {} })
  assert.ok(JSON.stringify(structuredContent).includes('acme'))
  const of_other_org = headers_of({ key: app.keys.agency, org_id: app.globex.org_id })
  assert.equal((await post(initialize, of_other_org)).status, 403)
})

test('a broken message, a deeply nested message and a large message are refused with a 4xx', async () => {
  const key = headers_of({ key: app.keys.acme })
  const call = { jsonrpc: '2.0', id: 1, method: 'tools/call' }
  const deep = JSON.parse(`${'['.repeat(40)}${']'.repeat(40)}`)
  const messages = [
    '{"a":',
    '[]',
    '""',
    'null',
    { ...call, params: { name: 'fixture_read', arguments: { depth: deep } } },
  ]
  for (const message of [...messages, `"${'x'.repeat(2 ** 21)}"`]) {
    const answer = await post(message, key)
    assert.ok(answer.status >= 400 && answer.status < 500, `${JSON.stringify(message).slice(0, 30)}: ${answer.status}`)
  }
})

test('GET and DELETE, which a stateless server does not need, are answered immediately', async () => {
  for (const method of ['GET', 'DELETE']) {
    const answer = await fetch(new URL('/mcp', app.url), { method, headers: headers_of({ key: app.keys.acme }) })
    assert.equal(answer.status, 405)
  }
})

test('a long list comes in pages, complete and without repeats; a foreign cursor ends in a last page', async () => {
  const tools = Object.fromEntries(
    Array.from({ length: 230 }, (_, n) => [`many_${n}`, { ...fixtures.tools.fixture_read!, about: `Tool ${n}.` }]),
  )
  const large = await test_app({ areas: { many: { title: 'Many', tools } }, seeded: false })
  try {
    const client = await large.mcp({ key: large.keys.acme })
    const pages: string[][] = []
    let cursor: string | undefined
    do {
      const answer = await client.request({ method: 'tools/list', params: { cursor } })
      pages.push(answer.tools.map(({ name }) => name))
      cursor = answer.nextCursor
    } while (cursor)
    assert.deepEqual(
      pages.map(({ length }) => length),
      [100, 100, 30],
    )
    assert.deepEqual(pages.flat(), Object.keys(tools).sort())
    const { tools: none } = await client.request({ method: 'tools/list', params: { cursor: 'zzz' } })
    assert.deepEqual(none, [])
  } finally {
    await large.close()
  }
})
