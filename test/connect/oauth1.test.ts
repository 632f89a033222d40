// OAuth 1.0a, which signs each request.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type ConnectApp, connect_app } from '#test/connect_app.ts'

let tablero: ConnectApp
before(async () => {
  tablero = await connect_app()
})
after(() => tablero?.close())

describe('OAuth 1.0a', () => {
  it('signs each step, and connects the accounts of the user', async () => {
    const browser = await tablero.to_consent('net_d_ads')
    assert.match(browser.address, /api\.x\.com\/oauth\/authorize\?oauth_token=/)
    await browser.submit({ decision: 'allow' })
    assert.match(browser.text, /Which accounts should be read/)
    await browser.submit({ which: 'all' })
    assert.match(browser.text, /is connected/)
    assert.equal((await tablero.newest()).platform, 'net_d_ads')
  })

  it('that the person refuses connects nothing', async () => {
    const browser = await tablero.to_consent('net_d_ads')
    await browser.submit({ decision: 'deny' })
    assert.match(browser.text, /Access was not allowed at X/)
  })

  it('refuses the token of another sign-in', async () => {
    const browser = await tablero.to_consent('net_d_ads')
    const answer = await fetch(browser.address, {
      method: 'POST',
      redirect: 'manual',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'decision=allow',
    })
    const back = new URL(answer.headers.get('location')!)
    back.searchParams.set('oauth_token', 'another')
    assert.match((await browser.open(back.href)).text, /X did not complete the sign-in: another token/)
  })

  it('counts once, and neither with a forged state nor late', async () => {
    const back_of = async (at: string) => {
      const answer = await fetch(at, {
        method: 'POST',
        redirect: 'manual',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: 'decision=allow',
      })
      return new URL(answer.headers.get('location')!)
    }
    const browser = await tablero.to_consent('net_d_ads')
    const back = await back_of(browser.address)
    const forged = new URL(back)
    forged.searchParams.set('state', back.searchParams.get('state')!.slice(0, -2))
    assert.match((await browser.open(forged.href)).text, /did not come from a sign-in that began here/)
    const exchanged = tablero.sandbox.log.list('net_d_ads').length
    assert.match((await browser.open(back.href)).text, /Which accounts should be read/)
    const once = tablero.sandbox.log.list('net_d_ads').length
    assert.ok(once > exchanged)
    assert.match((await browser.open(back.href)).text, /Which accounts should be read/)
    assert.equal(tablero.sandbox.log.list('net_d_ads').length, once, 'a second return asks X for nothing')
    const late = await tablero.to_consent('net_d_ads')
    const late_back = await back_of(late.address)
    tablero.sandbox.clock.advance(11 * 60_000)
    tablero.sandbox.log.clear()
    assert.match((await late.open(late_back.href)).text, /took longer than 10 minutes/)
    assert.deepEqual(tablero.sandbox.log.list(), [], 'nothing is exchanged')
  })

  it('with other accounts than those of the connection is asked about, and changes nothing before', async () => {
    await tablero.db.query('delete from connections')
    await tablero.connected('net_d_ads', {}, { which: 'all' })
    const { connection_id, secrets } = await tablero.newest()
    await tablero.read_before(connection_id, { account_id: '18ce000000', name: 'Otra cuenta' })
    const browser = await tablero.to_consent('net_d_ads', { action: `again ${connection_id}` })
    await browser.submit({ decision: 'allow' })
    await browser.submit({ which: 'all' })
    assert.match(browser.text, /shows other accounts than .* had\. .* has Otra cuenta\. The new sign-in shows/)
    assert.deepEqual((await tablero.newest()).secrets, secrets)
    await browser.submit()
    assert.match(browser.text, /is connected/)
    assert.notDeepEqual((await tablero.newest()).secrets, secrets)
  })

  it('continues only in the browser that began it', async () => {
    const before = (await tablero.connections()).length
    const browser = await tablero.to_consent('net_d_ads')
    browser.cookies.clear()
    tablero.sandbox.log.clear()
    assert.match((await browser.submit({ decision: 'allow' })).text, /began in another browser.*Nothing was connected/)
    assert.deepEqual(
      tablero.sandbox.log.list().filter(({ url }) => url.includes('access_token')),
      [],
      'nothing is exchanged',
    )
    assert.equal((await tablero.connections()).length, before)
  })

  it('with a wrong secret of the app does not spend the link', async () => {
    const { apps } = tablero.engine
    const right = apps.net_d_ads!
    const link = await tablero.link('net_d_ads')
    apps.net_d_ads = { ...right, client_secret: 'wrong' }
    const browser = await tablero.browser().open(link)
    assert.match((await browser.submit()).text, /does not accept the app of this Tablero/)
    apps.net_d_ads = right
    await browser.open(link)
    assert.match((await browser.submit()).text, /Tablero wants access/)
  })
})
