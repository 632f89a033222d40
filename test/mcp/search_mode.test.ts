// Search mode: three tools that find, describe and call the others.
import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { in_org } from '#db/org.ts'
import { read_catalog } from '#figures/metrics/catalog.ts'
import { figure_groups } from '#http/mcp/search/figures.ts'
import { headers_of, type TestApp, test_app } from '#test/app.ts'
import { test_credentials } from '#test/database.ts'

/** Of an organization, for lists and what replaces them. */
const LISTS_PER_MINUTE = 240

let app: TestApp
const clients: Client[] = []
before(async () => {
  app = await test_app()
})
after(async () => {
  for (const client of clients) await client.close()
  await app?.close()
})

async function client_at(query: string, key = app.keys.acme): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode: 'legacy' } })
  const requestInit = { headers: headers_of({ key }) }
  await client.connect(new StreamableHTTPClientTransport(new URL(`/mcp${query}`, app.url), { requestInit }))
  clients.push(client)
  return client
}
// biome-ignore lint/suspicious/noExplicitAny: the shape is what is being tested
const content_of = (answer: any) => JSON.parse(answer.content[0].text)

suite('search mode', () => {
  test('lists three tools, which find, describe and call the others', async () => {
    const client = await client_at('?mode=search')
    const { tools } = await client.listTools()
    assert.deepEqual(
      tools.map(({ name }) => name),
      ['search_tools', 'describe_tool', 'call_tool'],
    )
    const found = content_of(
      await client.callTool({ name: 'search_tools', arguments: { query: 'carritos abandonados' } }),
    )
    assert.equal(found.tools[0].name, 'query_carts')
    const description = content_of(await client.callTool({ name: 'describe_tool', arguments: { name: 'query_carts' } }))
    assert.deepEqual(Object.keys(description), ['name', 'description', 'inputSchema', 'example'])
    assert.ok(description.inputSchema.properties.limit && description.example.limit)
    const whole = { name: 'query_carts', with_result: true }
    const with_result = content_of(await client.callTool({ name: 'describe_tool', arguments: whole }))
    assert.ok(with_result.outputSchema.properties.carts)
    await app.refill()
    const [direct, through] = await Promise.all([
      client.callTool({ name: 'query_carts', arguments: { limit: 2 } }),
      client.callTool({ name: 'call_tool', arguments: { name: 'query_carts', arguments: { limit: 2 } } }),
    ])
    assert.deepEqual(through.structuredContent, direct.structuredContent)
  })

  test('describes every tool with an example that its input accepts', async () => {
    const client = await client_at('?mode=search')
    for (const { name, internal, input_schema } of app.engine.catalog.values()) {
      if (internal) continue
      const { example } = content_of(await client.callTool({ name: 'describe_tool', arguments: { name } }))
      assert.ok(example && input_schema.safeParse(example).success, name)
    }
  })

  test('the instructions of an address name only tools of its list', async () => {
    for (const query of ['', '?mode=search', '?toolsets=query', '?toolsets=summary', '?mode=search&toolsets=query']) {
      const client = await client_at(query)
      const listed = (await client.listTools()).tools.map(({ name }) => name)
      const said = client.getInstructions()!.match(/\b[a-z]+(?:_[a-z]+)+\b/g) ?? []
      for (const name of said) assert.ok(listed.includes(name), `${query} names ${name}`)
      assert.ok(said.length > 0, query)
    }
  })

  test('call_tool returns the error sentences of the engine', async () => {
    const { key } = await app.key(app.acme.org_id, [])
    const client = await client_at('?mode=search', key)
    const call = (name: string, input: object) =>
      client.callTool({ name: 'call_tool', arguments: { name, arguments: input } }).then(content_of)
    assert.equal((await call('query_carts', {})).outcome, 'denied_scope')
    await assert.rejects(call('no_such_tool', {}), { code: -32602 })
    await assert.rejects(call('fixture_internal', {}), { code: -32602 })
    await assert.rejects(call('call_tool', {}), { code: -32602 })
    const broken = await client.callTool({ name: 'search_tools', arguments: { qury: 'x' } })
    assert.match(content_of(broken).error, /did you mean 'query'/)
  })

  test('an unknown tool names search_tools here, because tools/list has only the three tools', async () => {
    const listing = await client_at('')
    await assert.rejects(listing.callTool({ name: 'nope', arguments: {} }), /tools\/list shows/)
    const client = await client_at('?mode=search')
    for (const call of [
      { name: 'describe_tool', arguments: { name: 'nope' } },
      { name: 'call_tool', arguments: { name: 'nope' } },
      { name: 'nope', arguments: {} },
    ])
      await assert.rejects(client.callTool(call), /'nope' .* search_tools finds those there are/)
  })

  test('the search has names in three languages for every metric of the catalog', async () => {
    const named = new Set(
      figure_groups()
        .filter(({ tools }) => tools.includes('query_data'))
        .flatMap(({ figures }) => Object.keys(figures))
        .flatMap((names) => names.split(', ')),
    )
    const sources = await in_org(app.engine.pool, { org_id: app.acme.org_id }, (db) => read_catalog({ db }))
    for (const { source, metrics } of sources)
      for (const { metric } of metrics) assert.ok(named.has(metric), `${source}.${metric} has no names`)
    for (const names of figure_groups().flatMap(({ figures }) => Object.values(figures)))
      for (const language of ['es', 'en', 'pt'] as const) assert.ok(names[language], JSON.stringify(names))
  })

  test('a search or a description beyond the rate limit says when to ask again, and not to change the arguments', async () => {
    await app.refill()
    const client = await client_at('?mode=search', app.keys.globex)
    await app.db.query(
      `select count_call('lists', ${LISTS_PER_MINUTE}, 60) from generate_series(1, ${LISTS_PER_MINUTE}), set_config('app.org', $1, false)`,
      [test_credentials.seal.of(app.globex.org_id)],
    )
    for (const params of [
      { name: 'search_tools', arguments: { query: 'orders' } },
      { name: 'describe_tool', arguments: { name: 'query_orders' } },
    ]) {
      const { outcome, error, hint, retry_after_s } = content_of(await client.callTool(params))
      assert.equal(outcome, 'rate_limited', error)
      assert.ok(retry_after_s > 0 && retry_after_s <= 60, params.name)
      assert.doesNotMatch(hint, /arguments/)
      assert.match(hint, /[Ww]ait/)
    }
    await app.refill()
  })

  test('search does not find what the organization does not have', async () => {
    const client = await client_at('?mode=search&toolsets=summary')
    const found = content_of(
      await client.callTool({ name: 'search_tools', arguments: { query: 'abandoned carts', limit: 20 } }),
    )
    for (const { name } of found.tools) assert.equal(app.engine.catalog.get(name)?.area, 'summary')
    const none = content_of(await client.callTool({ name: 'search_tools', arguments: { query: 'qwfp' } }))
    assert.deepEqual(
      none.tools.map(({ name }: { name: string }) => name),
      ['get_kpi_summary'],
      'words that match nothing find tools to start with',
    )
    assert.match(none.hint, /Nothing fits.*summary/)
    const others = await client_at('?mode=search&toolsets=query')
    const start = content_of(await others.callTool({ name: 'search_tools', arguments: { query: 'qwfp' } }))
    assert.ok(start.tools.length > 0)
  })

  test('a search for what only a person does names the page of the dashboard, beside the nearest tools', async () => {
    await app.refill()
    const path = `/o/${app.acme.org_id}/settings/keys`
    for (const [address, query] of [
      ['?mode=search', 'revoke our API key'],
      ['?mode=search&toolsets=summary&readonly=1', 'crea una clave de API'],
    ] as const) {
      const client = await client_at(address)
      const { tools, hint } = content_of(await client.callTool({ name: 'search_tools', arguments: { query } }))
      assert.ok(
        hint.startsWith('Only a person can ') && hint.includes(`on the dashboard at ${path}. No tool does this.`),
        hint,
      )
      assert.ok(tools.length > 0)
    }
    const client = await client_at('?mode=search')
    const { hint } = content_of(await client.callTool({ name: 'search_tools', arguments: { query: 'list members' } }))
    assert.doesNotMatch(hint, /Only a person/)
  })

  test('the idempotency key of the message applies to the inner call', async () => {
    await app.refill()
    const client = await client_at('?mode=search')
    const inner = { name: 'fixture_write', arguments: { full_name: 'Ada' } }
    const write = () =>
      client.callTool({ name: 'call_tool', arguments: inner, _meta: { 'idempotency-key': 'one-ada' } })
    const [first, second] = [await write(), await write()]
    assert.deepEqual(second.structuredContent, first.structuredContent)
  })
})
