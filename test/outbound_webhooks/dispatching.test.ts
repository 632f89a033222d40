// Webhooks that are switched off, and dispatchers that stop, share work and take over.
import assert from 'node:assert/strict'
import { after, afterEach, before, suite, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { REPLAYED_MAX } from '#engine/outbound_webhooks/again.ts'
import { WAITING_MAX } from '#engine/outbound_webhooks/emit.ts'
import { FAILING_MAX_MS } from '#engine/outbound_webhooks/record.ts'
import { type OutboundWebhookBench, outbound_webhook_bench, type Received } from '#test/outbound_webhook_bench.ts'

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

suite('a webhook', () => {
  test('that answers 410 is switched off immediately, and what waited is never sent', async () => {
    const { webhook_id } = await bench.webhook('/410/a')
    await bench.emit(20)
    bench.dispatch()
    await bench.until(async () => (await list()).every(({ is_active }: { is_active: boolean }) => !is_active))
    await bench.stop_all()
    const attempts = bench.receiver.received.length
    assert.ok(attempts <= 8, `${attempts} requests`)
    assert.equal((await list())[0].off_reason, 'gone')
    const notices = await bench.rows(`select kind, link from notifications where org_id = $1`, [bench.org_id])
    assert.deepEqual(
      notices.map(({ kind, link }) => [kind, link]),
      [['webhook_off', `/o/${bench.org_id}/webhooks?webhook=${webhook_id}`]],
    )
    bench.advance(3_600_000)
    bench.dispatch()
    await bench.emit()
    await bench.call('update_webhook', { webhook_id, is_active: true, url: 'https://receiver.example/ok/a' })
    await bench.emit()
    await has_received(attempts + 1)
    await settled()
    assert.equal(bench.receiver.received.length, attempts + 1)
    assert.deepEqual([(await list())[0].off_reason, (await list())[0].failures], [null, 0])
  })

  test('without a success for five days is switched off, and not before', async () => {
    await bench.webhook('/500/a')
    bench.dispatch()
    await bench.emit()
    await has_received(1)
    await settled()
    bench.advance(FAILING_MAX_MS - 1_000)
    await has_received(2)
    await settled()
    assert.equal((await list())[0].is_active, true)
    bench.advance(24 * 3_600_000)
    await bench.until(async () => !(await list())[0].is_active)
    assert.equal((await list())[0].off_reason, 'failing')
    const changes = await bench.rows(
      `select actor, after from record_changes where record = 'webhooks' order by changed_at desc`,
    )
    assert.deepEqual(changes[0], { actor: 'system', after: { is_active: false } })
  })

  test('with a success between failures begins its five days again', async () => {
    await bench.webhook('/ok/a')
    let status = 500
    bench.receiver.behave = (_, response) => response.writeHead(status).end()
    bench.dispatch()
    await bench.emit()
    await has_received(1)
    await settled()
    status = 200
    bench.advance(FAILING_MAX_MS - 1_000)
    await has_received(2)
    await settled()
    status = 500
    bench.advance(2_000)
    await bench.emit()
    await has_received(3)
    await settled()
    const [{ is_active, failures }] = await list()
    assert.deepEqual([is_active, failures], [true, 1])
  })

  test('that is switched off or deleted gets nothing of what waited, or happens meanwhile', async () => {
    const { webhook_id } = await bench.webhook('/ok/a')
    const other = await bench.webhook('/ok/b')
    await bench.emit(3)
    await bench.call('update_webhook', { webhook_id, is_active: false })
    await bench.call('delete_webhook', { webhook_id: other.webhook_id })
    await bench.emit()
    assert.equal((await bench.rows('select from webhook_deliveries where next_at is not null')).length, 0)
    await bench.call('update_webhook', { webhook_id, is_active: true })
    bench.dispatch()
    await bench.emit()
    await has_received(1)
    await settled()
    assert.equal(bench.receiver.received.length, 1)
  })

  test('that is deleted during a request causes no error, and other attempts are stored', async () => {
    const { webhook_id } = await bench.webhook('/hang/a')
    await bench.webhook('/ok/b')
    const dispatcher = bench.dispatch({ timeout_ms: 500 })
    await bench.emit()
    await has_received(2)
    await bench.call('delete_webhook', { webhook_id })
    await sleep(600)
    await dispatcher.stop()
    assert.equal((await bench.rows(`select from webhook_attempts where status_code = 200`)).length, 1)
  })

  test('gets a test, and one event or all missing ones again, with the same ids', async () => {
    const { webhook_id } = await bench.webhook('/500/a')
    bench.dispatch()
    const { event_id } = await bench.person('test_webhook', { webhook_id })
    await bench.emit(2)
    await has_received(3)
    await settled()
    bench.receiver.behave = (_, response) => response.end()
    await bench.call('update_webhook', { webhook_id, is_active: false })
    await bench.call('update_webhook', { webhook_id, is_active: true })
    await bench.person('resend_webhook_delivery', { webhook_id, event_id })
    const since = new Date(bench.clock.now().getTime() - 60_000).toISOString()
    const { events } = await bench.person('replay_webhook', { webhook_id, since })
    assert.equal(events, 2)
    await has_received(6)
    await settled()
    assert.equal((await bench.person('replay_webhook', { webhook_id, since })).events, 0)
    const all = ids(bench.receiver.received)
    assert.deepEqual(all.slice(0, 3).sort(), all.slice(3).sort())
  })
})

test('beyond 100,000 waiting deliveries, new events are stored without one, counted, and delivered by a replay', async () => {
  const { webhook_id } = await bench.webhook('/ok/a')
  await bench.emit()
  await bench.rows(
    `with e as (insert into events (org_id, type, data, occurred_at)
      select $1, 'sync.finished', '{}', $2 from generate_series(2, $4::int) returning event_id)
    insert into webhook_deliveries (org_id, event_id, webhook_id, next_at, created_at) select $1, event_id, $3, $2, $2 from e`,
    [bench.org_id, bench.clock.now(), webhook_id, WAITING_MAX - 1],
  )
  await bench.rows('analyze webhook_deliveries') // as the server does within a minute
  const since = bench.clock.now().toISOString()
  await bench.emit(3)
  await bench.emit()
  const [{ waiting, dropped }] = await list()
  assert.deepEqual([waiting, dropped], [WAITING_MAX, 3])
  await bench.rows(`update webhook_deliveries set state = 'delivered', next_at = null`)
  assert.equal((await bench.person('replay_webhook', { webhook_id, since })).events, 3)
})

test('a replay sends at most 10,000 events, and the next one those that it left', async () => {
  const { webhook_id } = await bench.webhook('/ok/a')
  const [{ events }] = await bench.rows('select events from webhooks where webhook_id = $1', [webhook_id])
  await bench.rows(
    `insert into events (org_id, type, data, occurred_at) select $1, $2, '{}', $3 from generate_series(1, $4::int)`,
    [bench.org_id, events[0], bench.clock.now(), REPLAYED_MAX + 3],
  )
  const replayed = async () =>
    (await bench.person('replay_webhook', { webhook_id, since: bench.clock.now().toISOString() })).events
  assert.equal(await replayed(), REPLAYED_MAX)
  await bench.rows(`update webhook_deliveries set state = 'delivered', next_at = null`)
  assert.equal(await replayed(), 3)
})

suite('a dispatcher', () => {
  test('that stops lets requests end, and leaves those that hang to another one', async () => {
    await bench.webhook('/ok/slow')
    bench.receiver.behave = (_, response) => void setTimeout(() => response.end(), 500)
    const first = bench.dispatch()
    await bench.emit()
    await has_received(1)
    await first.stop()
    assert.equal((await bench.rows(`select from webhook_deliveries where state = 'delivered'`)).length, 1)
    bench.receiver.behave = () => {}
    const second = bench.dispatch()
    await bench.emit()
    await has_received(2)
    await second.stop()
    assert.deepEqual(await bench.rows(`select attempts, is_leased from webhook_deliveries where state = 'waiting'`), [
      { attempts: 0, is_leased: false },
    ])
    bench.receiver.behave = (_, response) => response.end()
    bench.dispatch()
    await has_received(3)
    const [, interrupted, repeated] = ids(bench.receiver.received)
    assert.equal(interrupted, repeated)
  })

  test('sends a webhook at most four requests at a time, and one after three failures', async () => {
    await bench.webhook('/hang/a')
    bench.dispatch({ timeout_ms: 3_000 })
    await bench.emit(4)
    await has_received(4)
    await bench.emit(1)
    await sleep(300)
    assert.equal(bench.receiver.received.length, 4)
    // The first failures are stored one after the other, and the fifth request can begin between them.
    await has_received(5)
    await bench.until(async () => (await bench.rows('select from webhook_health where failures >= 3')).length === 1)
    await bench.emit(5)
    await sleep(300)
    assert.equal(bench.receiver.received.length, 5)
  })

  test('shares the work with others, so that each event is sent once', async () => {
    await bench.webhook('/ok/a')
    await bench.webhook('/ok/b')
    for (let n = 0; n < 3; n++) bench.dispatch()
    await bench.emit(200)
    await has_received(400)
    await settled()
    await sleep(200)
    assert.equal(bench.receiver.received.length, 400)
    assert.equal(new Set(bench.receiver.received.map(({ path, headers }) => path + headers['webhook-id'])).size, 400)
  })

  test('takes over when a lease has ended', async () => {
    await bench.webhook('/ok/a')
    await bench.emit()
    await bench.rows(`update webhook_deliveries set is_leased = true, next_at = $1`, [
      new Date(bench.clock.now().getTime() + 25_000),
    ])
    bench.dispatch()
    await sleep(300)
    assert.equal(bench.receiver.received.length, 0)
    bench.advance(26_000)
    await has_received(1)
  })
})

const list = async () => (await bench.call('list_webhooks', {})).webhooks
