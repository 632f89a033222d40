// Every reading tool returns its longest answer for an organization with many rows of every kind. No answer may have more tokens
// than an agent can read, counted with a real tokenizer. A list that does not fit is truncated, and the answer says so.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { encode } from 'gpt-tokenizer/encoding/o200k_base'
import { type TestApp, test_app } from '#test/app.ts'
import { dense_texts, multiply, widest } from '#test/many_rows.ts'
import { areas } from '#tools/index.ts'

const ANSWER_TOKENS_MAX = 20_000
/** For longer texts than those of most accounts, and twelve sources. Real ones are smaller: test/query/query_lists.test.ts. */
const DEFAULT_TOKENS_MAX = 8_500
/** More than any tool lists in one answer. */
const ROWS = 1_050
/** An agency's client can have this number of connections. */
const CONNECTIONS = 500

let app: TestApp
before(async () => {
  app = await test_app({ areas })
  await multiply(app, { rows: ROWS, connections: CONNECTIONS })
})
after(() => app?.close())

test(`no reading tool answers with more than ${ANSWER_TOKENS_MAX} tokens, and truncated answers say so`, async (context) => {
  const longer: Record<string, unknown>[] = []
  const asked: [string, Record<string, unknown>][] = [...app.engine.catalog.values()]
    .filter(({ effect, internal }) => effect === 'read' && !internal)
    .map((tool) => [tool.name, widest(tool)])
  asked.push(
    ['query_data', { metric: 'store.revenue', dimensions: ['date', 'utm_source', 'utm_campaign'] }],
    ['run_readonly_sql', { sql: 'select * from store_orders' }],
    ['query_email_campaigns', { limit: 1000, include_body: true }],
  )
  let biggest = 0
  let with_more_sources = 0
  for (const [name, input] of asked) {
    await app.refill()
    const { status, body } = await app.rest(name, input, { key: app.keys.acme })
    assert.equal(status, 200, `${name}: ${JSON.stringify(body).slice(0, 300)}`)
    const tokens = encode(JSON.stringify(body.result)).length
    biggest = Math.max(biggest, tokens)
    if (tokens > 5_000 || body.result.truncated)
      context.diagnostic(
        `${name} ${tokens} tokens, count ${body.result.count} of ${body.result.total}, truncated ${body.result.truncated}`,
      )
    if (tokens > ANSWER_TOKENS_MAX) longer.push({ name, tokens, input })
    if (body.result.sources?.length > 0 && body.result.more_sources) with_more_sources += 1
    if (body.result.truncated) assert.ok(body.result.hint?.length > 10, `${name} cuts without a hint`)
    const { short_rows } = body.result
    if (short_rows)
      assert.equal(
        /lower limit/.test(short_rows),
        'limit' in app.engine.catalog.get(name)!.input,
        `${name}: ${short_rows}`,
      )
  }
  assert.ok(biggest > 5_000, `the biggest answer has ${biggest} tokens: there is not enough data to prove anything`)
  assert.ok(with_more_sources > 10, `${with_more_sources} answers say that they have more sources than they name`)
  assert.deepEqual(longer, [])
})

test(`the default answer of a tool with a limit has at most ${DEFAULT_TOKENS_MAX} tokens, also of tools to come`, async (context) => {
  const limited = [...app.engine.catalog.values()].filter(
    ({ effect, internal, input }) => effect === 'read' && !internal && 'limit' in input,
  )
  assert.ok(limited.length > 5)
  for (const tool of limited) {
    const { name, input_schema } = tool
    await app.refill()
    const { limit: _, ...given } = widest(tool)
    const input = input_schema.safeParse({}).success ? {} : given
    const { body } = await app.rest(name, input, { key: app.keys.acme })
    const tokens = encode(JSON.stringify(body.result)).length
    context.diagnostic(
      `${name} ${tokens} tokens, count ${body.result.count}, ${body.result.short_rows ? 'short' : 'whole'}`,
    )
    assert.ok(tokens <= DEFAULT_TOKENS_MAX, `${name} ${tokens} tokens: its list needs short rows`)
  }
})

test('of many connections, unhealthy ones are named first, and all are counted', async () => {
  await app.refill()
  await app.db.query(
    'update connections set last_sync_at = now(), last_rows_at = now(), last_error_at = null, needs_reconnection = false where org_id = $1',
    [app.acme.org_id],
  )
  const { rows } = await app.db.query(
    `update connections set needs_reconnection = true where (org_id, connection_id) in
      (select org_id, connection_id from connections where org_id = $1 and platform = 'sx' order by connection_id desc limit 2)
      returning connection_id`,
    [app.acme.org_id],
  )
  const unhealthy = rows.map(({ connection_id }) => connection_id).sort()
  const named = (list: { connection_id: string }[]) =>
    list
      .slice(0, 2)
      .map(({ connection_id }) => connection_id)
      .sort()
  for (const tool of ['list_connections', 'list_connections_detail']) {
    const { result } = (await app.rest(tool, {}, { key: app.keys.acme })).body
    assert.ok(result.truncated && result.count < result.total, tool)
    assert.deepEqual(named(result.connections), unhealthy, tool)
    assert.equal(result.by_health.needs_reconnection, 2)
    assert.equal(
      Object.values<number>(result.by_health).reduce((a, b) => a + b),
      result.total,
    )
  }
  const { result } = (await app.rest('query_orders', {}, { key: app.keys.acme })).body
  assert.deepEqual(named(result.sources), unhealthy)
  const { count } = (
    await app.db.query(
      "select count(*)::int from connections where org_id = $1 and platform = 'sx' and status = 'active'",
      [app.acme.org_id],
    )
  ).rows[0]
  assert.equal(result.sources.length + Object.values<number>(result.more_sources).reduce((a, b) => a + b), count)
})

test(`lists of ids, digits, emoji and rare scripts have at most ${ANSWER_TOKENS_MAX} tokens too`, async (context) => {
  for (const [kind, text] of Object.entries(dense_texts)) {
    const { rows } = await app.db.query('select contact_id from contacts where org_id = $1', [app.acme.org_id])
    const texts = rows.map((_, at) => text(at))
    await app.db.query(
      `update contacts set source = n.name, full_name = n.name from unnest($2::uuid[], $3::text[]) n (contact_id, name)
       where org_id = $1 and contacts.contact_id = n.contact_id`,
      [app.acme.org_id, rows.map(({ contact_id }) => contact_id), texts],
    )
    for (const [tool, input] of [
      ['query_contacts', { limit: 1000 }],
      ['run_readonly_sql', { sql: 'select source from contacts' }],
    ] as const) {
      await app.refill()
      const { status, body } = await app.rest(tool, input, { key: app.keys.acme })
      assert.equal(status, 200, JSON.stringify(body).slice(0, 300))
      const { result } = body
      const tokens = encode(JSON.stringify(result)).length
      context.diagnostic(`${tool} of ${kind}: ${tokens} tokens, count ${result.count}`)
      assert.ok(tokens <= ANSWER_TOKENS_MAX, `${tool} of ${kind}: ${tokens} tokens`)
      const bytes = Buffer.byteLength(JSON.stringify(result))
      assert.ok(result.truncated && (tokens > 14_000 || bytes > 46_000), `${tool} of ${kind} could have more rows`)
    }
  }
})
