// Another choice of accounts of a connection, without a new sign-in.
import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { in_org } from '#db/org.ts'
import { load_secrets } from '#engine/vendors/secrets.ts'
import type { Browser } from '#test/connect_app.ts'
import { account, type ChoiceApp, choice_app, many } from './choice_app.ts'

let tablero: ChoiceApp['tablero']
let to_accounts: ChoiceApp['to_accounts']
let connected: ChoiceApp['connected']
let store_accounts: ChoiceApp['store_accounts']
let other_choice: ChoiceApp['other_choice']
let list: ChoiceApp['list']
before(async () => {
  ;({ tablero, to_accounts, connected, store_accounts, other_choice, list } = await choice_app())
})
after(() => tablero?.close())
beforeEach(() => tablero.db.query('delete from connections'))

describe('another choice of accounts', () => {
  it('needs no consent, keeps the sign-in, and takes effect with the next sync', async () => {
    const { connection } = await connected(many(3), { which: 'some', account_id: ['a1', 'a2'] })
    const { connection_id } = connection
    // A sync keeps a3 when it was read before.
    await store_accounts(connection_id, [...many(3), account(4, { unreadable: 'It is closed.' })], ['a1', 'a2'])
    list([])
    const browser = await other_choice(connection_id)
    assert.match(browser.html, /value="a2" checked/)
    assert.match(browser.html, /value="a3"><span>/, 'an account that was chosen before can be chosen')
    assert.match(browser.html, /value="a4" disabled/)
    await browser.submit({ account_id: ['a3'] })
    assert.match(browser.text, /is connected/)
    const [changed] = await tablero.connections()
    assert.deepEqual(changed.settings, { account_ids: ['a3'] })
    const place = { org_id: tablero.org_id, connection_id }
    const secrets = await in_org(tablero.engine.pool.worker, place, (db) => load_secrets(db, tablero.engine, place))
    assert.deepEqual(secrets, { api_key: 'pk_of_the_test' })
  })

  it('cannot become all accounts, which the person has not seen, without a new sign-in', async () => {
    const { connection } = await connected(many(3), { which: 'some', account_id: ['a1'] })
    await store_accounts(connection.connection_id, many(1))
    const browser = await other_choice(connection.connection_id)
    assert.match(browser.text, /Only accounts that were chosen before are listed\./)
    assert.ok(!browser.html.includes('name="which"'))
    await browser.submit({ which: 'all' })
    assert.equal(browser.status, 400)
    assert.deepEqual((await tablero.connections())[0].settings, { account_ids: ['a1'] })
  })

  it('of a connection of all accounts can stay all of them', async () => {
    const { connection } = await connected(many(3))
    await store_accounts(connection.connection_id, many(3))
    const browser = await other_choice(connection.connection_id)
    await browser.submit({ which: 'all' })
    assert.match(browser.text, /is connected/)
    assert.deepEqual((await tablero.connections())[0].settings, {})
  })
  describe('by the link of a key', () => {
    const accounts = ['a1', 'a2']
    async function opened_by(browser: Browser) {
      const { connection } = await connected(many(3), { which: 'some', account_id: accounts })
      await store_accounts(connection.connection_id, many(3), accounts)
      await browser.open(await tablero.link('email_a'))
      return { action: `accounts ${connection.connection_id}`, page: browser.html }
    }

    it('is not offered to a browser where nobody is signed in, and not started by it', async () => {
      const browser = tablero.browser()
      const { action, page } = await opened_by(browser)
      assert.match(page, /value="again /)
      assert.ok(!page.includes('value="accounts '))
      await browser.submit({ action })
      assert.equal(browser.status, 400)
      assert.match(browser.text, /To change the accounts of a connection without a new sign-in, sign in to Tablero/)
      assert.match(browser.html, /href="\/sign-in\?next=/)
      const { rows } = await tablero.db.query('select from sign_ins where connection_id is not null and step <> $1', [
        'done',
      ])
      assert.equal(rows.length, 0)
      assert.deepEqual((await tablero.connections())[0].settings, { account_ids: accounts })
    })

    it('is not started by a viewer', async () => {
      const { browser, user_id } = await tablero.member()
      await tablero.db.query(`update members set role = 'viewer' where user_id = $1`, [user_id])
      const { action, page } = await opened_by(browser)
      assert.ok(!page.includes('value="accounts '))
      await browser.submit({ action })
      assert.equal(browser.status, 400)
    })

    it('is recorded as a change of the person who made it', async () => {
      const { browser, user_id } = await tablero.member()
      const { action } = await opened_by(browser)
      await browser.submit({ action })
      await browser.submit({ account_id: ['a3'] })
      assert.deepEqual((await tablero.connections())[0].settings, { account_ids: ['a3'] })
      const { rows } = await tablero.db.query(
        `select actor from audit_log where tool = 'connect_platform' and org_id = $1 order by seq desc limit 1`,
        [tablero.org_id],
      )
      assert.deepEqual(rows, [{ actor: `user:${user_id}` }])
    })
  })

  describe('while the settings of the connection change', () => {
    const set = (settings: object) => tablero.db.query('update connections set settings = $1', [settings])

    it('changes nothing but the choice', async () => {
      const { connection } = await connected(many(3))
      await store_accounts(connection.connection_id, many(3))
      await set({ region: 'na', account_ids: ['a1', 'a2'] })
      const browser = await other_choice(connection.connection_id)
      await set({ region: 'eu', account_ids: ['a1'] })
      await browser.submit({ account_id: ['a3'] })
      assert.match(browser.text, /is connected/)
      assert.deepEqual((await tablero.connections())[0].settings, { region: 'eu', account_ids: ['a3'] })
    })

    it('does not become all accounts when some were chosen meanwhile', async () => {
      const { connection } = await connected(many(3))
      await store_accounts(connection.connection_id, many(3))
      const browser = await other_choice(connection.connection_id)
      await set({ account_ids: ['a1'] })
      await browser.submit({ which: 'all' })
      assert.equal(browser.status, 400)
      assert.deepEqual((await tablero.connections())[0].settings, { account_ids: ['a1'] })
    })

    it('takes no added password to a place where it was not tested', async () => {
      const first = await to_accounts(many(1), {}, 'email_b')
      await first.submit()
      const [{ connection_id }] = await tablero.connections()
      await store_accounts(connection_id, many(1))
      const add = async (meanwhile: () => Promise<unknown>) => {
        const browser = await other_choice(connection_id, 'email_b')
        await meanwhile()
        await browser.submit({ password: 'of the place' })
        const place = { org_id: tablero.org_id, connection_id }
        const stored = await in_org(tablero.engine.pool.worker, place, (db) => load_secrets(db, tablero.engine, place))
        return [browser.status, stored.password]
      }
      assert.deepEqual(await add(() => set({ region: 'eu' })), [400, undefined])
      assert.deepEqual(await add(async () => {}), [200, 'of the place'])
    })
  })
})
