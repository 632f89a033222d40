import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, before, test } from 'node:test'
import { trace } from '@opentelemetry/api'
import { continued, in_job } from '#lib/trace.ts'
import type { CollectedSpan } from '#test/collector.ts'
import { assert_tree, begun, has_ended, named, PLATFORM, type TracedApp, traced_app, until } from '#test/traced_app.ts'

/** A text for everything in a call that must not appear in traces. */
const CANARY = `canary${randomBytes(8).toString('hex')}`

let traced: TracedApp
before(async () => {
  traced = await traced_app(CANARY)
})
after(() => traced.close())

const message = (name: string, _meta?: object) => ({
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name, arguments: {}, ...(_meta ? { _meta } : {}) },
})

test('a call over REST is one tree below the caller’s span: request, call, statements', async () => {
  const from = begun()
  const status = await traced.post('/api/v1/list_connections', {}, { traceparent: from.traceparent, tracestate: 'a=b' })
  assert.equal(status, 200)
  const spans = await traced.collector.trace(from.trace_id, has_ended('POST '))
  const request = assert_tree(spans, from.span_id)
  assert.equal(request.name, 'POST /api/v1/:tool')
  assert.equal(request.kind, 2)
  const { 'tablero.request_id': request_id, ...attributes } = request.attributes
  assert.deepEqual(attributes, {
    'http.request.method': 'POST',
    'http.route': '/api/v1/:tool',
    'http.response.status_code': 200,
    'url.path': '/api/v1/list_connections',
    'url.scheme': 'http',
  })
  const [called] = named(spans, 'execute_tool')
  assert.equal(called?.parent_id, request.span_id)
  assert.deepEqual(called.attributes, {
    'gen_ai.operation.name': 'execute_tool',
    'gen_ai.tool.name': 'list_connections',
    'tablero.transport': 'rest',
    'tablero.org_id': traced.org_id,
    'tablero.outcome': 'ok',
    'tablero.request_id': request_id,
  })
  const statements = spans.filter(({ attributes }) => attributes['db.system.name'] === 'postgresql')
  assert.ok(statements.some(({ name, parent_id }) => name === 'select connections' && parent_id === called.span_id))
  for (const { kind, attributes } of statements) {
    assert.equal(kind, 3)
    assert.doesNotMatch(String(attributes['db.query.text']), /'/)
  }
})

test('a call over MCP continues the trace of the header, or that of _meta, which takes precedence', async () => {
  const [proxy, client] = [begun(), begun()]
  await traced.post('/mcp', message('list_connections'), { traceparent: proxy.traceparent })
  const by_header = assert_tree(await traced.collector.trace(proxy.trace_id, has_ended('POST ')), proxy.span_id)
  assert.equal(by_header.attributes['mcp.method.name'], 'tools/call')
  await traced.post('/mcp', message('list_connections', { traceparent: client.traceparent }), {
    traceparent: proxy.traceparent,
  })
  const spans = await traced.collector.trace(client.trace_id, has_ended('POST '))
  const request = assert_tree(spans, client.span_id)
  assert.deepEqual([request.name, request.links], ['POST /mcp', [proxy.trace_id]])
  const [called] = named(spans, 'execute_tool list_connections')
  assert.deepEqual([called?.parent_id, called?.attributes['tablero.transport']], [request.span_id, 'mcp'])
  assert.ok(named(spans, 'select connections').length > 0)
})

const has_parent_in =
  (spans: readonly CollectedSpan[], caller: string) =>
  ({ parent_id }: CollectedSpan) =>
    parent_id === caller || spans.some(({ span_id }) => span_id === parent_id)

test('a sync is part of the trace of the call that started it: job, vendor requests, merges', async () => {
  const from = begun()
  traced.sandbox.faults.add({ platform: PLATFORM, kind: 'fail', skip: 1 })
  const status = await traced.post('/api/v1/trigger_sync', { platform: PLATFORM }, { traceparent: from.traceparent })
  assert.equal(status, 200)
  const is_synced = has_ended('job sync_connection')
  // The sync starts other jobs. Spans within such a job arrive before the job itself.
  const spans = await traced.collector.trace(
    from.trace_id,
    (spans) => is_synced(spans) && spans.every(has_parent_in(spans, from.span_id)),
  )
  assert_tree(spans, from.span_id)
  const [job] = named(spans, 'job sync_connection')
  assert.deepEqual([job?.kind, job?.attributes['tablero.platform'], job?.is_error], [5, PLATFORM, false])
  const above = (span: CollectedSpan): string[] => {
    const parent = spans.find(({ span_id }) => span_id === span.parent_id)
    return parent ? [parent.name, ...above(parent)] : []
  }
  const vendor = spans.filter(({ attributes }) => attributes['server.address'])
  assert.ok(vendor.length > 1)
  for (const span of vendor) {
    assert.deepEqual(above(span).slice(-3), [job!.name, 'execute_tool trigger_sync', 'POST /api/v1/:tool'])
    assert.match(String(span.attributes['url.full']), /^https:\/\/[\w.]+\/[^?]*$/)
  }
  const failed = vendor.filter(({ is_error }) => is_error)
  const repeated = vendor.filter(({ attributes }) => attributes['http.request.resend_count'])
  assert.deepEqual([failed.length, failed[0]?.attributes['http.response.status_code']], [1, 500])
  assert.deepEqual([repeated.length, repeated[0]?.attributes['url.full']], [1, failed[0]?.attributes['url.full']])
  assert.ok(named(spans, 'merge').some((span) => above(span).some((name) => name.startsWith('read '))))
  assert.ok(traced.vendor_headers.length > 0)
  for (const headers of traced.vendor_headers)
    assert.equal(headers.traceparent, undefined, 'a vendor is no part of our system')
})

test('a malformed header starts a new trace, and a flag not to record is respected', async () => {
  const [unsampled, broken] = [begun('00'), begun()]
  await traced.post('/api/v1/list_connections', {}, { traceparent: unsampled.traceparent, 'x-request-id': 'unsampled' })
  await traced.post(
    '/api/v1/list_connections',
    {},
    { traceparent: `${broken.traceparent}-more`, 'x-request-id': 'broken' },
  )
  const spans = await until(() =>
    traced.collector.spans().filter((span) => span.attributes['tablero.caller_request_id'] === 'broken'),
  )
  assert.ok(spans.every(({ trace_id }) => trace_id !== broken.trace_id))
  assert.equal(spans.find(({ kind }) => kind === 2)?.parent_id, '')
  assert.deepEqual(
    traced.collector.spans().filter(({ trace_id }) => trace_id === unsampled.trace_id),
    [],
  )
  const parent_of = (traceparent: unknown) => trace.getSpanContext(continued({ traceparent }))
  const [id, other] = [randomBytes(16).toString('hex'), randomBytes(8).toString('hex')]
  for (const wrong of [`ff-${id}-${other}-01`, `00-${'0'.repeat(32)}-${other}-01`, `00-${id}-${'0'.repeat(16)}-01`])
    assert.equal(parent_of(wrong), undefined, wrong)
  for (const wrong of [
    `00-${id}-${other}`,
    `00-${id.toUpperCase()}A-${other}-01`,
    '',
    undefined,
    7,
    [`00-${id}-${other}-01`],
    {},
  ])
    assert.equal(parent_of(wrong), undefined, String(wrong))
  assert.equal(parent_of(`01-${id}-${other}-03-later`)?.traceFlags, 3, 'a later version may say more')
})

test('log lines contain the id of their trace', async () => {
  const from = begun()
  await traced.post('/api/v1/list_connections', {}, { traceparent: from.traceparent })
  const spans = await traced.collector.trace(from.trace_id, has_ended('POST '))
  const answered = traced.lines.map((line) => JSON.parse(line)).find(({ trace_id }) => trace_id === from.trace_id)
  assert.deepEqual([answered?.msg, answered?.span_id], ['answered', named(spans, 'POST ')[0]?.span_id])
  const unknown = begun()
  await traced.post('/mcp', {}, { traceparent: unknown.traceparent, authorization: 'Bearer nobody' })
  const [refused] = await until(() => traced.lines.filter((line) => line.includes(unknown.trace_id)))
  assert.equal(JSON.parse(refused!).status, 401)
  await in_job('a test', {}, async () => {
    traced.engine.log.warn('within')
    assert.equal(JSON.parse(traced.lines.at(-1)!).trace_id, trace.getActiveSpan()!.spanContext().traceId)
  })
})

test('no span contains a secret or a part of an input', async () => {
  const from = begun()
  const headers = { traceparent: from.traceparent, 'idempotency-key': CANARY }
  await traced.post(
    `/api/v1/run_readonly_sql?access_token=${CANARY}`,
    { sql: `select '${CANARY}' as x, no from nowhere` },
    headers,
  )
  await traced.post('/api/v1/run_readonly_sql', { sql: `select '${CANARY}' as x from store_orders` }, headers)
  await traced.post('/api/v1/query_orders', { search: CANARY }, headers)
  await traced.post(`/api/v1/${traced.key}`, {}, headers)
  await traced.post(`/mcp?${CANARY}=1`, message('list_connections'), headers)
  await traced.post('/mcp', { ...message('list_connections'), method: CANARY }, headers)
  await traced.post('/api/v1/list_connections', {}, { ...headers, authorization: `Bearer ${CANARY}` })
  await traced.collector.trace(from.trace_id, (spans) => named(spans, 'POST ').length === 7)
  let asked = ''
  const address = `https://graph.facebook.com/v24.0/me?access_token=${CANARY}`
  await in_job('a question to a vendor', {}, async () => {
    asked = trace.getActiveSpan()!.spanContext().traceId
    await traced.engine.outbound.fetch({ url: address, headers: { authorization: `Bearer ${CANARY}` } })
  })
  const [request] = named(await traced.collector.trace(asked, has_ended('a question')), 'GET ')
  assert.equal(request?.attributes['url.full'], 'https://graph.facebook.com/v24.0/me')
  const all = traced.collector.bodies.join('\n')
  assert.ok(all.includes('a statement of the caller'), 'the statement itself is seen')
  assert.ok(!all.includes(CANARY))
  assert.ok(!all.includes(traced.key.slice(-20)))
  for (const secret of traced.secrets) assert.ok(!all.includes(secret), 'a secret of the connection')
  assert.doesNotMatch(all, /Bearer|authorization|access_token/)
})

test('the collector gets its own headers, and health checks are not traced', async () => {
  await fetch(`${traced.url}/healthz`)
  await fetch(`${traced.url}/metrics`)
  const from = begun()
  await traced.post('/api/v1/list_connections', {}, { traceparent: from.traceparent })
  await traced.collector.trace(from.trace_id, has_ended('POST '))
  assert.equal(traced.collector.headers[0]?.['x-collector-key'], 'the collector may see it')
  assert.deepEqual(
    traced.collector.spans().filter(({ name }) => /healthz|metrics/.test(name)),
    [],
  )
})

test('the flag of an unauthenticated caller does not change the sampler’s share; that of an authenticated caller does', async () => {
  const end = traced.trace({ ratio: 0 })
  const [unauthenticated, caller] = [begun(), begun()]
  await traced.post(
    '/api/v1/list_connections',
    {},
    { traceparent: unauthenticated.traceparent, authorization: 'Bearer nobody' },
  )
  await traced.post('/mcp', message('list_connections'), {
    traceparent: unauthenticated.traceparent,
    authorization: 'Bearer nobody',
  })
  await fetch(`${traced.url}/docs`, { headers: { traceparent: unauthenticated.traceparent } })
  await traced.post('/api/v1/list_connections', {}, { traceparent: caller.traceparent })
  assert_tree(await traced.collector.trace(caller.trace_id, has_ended('POST ')), caller.span_id)
  await end()
  assert.deepEqual(
    traced.collector.spans().filter(({ trace_id }) => trace_id === unauthenticated.trace_id),
    [],
  )
})
