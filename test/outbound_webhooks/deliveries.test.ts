// Deliveries of events: signatures and retries.
import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { after, afterEach, before, suite, test } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { in_org } from '#db/org.ts'
import { emit_event } from '#engine/outbound_webhooks/emit.ts'
import { JITTER, RETRY_AFTER_MS } from '#engine/outbound_webhooks/retries.ts'
import { BOTH_SIGN_MS } from '#engine/outbound_webhooks/signature.ts'
import { type OutboundWebhookBench, outbound_webhook_bench, type Received, SYNC } from '#test/outbound_webhook_bench.ts'

let bench: OutboundWebhookBench
before(async () => {
  bench = await outbound_webhook_bench()
})
after(() => bench.close())
afterEach(() => bench.clear())

const ids = (received: readonly Received[]) => received.map(({ headers }) => headers['webhook-id'])
const has_received = (count: number) => bench.until(() => bench.receiver.received.length >= count)
const settled = () =>
  bench.until(async () => (await bench.rows(`select from webhook_deliveries where is_leased`)).length === 0)

suite('an event', () => {
  test('reaches each webhook that subscribes to its type, as a signed POST, and no other webhook', async () => {
    await bench.webhook('/ok/a')
    await bench.webhook('/ok/b', ['sync.finished', 'order.created'])
    await bench.webhook('/ok/c', ['order.created'])
    await bench.webhook('/ok/theirs', ['sync.finished'], bench.app.keys.globex)
    bench.dispatch()
    await bench.emit()
    await has_received(2)
    await settled()
    const { received } = bench.receiver
    assert.deepEqual(received.map(({ path }) => path).sort(), ['/receiver.example/ok/a', '/receiver.example/ok/b'])
    const body = JSON.parse(received[0]!.body)
    assert.deepEqual(body, {
      id: body.id,
      type: 'sync.finished',
      timestamp: bench.clock.now().toISOString(),
      data: SYNC,
    })
    assert.deepEqual(ids(received), [body.id, body.id])
  })

  test('of a transaction that is rolled back reaches nobody', async () => {
    await bench.webhook('/ok/a')
    bench.dispatch()
    const { org_id, clock, app } = bench
    const failed = in_org(app.engine.pool.worker, { org_id }, async (db) => {
      await emit_event(db, { org_id, type: 'sync.finished', data: SYNC, at: clock.now() })
      throw new Error('rolled back')
    })
    await assert.rejects(failed, /rolled back/)
    await bench.emit()
    await has_received(1)
    await settled()
    assert.equal(bench.receiver.received.length, 1)
  })

  test('with a key is stored once', async () => {
    await bench.emit(1, { once: 'order 1' })
    await bench.emit(1, { once: 'order 1' })
    await bench.emit(1, { once: 'order 2' })
    assert.equal((await bench.rows('select from events')).length, 2)
  })

  test('whose data has another field than published is refused, so that nothing personal leaks', async () => {
    await assert.rejects(bench.emit(1, { data: { ...SYNC, email: 'ana@example.com' } }), /email/)
  })
})

/** A receiver at the time of the delivery that knows one secret. */
function verifies({ body, headers }: Received, key: string): boolean {
  try {
    at(new Date(Number(headers['webhook-timestamp']) * 1000), () => new Webhook(key).verify(body, headers as never))
    return true
  } catch {
    return false
  }
}

suite('a signature', () => {
  test('verifies with the library of Standard Webhooks, and not after a change of body, time or secret', async () => {
    const { secret } = await bench.webhook('/ok/a')
    bench.dispatch()
    await bench.emit()
    await has_received(1)
    const { body, headers } = bench.receiver.received[0] as { body: string; headers: Record<string, string> }
    const verified = (key: string, text = body, changed = {}) =>
      at(bench.clock.now(), () => new Webhook(key).verify(text, { ...headers, ...changed }))
    assert.deepEqual(verified(secret), JSON.parse(body))
    assert.throws(() => verified(secret, body.replace('12', '13')), /No matching signature/)
    assert.throws(() => verified(`whsec_${Buffer.alloc(32).toString('base64')}`), /No matching signature/)
    const old = String(Number(headers['webhook-timestamp']) - 400)
    assert.throws(() => verified(secret, body, { 'webhook-timestamp': old }), /too old/)
    const [, stamp, own] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(headers['x-svc-signature']!)!
    const key = Buffer.from(secret.slice('whsec_'.length), 'base64')
    assert.equal(key.length, 32)
    assert.equal(createHmac('sha256', key).update(`${stamp}.${body}`).digest('hex'), own)
  })

  test('is made with both secrets for 24 hours after a rotation, and with the new one alone afterwards', async () => {
    const { webhook_id, secret: old_secret } = await bench.webhook('/ok/a')
    const { secret } = await bench.person('rotate_webhook_secret', { webhook_id })
    assert.notEqual(secret, old_secret)
    bench.dispatch()
    await bench.emit()
    await has_received(1)
    bench.advance(BOTH_SIGN_MS + 1_000)
    await bench.emit()
    await has_received(2)
    const [first, second] = bench.receiver.received as [Received, Received]
    assert.deepEqual([verifies(first, secret), verifies(first, old_secret)], [true, true])
    assert.deepEqual([verifies(second, secret), verifies(second, old_secret)], [true, false])
  })

  test('of the secret that receivers use lasts its 24 hours, also when the new secret is replaced before they end', async () => {
    const { webhook_id, secret: used } = await bench.webhook('/ok/a')
    const first = await bench.person('rotate_webhook_secret', { webhook_id })
    bench.advance(BOTH_SIGN_MS / 2)
    const second = await bench.person('rotate_webhook_secret', { webhook_id })
    assert.equal(second.both_secrets_until, first.both_secrets_until)
    const secrets = [used, first.secret, second.secret]
    bench.dispatch()
    await bench.emit()
    await has_received(1)
    bench.advance(BOTH_SIGN_MS / 2 + 1_000)
    await bench.emit()
    await has_received(2)
    const [before_end, after_end] = bench.receiver.received as [Received, Received]
    assert.deepEqual(
      secrets.map((secret) => verifies(before_end, secret)),
      [true, false, true],
    )
    assert.deepEqual(
      secrets.map((secret) => verifies(after_end, secret)),
      [false, false, true],
    )
    const third = await bench.person('rotate_webhook_secret', { webhook_id })
    assert.equal(Date.parse(third.both_secrets_until) - bench.clock.now().getTime(), BOTH_SIGN_MS)
  })
})

suite('a failed delivery', () => {
  test('is repeated seven times with the published waits and the same id, and then is failed', async () => {
    const { webhook_id } = await bench.webhook('/500/a')
    bench.dispatch()
    await bench.emit()
    for (const [n, wait_ms] of RETRY_AFTER_MS.entries()) {
      await has_received(n + 1)
      await settled()
      const [{ next_at, attempts }] = await bench.rows('select next_at, attempts from webhook_deliveries')
      assert.equal(attempts, n + 1)
      const waits_ms = new Date(next_at).getTime() - bench.clock.now().getTime()
      assert.ok(waits_ms >= wait_ms && waits_ms <= wait_ms * (1 + JITTER), `${waits_ms} instead of ${wait_ms}`)
      bench.advance(wait_ms * (1 + JITTER))
    }
    await has_received(RETRY_AFTER_MS.length + 1)
    await settled()
    assert.equal(new Set(ids(bench.receiver.received)).size, 1)
    const { deliveries } = await bench.call('list_webhook_deliveries', { webhook_id, limit: 3 })
    assert.deepEqual(
      [deliveries[0].status, deliveries[0].status_code, deliveries[0].response, deliveries[0].next_attempt_at],
      ['failed', 500, 'received', null],
    )
    assert.equal((await bench.rows(`select from webhook_deliveries where state = 'failed'`)).length, 1)
  })

  test('has a page of its own attempts with their answers, each once, and none of another webhook', async () => {
    const { webhook_id } = await bench.webhook('/500/a')
    const other = await bench.webhook('/ok/other', ['order.created'])
    bench.dispatch()
    await bench.emit(5)
    await bench.person('test_webhook', { webhook_id: other.webhook_id })
    await has_received(6)
    await settled()
    const page = (before?: string) =>
      bench.person('list_webhook_attempts', { webhook_id, limit: 2, ...(before && { before }) })
    const pages = [await page()]
    while (pages.at(-1).next_before) pages.push(await page(pages.at(-1).next_before))
    const seen = pages.flatMap(({ attempts }) => attempts)
    assert.deepEqual([pages.length, seen.length], [3, 5])
    assert.equal(new Set(seen.map(({ attempt_id }: { attempt_id: string }) => attempt_id)).size, 5)
    assert.ok(
      seen.every(({ response, status }: Record<string, unknown>) => response === 'received' && status === 'failed'),
    )
    const [{ attempt_id }] = (await bench.person('list_webhook_attempts', { webhook_id: other.webhook_id })).attempts
    assert.deepEqual((await page(attempt_id)).attempts, [])
  })

  for (const status of [301, 302, 307, 404, 429, 503])
    test(`is one that the address answers with ${status}, and nothing follows a redirect`, async () => {
      await bench.webhook('/ok/a')
      bench.receiver.behave = (_, response) => response.writeHead(status, { location: '/receiver.example/ok/b' }).end()
      bench.dispatch()
      await bench.emit()
      await has_received(1)
      await settled()
      assert.deepEqual(await bench.rows('select status_code from webhook_attempts'), [{ status_code: status }])
      assert.equal(bench.receiver.received.length, 1)
    })

  test('is one without an answer in time, and the error says so', async () => {
    const { webhook_id } = await bench.webhook('/hang/a')
    bench.dispatch({ timeout_ms: 200 })
    await bench.emit()
    await bench.until(async () => (await bench.rows('select from webhook_attempts')).length === 1)
    const { deliveries } = await bench.call('list_webhook_deliveries', { webhook_id })
    assert.deepEqual(
      [deliveries[0].status_code, deliveries[0].error],
      [null, 'There was no answer within 0.2 seconds.'],
    )
    assert.ok(deliveries[0].duration_ms >= 190)
  })

  test('stores 2 kB of a large answer, and a NUL character does not prevent it', async () => {
    await bench.webhook('/ok/a')
    bench.receiver.behave = (_, response) => response.end(`\0é${'x'.repeat(5_000_000)}`)
    bench.dispatch()
    await bench.emit()
    await bench.until(async () => (await bench.rows('select from webhook_attempts')).length === 1)
    const [{ status_code, response }] = await bench.rows('select status_code, response from webhook_attempts')
    assert.deepEqual([status_code, response.length], [200, 2046])
  })
})

/** The library compares with the time of the machine. */
function at<T>(now: Date, work: () => T): T {
  const { now: real } = Date
  Date.now = () => now.getTime()
  try {
    return work()
  } finally {
    Date.now = real
  }
}
