// What a connection keeps when a person connects it again: its choice of accounts, and settings that no sign-in asks for.
import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { in_org } from '#db/org.ts'
import { load_secrets } from '#engine/vendors/secrets.ts'
import { account, type ChoiceApp, choice_app, many } from './choice_app.ts'

let tablero: ChoiceApp['tablero']
let to_accounts: ChoiceApp['to_accounts']
let connected: ChoiceApp['connected']
before(async () => {
  ;({ tablero, to_accounts, connected } = await choice_app())
})
after(() => tablero?.close())
beforeEach(() => tablero.db.query('delete from connections'))

const settings_now = async () => (await tablero.connections())[0].settings
const chosen_again = async (accounts = many(3)) => {
  const { connection } = await connected(many(3), { which: 'some', account_id: ['a1', 'a3'] })
  return to_accounts(accounts, { action: `again ${connection.connection_id}` })
}

describe('the choice of accounts of a connection that is connected again', () => {
  it('is shown, and stays with one click', async () => {
    const browser = await chosen_again()
    assert.match(browser.html, /name="which" value="some" checked/)
    assert.match(browser.html, /value="a1" checked/)
    assert.ok(!browser.html.includes('value="a2" checked'), 'an account that was left out')
    await browser.submit()
    assert.match(browser.text, /is connected/)
    assert.deepEqual(await settings_now(), { account_ids: ['a1', 'a3'] })
  })

  it('does not take in later accounts when the sign-in shows only one of the chosen', async () => {
    const browser = await chosen_again(many(1))
    await browser.submit()
    assert.match(browser.text, /is connected/)
    assert.deepEqual(await settings_now(), { account_ids: ['a1'] })
  })

  it('can become all of them', async () => {
    const browser = await chosen_again()
    // The page keeps the ticks of before.
    await browser.submit({ which: 'all' })
    assert.deepEqual(await settings_now(), {})
  })

  it('needs a new one when the sign-in shows none of the chosen', async () => {
    const browser = await chosen_again([account(8), account(9)])
    await browser.submit()
    assert.match(browser.text, /Choose at least one account/)
    assert.deepEqual(await settings_now(), { account_ids: ['a1', 'a3'] })
  })

  it('stays after a consent at the platform too', async () => {
    for (const platform of ['mpa', 'gx_ads']) {
      await tablero.db.query('delete from connections')
      const first = await tablero.to_consent(platform)
      await first.submit({ decision: 'allow' })
      const [account_id] = [...first.html.matchAll(/name="account_id" value="([^"]*)"/g)].map(([, id]) => id)
      await first.submit()
      const { connection_id } = await tablero.newest()
      await tablero.db.query('update connections set settings = $1', [{ account_ids: [account_id] }])
      const browser = await tablero.to_consent(platform, { action: `again ${connection_id}` })
      await browser.submit({ decision: 'allow' })
      assert.match(browser.html, new RegExp(`value="${account_id}" checked`), platform)
      await browser.submit()
      assert.match(browser.text, /is connected/)
      assert.deepEqual(await settings_now(), { account_ids: [account_id] }, platform)
    }
  })
})

describe('a setting that no sign-in asks for', () => {
  it('stays, and so do the added values of the same shop', async () => {
    const url = 'https://ajinorte.example'
    const first = await tablero.to_consent('store_c', { url })
    await first.submit({ decision: 'allow' })
    await first.submit({ wp_user: 'editor', wp_application_password: 'abcd EFGH ijkl MNOP qrst UVWX' })
    const { connection_id } = await tablero.newest()
    const settings = { url, states: { shipped: 'sold' } }
    await tablero.db.query('update connections set settings = $1', [settings])
    const browser = await tablero.to_consent('store_c', { action: `again ${connection_id}` })
    await browser.submit({ decision: 'allow' })
    await browser.submit()
    assert.match(browser.text, /is connected/)
    assert.deepEqual(await settings_now(), settings)
    const place = { org_id: tablero.org_id, connection_id }
    const stored = await in_org(tablero.engine.pool.worker, place, (db) => load_secrets(db, tablero.engine, place))
    assert.equal(stored.wp_user, 'editor')
  })
})

describe('a sign-in without any permission that the data need', () => {
  const without = async (action?: string) => {
    const browser = await tablero.to_consent('seo_console', action ? { action } : {})
    await browser.submit({ decision: 'allow', ...(action && { scope: null }) })
    return browser.submit()
  }

  it('is asked about before it replaces one that works', async () => {
    await without()
    const { connection_id, secrets } = await tablero.newest()
    const browser = await without(`again ${connection_id}`)
    assert.match(browser.text, /can read nothing, because no permission was granted/)
    assert.deepEqual((await tablero.newest()).secrets, secrets, 'nothing has changed yet')
    await browser.submit()
    assert.match(browser.text, /is connected.*not granted: Google Search Console \(webmasters\.readonly\)\./)
    assert.notDeepEqual((await tablero.newest()).secrets, secrets)
  })
})
