// Checks registrations and deliveries of webhooks against what the vendors publish: parameters, events, headers and fields of bodies. The
// documents of `sx` are checked in sx.test.ts, with all others.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, describe, test } from 'node:test'
import { PUBLIC, type WebhookBench, webhook_bench } from '#test/webhook_bench.ts'
import type { Subscription } from '../../sandbox/announcer.ts'
import { mpa_announcer } from '../../sandbox/vendors/mpa/webhooks.ts'
import { store_c_announcer } from '../../sandbox/vendors/store_c/webhooks.ts'
import { tnx_announcer } from '../../sandbox/vendors/tnx/webhooks.ts'
import { contract_file, without_contracts } from './published.ts'

const skip = without_contracts
const page = (platform: string, path: string) => readFileSync(contract_file(platform, path), 'utf8')

let bench: WebhookBench
before(async () => {
  if (skip) return
  bench = await webhook_bench(['tnx', 'store_c'], { history_days: 8, keep_answers: true })
  for (const platform of ['tnx', 'store_c']) await bench.connected(platform)
})
after(() => bench?.close())

const to: Subscription = {
  id: '142',
  topic: '',
  url: `${PUBLIC}/x`,
  secret: 'secret',
  is_on: true,
  failures: 0,
  created_at: 0,
  updated_at: 0,
}
const requests = (platform: string) =>
  bench.sandbox.log.list(platform).filter(({ url }) => new URL(url).pathname.endsWith('/webhooks'))
const posted = (platform: string) => requests(platform).filter(({ method }) => method === 'POST')

describe('store_c', { skip }, () => {
  interface Endpoint {
    methods: string[]
    args: Record<string, { enum?: string[] }>
  }
  const endpoint = (method: string) => {
    const { routes } = JSON.parse(page('store_c', 'wc_v3_index.full.json')) as {
      routes: Record<string, { endpoints: Endpoint[] }>
    }
    return routes['/wc/v3/webhooks']!.endpoints.find(({ methods }) => methods.includes(method))!
  }

  test('a registration has only published parameters, and documented topics', () => {
    const { args } = endpoint('POST')
    assert.ok(posted('store_c').length > 0)
    for (const { body, status } of posted('store_c')) {
      assert.equal(status, 201)
      for (const name of Object.keys(body as object)) assert.ok(name in args, name)
      assert.match((body as { topic: string }).topic, /^(order|product)\.(created|updated|deleted|restored)$/)
    }
    // WordPress ignores the parameter that makes each address different.
    for (const { url, method } of requests('store_c').filter((one) => one.method === 'GET'))
      for (const name of new URL(url).searchParams.keys())
        assert.ok(name === '_' || name in endpoint(method).args, name)
  })

  test('the shop answers with documented properties', () => {
    const properties = page('store_c', 'docs/_webhooks.md')
    for (const { answer } of posted('store_c'))
      for (const name of Object.keys(JSON.parse(answer!))) assert.ok(properties.includes(`\`${name}\``), name)
  })

  test('a delivery has the documented headers', () => {
    const headers = page('store_c', 'docs/_webhooks.md').toLowerCase()
    const sent = store_c_announcer.outgoing({ topic: 'order.updated', body: { id: 1 } }, to, {
      number: 1,
      attempt: 1,
      world: bench.world,
    })
    for (const name of Object.keys(sent.headers))
      assert.ok(name === 'content-type' || headers.includes(`\`${name}\``), name)
  })
})

describe('tnx', { skip }, () => {
  const document = () => page('tnx', 'docs/resources/webhook.md')
  /** In the version 2025-03, which is not among the kept documents (TRAPS.md of the contracts). */
  const of_newer_version = ['order/edited', 'order/pending', 'order/voided']

  test('a registration has the two documented parameters, an https address and a documented event', () => {
    const events = [...document().matchAll(/^\| (\w+) +\| ([\w/]+) +\|$/gm)].flatMap(([, resource, all]) =>
      all!.split('/').map((did) => `${resource!.toLowerCase()}/${did}`),
    )
    assert.ok(events.includes('order/paid'))
    assert.ok(posted('tnx').length > 0)
    for (const { body, status } of posted('tnx')) {
      const { event, url, ...more } = body as { event: string; url: string }
      assert.equal(status, 201)
      assert.deepEqual(more, {})
      assert.match(url, /^https:/)
      assert.ok([...events, ...of_newer_version].includes(event), event)
    }
  })

  test('the vendor answers with documented properties', () => {
    for (const { answer } of posted('tnx'))
      for (const name of Object.keys(JSON.parse(answer!)))
        assert.match(document(), new RegExp(`^\\| ${name} +\\|`, 'm'), name)
  })

  test('a delivery is as in the documents: three fields, and a header with the signature', () => {
    const { headers, body } = tnx_announcer.outgoing({ topic: 'product/created', body: { id: 1 } }, to, {
      number: 1,
      attempt: 1,
      world: bench.world,
    })
    assert.deepEqual(Object.keys(JSON.parse(body)).sort(), ['event', 'id', 'store_id'])
    assert.ok(document().toLowerCase().includes('x-linkedstore-hmac-sha256'))
    assert.ok('x-linkedstore-hmac-sha256' in headers)
  })
})

test('mpa: a notification has the documented fields and topics', { skip }, () => {
  const document = page('mpa', 'docs/07-notifications/productos-recibe-notificaciones.md')
  for (const topic of ['orders_v2', 'items', 'questions']) {
    const { body } = mpa_announcer.outgoing({ topic, body: { resource: '/items/MLM1' } }, to, {
      number: 1,
      attempt: 1,
      world: bench.world,
    })
    assert.ok(document.includes(topic), topic)
    for (const name of Object.keys(JSON.parse(body))) assert.ok(document.includes(`"${name}"`), name)
  }
})
