// The end of an access that is known before, and of sign-ins after a rotation.
import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
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
  await tablero.db.query('delete from sign_ins')
})

async function connected(platform: string, typed?: Record<string, string>): Promise<string> {
  const { text } = await tablero.connected(platform, typed, { which: 'all' })
  assert.match(text, /is connected/)
  return (await tablero.newest()).connection_id
}

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

  it('of Meta is the first of those of the token and of the access to data', async () => {
    const ends_at = async () => new Date((await tablero.newest()).access_ends_at).toISOString()
    for (const platform of ['mx_ads', 'social_a']) {
      await connected(platform)
      const days = (Date.parse(await ends_at()) - tablero.engine.clock.now().getTime()) / 86_400_000
      assert.equal(days, 60, platform)
    }
    const { exchange } = tablero.sandbox.tokens
    // A token without an end, of an app with full access to the Marketing API.
    tablero.sandbox.tokens.exchange = (platform, token) => exchange(platform, token, 400 * 86_400)
    await connected('mx_ads').finally(() => {
      tablero.sandbox.tokens.exchange = exchange
    })
    const days = (Date.parse(await ends_at()) - tablero.engine.clock.now().getTime()) / 86_400_000
    assert.equal(days, 90)
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
    assert.equal(warned.length, 6, 'every day from 30 days before, so that no missed run loses it')
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
