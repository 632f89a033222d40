// A person disconnects a platform: the access ends there, and the secrets are deleted.
import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { sign_ins } from '#connectors/sign_ins.ts'
import { in_org } from '#db/org.ts'
import { withdraw_access } from '#engine/connecting/withdraw.ts'
import { run_job } from '#engine/queue/run_job.ts'
import { create_connection, update_connection } from '#engine/vendors/connections.ts'
import { forget_expired } from '#jobs/forget_expired.ts'
import { silent_log } from '#lib/log.ts'
import { create_org } from '#test/access.ts'
import { type ConnectApp, connect_app } from '#test/connect_app.ts'

let tablero: ConnectApp
before(async () => {
  tablero = await connect_app()
})
after(() => tablero?.close())
beforeEach(async () => {
  await tablero.db.query('delete from connections')
  await tablero.db.query('delete from sign_ins')
  tablero.sandbox.faults.clear()
  tablero.sandbox.log.clear()
  for (const platform of Object.keys(sign_ins)) tablero.sandbox.tokens.restore(platform)
})

async function connected(platform: string, typed?: Record<string, string>): Promise<string> {
  const { text } = await tablero.connected(platform, { action: 'new', ...typed }, { which: 'all' })
  assert.match(text, /is connected/)
  return (await tablero.newest()).connection_id
}

async function disconnected(platform: string, typed?: Record<string, string>): Promise<string> {
  const connection_id = await connected(platform, typed)
  assert.equal((await tablero.call('disconnect_platform', { connection_id })).status, 'revoked')
  return connection_id
}

type Fetch = ConnectApp['engine']['outbound']['fetch']

/** `fetch` answers for the platform. */
function withdraw(connection_id: string, fetch?: Fetch) {
  const { outbound, pool } = tablero.engine
  const parts = { ...tablero.engine, pool: pool.worker, outbound: { ...outbound, ...(fetch && { fetch }) } }
  return withdraw_access(parts, { org_id: tablero.org_id, connection_id }, new AbortController().signal)
}

/** A connection with typed secrets, which reads an account. */
async function typed(platform: string, org_id: string, account_id: string, secrets: Record<string, string>) {
  const { engine, db } = tablero
  const connection_id = await in_org(engine.pool.worker, { org_id }, (tx) =>
    create_connection(tx, engine, { org_id, platform, name: `${platform} ${account_id}`, settings: {}, secrets }),
  )
  await reads(org_id, connection_id, account_id)
  await db.query(`update connections set status = 'active' where connection_id = $1`, [connection_id])
  return connection_id
}
const reads = (org_id: string, connection_id: string, account_id: string) =>
  tablero.db.query(
    `insert into connection_accounts (org_id, connection_id, account_id, name, time_zone, seen_at)
     values ($1, $2, $3, $3, 'UTC', now())`,
    [org_id, connection_id, account_id],
  )
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
    const answers: [RegExp, Fetch][] = [
      [/status 503/, async () => ({ status: 503, headers: {}, text: '' })],
      [/status 200, transient/, async () => ({ status: 200, headers: {}, text: '<html>' })],
      [/status 200, refused/, (request) => outbound.fetch({ ...request, body: '{}' })],
    ]
    for (const [says, fetch] of answers) {
      await assert.rejects(withdraw(connection_id, fetch), says)
      assert.ok(await secrets_of(connection_id))
    }
    // TikTok's errors have the status 200.
    for (const [kind, says] of [
      ['throttle', /status 200, throttled/],
      ['fail', /status 200, transient/],
    ] as const) {
      tablero.sandbox.faults.add({ kind, platform: 'tx_ads', path: 'revoke_token' })
      await assert.rejects(withdraw(connection_id), says)
      assert.ok(await secrets_of(connection_id))
    }
    await withdraw(connection_id)
    assert.equal(await secrets_of(connection_id), null)
    assert.equal(tablero.sandbox.tokens.check('tx_ads', 'tt_sandbox'), 'revoked')
  })

  it('deletes the secrets within a day, also when the platform never answers', async () => {
    const connection_id = await disconnected('tx_ads')
    const forget = () =>
      run_job(tablero.engine as never, forget_expired, {}, { log: silent_log(), signal: new AbortController().signal })
    for (let attempts = 0; attempts < 10; attempts++)
      await assert.rejects(withdraw(connection_id, async () => ({ status: 503, headers: {}, text: '' })))
    tablero.sandbox.clock.advance(11 * 3_600_000)
    await forget()
    assert.ok(await secrets_of(connection_id), 'the last attempt may come after ten hours')
    tablero.sandbox.clock.advance(2 * 3_600_000)
    await forget()
    assert.equal(await secrets_of(connection_id), null)
  })

  it('ends the permission of the app for a seller, with a token that is renewed before', async () => {
    const connection_id = await connected('mpa')
    tablero.sandbox.clock.advance(7 * 3_600_000)
    await tablero.call('disconnect_platform', { connection_id })
    tablero.sandbox.log.clear()
    await withdraw(connection_id)
    assert.deepEqual(
      requests(/\/users\/\d+\/applications\/sandbox-client$/).map(({ method, status }) => [method, status]),
      [['DELETE', 200]],
    )
    assert.equal(await secrets_of(connection_id), null)
  })

  it('uninstalls the app in a shop in which a person installed it, and leaves the shop’s own app alone', async () => {
    const connection_id = await disconnected('sx', { shop: 'casa-lumbre.myshopify.com' })
    await withdraw(connection_id)
    assert.equal(tablero.sandbox.tokens.check('sx', 'shpat_sandbox'), 'revoked')
    assert.equal(await secrets_of(connection_id), null)
    tablero.sandbox.tokens.restore('sx')
    const own = await disconnected('sx', { shop: 'casa-lumbre.myshopify.com' })
    await in_org(tablero.engine.pool.worker, { org_id: tablero.org_id }, (db) =>
      update_connection(db, tablero.engine, {
        org_id: tablero.org_id,
        connection_id: own,
        secrets: { access_token: 'shpat_sandbox' },
        now: tablero.engine.clock.now(),
      }),
    )
    await tablero.db.query(`update connections set status = 'revoked' where connection_id = $1`, [own])
    await withdraw(own)
    assert.equal(tablero.sandbox.tokens.check('sx', 'shpat_sandbox'), 'ok')
    assert.equal(await secrets_of(own), null)
  })

  it('does not take a seller from another connection that reads it, also of another organization', async () => {
    const secrets = {
      client_id: 'sandbox-client',
      client_secret: 'sandbox-secret',
      refresh_token: 'sandbox-refresh-mpa',
    }
    const other_org = await create_org(tablero.db, { name: 'Bea' })
    const other = await typed('mpa', other_org, '777', secrets)
    const ended = async (account_id: string) => {
      const connection_id = await disconnected('mpa')
      await reads(tablero.org_id, connection_id, account_id)
      tablero.sandbox.log.clear()
      await withdraw(connection_id)
      assert.equal(await secrets_of(connection_id), null)
      tablero.sandbox.tokens.restore('mpa')
      return requests(/\/applications\//).length
    }
    assert.equal(await ended('777'), 0)
    assert.equal(await ended('888'), 1)
    // Its accounts are not listed yet, so they can contain the seller.
    await tablero.db.query('delete from connection_accounts where connection_id = $1', [other])
    assert.equal(await ended('888'), 0)
  })

  it('does not end a token that another connection has, also one of another organization', async () => {
    const secrets_of_client = { app_id: 'sandbox-client', secret: 'sandbox-secret', access_token: 'tt_sandbox' }
    const other_org = await create_org(tablero.db, { name: 'Ciro' })
    const other = await typed('tx_ads', other_org, '900', secrets_of_client)
    const first = await typed('tx_ads', tablero.org_id, '901', secrets_of_client)
    await tablero.call('disconnect_platform', { connection_id: first })
    await withdraw(first)
    assert.deepEqual(requests(/revoke_token/), [])
    assert.equal(await secrets_of(first), null)
    await tablero.db.query(`update connections set status = 'revoked' where connection_id = $1`, [other])
    const last = await typed('tx_ads', tablero.org_id, '902', secrets_of_client)
    await tablero.call('disconnect_platform', { connection_id: last })
    await withdraw(last)
    assert.equal(requests(/revoke_token/).length, 1)
  })

  it('waits while somebody signs in again, because the new access would end with the old one', async () => {
    const first = await disconnected('gx_analytics')
    const browser = await tablero.browser().open(await tablero.link('gx_analytics'))
    await browser.submit({ action: 'new' })
    await assert.rejects(withdraw(first), /somebody signs in/)
    await browser.submit({ decision: 'allow' })
    assert.match(browser.text, /Which accounts should be read/)
    await assert.rejects(withdraw(first), /somebody signs in/)
    assert.deepEqual(requests(/oauth2\.googleapis\.com\/revoke/), [])
    assert.ok(await secrets_of(first))
    await browser.submit({ which: 'all' })
    assert.match(browser.text, /is connected/)
    await withdraw(first)
    assert.deepEqual(requests(/oauth2\.googleapis\.com\/revoke/), [])
    assert.equal(await secrets_of(first), null)
  })

  it('ends a typed token of Meta that was never renewed', async () => {
    const { access_token } = tablero.sandbox.tokens.issue('mx_ads')
    const secrets = { client_id: 'sandbox-client', client_secret: 'sandbox-secret', refresh_token: access_token }
    const connection_id = await typed('mx_ads', tablero.org_id, '1', secrets)
    await tablero.call('disconnect_platform', { connection_id })
    await withdraw(connection_id)
    assert.deepEqual(
      requests(/me\/permissions$/).map(({ status }) => status),
      [200],
    )
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
