// Registrations at the vendors: made when a connection begins, listed first, repaired daily, and removed at its end.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { in_org } from '#db/org.ts'
import { store_secrets } from '#engine/vendors/secrets.ts'
import { set_org } from '#test/access.ts'
import { call_as_member, result_of } from '#test/people.ts'
import { until } from '#test/until.ts'
import { PUBLIC, type WebhookBench, webhook_bench } from '#test/webhook_bench.ts'
import { areas } from '#tools/index.ts'

const platforms = ['sx', 'tnx', 'store_c'] as const
const topics = { sx: 7, tnx: 15, store_c: 8 }

let bench: WebhookBench
before(async () => {
  bench = await webhook_bench(platforms, { history_days: 15, areas })
})
after(() => bench?.close())

/** What the detailed list of connections says of the registrations. */
async function said({ org_id }: { org_id: string }): Promise<string> {
  const answer = await call_as_member(bench.engine, 'list_connections_detail', {}, { org_id, role: 'admin' })
  const [one] = result_of(answer).connections as { webhooks: { problem: string } }[]
  return one!.webhooks.problem
}

const urls = (platform: string) => bench.webhooks.of(platform).map(({ topic, url }) => `${topic} ${url}`)

for (const platform of platforms)
  test(`${platform}: each topic is registered once, a missing one is repaired, and the end removes all`, async () => {
    const place = await bench.connected(platform)
    assert.equal(urls(platform).length, topics[platform])
    assert.equal(new Set(urls(platform)).size, topics[platform])
    assert.ok((await bench.state(place)).registered_at)

    await bench.run('register_webhooks', place)
    assert.equal(urls(platform).length, topics[platform])

    // Somebody deletes one at the vendor, and one of an earlier installation of ours is there twice.
    const [one, two] = bench.webhooks.of(platform)
    bench.webhooks.remove(platform, one!.id)
    bench.webhooks.add(platform, { topic: two!.topic, url: two!.url, secret: two!.secret })
    const foreign = bench.webhooks.add(platform, { topic: two!.topic, url: 'https://others.example/hook' })
    await bench.run('register_webhooks', place)
    assert.equal(new Set(urls(platform)).size, topics[platform] + 1)
    assert.equal(urls(platform).length, topics[platform] + 1)

    await in_org(bench.engine.pool.worker, place, (db) =>
      db
        .updateTable('connections')
        .set({ status: 'revoked', revoked_at: new Date(bench.clock.now()).toISOString() })
        .where('connection_id', '=', place.connection_id)
        .execute(),
    )
    await bench.run('withdraw_access', place)
    assert.deepEqual(urls(platform), [`${foreign.topic} ${foreign.url}`])
    assert.equal((await bench.state(place)).registered_at, null)
    bench.webhooks.remove(platform, foreign.id)
  })

test('webhooks that a platform does not remove now are removed by a later attempt, which still has the secrets', async () => {
  const place = await bench.connected('tnx')
  const own = () => bench.webhooks.of('tnx').length
  const secrets = async () => (await bench.query(place, 'select secrets is not null as kept from connections'))[0]!.kept
  const queued = () =>
    bench.engine.pool.system.query("select from graphile_worker.jobs where task_identifier = 'withdraw_access'")
  await in_org(bench.engine.pool.worker, place, (db) =>
    db
      .updateTable('connections')
      .set({ status: 'revoked', revoked_at: new Date(bench.clock.now()).toISOString() })
      .where('connection_id', '=', place.connection_id)
      .execute(),
  )
  for (const fault of [
    { kind: 'fail', status: 503 },
    { kind: 'throttle', seconds: 3_600 },
  ] as const) {
    bench.sandbox.faults.add({ platform: 'tnx', path: 'DELETE .*webhooks', count: 0, ...fault })
    await assert.rejects(bench.run('withdraw_access', place))
    bench.sandbox.faults.clear()
    assert.equal(own(), topics.tnx)
    assert.equal(await secrets(), true)
    assert.ok((await bench.state(place)).registered_at)
  }
  assert.equal((await queued()).rowCount, 0)
  await bench.run('schedule_withdrawals')
  assert.equal((await queued()).rowCount, 1)
  bench.clock.advance(3_600_000)
  await bench.run('withdraw_access', place)
  assert.deepEqual([own(), await secrets()], [0, false])
  assert.equal((await bench.state(place)).registered_at, null)
})

test('webhooks that the shop switched off after five failures are on again after the daily check, which the schedule starts', async () => {
  const place = await bench.connected('store_c')
  const order = bench.paid('store_c')[0]!
  bench.webhooks.reach(PUBLIC, 'http://127.0.0.1:1')
  for (let n = 0; n < 5; n++) {
    bench.change(order, { total_cents: order.total_cents + 100 * n })
    await bench.webhooks.send()
  }
  bench.webhooks.reach(PUBLIC, bench.url)
  const off = () => bench.webhooks.of('store_c').filter(({ is_on }) => !is_on)
  assert.deepEqual(
    off().map(({ topic }) => topic),
    ['order.updated'],
  )
  bench.clock.advance(86_400_000 + 60_000)
  await bench.run('schedule_webhooks')
  const queued = await bench.engine.pool.system.query(
    "select key from graphile_worker.jobs where task_identifier = 'register_webhooks'",
  )
  assert.ok(queued.rows.some(({ key }) => key.endsWith(`register_webhooks:${place.connection_id}`)))
  await bench.run('register_webhooks', place)
  assert.deepEqual(off(), [])
  assert.equal(urls('store_c').length, topics.store_c)
})

test('registrations of another connection of the same shop stay', async () => {
  const one = await bench.connected('tnx')
  await bench.connected('tnx')
  assert.equal(urls('tnx').length, 2 * topics.tnx)
  await bench.run('register_webhooks', one)
  assert.equal(urls('tnx').length, 2 * topics.tnx)
})

test('a key that may only read registers nothing, and the connection says so', async () => {
  const { access } = bench.world.shops.store_c
  const before = urls('store_c').length
  access.is_read_only = true
  const place = await bench.connected('store_c')
  access.is_read_only = undefined
  assert.equal(urls('store_c').length, before)
  const { registered_at, problem } = await bench.state(place)
  assert.equal(registered_at, null)
  assert.match(String(problem), /not allowed to create/)
})

test('nothing is registered that nobody could check, and the connection says so', async () => {
  const before = [urls('sx').length, urls('tnx').length]
  const places = { sx: await bench.connect('sx'), tnx: await bench.connect('tnx') }
  const { apps } = bench.engine
  bench.engine.apps = { ...apps, tnx: {} }
  // A permanent token is of an app of the shop's own.
  await in_org(bench.engine.pool.worker, places.sx, (db) =>
    store_secrets(db, bench.engine, places.sx, { access_token: 'shpat_sandbox' }),
  )
  for (const place of Object.values(places)) {
    await bench.run('register_webhooks', place)
    assert.equal((await bench.state(place)).registered_at, null)
    await until(async () => /does not know the secret of the app/.test(await said(place)))
  }
  bench.engine.apps = apps
  assert.deepEqual([urls('sx').length, urls('tnx').length], before)
})

test('without a public address nothing is registered, and the connection says that sweeps alone are used', async () => {
  const before = urls('sx').length
  for (const base_url of [
    'http://tablero.example.com',
    'https://localhost:3000',
    'https://10.0.0.7',
    'https://tablero',
  ]) {
    bench.engine.base_url = base_url
    const place = await bench.connected('sx')
    assert.match(String((await bench.state(place)).problem), /no public https address/, base_url)
    await set_org(bench.engine.pool.worker, place.org_id, { language: 'es' })
    await until(async () => /no es una dirección https pública/.test(await said(place)))
  }
  bench.engine.base_url = PUBLIC
  assert.equal(urls('sx').length, before)
})
