// Announcements of signed shops, from the vendor's delivery to the stored row.
import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { type WebhookBench, webhook_bench } from '#test/webhook_bench.ts'
import { hmac } from '../../sandbox/announcer.ts'

const platforms = ['sx', 'tnx', 'store_c'] as const
type Place = Awaited<ReturnType<WebhookBench['connected']>>

let bench: WebhookBench
const places = {} as Record<(typeof platforms)[number], Place>
before(async () => {
  bench = await webhook_bench(platforms)
  for (const platform of platforms) places[platform] = await bench.connected(platform)
})
after(() => bench?.close())
beforeEach(async () => {
  // Deliveries of an earlier test.
  await bench.webhooks.send()
  for (const platform of platforms) await bench.work(places[platform])
})

for (const platform of platforms)
  describe(platform, () => {
    test('a change is announced, read again and stored, without a sync', async () => {
      const [order] = bench.paid(platform)
      bench.change(order!, { total_cents: order!.total_cents + 70_000 })
      const { delivered, failed } = await bench.webhooks.send()
      assert.deepEqual([delivered > 0, failed], [true, 0])
      await bench.work(places[platform])
      const row = await bench.order(places[platform], order!)
      assert.equal(row!.total_micros, BigInt(order!.total_cents + 70_000) * 10_000n)
    })

    test('a later change of the same record is read, too', async () => {
      const order = bench.paid(platform)[1]!
      for (const more of [10_000, 20_000]) {
        bench.change(order, { total_cents: order.total_cents + more })
        await bench.webhooks.send()
        await bench.work(places[platform])
        assert.equal(
          (await bench.order(places[platform], order))!.total_micros,
          BigInt(order.total_cents + more) * 10_000n,
        )
      }
    })

    test('repeated, shuffled and forged deliveries end with the rows of the vendor, and a forged one has no effect', async () => {
      const before = await bench.state(places[platform])
      for (const [n, order] of bench.paid(platform).slice(2, 8).entries())
        bench.change(order, { total_cents: order.total_cents + 1_000 * (n + 1) })
      const { forged, forged_answers } = await bench.webhooks.send({ repeated: 1, forged: 1, is_shuffled: true })
      assert.ok(forged >= 5)
      assert.deepEqual([...new Set(forged_answers.map(({ status }) => status))], [401])
      await bench.work(places[platform])
      for (const order of bench.paid(platform).slice(2, 8))
        assert.equal((await bench.order(places[platform], order))!.total_micros, BigInt(order.total_cents) * 10_000n)
      const after = await bench.state(places[platform])
      assert.ok(Number(after.received) >= Number(before.received) + 10)
      assert.ok(Number(after.duplicates) > Number(before.duplicates))
      assert.ok(Number(after.forged) > Number(before.forged))
    })

    test('an order that one answer does not bring stays', async () => {
      const orders = bench.paid(platform).slice(9, 11)
      for (const order of orders) bench.change(order, { total_cents: order.total_cents + 3_000 })
      await bench.webhooks.send()
      const kind = platform === 'store_c' ? 'halve' : 'blank'
      bench.sandbox.faults.add({
        platform,
        kind,
        path: { sx: 'graphql', tnx: '/orders/', store_c: 'include=' }[platform],
      })
      await bench.work(places[platform])
      assert.deepEqual(bench.sandbox.faults.list(), [], 'the fault was met')
      for (const order of orders) assert.ok(await bench.order(places[platform], order))
    })

    test('announcements that are lost are found by the sync, which counts them', async () => {
      const order = bench.paid(platform)[8]!
      bench.change(order, { total_cents: order.total_cents + 5_000 })
      await bench.webhooks.send({ lost: 1 })
      bench.clock.advance(3_600_000)
      await bench.webhooks.send({ lost: 1 })
      const before = Number((await bench.state(places[platform])).missed)
      await bench.sync_again(places[platform])
      assert.equal(
        (await bench.order(places[platform], order))!.total_micros,
        BigInt(order.total_cents + 5_000) * 10_000n,
      )
      assert.ok(Number((await bench.state(places[platform])).missed) > before)
    })
  })

describe('a delivery', () => {
  const body = JSON.stringify({ id: 1 })
  const address = (platform: 'sx' | 'tnx' | 'store_c') => {
    const [one] = bench.webhooks.of(platform)
    return { path: new URL(one!.url).pathname, secret: one!.secret }
  }
  const signed = (text: string) => ({
    'x-shopify-hmac-sha256': hmac('sandbox-secret', text, 'base64'),
    'x-shopify-topic': 'orders/updated',
    'x-shopify-webhook-id': 'one',
    'x-shopify-shop-domain': 'casa-lumbre.myshopify.com',
  })

  test('at an unknown address is 404, and so is one with a changed key or another platform', async () => {
    const { path } = address('sx')
    const changed = path.slice(0, -1) + (path.endsWith('A') ? 'B' : 'A')
    for (const other of [changed, path.replace('/sx/', '/tnx/'), path.replace('/sx/', '/heat_a/'), '/webhooks/none/x'])
      assert.equal((await bench.post(other, body, signed(body))).status, 404, other)
  })

  test('above one mebibyte is 413, signed or not', async () => {
    const { path } = address('sx')
    const large = JSON.stringify({ id: 'x'.repeat(1024 * 1024) })
    const answer = await bench.post(path, large, signed(large))
    assert.equal(answer.status, 413)
  })

  test('without a signature, with a wrong one or with that of another body is 401', async () => {
    const { path } = address('sx')
    for (const headers of [undefined, { 'x-shopify-hmac-sha256': 'AAAA' }, signed(`${body} `)])
      assert.equal((await bench.post(path, body, headers)).status, 401)
  })

  test('with a wrong signature is logged at most once a minute for each connection', async (context) => {
    const paths = (['sx', 'tnx'] as const).map((platform) => address(platform).path)
    const { mock } = context.mock.method(bench.engine.log, 'warn')
    const forge = async () => {
      mock.resetCalls()
      for (const path of paths) for (let n = 0; n < 3; n += 1) await bench.post(path, body)
      return mock.calls.filter(({ arguments: [, text] }) => text === 'webhooks had a wrong signature').length
    }
    bench.clock.advance(60_000)
    assert.equal(await forge(), paths.length)
    bench.clock.advance(59_000)
    assert.equal(await forge(), 0)
    bench.clock.advance(1_000)
    assert.equal(await forge(), paths.length)
  })

  test('that is signed and not JSON is 400', async () => {
    const { path } = address('sx')
    assert.equal((await bench.post(path, '{', signed('{'))).status, 400)
  })

  test('with the signature of another connection is 401', async () => {
    const other = await bench.connected('store_c')
    const [own, theirs] = [bench.webhooks.of('store_c')[0]!, bench.webhooks.of('store_c').at(-1)!]
    assert.notEqual(own.secret, theirs.secret)
    const headers = {
      'x-wc-webhook-signature': hmac(theirs.secret, body, 'base64'),
      'x-wc-webhook-topic': 'order.updated',
      'x-wc-webhook-delivery-id': '1',
    }
    assert.equal((await bench.post(new URL(own.url).pathname, body, headers)).status, 401)
    assert.equal((await bench.post(new URL(theirs.url).pathname, body, headers)).status, 200)
    assert.equal((await bench.inbox(other)).length, 1)
  })

  test('of another shop of the same app is 401', async () => {
    const { path } = address('tnx')
    const text = JSON.stringify({ store_id: 77, event: 'order/updated', id: 5 })
    const headers = { 'x-linkedstore-hmac-sha256': hmac('sandbox-secret', text, 'hex') }
    assert.equal((await bench.post(path, text, headers)).status, 401)
  })

  test('is known for 72 hours by the id of its event', async () => {
    const { path } = address('sx')
    const count = async () => (await bench.inbox(places.sx)).length
    await bench.post(path, body, signed(body))
    await bench.work(places.sx)
    const first = await count()
    bench.clock.advance(71 * 3_600_000)
    await bench.run('forget_expired')
    await bench.post(path, body, signed(body))
    assert.ok((await count()) <= first)
    assert.equal((await bench.inbox(places.sx)).filter(({ done_at }) => done_at === null).length, 0)
    bench.clock.advance(2 * 3_600_000)
    await bench.run('forget_expired')
    assert.equal(await count(), 0)
  })

  test('late is counted', async () => {
    const { path } = address('sx')
    const late = Number((await bench.state(places.sx)).late)
    const at = new Date(bench.clock.now() - 3_600_000).toISOString()
    await bench.post(path, body, { ...signed(body), 'x-shopify-webhook-id': 'late', 'x-shopify-triggered-at': at })
    assert.equal(Number((await bench.state(places.sx)).late), late + 1)
  })
})

test('one job at a time works on the announcements of a connection, and after a killed one the next', async () => {
  const place = places.sx
  const [order] = bench.paid('sx')
  bench.change(order!, { total_cents: order!.total_cents + 5_000 })
  await bench.webhooks.send()
  await bench.query(
    place,
    `update webhook_inbox set taken_at = $1 where event_key = (select min(event_key) from webhook_inbox where done_at is null)`,
    [new Date(bench.clock.now()).toISOString()],
  )
  bench.change(order!, { total_cents: order!.total_cents + 6_000 })
  await bench.webhooks.send()
  const stored = async () => (await bench.order(place, order!))!.total_micros
  const before = await stored()
  await bench.work(place)
  assert.equal(await stored(), before, 'the other job is at work')
  bench.clock.advance(61_000)
  await bench.work(place)
  assert.equal(await stored(), BigInt(order!.total_cents + 6_000) * 10_000n)
})

test('a job that is stopped gives its announcements back, and the next one reads them immediately', async () => {
  const place = places.sx
  const order = bench.paid('sx')[1]!
  bench.change(order, { total_cents: order.total_cents + 7_000 })
  await bench.webhooks.send()
  bench.sandbox.faults.add({ platform: 'sx', kind: 'slow', ms: 500 })
  const stop = new AbortController()
  const stopped = assert.rejects(bench.work(place, stop.signal), /stopped/)
  while (bench.sandbox.faults.list().some(({ count }) => count !== 0)) await setTimeout(5)
  stop.abort(new Error('stopped'))
  await stopped
  await bench.work(place)
  assert.equal((await bench.order(place, order))!.total_micros, BigInt(order.total_cents + 7_000) * 10_000n)
})
