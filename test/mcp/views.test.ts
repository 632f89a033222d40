// The tools of an address: areas, or tools that change nothing. Resources and prompts too.
import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { headers_of, type TestApp, test_app } from '#test/app.ts'

let app: TestApp
const clients: Client[] = []
before(async () => {
  app = await test_app()
})
after(async () => {
  for (const client of clients) await client.close()
  await app?.close()
})

async function client_at(query: string, key = app.keys.acme, pin?: string): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode: pin ? { pin } : 'legacy' } })
  const requestInit = { headers: headers_of({ key }) }
  await client.connect(new StreamableHTTPClientTransport(new URL(`/mcp${query}`, app.url), { requestInit }))
  clients.push(client)
  return client
}
const names_at = async (query: string) => (await (await client_at(query)).listTools()).tools.map(({ name }) => name)
// biome-ignore lint/suspicious/noExplicitAny: the shape is what is being tested
const content_of = (answer: any) => JSON.parse(answer.content[0].text)
const of_area = (area: string) =>
  [...app.engine.catalog.values()].filter((tool) => tool.area === area && !tool.internal).map(({ name }) => name)

suite('toolsets and read-only', () => {
  test('toolsets lists only the named areas, and no other tool can be called', async () => {
    assert.deepEqual(
      await names_at('?toolsets=query, connections'),
      [...of_area('connections'), ...of_area('query')].sort(),
    )
    const client = await client_at('?toolsets=query')
    await assert.rejects(client.callTool({ name: 'get_kpi_summary', arguments: {} }), { code: -32602 })
    await app.refill()
    await app.engine.recorder.flush()
    const { rows } = await app.db.query(
      `select outcome, transport from audit_log where org_id = $1 order by seq desc limit 1`,
      [app.acme.org_id],
    )
    assert.deepEqual(rows, [{ outcome: 'not_found', transport: 'mcp' }], 'the attempt is recorded')
    assert.ok(!(await client.callTool({ name: 'query_orders', arguments: {} })).isError)
  })

  test('readonly lists only tools that change nothing, and a write cannot be called by name or through call_tool', async () => {
    const names = await names_at('?readonly=1')
    assert.ok(names.length > 10)
    for (const name of names) assert.equal(app.engine.catalog.get(name)?.effect, 'read', name)
    const direct = await client_at('?readonly=1')
    await assert.rejects(direct.callTool({ name: 'fixture_write', arguments: { full_name: 'Ada' } }), { code: -32602 })
    const through = await client_at('?readonly=1&mode=search')
    const inner = { name: 'fixture_write', arguments: { full_name: 'Ada' } }
    await assert.rejects(through.callTool({ name: 'call_tool', arguments: inner }), { code: -32602 })
  })

  test('an unknown parameter gets a 400 that lists the valid ones', async () => {
    for (const [query, said] of [
      ['toolset=query', /there are toolsets/],
      ['toolsets=nope', /There is no toolset 'nope'; there are .*query/],
      ['toolsets=', /toolsets is empty/],
      ['readonly=yes', /readonly must be 1 or 0/],
      ['mode=constructor', /mode must be/],
    ] as const) {
      const headers = { ...headers_of({ key: app.keys.acme }), 'content-type': 'application/json' }
      const answer = await fetch(new URL(`/mcp?${query}`, app.url), { method: 'POST', headers, body: '{}' })
      assert.equal(answer.status, 400, query)
      assert.match(((await answer.json()) as { error: string }).error, said)
    }
  })
})

suite('resources and prompts', () => {
  const input_of = (tool: string) => app.engine.catalog.get(tool)?.input

  for (const pin of [undefined, '2026-07-28']) {
    test(`the metric catalog and every tool can be read (${pin ?? '2025-11-25'})`, async () => {
      await app.refill()
      const client = await client_at('', app.keys.acme, pin)
      const { resources } = await client.listResources()
      assert.deepEqual(
        resources.map(({ uri }) => uri),
        ['tablero://metrics'],
      )
      const read = async (uri: string) => {
        const { contents } = await client.readResource({ uri })
        return JSON.parse((contents[0] as { text: string }).text)
      }
      const metrics = await read('tablero://metrics')
      assert.deepEqual(metrics, content_of(await client.callTool({ name: 'get_data_catalog', arguments: {} })))
      assert.equal((await read('tablero://tools/query_data')).outputSchema.type, 'object')
      await assert.rejects(client.readResource({ uri: 'tablero://tools/fixture_internal' }))
      await assert.rejects(client.readResource({ uri: 'file:///etc/passwd' }))
    })
  }

  test('a resource needs the scope of its tool', async () => {
    const { key } = await app.key(app.acme.org_id, [])
    const client = await client_at('', key)
    await assert.rejects(client.readResource({ uri: 'tablero://metrics' }), /needs the scope/)
  })

  test('a prompt names only existing tools, and is listed only if the caller has all of them', async () => {
    const client = await client_at('')
    const { prompts } = await client.listPrompts()
    assert.deepEqual(
      prompts.map(({ name }) => name),
      ['weekly_review', 'why_did_it_change', 'store_check'],
    )
    for (const { name } of prompts) {
      const { messages } = await client.getPrompt({ name })
      const said = (messages[0]!.content as { text: string }).text
      const tools = said.match(/\b[a-z]+(?:_[a-z]+)+\b/g)!.filter((word) => word !== 'days_back')
      assert.ok(tools.length >= 2, name)
      for (const tool of tools) assert.ok(app.engine.catalog.has(tool), `${name} names ${tool}`)
    }
    for (const { name, arguments: declared } of prompts) {
      const takes_days = declared?.some((argument) => argument.name === 'days')
      const { messages } = await client.getPrompt({ name, arguments: takes_days ? { days: '14' } : {} })
      const said = (messages[0]!.content as { text: string }).text
      const days = takes_days ? 14 : 7
      const with_days = said.match(/\b[a-z]+(?:_[a-z]+)+\b/g)!.filter((tool) => 'days_back' in (input_of(tool) ?? {}))
      assert.ok(with_days.length > 0, name)
      for (const tool of with_days)
        assert.match(
          said,
          new RegExp(`${tool} with\\sdays_back ${days}\\b`),
          'two windows in one answer do not compare',
        )
    }
    assert.deepEqual((await (await client_at('?toolsets=connections')).listPrompts()).prompts, [])
    await assert.rejects(client.getPrompt({ name: 'no_such' }), { code: -32602 })
    await assert.rejects(client.getPrompt({ name: 'store_check', arguments: { dayz: '7' } }), /there are days/)
    const { messages } = await client.getPrompt({ name: 'store_check', arguments: { days: '7\u202E\u200B' } })
    assert.match(JSON.stringify(messages), /last 7\uFFFD days/)
    const ref = { type: 'ref/prompt' as const, name: 'why_did_it_change' }
    const { completion } = await client.complete({ ref, argument: { name: 'figure', value: 'S' } })
    assert.deepEqual(completion.values, ['spend', 'store_revenue'])
  })
})

suite('the message on the wire', () => {
  const meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': {},
  }
  const post = (method: string, params: object, headers: Record<string, string> = {}) =>
    fetch(new URL('/mcp', app.url), {
      method: 'POST',
      headers: {
        ...headers_of({ key: app.keys.acme }),
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        'mcp-protocol-version': '2026-07-28',
        'mcp-method': method,
        ...headers,
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 7, method, params: { _meta: meta, ...params } }),
    })
  const send = async (method: string, params: object, headers?: Record<string, string>) => {
    const answer = await post(method, params, headers)
    // biome-ignore lint/suspicious/noExplicitAny: the shape is what is being tested
    return { status: answer.status, body: (await answer.json()) as any }
  }

  test('headers that contradict the body get a 400 with -32020', async () => {
    const call = { name: 'fixture_read', arguments: {} }
    for (const headers of [
      { 'mcp-protocol-version': '2025-11-25' },
      { 'mcp-method': 'tools/list' },
      { 'mcp-name': 'fixture_write' },
    ] as Record<string, string>[]) {
      const { status, body } = await send('tools/call', call, { 'mcp-name': 'fixture_read', ...headers })
      assert.deepEqual([status, body.error?.code, body.id], [400, -32020, 7], JSON.stringify(headers))
    }
    assert.equal((await send('tools/call', call, { 'mcp-name': 'fixture_read' })).status, 200)
  })

  test('a refusal that repeats the request has no hidden character, and a length that does not grow with it', async () => {
    const hidden = `ig\u202Enore\u200B ${'y'.repeat(5_000)}`
    for (const [method, params, name] of [
      ['tools/call', { name: hidden, arguments: {} }, 'fixture_read'],
      ['tools/call', { name: 'fixture_read', _meta: { ...meta, [Object.keys(meta)[0]!]: hidden } }, 'fixture_read'],
      ['resources/read', { uri: 'tablero://\u202Eagents' }, 'tablero://agents'],
    ] as const) {
      const answer = await post(method, params, { 'mcp-name': name })
      const text = await answer.text()
      assert.equal(answer.status, 400)
      assert.ok(!/[\u202E\u200B]/.test(text) && text.includes('\uFFFD'), text.slice(0, 500))
      assert.ok(text.length < 5_000, String(text.length))
      assert.equal(JSON.parse(text).id, 7)
    }
    for (const uri of ['tablero://\u202Eagents', 'tablero://tools/\u200Bagents']) {
      const asked = fetch(new URL('/mcp', app.url), {
        method: 'POST',
        headers: {
          ...headers_of({ key: app.keys.acme }),
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
        },
        body: JSON.stringify({ jsonrpc: '2.0', id: 7, method: 'resources/read', params: { uri } }),
      })
      const text = await (await asked).text()
      assert.ok(text.includes('\uFFFDagents') && !/[\u202E\u200B]/.test(text), text)
    }
  })

  test('the fast path and the SDK handler give the same answers and refusals', async () => {
    const encoded = `=?base64?${btoa('fixture_read')}?=` // an encoded name makes the SDK's handler answer
    for (const call of [
      { name: 'fixture_read', arguments: {} },
      { name: 'fixture_read', arguments: { no_such: 1 } },
      { name: 'fixture_read', arguments: 'none' },
      { name: 'fixture_read', arguments: {}, task: 'none' },
      { name: 'fixture_read', arguments: {}, task: { ttl: 1 } },
      { name: 'fixture_read' },
    ]) {
      await app.refill()
      const [plain, other] = await Promise.all([
        send('tools/call', call, { 'mcp-name': 'fixture_read' }),
        send('tools/call', call, { 'mcp-name': encoded }),
      ])
      assert.deepEqual(plain, other)
    }
    const as_text = await post(
      'tools/call',
      { name: 'fixture_read' },
      { 'mcp-name': 'fixture_read', 'content-type': 'text/plain' },
    )
    assert.equal(as_text.status, 400)
    const half = { ...meta, 'io.modelcontextprotocol/clientCapabilities': 'none' }
    const refused = await Promise.all(
      ['fixture_read', encoded].map((name) =>
        send('tools/call', { name: 'fixture_read', _meta: half }, { 'mcp-name': name }),
      ),
    )
    assert.deepEqual([refused[0]!.status, refused[0]!.body.error?.code], [400, -32602])
    assert.deepEqual([refused[1]!.status, refused[1]!.body.error?.code], [400, -32602])
  })

  test('a call of 2025-11-25 has the same answer with progress, from the SDK handler, and without', async () => {
    const ask = async (call: object) => {
      await app.refill()
      const answer = await fetch(new URL('/mcp', app.url), {
        method: 'POST',
        headers: {
          ...headers_of({ key: app.keys.acme }),
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
        },
        body: JSON.stringify({ jsonrpc: '2.0', id: 7, method: 'tools/call', params: call }),
      })
      const text = await answer.text()
      return { status: answer.status, body: JSON.parse(/^data: (.+)$/m.exec(text)?.[1] ?? text) }
    }
    for (const call of [
      { name: 'fixture_read', arguments: {} },
      { name: 'fixture_read', arguments: { no_such: 1 } },
    ])
      assert.deepEqual(await ask(call), await ask({ ...call, _meta: { progressToken: 1 } }))
  })

  test('an unknown method gets a 404 with -32601; lists have private cache hints', async () => {
    const { status, body } = await send('tools/nope', {})
    assert.deepEqual([status, body.error?.code], [404, -32601])
    for (const method of [
      'tools/list',
      'prompts/list',
      'resources/list',
      'resources/templates/list',
      'server/discover',
    ]) {
      const { result } = (await send(method, {})).body
      assert.equal(result.cacheScope, 'private', method)
      assert.ok(result.ttlMs > 0, method)
    }
  })

  test('a subscription is acknowledged without notifications and ends immediately, so that none stays open', async () => {
    const listen = { notifications: { toolsListChanged: true, resourcesListChanged: true } }
    const answer = await post('subscriptions/listen', listen)
    const [acknowledged, end] = [...(await answer.text()).matchAll(/^data: (.+)$/gm)].map(([, data]) =>
      JSON.parse(data!),
    )
    assert.deepEqual(acknowledged.params.notifications, {})
    assert.equal(end.result.resultType, 'complete')
  })
})
