// The other kinds of sign-in: OAuth 1.0a, typed keys, keys that a shop sends, and an organization's own app.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type ConnectApp, connect_app } from '#test/connect_app.ts'

let tablero: ConnectApp
before(async () => {
  tablero = await connect_app()
})
after(() => tablero?.close())

const newest = async () => (await tablero.connections()).at(-1)
const confirmed = async (platform: string, typed: Record<string, string> = {}) => {
  const browser = await tablero.browser().open(await tablero.link(platform))
  return browser.submit(typed)
}

describe('OAuth 1.0a', () => {
  it('signs each step, and connects the accounts of the user', async () => {
    const browser = await confirmed('net_d_ads')
    assert.match(browser.address, /api\.x\.com\/oauth\/authorize\?oauth_token=/)
    await browser.submit({ decision: 'allow' })
    assert.match(browser.text, /Which accounts should be read/)
    await browser.submit({ which: 'all' })
    assert.match(browser.text, /is connected/)
    assert.equal((await newest()).platform, 'net_d_ads')
  })

  it('that the person refuses connects nothing', async () => {
    const browser = await confirmed('net_d_ads')
    await browser.submit({ decision: 'deny' })
    assert.match(browser.text, /Access was not allowed at X/)
  })

  it('refuses the token of another sign-in', async () => {
    const browser = await confirmed('net_d_ads')
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

describe('typed keys', () => {
  it('are tested before anything is stored, and can be corrected', async () => {
    const before = (await tablero.connections()).length
    const browser = await confirmed('email_a')
    assert.match(browser.text, /Settings, API keys/)
    await browser.submit({ api_key: 'pk_wrong_key_of_somebody' })
    assert.equal(browser.status, 400)
    assert.match(browser.text, /Klaviyo did not complete the sign-in/)
    assert.ok(!browser.html.includes('pk_wrong_key_of_somebody'), 'the page does not repeat a key')
    const { rows } = await tablero.db.query(`select step, accounts from sign_ins where platform = 'email_a'`)
    assert.deepEqual(rows, [{ step: 'begun', accounts: null }])
    await browser.submit({ api_key: '  ' })
    assert.match(browser.text, /api_key is missing/)
    await browser.submit({ api_key: 'pk_sandbox' })
    assert.match(browser.text, /Which accounts should be read/)
    await browser.submit()
    assert.match(browser.text, /is connected/)
    assert.equal((await tablero.connections()).length, before + 1)
  })
})

describe('keys that a shop sends', () => {
  const url = 'https://ajinorte.example'

  it('come beside the browser, and are proved by a request', async () => {
    const browser = await confirmed('store_c', { url })
    assert.match(browser.address, /ajinorte\.example\/wc-auth\/v1\/authorize/)
    // A key that only reads registers no webhooks.
    assert.match(browser.text, /read_write \(API key\)/)
    await browser.submit({ decision: 'allow' })
    assert.match(browser.text, /Which accounts should be read/)
    await browser.submit()
    assert.match(browser.text, /is connected/)
    assert.deepEqual((await newest()).settings, { url })
  })

  it('may come after the browser: its page waits', async () => {
    const browser = await confirmed('store_c', { url })
    const asked = new URL(browser.address).searchParams
    await browser.open(`${asked.get('return_url')}&success=1&user_id=${asked.get('user_id')}`)
    assert.match(browser.text, /Waiting for the shop/)
    const post = (user_id: string | null, consumer_secret = 'cs_sandbox') =>
      fetch(asked.get('callback_url')!, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({
          key_id: 1,
          user_id,
          consumer_key: 'ck_sandbox',
          consumer_secret,
          key_permissions: 'read',
        }),
      })
    assert.equal((await post('1')).status, 403, 'an invented user')
    assert.equal((await post(`${asked.get('user_id')}x`)).status, 403, 'a forged nonce')
    assert.equal((await post(asked.get('user_id'))).status, 200)
    assert.equal((await post(asked.get('user_id'), 'cs_of_an_attacker')).status, 403, 'the nonce counts once')
    await browser.open(browser.address)
    assert.match(browser.text, /Which accounts should be read/)
  })

  it('that do not work at the shop connect nothing', async () => {
    const browser = await confirmed('store_c', { url })
    const asked = new URL(browser.address).searchParams
    await fetch(asked.get('callback_url')!, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ user_id: asked.get('user_id'), consumer_key: 'ck_forged', consumer_secret: 'cs_forged' }),
    })
    await browser.open(`${asked.get('return_url')}&success=1`)
    assert.match(browser.text, /WooCommerce did not complete the sign-in/)
    assert.ok(!browser.html.includes('cs_forged'))
  })

  it('are refused by the administrator: nothing is connected', async () => {
    const browser = await confirmed('store_c', { url })
    await browser.submit({ decision: 'deny' })
    assert.match(browser.text, /Access was not allowed at WooCommerce/)
  })

  it('need an https address, and a wrong one does not spend the link', async () => {
    const link = await tablero.link('store_c')
    const browser = await tablero.browser().open(link)
    await browser.submit({ url: 'http://ajinorte.example' })
    assert.match(browser.text, /url: must be an https address/)
    await browser.open(link)
    await browser.submit({ url })
    assert.match(browser.text, /WooCommerce/)
  })
})

describe('an organization’s own app', () => {
  it('is typed when the operator has none, and is used again later', async () => {
    const { apps } = tablero.engine
    const { mpa } = apps
    delete apps.mpa
    const link = await tablero.link('mpa')
    const browser = await tablero.browser().open(link)
    assert.match(browser.text, /has no app at Mercado Libre/)
    await browser.submit({ client_id: '', client_secret: '' })
    assert.match(browser.text, /has no app at Mercado Libre/)
    await browser.open(link)
    await browser.submit({ client_id: 'sandbox-client', client_secret: 'sandbox-secret' })
    await browser.submit({ decision: 'allow' })
    await browser.submit()
    assert.match(browser.text, /is connected/)
    const { connection_id } = await newest()
    const again = await confirmed('mpa', { action: `again ${connection_id}`, client_id: '', client_secret: '' })
    assert.match(again.text, /Tablero wants access/)
    await again.submit({ decision: 'allow' })
    await again.submit()
    assert.match(again.text, /is connected/)
    assert.equal((await newest()).connection_id, connection_id)
    apps.mpa = mpa!
  })
})
