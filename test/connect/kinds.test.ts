// The other kinds of sign-in: typed keys, and keys that a shop sends.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { in_org } from '#db/org.ts'
import { run_sync } from '#engine/sync/sync.ts'
import { load_secrets } from '#engine/vendors/secrets.ts'
import { type ConnectApp, connect_app } from '#test/connect_app.ts'

let tablero: ConnectApp
before(async () => {
  tablero = await connect_app()
})
after(() => tablero?.close())

describe('typed keys', () => {
  it('are tested before anything is stored, and can be corrected', async () => {
    const before = (await tablero.connections()).length
    const browser = await tablero.to_consent('email_a')
    assert.match(browser.text, /Settings, API keys/)
    await browser.submit({ api_key: 'pk_wrong_key_of_somebody' })
    assert.equal(browser.status, 400)
    assert.match(browser.text, /Klaviyo does not accept these values\..* Its answer: Incorrect API key\. API key/)
    assert.ok(!browser.html.includes('pk_wrong_key_of_somebody'), 'the page does not repeat a key')
    const { rows } = await tablero.db.query(`select step, accounts from sign_ins where platform = 'email_a'`)
    assert.deepEqual(rows, [{ step: 'begun', accounts: null }])
    await browser.submit({ api_key: '  ' })
    assert.match(browser.text, /Type a value for 'API key'\./)
    await browser.submit({ api_key: 'pk_sandbox' })
    assert.match(browser.text, /Which accounts should be read/)
    await browser.submit()
    assert.match(browser.text, /is connected/)
    assert.equal((await tablero.connections()).length, before + 1)
  })
})

describe('the page for typed keys', () => {
  const ended = /This page has expired, it belongs to another browser/
  const keys = { api_key: 'pk_sandbox' }
  const stored = async () => (await tablero.connections()).length
  it('takes no keys late', async () => {
    const before = await stored()
    const browser = await tablero.to_consent('email_a')
    tablero.sandbox.clock.advance(11 * 60_000)
    tablero.sandbox.log.clear()
    assert.match((await browser.submit(keys)).text, ended)
    assert.deepEqual(tablero.sandbox.log.list(), [], 'no key is tested')
    assert.equal(await stored(), before)
  })

  it('takes keys only in the browser that began, only once, and not at a forged address', async () => {
    const before = await stored()
    const browser = await tablero.to_consent('email_a')
    const { address, html } = browser
    const other = await tablero.browser().open(address)
    assert.match(other.text, ended)
    tablero.sandbox.log.clear()
    for (const at of [address, `${address.slice(0, -2)}xx`]) {
      Object.assign(other, { address: at, html: html.replaceAll(new URL(address).pathname, new URL(at).pathname) })
      assert.match((await other.submit(keys)).text, ended)
    }
    assert.deepEqual(tablero.sandbox.log.list(), [], 'no key is tested')
    assert.match((await browser.open(`${address.slice(0, -2)}xx`)).text, ended)
    Object.assign(browser, { address, html })
    assert.match((await browser.submit(keys)).text, /Which accounts should be read/)
    tablero.sandbox.log.clear()
    Object.assign(browser, { address, html })
    assert.match((await browser.submit(keys)).text, /Which accounts should be read/)
    Object.assign(browser, { address, html })
    assert.match((await browser.submit({ api_key: 'pk_of_another' })).text, ended)
    assert.deepEqual(tablero.sandbox.log.list(), [], 'no key is tested again')
    assert.equal(await stored(), before)
  })
})

describe('a typed key with an end', () => {
  it('is shown with its day, and the connection warns before', async () => {
    const browser = await tablero.to_consent('email_c')
    assert.match(browser.text, /The day on which the key ends/)
    await browser.submit({ api_key: 'xkeysib-sandbox', key_ends_on: 'in May' })
    assert.match(browser.text, /Correct 'End of the key': the value does not have the form/)
    await browser.submit({ api_key: 'xkeysib-sandbox', key_ends_on: '2026-12-10' })
    await browser.submit()
    assert.match(browser.text, /This access ends on 2026-12-10/)
    const { connection_id, access_ends_at } = await tablero.newest()
    assert.equal(new Date(access_ends_at).toISOString(), '2026-12-10T00:00:00.000Z')
    const { connections } = await tablero.call('list_connections_detail', {})
    const { notices } = connections.find((one: { connection_id: string }) => one.connection_id === connection_id)
    assert.match(JSON.stringify(notices), /ends in 20 days/)
    const renewed = await tablero.to_consent('email_c', { action: `again ${connection_id}` })
    await renewed.submit({ api_key: 'xkeysib-sandbox' })
    await renewed.submit()
    assert.match(renewed.text, /is connected/)
    assert.equal((await tablero.newest()).access_ends_at, null)
  })
})

describe('keys that a shop sends', () => {
  const url = 'https://ajinorte.example'
  const keys = { consumer_key: 'ck_sandbox', consumer_secret: 'cs_sandbox' }
  const editor = { wp_user: 'editor', wp_application_password: 'abcd EFGH ijkl MNOP qrst UVWX' }
  const secrets_of = ({ org_id, connection_id }: { org_id: string; connection_id: string }) =>
    in_org(tablero.engine.pool.worker, { org_id }, (db) => load_secrets(db, tablero.engine, { org_id, connection_id }))

  it('come beside the browser, and are proved by a request', async () => {
    const imported_channels = 'mercadolibre = mpa'
    const browser = await tablero.to_consent('store_c', { url, imported_channels })
    assert.match(browser.address, /ajinorte\.example\/wc-auth\/v1\/authorize/)
    // A key that only reads registers no webhooks.
    assert.match(browser.text, /read_write \(API key\)/)
    await browser.submit({ decision: 'allow' })
    assert.match(browser.text, /Which accounts should be read/)
    await browser.submit()
    assert.match(browser.text, /is connected/)
    assert.deepEqual((await tablero.newest()).settings, { url, imported_channels })
  })

  it('may come after the browser: its page waits', async () => {
    const browser = await tablero.to_consent('store_c', { url })
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
    assert.match(
      browser.text,
      /not granted: read_write\. So Tablero cannot make these changes: change_product_texts\. To allow them, connect again/,
    )
    await browser.submit()
    assert.match(browser.text, /is connected.*not granted: read_write/)
    const { granted_scopes } = await tablero.newest()
    assert.deepEqual(granted_scopes, ['read'], 'what the shop says that the keys may do')
  })

  it('may have an application password for changes next to them, which is tested before it is stored', async () => {
    await tablero.db.query('delete from connections where platform = $1', ['store_c'])
    const browser = await tablero.to_consent('store_c', { url })
    await browser.submit({ decision: 'allow' })
    assert.match(browser.text, /Optional values for changes at WooCommerce/)
    assert.match(browser.text, /an application password of that person/)
    assert.match(browser.html, /type="password" id="wp_application_password"/)
    await browser.submit({ wp_user: 'editor' })
    assert.match(browser.text, /Type a value for 'Application password'\./)
    await browser.submit({ wp_user: 'editor', wp_application_password: 'zzzz of somebody' })
    assert.equal(browser.status, 400)
    assert.match(browser.text, /WooCommerce did not complete the sign-in: WordPress does not accept this user/)
    assert.ok(!browser.html.includes('zzzz of somebody'), 'the page does not repeat a password')
    const { access } = tablero.sandbox.world.shops.store_c
    access.may_edit_pages = false
    await browser.submit(editor)
    assert.match(browser.text, /may not publish pages/)
    access.may_edit_pages = true
    await browser.submit(editor)
    assert.match(browser.text, /is connected/)
    assert.deepEqual(await secrets_of(await tablero.newest()), { ...keys, ...editor })
  })

  it('can get the application password later, keep it when they are renewed, and do not take it to another site', async () => {
    await tablero.db.query('delete from connections where platform = $1', ['store_c'])
    const first = await tablero.to_consent('store_c', { url })
    await first.submit({ decision: 'allow' })
    await first.submit()
    const { connection_id } = await tablero.newest()
    assert.deepEqual(await secrets_of(await tablero.newest()), keys)
    // The first sync stores the list of accounts.
    const { rows } = await tablero.db.query('select run_id from sync_runs where connection_id = $1', [connection_id])
    const parts = { ...tablero.engine, pool: tablero.engine.pool.worker }
    const place = { org_id: tablero.org_id, connection_id, run_id: rows[0].run_id }
    await run_sync(parts, { ...place, all_streams: true, signal: new AbortController().signal })
    const { browser } = await tablero.member()
    const later = await tablero.to_consent('store_c', { action: `accounts ${connection_id}` }, browser)
    assert.match(later.text, /Optional values for changes/)
    await later.submit(editor)
    assert.match(later.text, /is connected/)
    assert.deepEqual(await secrets_of(await tablero.newest()), { ...keys, ...editor })
    const again = async (typed: Record<string, string>) => {
      const browser = await tablero.to_consent('store_c', { action: `again ${connection_id}`, ...typed })
      await browser.submit({ decision: 'allow' })
      await browser.submit()
      assert.match(browser.text, /is connected/)
      assert.equal((await tablero.newest()).connection_id, connection_id)
    }
    await again({ url })
    assert.deepEqual(await secrets_of(await tablero.newest()), { ...keys, ...editor })
    await again({ url: `${url}/` })
    assert.deepEqual(await secrets_of(await tablero.newest()), keys)
  })

  it('of another shop than that of the connection are asked about, and change nothing before', async () => {
    await tablero.db.query('delete from connections where platform = $1', ['store_c'])
    const first = await tablero.to_consent('store_c', { url })
    await first.submit({ decision: 'allow' })
    await first.submit()
    const { connection_id, secrets } = await tablero.newest()
    await tablero.read_before(connection_id, { account_id: 'otra.example', name: 'Otra tienda' })
    const browser = await tablero.to_consent('store_c', { action: `again ${connection_id}`, url })
    await browser.submit({ decision: 'allow' })
    await browser.submit()
    assert.match(browser.text, /shows other accounts than .* had\. .* has Otra tienda\. The new sign-in shows/)
    assert.match(browser.text, /Is it the same account, .* connect it as a further account: its data would mix/)
    assert.deepEqual((await tablero.newest()).secrets, secrets)
    await browser.submit()
    assert.match(browser.text, /is connected/)
    assert.notDeepEqual((await tablero.newest()).secrets, secrets)
  })

  it('connect nothing in another browser than the one that began', async () => {
    const before = (await tablero.connections()).length
    const browser = await tablero.to_consent('store_c', { url })
    const asked = new URL(browser.address).searchParams
    await browser.submit({ decision: 'allow' })
    const other = await tablero.browser().open(`${asked.get('return_url')}&success=1&user_id=${asked.get('user_id')}`)
    assert.match(other.text, /began in another browser.*Nothing was connected/)
    assert.match((await other.open(browser.address)).text, /expired, it belongs to another browser/)
    assert.equal((await tablero.connections()).length, before)
  })

  it('do not count late', async () => {
    const browser = await tablero.to_consent('store_c', { url })
    const asked = new URL(browser.address).searchParams
    tablero.sandbox.clock.advance(11 * 60_000)
    const { status } = await fetch(asked.get('callback_url')!, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ user_id: asked.get('user_id'), ...keys }),
    })
    assert.equal(status, 403)
    assert.match((await browser.open(`${asked.get('return_url')}&success=1`)).text, /took longer than 10 minutes/)
  })

  it('that do not work at the shop connect nothing', async () => {
    const browser = await tablero.to_consent('store_c', { url })
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
    const browser = await tablero.to_consent('store_c', { url })
    await browser.submit({ decision: 'deny' })
    assert.match(browser.text, /Access was not allowed at WooCommerce/)
  })

  it('need an https address, and a wrong one does not spend the link', async () => {
    const link = await tablero.link('store_c')
    const browser = await tablero.browser().open(link)
    await browser.submit({ url: 'http://ajinorte.example' })
    assert.match(browser.text, /Correct 'Address of the shop': .*below the field/)
    assert.equal(browser.status, 400)
    assert.match(browser.html, /value="http:\/\/ajinorte\.example"/, 'the page keeps what was typed')
    await browser.submit({ url })
    assert.match(browser.text, /WooCommerce/)
  })
})
