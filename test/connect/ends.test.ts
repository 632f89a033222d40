// The end of an access: disconnected by a person, or known before.
import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { sign_ins } from '#connectors/sign_ins.ts'
import { withdraw_access } from '#engine/connecting/withdraw.ts'
import { warn_of_ends } from '#jobs/warn_of_ends.ts'
import { silent_log } from '#lib/log.ts'
import { type ConnectApp, connect_app } from '#test/connect_app.ts'

let tablero: ConnectApp
before(async () => {
  tablero = await connect_app()
})
after(() => tablero?.close())
beforeEach(async () => {
  await tablero.db.query('delete from connections')
  tablero.sandbox.faults.clear()
  tablero.sandbox.log.clear()
  for (const platform of Object.keys(sign_ins)) tablero.sandbox.tokens.restore(platform)
})

async function connected(platform: string, typed: Record<string, string> = {}): Promise<string> {
  const browser = await tablero.browser().open(await tablero.link(platform))
  await browser.submit(typed)
  await browser.submit({ decision: 'allow' })
  await browser.submit({ which: 'all' })
  assert.match(browser.text, /is connected/)
  return (await tablero.connections()).at(-1).connection_id
}

async function disconnected(platform: string, typed?: Record<string, string>): Promise<string> {
  const connection_id = await connected(platform, typed)
  assert.equal((await tablero.call('disconnect_platform', { connection_id })).status, 'revoked')
  return connection_id
}

const withdraw = (connection_id: string) =>
  withdraw_access({ ...tablero.engine, pool: tablero.engine.pool.worker }, { org_id: tablero.org_id, connection_id })
const requests = (path: RegExp) => tablero.sandbox.log.list().filter(({ url }) => path.test(url))
const secrets_of = async (connection_id: string) =>
  (await tablero.connections()).find((row) => row.connection_id === connection_id).secrets

describe('disconnect_platform', () => {
  it('starts a job, which ends the access at the platform and deletes the secrets', async () => {
    const connection_id = await disconnected('tx_ads')
    const { rows } = await tablero.db.query(
      `select payload from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id where t.identifier = 'withdraw_access'`,
    )
    assert.equal(rows.length, 1)
    assert.ok(await secrets_of(connection_id))
    await withdraw(connection_id)
    assert.equal(requests(/oauth2\/revoke_token/).length, 1)
    assert.equal(await secrets_of(connection_id), null)
  })

  it('tries again when the platform does not answer, and keeps the secrets for that', async () => {
    const connection_id = await disconnected('tx_ads')
    const { outbound } = tablero.engine
    const parts = {
      ...tablero.engine,
      pool: tablero.engine.pool.worker,
      outbound: { ...outbound, fetch: async () => ({ status: 503, headers: {}, text: '' }) },
    }
    await assert.rejects(withdraw_access(parts, { org_id: tablero.org_id, connection_id }), /status 503/)
    assert.ok(await secrets_of(connection_id))
    await withdraw(connection_id)
    assert.equal(await secrets_of(connection_id), null)
  })

  it('does not end a grant that other connections of the vendor use', async () => {
    const first = await disconnected('gx_analytics')
    const second = await connected('seo_console')
    await withdraw(first)
    assert.deepEqual(requests(/oauth2\.googleapis\.com\/revoke/), [])
    assert.equal(await secrets_of(first), null, 'the secrets are deleted in any case')
    await tablero.call('disconnect_platform', { connection_id: second })
    await withdraw(second)
    assert.equal(requests(/oauth2\.googleapis\.com\/revoke/).length, 1)
  })

  it('does nothing to a connection that was connected again meanwhile', async () => {
    const connection_id = await disconnected('tx_ads')
    const browser = await tablero.browser().open(await tablero.link('tx_ads'))
    await browser.submit({ action: `again ${connection_id}` })
    await browser.submit({ decision: 'allow' })
    await browser.submit({ which: 'all' })
    await withdraw(connection_id)
    assert.deepEqual(requests(/revoke_token/), [])
    assert.ok(await secrets_of(connection_id))
  })

  for (const [platform, path] of [
    ['mx_ads', /me\/permissions$/],
    ['net_d_ads', /invalidate_token/],
  ] as const)
    it(`ends the access at the vendor of ${platform}`, async () => {
      const connection_id = await disconnected(platform)
      tablero.sandbox.log.clear()
      await withdraw(connection_id)
      assert.deepEqual(
        requests(path).map(({ status }) => status),
        [200],
      )
      assert.equal(await secrets_of(connection_id), null)
    })
})

describe('a known end', () => {
  const notices = async (): Promise<string[]> => {
    const { connections } = (await tablero.call('list_connections', {})) as { connections: { notices: string[] }[] }
    return connections.flatMap((one) => one.notices)
  }

  it('is in the health of the connection from 30 days before', async () => {
    await connected('mpb_sp', { region: 'na' })
    assert.deepEqual(await notices(), [])
    tablero.sandbox.clock.advance(334 * 86_400_000)
    assert.deepEqual(await notices(), [])
    tablero.sandbox.clock.advance(86_400_000)
    assert.match((await notices())[0]!, /^The access ends in 30 days, on 2027-11-20\. Connect again before\.$/)
    tablero.sandbox.clock.advance(29 * 86_400_000)
    assert.match((await notices())[0]!, /^The access ends within one day/)
    tablero.sandbox.clock.advance(2 * 86_400_000)
    assert.match((await notices())[0]!, /^The platform ended the access on 2027-11-20/)
  })

  it('of an app’s secret warns the operator only', async () => {
    const { apps } = tablero.engine
    const now = tablero.engine.clock.now()
    const end = (days: number) => new Date(now.getTime() + days * 86_400_000).toISOString()
    const before = apps.mpb_sp!
    const warned: unknown[] = []
    const note = (values: object) => void warned.push(values)
    const log = Object.assign(silent_log(), { warn: note, error: note })
    for (const days of [31, 30, 29, 7, 1, 0, -3]) {
      apps.mpb_sp = { ...before, secret_ends: end(days) }
      const nothing = async () => assert.fail('no database is needed')
      const signal = new AbortController().signal
      await warn_of_ends.run({
        log,
        signal,
        now: () => now,
        parts: tablero.engine,
        in_system: nothing,
        in_reachable: nothing,
        in_org: nothing,
      })
    }
    assert.equal(warned.length, 5)
    apps.mpb_sp = { ...before, secret_ends: end(7) }
    const metrics = await tablero.app.server.inject('/metrics')
    assert.match(metrics.body, /tablero_app_secret_days\{platform="mpb_sp"\} 7/)
    apps.mpb_sp = before
    assert.ok(!JSON.stringify(await tablero.call('list_connections', {})).includes('secret'))
  })

  it('and missing permissions are in the health of the connection', async () => {
    const browser = await tablero.browser().open(await tablero.link('net_c_ads'))
    await browser.submit()
    await browser.submit({ decision: 'allow', scope: ['r_ads'] })
    await browser.submit({ which: 'all' })
    assert.match(
      (await notices())[0]!,
      /^Without the permission r_ads_reporting, these streams stay empty: campaign_daily/,
    )
  })
})

describe('rotation', () => {
  it('ends sign-ins that are not done, because their values have the old key', async () => {
    const { rotate_data_key } = await import('#engine/vendors/secrets.ts')
    const { in_org } = await import('#db/org.ts')
    const browser = await tablero.browser().open(await tablero.link('tx_ads'))
    await browser.submit()
    const { engine, org_id } = tablero
    await in_org(engine.pool.worker, { org_id }, (db) => rotate_data_key(db, engine, org_id))
    await browser.submit({ decision: 'allow' })
    assert.match(browser.text, /has been answered before/)
  })
})
