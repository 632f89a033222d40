// Addresses of this machine, its network or its cloud, in every spelling: refused when a webhook is written, and not reached when a
// delivery is sent. The server of this machine counts the requests that reach it.
import assert from 'node:assert/strict'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, suite, test } from 'node:test'
import { seal_secret } from '#engine/outbound_webhooks/signature.ts'
import { create_outbound, is_public, type Outbound } from '#engine/vendors/outbound.ts'
import { TEST_KEY } from '#test/database.ts'
import { type OutboundWebhookBench, outbound_webhook_bench } from '#test/outbound_webhook_bench.ts'
import { names, OUTSIDE, tricks, tricks_with_controls } from '../security/addresses.ts'

/** The search for this name never ends. */
const SILENT = 'silent.test'

let hits = 0
let inner: Server
let outbound: Outbound
let bench: OutboundWebhookBench
let hostile: string[] = []
let asked: Record<string, number> = {}

before(async () => {
  inner = createServer((_, response) => {
    hits += 1
    response.end('reached')
  })
  await new Promise<void>((done) => inner.listen(0, '0.0.0.0', done))
  const { port } = inner.address() as AddressInfo
  const spelled = [...tricks, ...tricks_with_controls].map((trick) => trick.replaceAll('{p}', String(port)))
  // The same addresses with the scheme that a webhook must have, and as they are.
  hostile = [...new Set(spelled.flatMap((trick) => [trick, trick.replace(/^http:/i, 'https:')]))]
  outbound = create_outbound({
    is_reachable: (address) => address === OUTSIDE || is_public(address),
    resolve: (host, _, done) => {
      const times = asked[host] ?? 0
      asked[host] = times + 1
      if (host === SILENT) return
      const found = names[host]
      if (!found) return done(Object.assign(new Error(`ENOTFOUND ${host}`), { code: 'ENOTFOUND' }), [])
      const addresses = found[Math.min(times, found.length - 1)]!
      done(
        null,
        addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
      )
    },
  })
  bench = await outbound_webhook_bench({ outbound })
})
after(async () => {
  await bench.close()
  inner.closeAllConnections()
  inner.close()
})

const port = () => (inner.address() as AddressInfo).port

test('a name server that does not answer holds no connection and no row of a webhook', async () => {
  const webhook = await bench.call('create_webhook', { url: 'https://outside.test/', events: ['order.created'] })
  const { webhook_id } = webhook
  const key = bench.app.keys.acme
  asked = {}
  const { org } = bench.app.engine.pool
  const taken = () => org.totalCount - org.idleCount
  const before = taken() // by the listener of the dispatcher
  const calls = Array.from({ length: 25 }, () =>
    bench.app.rest('update_webhook', { webhook_id, url: `https://${SILENT}/` }, { key }),
  )
  await bench.until(() => asked[SILENT] === calls.length)
  await bench.until(() => taken() === before)
  await bench.call('update_webhook', { webhook_id, name: 'Beside them' })
  for (const { status, body } of await Promise.all(calls)) {
    assert.equal(status, 400)
    assert.match(body.error, /^url names a host that could not be looked up within 3 seconds/)
  }
  await bench.call('delete_webhook', { webhook_id })
})

suite('an address that is not public', () => {
  test('is refused by create_webhook and update_webhook, in more than sixty spellings', async (context) => {
    const { webhook_id } = await bench.call('create_webhook', {
      url: 'https://outside.test/',
      events: ['order.created'],
    })
    assert.ok(hostile.length >= 60)
    context.diagnostic(`${hostile.length} addresses`)
    for (const url of hostile)
      for (const [tool, of] of [
        ['create_webhook', { events: ['order.created'] }],
        ['update_webhook', { webhook_id }],
      ] as const) {
        asked = {}
        const { status, body } = await bench.app.rest(tool, { ...of, url }, { key: bench.app.keys.acme })
        assert.equal(status, 400, `${tool} took ${JSON.stringify(url)}`)
        assert.ok(body.error.length < 1_000)
      }
    assert.deepEqual(
      (await bench.rows('select url from webhooks')).map(({ url }) => url),
      ['https://outside.test/'],
    )
    assert.equal(hits, 0)
  })

  test('is not reached by a delivery, even if the row has it, or the name changes to it', async () => {
    const sendable = hostile.filter((url) => /^https:\/\//i.test(url) && !url.includes('\0') && url.length <= 2_000)
    await bench.app.db.query('delete from webhooks')
    const { org_id } = bench
    for (const url of [...sendable, `https://rebinding.test:${port()}/`]) {
      const { rows } = await bench.app.db.query(
        `insert into webhooks (org_id, url, events) values ($1, $2, '{sync.finished}') returning webhook_id`,
        [org_id, url],
      )
      const sealed = seal_secret({ master_key: TEST_KEY }, { org_id, webhook_id: rows[0].webhook_id }, 'whsec_AAAA')
      await bench.app.db.query('update webhooks set secret = $1 where webhook_id = $2', [sealed, rows[0].webhook_id])
    }
    // The first look at the name, when the webhook was written, found a public address.
    asked = { 'rebinding.test': 1 }
    bench.dispatch({ timeout_ms: 2_000 })
    await bench.emit()
    await bench.until(async () => (await bench.rows('select from webhook_attempts')).length >= sendable.length + 1)
    const attempts = await bench.rows('select status_code, error from webhook_attempts')
    assert.ok(attempts.every(({ status_code }) => status_code === null))
    assert.ok(attempts.some(({ error }) => error === 'The address is not a public one, so nothing was sent.'))
    assert.equal(hits, 0)
  })

  test('would have been reached: the server answers a direct request', async () => {
    assert.equal(await (await fetch(`http://127.0.0.1:${port()}/`)).text(), 'reached')
    assert.equal(hits, 1)
  })
})

suite('input', () => {
  const refused = async (tool: string, input: object, sentence: RegExp) => {
    const { status, body } = await bench.app.rest(tool, input, { key: bench.app.keys.acme })
    assert.deepEqual([status, sentence.test(body.error)], [400, true], body.error)
  }
  const url = 'https://outside.test/'

  test('that is wrong is refused with a sentence that says what is possible', async () => {
    await bench.app.db.query('delete from webhooks')
    await refused('create_webhook', { url, events: ['order.paid'] }, /order\.created/)
    await refused('create_webhook', { url, events: ['webhook.test'] }, /must be among/)
    await refused('create_webhook', { url, events: [] }, /at least one of/)
    await refused('create_webhook', { url, events: ['order.created', 'order.created'] }, /repeat/)
    await refused('create_webhook', { url: 'http://outside.test/', events: ['order.created'] }, /must begin with https/)
    await refused('create_webhook', { url: 'https://a:b@outside.test/', events: ['order.created'] }, /password/)
    await refused('create_webhook', { url: 'https://unknown.test/', events: ['order.created'] }, /not found/)
    await refused(
      'list_webhook_deliveries',
      { webhook_id: '01980000-0000-7000-8000-000000000000' },
      /list_webhooks shows them/,
    )
  })

  test('of another organization is as unknown as any other', async () => {
    const { webhook_id } = await bench.call('create_webhook', { url, events: ['order.created'] }, bench.app.keys.globex)
    for (const [tool, of] of [
      ['update_webhook', { is_active: false }],
      ['delete_webhook', {}],
      ['list_webhook_deliveries', {}],
    ] as const)
      await refused(tool, { webhook_id, ...of }, /^No webhook has this webhook_id/)
  })

  test('beyond 20 webhooks is refused, also when many calls make them at the same time', async () => {
    await bench.app.db.query('delete from webhooks')
    const make = () =>
      bench.app.rest('create_webhook', { url, events: ['order.created'] }, { key: bench.app.keys.acme })
    const answers = await Promise.all(Array.from({ length: 25 }, make))
    assert.deepEqual(answers.filter(({ status }) => status === 200).length, 20)
    assert.equal((await bench.rows('select from webhooks')).length, 20)
  })
})

test('the link of an invitation is in no later answer and nowhere in the database', async () => {
  const headers = {
    authorization: `Bearer ${bench.app.keys.acme}`,
    'idempotency-key': 'invited',
    'content-type': 'application/json',
  }
  const payload = JSON.stringify({ email: 'ana@example.com' })
  const send = async () =>
    JSON.parse(
      (await bench.app.app.server.inject({ method: 'POST', url: '/api/v1/invite_user', headers, payload })).body,
    )
  const { accept_url, ...invited } = (await send()).result
  assert.deepEqual((await send()).result, { ...invited, accept_url: null })
  const rows = JSON.stringify(await bench.rows('select to_jsonb(k) as row from idempotency_keys k'))
  assert.ok(rows.includes(invited.invitation_id) && !rows.includes(new URL(accept_url).hash.slice(1)))
})

test('a secret is in no later answer, and the database has it only encrypted', async () => {
  await bench.app.db.query('delete from webhooks')
  const headers = {
    authorization: `Bearer ${bench.app.keys.acme}`,
    'idempotency-key': 'one',
    'content-type': 'application/json',
  }
  const send = async () => {
    const payload = JSON.stringify({ url: 'https://outside.test/', events: ['order.created'] })
    const { body } = await bench.app.app.server.inject({
      method: 'POST',
      url: '/api/v1/create_webhook',
      headers,
      payload,
    })
    return JSON.parse(body).result
  }
  const { secret, webhook_id } = await send()
  assert.match(secret, /^whsec_[\w+/]{43}=$/)
  assert.deepEqual(await send().then((again) => [again.secret, again.webhook_id]), [null, webhook_id])
  const shown = JSON.stringify([
    await bench.call('list_webhooks', {}),
    await bench.call('update_webhook', { webhook_id, name: 'Shop' }),
  ])
  assert.ok(!shown.includes(secret))
  const bytes = Buffer.from(secret.slice('whsec_'.length), 'base64').toString('hex')
  const tables =
    await bench.rows(`select table_schema || '.' || quote_ident(table_name) as name from information_schema.tables
    where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`)
  for (const { name } of tables) {
    const rows = JSON.stringify(await bench.rows(`select to_jsonb(t) as row from ${name} t`))
    assert.ok(!rows.includes(secret) && !rows.includes(bytes), `${name} has the secret`)
  }
})
