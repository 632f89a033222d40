// An access that the platform has ended, found by what is no sync: a person must connect again, and learns it once.
import assert from 'node:assert/strict'
import { after, afterEach, before, test } from 'node:test'
import { connectors } from '#connectors/index.ts'
import { in_org } from '#db/org.ts'
import type { Connector } from '#engine/connector.ts'
import { run_job } from '#engine/queue/run_job.ts'
import { store_secrets } from '#engine/vendors/secrets.ts'
import { jobs } from '#jobs/index.ts'
import type { ActionPlace } from '#test/action_bench.ts'
import { type ApprovalBench, approval_bench } from '#test/approval_bench.ts'

let bench: ApprovalBench
before(async () => {
  const with_campaigns = (connector = connectors.gx_ads!): Connector => ({
    ...connector,
    streams: { campaigns: connector.streams.campaigns! },
  })
  const { mx_ads, gx_ads, sx } = connectors
  bench = await approval_bench({
    connectors: { mx_ads: with_campaigns(mx_ads), gx_ads: with_campaigns(gx_ads), sx: sx! },
  })
})
after(() => bench?.close())
afterEach(() => {
  bench.reset()
  for (const platform of ['mx_ads', 'gx_ads', 'sx']) bench.sandbox.tokens.restore(platform)
})

/** What a person sees of the connection, and what its organization was notified of. */
async function state({ org_id, connection_id }: Pick<ActionPlace, 'org_id' | 'connection_id'>) {
  const [connection] = await bench.rows(
    'select needs_reconnection, last_error from connections where connection_id = $1',
    [connection_id],
  )
  const [said] = await bench.rows(
    `select (select count(*)::int from notifications where org_id = $1 and kind = 'connection_needs_reconnection') as notified,
       (select count(*)::int from events where org_id = $1 and type = 'connection.needs_reconnection') as events`,
    [org_id],
  )
  return { ...connection, ...said }
}
const lost = { needs_reconnection: true, notified: 1, events: 1 }
async function check_lost(place: Pick<ActionPlace, 'org_id' | 'connection_id'>) {
  const { last_error, ...found } = await state(place)
  assert.deepEqual(found, lost)
  assert.match(last_error, /Connect it again\.$/)
}

for (const platform of ['mx_ads', 'gx_ads']) {
  test(`${platform}: an ended access that a proposal finds is stored and said once, and a sync says it no second time`, async () => {
    const { place, campaign_id, platform: world } = await bench.account(platform)
    const ana = await bench.person(place)
    bench.sandbox.tokens.revoke(platform)
    const input = { platform: world, campaign_id, reason: 'It sells too little.' }
    assert.match(await bench.no(ana, 'propose_pause_campaign', input), /Connect it again\.$/)
    await check_lost(place)
    assert.match(await bench.no(ana, 'propose_pause_campaign', input), /Connect the platform again\.$/)
    const { org_id, connection_id } = place
    assert.equal((await bench.sync({ org_id, connection_id })).end, 'failed')
    await check_lost(place)
  })

  test(`${platform}: the notification of an ended access says how many changes wait for the new sign-in`, async () => {
    const { place, campaign_id, platform: world } = await bench.account(platform)
    const ana = await bench.person(place)
    const said = async () => {
      const [{ text }] = await bench.rows(
        `select text from notifications where org_id = $1 and kind = 'connection_needs_reconnection'`,
        [place.org_id],
      )
      return text
    }
    await bench.ok(ana, 'propose_pause_campaign', { platform: world, campaign_id, reason: 'It sells too little.' })
    bench.sandbox.tokens.revoke(platform)
    assert.equal((await bench.sync({ org_id: place.org_id, connection_id: place.connection_id })).end, 'failed')
    const { key, values } = await said()
    assert.deepEqual([key, values.count], ['notification.reconnection.changes', 1])
  })

  test(`${platform}: an ended access that an approved change finds is stored and said`, async () => {
    const { place, campaign_id, platform: world } = await bench.account(platform)
    const ana = await bench.person(place)
    const input = { platform: world, campaign_id, reason: 'It sells too little.' }
    const { action_id } = await bench.ok(ana, 'propose_pause_campaign', input)
    bench.sandbox.tokens.revoke(platform)
    const ended = await bench.ok(ana, 'approve_action', { action_id })
    assert.deepEqual([ended.status, bench.writes(platform)], ['failed', 0])
    await check_lost(place)
  })

  for (const [what, point] of [
    ['the request of a change', 'checked'],
    ['its read back', 'sent status'],
  ] as const)
    test(`${platform}: an ended access that ${what} finds is stored and said`, async () => {
      const { place, campaign_id } = await bench.account(platform)
      const execution_id = await bench.begin(place, 'pause_campaign', { campaign_id })
      const points: string[] = []
      const after_point = (name: string) => {
        points.push(name)
        if (name === point) bench.sandbox.tokens.revoke(platform)
      }
      await bench.run(place, execution_id, { after_point })
      assert.ok(points.includes(point), points.join(', '))
      await check_lost(place)
    })
}

test('webhooks that cannot be registered because the access has ended say it too', async () => {
  const place = await bench.connect('sx')
  bench.engine.base_url = 'https://tablero.example.com'
  bench.sandbox.tokens.revoke('sx')
  const signal = new AbortController().signal
  const { org_id, connection_id } = place
  const wanted = { org_id, payload: { connection_id } }
  const parts = { ...bench.engine, pool: bench.engine.pool.worker }
  await run_job(parts as never, jobs.register_webhooks as never, wanted, { log: bench.engine.log, signal })
  await check_lost(place)
})

test('a request with the credential of before says nothing of a connection that was connected again meanwhile', async () => {
  const { place, campaign_id, platform } = await bench.account('mx_ads')
  const ana = await bench.person(place)
  bench.sandbox.tokens.revoke('mx_ads')
  const { budgets } = bench.engine
  // A request waits for its pace after it read the secrets, so somebody can connect again in between.
  const throttle: NonNullable<typeof budgets>['take'] = async (...wanted) => {
    const secrets = { access_token: 'another-access-token' }
    await in_org(bench.engine.pool.worker, place, (db) => store_secrets(db, bench.engine, place, secrets))
    return budgets!.take(...wanted)
  }
  bench.engine.budgets = { ...budgets!, take: throttle }
  try {
    const input = { platform, campaign_id, reason: 'It sells too little.' }
    assert.match(await bench.no(ana, 'propose_pause_campaign', input), /Connect it again\.$/)
  } finally {
    bench.engine.budgets = budgets
  }
  assert.equal((await state(place)).needs_reconnection, false)
})
