import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { after, before, test } from 'node:test'
import { promisify } from 'node:util'
import { SpanKind, trace } from '@opentelemetry/api'
import { load_config } from '#config'
import { in_job, in_span, spans_dropped } from '#lib/trace.ts'
import { has_ended, named, type TracedApp, traced_app, until } from '#test/traced_app.ts'

let traced: TracedApp
before(async () => {
  traced = await traced_app('anyone')
})
after(() => traced.close())

test('spans that cannot be stored or delivered are counted and logged once, and one job cannot fill the queue', async () => {
  const logged_before = traced.lines.length
  const end = traced.trace()
  let trace_id = ''
  await in_job('a long job', {}, async () => {
    trace_id = trace.getActiveSpan()!.spanContext().traceId
    await many(2_500)
  })
  assert.equal(spans_dropped.too_many, 500)
  const spans = await traced.collector.trace(trace_id, has_ended('a long job'))
  assert.equal(named(spans, 'a long job')[0]?.attributes['tablero.spans_left_out'], 500)

  traced.collector.answers(400)
  for (let batch = 0; batch < 6; batch++) await in_job('a job', {}, () => many(2_000))
  assert.ok(spans_dropped.queue_full > 0)
  await until(() => (spans_dropped.not_delivered > 1_000 ? [true] : []))
  const called = await traced.post('/api/v1/list_connections', {})
  assert.equal(called, 200)
  const warned = traced.lines
    .slice(logged_before)
    .filter((line) => line.includes('the collector of traces does not accept spans'))
  assert.equal(warned.length, 1)
  const metrics = await (await fetch(`${traced.url}/metrics`)).text()
  assert.match(metrics, /^tablero_spans_dropped_total\{reason="not_delivered"\} [1-9]/m)
  await end()
})

/** Tablero in its own process: calls a tool, prints which modules of OpenTelemetry are loaded, and ends. */
const PROCESS = `
import { createRequire } from 'node:module'
const { create_app } = await import(process.env.APP)
const { create_log } = await import(process.env.LOG)
const { load_config } = await import(process.env.CONFIG)
const log = create_log()
const config = load_config()
const database = { database_url: config.database_url, credentials: config.credentials }
const app = await create_app({ config, database, log })
const url = await app.start({ host: '127.0.0.1', port: 0 })
const headers = { authorization: 'Bearer ' + process.env.KEY, 'content-type': 'application/json' }
const answers = []
for (let n = 0; n < 5; n++) answers.push((await fetch(url + '/api/v1/list_connections', { method: 'POST', headers, body: '{}' })).status)
const loaded = Object.keys(createRequire(import.meta.url).cache).filter((file) => /@opentelemetry.(?!api)/.test(file)).length
await app.close()
console.log(JSON.stringify({ answers, loaded }))
process.exit(0) // as main does
`

async function in_a_process(env: Record<string, string>): Promise<{ answers: number[]; loaded: number }> {
  const place = (file: string) => new URL(`../../src/${file}`, import.meta.url).href
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', PROCESS], {
    env: {
      ...process.env,
      APP: place('app.ts'),
      LOG: place('lib/log.ts'),
      CONFIG: place('config/config.ts'),
      DATABASE_URL: traced.database_url,
      MASTER_KEY: Buffer.alloc(32, 7).toString('base64'),
      ROLE: 'api',
      KEY: traced.key,
      ...env,
    },
  })
  return JSON.parse(stdout.split('\n').find((line) => line.includes('"answers"'))!)
}

// The library for metrics loads OpenTelemetry's API, which consists of types and constants.
test('without a collector, no module of OpenTelemetry that records or sends is loaded', async () => {
  assert.deepEqual(await in_a_process({}), { answers: [200, 200, 200, 200, 200], loaded: 0 })
})

test('calls succeed while the collector is unreachable', async () => {
  const { answers, loaded } = await in_a_process({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1' })
  assert.deepEqual(answers, [200, 200, 200, 200, 200])
  assert.ok(loaded > 0)
})

test('the standard variables are supported, and an invalid value is reported without the value', async () => {
  const config = (env: Record<string, string>) =>
    load_config({}, { MASTER_KEY: Buffer.alloc(32).toString('base64'), ...env })
  assert.equal(config({}).otel_exporter_otlp_endpoint, undefined)
  const { otel_exporter_otlp_headers, otel_traces_sampler_arg } = config({
    OTEL_EXPORTER_OTLP_HEADERS: 'api-key=a%20b, x-team=c=d',
    OTEL_TRACES_SAMPLER_ARG: '0.25',
  })
  assert.deepEqual(otel_exporter_otlp_headers, { 'api-key': 'a b', 'x-team': 'c=d' })
  assert.equal(otel_traces_sampler_arg, 0.25)
  for (const [name, value] of [
    ['OTEL_EXPORTER_OTLP_HEADERS', 'hush'],
    ['OTEL_EXPORTER_OTLP_HEADERS', 'api-key=hush%'],
    ['OTEL_TRACES_SAMPLER', 'hush'],
    ['OTEL_TRACES_SAMPLER_ARG', '1.5'],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'hush'],
  ] as const) {
    const is_reported = (error: Error) => error.message.startsWith(name) && !error.message.includes(value)
    assert.throws(() => config({ [name]: value }), is_reported, `${name}=${value}`)
  }
})

async function many(count: number) {
  for (let n = 0; n < count; n++) await in_span('a statement', {}, async () => {}, SpanKind.CLIENT)
}
