// The choice of accounts, and connecting again.
import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { account, type ChoiceApp, choice_app, many } from './choice_app.ts'

let tablero: ChoiceApp['tablero']
let to_accounts: ChoiceApp['to_accounts']
let connected: ChoiceApp['connected']
let store_accounts: ChoiceApp['store_accounts']
before(async () => {
  ;({ tablero, to_accounts, connected, store_accounts } = await choice_app())
})
after(() => tablero?.close())
beforeEach(() => tablero.db.query('delete from connections'))

describe('the choice', () => {
  it('of no account says what to do', async () => {
    const browser = await to_accounts([])
    assert.match(browser.text, /lists no account for this sign-in\. Sign in as a person who can see the accounts/)
    assert.deepEqual(await tablero.connections(), [])
  })

  it('of the only account needs one click, and includes later accounts', async () => {
    const { browser, connection } = await connected(many(1))
    assert.match(browser.text, /Account <1> is connected/)
    assert.deepEqual([connection.name, connection.settings], ['Account <1>', {}])
  })

  it('of three accounts is all of them, or some', async () => {
    const all = await connected(many(3))
    assert.deepEqual(all.connection.settings, {})
    await tablero.db.query('delete from connections')
    const some = await connected(many(3), { which: 'some', account_id: ['a1', 'a3'] })
    assert.deepEqual(some.connection.settings, { account_ids: ['a1', 'a3'] })
    const { rows } = await tablero.db.query("select accounts, secrets from sign_ins where step = 'done'")
    assert.deepEqual(rows, [{ accounts: null, secrets: null }])
  })

  it('of three hundred accounts can name each of them', async () => {
    const ids = many(300).map(({ account_id }) => account_id)
    const { browser, connection } = await connected(many(300), { which: 'some', account_id: ids })
    assert.match(browser.text, /is connected/)
    assert.deepEqual(connection.settings, { account_ids: ids })
  })

  it('shows accounts that cannot be read with the reason, escapes names, and refuses them', async () => {
    const browser = await to_accounts([account(1), account(2, { unreadable: 'It is closed.' }), account(3)])
    assert.match(browser.text, /Account <2> .*cannot be read: It is closed\./)
    assert.ok(!browser.html.includes('<1>'))
    await browser.submit({ which: 'some', account_id: ['a2'] })
    assert.equal(browser.status, 400)
    assert.match(browser.text, /Choose at least one account/)
    await browser.submit({ which: 'some', account_id: ['a1', 'a99'] })
    assert.match(browser.text, /Choose at least one account/)
    assert.deepEqual(await tablero.connections(), [])
    assert.match((await to_accounts([account(2, { unreadable: 'It is closed.' })])).text, /No account of this sign-in/)
  })

  it('shows the hidden characters of a name, and sends back the id as it came', async () => {
    const { html } = await to_accounts([
      account(1),
      account(2, { account_id: 'a\u200B2', name: 'Acme\u202Emoc\u200B' }),
    ])
    assert.match(html, /Acme\uFFFDmoc\uFFFD<br>/)
    assert.doesNotMatch(html.replaceAll(/"[^"]*"/g, ''), /[\u202E\u200B]/)
    assert.ok(html.includes('value="a\u200B2"'))
  })

  it('is still there when the page says what is missing', async () => {
    const browser = await to_accounts([account(1), account(2), account(3, { unreadable: 'It is closed.' })])
    await browser.submit({ which: 'some' })
    assert.match(browser.text, /Choose at least one account/)
    assert.match(browser.html, /value="some" checked/)
    assert.ok(!browser.html.includes('value="all" checked'))
    await browser.submit()
    assert.equal(browser.status, 400, 'the same button again does not read all')
    await browser.submit({ account_id: ['a2', 'a99'] })
    assert.match(browser.html, /value="a2" checked/)
    assert.deepEqual(await tablero.connections(), [])
  })

  it('of all accounts next to ticked ones is asked about', async () => {
    const browser = await to_accounts(many(3))
    await browser.submit({ which: 'all', account_id: ['a2'] })
    assert.equal(browser.status, 400)
    assert.match(browser.text, /Choose only these, or untick them to read all\./)
    assert.match(browser.html, /value="some" checked/)
    await browser.submit()
    assert.deepEqual((await tablero.connections())[0].settings, { account_ids: ['a2'] })
  })

  it('that another connection reads already is refused', async () => {
    const { connection } = await connected(many(2))
    await store_accounts(connection.connection_id, many(2))
    const browser = await to_accounts(many(2))
    assert.match(browser.text, /already read by/)
    await browser.submit()
    assert.match(browser.text, /These accounts are read by .* already/)
    assert.equal((await tablero.connections()).length, 1)
  })

  it('shows the readable accounts first, with how many cannot be read', async () => {
    const accounts = [
      account(1, { unreadable: 'It is closed.' }),
      account(2, { unreadable: 'It is closed.' }),
      account(3),
    ]
    const browser = await to_accounts(accounts)
    assert.match(
      browser.text,
      /3 accounts are listed\. 2 of them cannot be read\..*Account <3>.*Account <1>.*Account <2>/,
    )
  })

  it('is made once, and other choices that are sent later are refused', async () => {
    const browser = await to_accounts(many(1))
    const page = browser.address
    const send = (body: string) =>
      fetch(`${page}/accounts`, {
        method: 'POST',
        redirect: 'manual',
        headers: {
          cookie: browser.cookie(tablero.url),
          origin: tablero.url,
          'content-type': 'application/x-www-form-urlencoded',
        },
        body,
      })
    const before = await tablero.db.query('select run_id from sync_runs')
    const answers = await Promise.all([send('which=all'), send('which=all'), send('which=all')])
    assert.deepEqual(
      answers.map(({ status }) => status),
      [303, 303, 303],
    )
    const other = await send('which=some&account_id=a1')
    assert.equal(other.status, 400)
    assert.match(await other.text(), /were saved before, with another choice/)
    assert.equal((await tablero.connections()).length, 1)
    const after = await tablero.db.query('select run_id from sync_runs')
    assert.equal(after.rows.length - before.rows.length, 1)
  })
})

describe('connecting again', () => {
  it('proposes the only connection that there was, after it was removed', async () => {
    const { connection } = await connected(many(2))
    const { connection_id } = connection
    const page = async () => (await tablero.browser().open(await tablero.link('email_a'))).html
    assert.match(await page(), /value="new" checked/)
    await tablero.db.query(`update connections set status = 'revoked', revoked_at = now()`)
    assert.match(await page(), new RegExp(`value="again ${connection_id}" checked`))
  })

  it('keeps id, name and history, and heals a connection that needed a person', async () => {
    const { connection } = await connected(many(2))
    const { connection_id, name } = connection
    await store_accounts(connection_id, many(2))
    await tablero.db.query('update connections set needs_reconnection = true')
    const browser = await tablero.browser().open(await tablero.link('email_a'))
    assert.match(
      browser.html,
      new RegExp(`value="again ${connection_id}" checked`),
      'the broken connection is proposed',
    )
    await browser.submit()
    await browser.submit({ api_key: 'pk_of_the_test_2' })
    await browser.submit()
    assert.match(browser.text, /is connected/)
    const [again, ...more] = await tablero.connections()
    assert.deepEqual(more, [])
    assert.deepEqual([again.connection_id, again.name, again.needs_reconnection], [connection_id, name, false])
    assert.notDeepEqual(again.secrets, connection.secrets)
  })

  it('revives a disconnected connection', async () => {
    const { connection } = await connected(many(1))
    await tablero.call('disconnect_platform', { connection_id: connection.connection_id })
    const browser = await to_accounts(many(1), { action: `again ${connection.connection_id}` })
    await browser.submit()
    const [again] = await tablero.connections()
    assert.deepEqual([again.status, again.revoked_at, again.connection_id], ['active', null, connection.connection_id])
  })

  it('with other accounts asks first', async () => {
    const { connection } = await connected(many(2))
    await store_accounts(connection.connection_id, many(2))
    const browser = await to_accounts([account(8), account(9)], { action: `again ${connection.connection_id}` })
    await browser.submit({ which: 'some', account_id: ['a9'] })
    assert.match(
      browser.text,
      /shows other accounts than .* had\. .* has Account <1> and Account <2>\. The new sign-in shows/,
    )
    assert.deepEqual((await tablero.connections())[0].secrets, connection.secrets, 'nothing has changed yet')
    await browser.submit()
    assert.match(browser.text, /is connected/)
    const [changed] = await tablero.connections()
    assert.deepEqual([changed.connection_id, changed.settings], [connection.connection_id, { account_ids: ['a9'] }])
  })

  it('with other accounts asks too when the right to the old ones ended before', async () => {
    const { connection } = await connected(many(2))
    const { connection_id } = connection
    await store_accounts(connection_id, many(2))
    await tablero.db.query(
      `insert into sync_cursors (org_id, connection_id, account_id, stream, cursor)
       select org_id, connection_id, account_id, 'campaigns', '{}' from connection_accounts where connection_id = $1`,
      [connection_id],
    )
    await tablero.db.query(`update connection_accounts set state = 'gone' where connection_id = $1`, [connection_id])
    const browser = await to_accounts([account(9)], { action: `again ${connection_id}` })
    await browser.submit()
    assert.match(browser.text, /has Account <1> and Account <2>\. The new sign-in shows Account <9>\./)
  })

  it('that sees the old accounts and can read others only asks too', async () => {
    const { connection } = await connected(many(2))
    await store_accounts(connection.connection_id, many(2))
    const seen = many(2).map((one) => ({ ...one, unreadable: 'You have no right.' }))
    const browser = await to_accounts([...seen, account(9)], { action: `again ${connection.connection_id}` })
    await browser.submit()
    assert.match(browser.text, /has Account <1> and Account <2>\. The new sign-in shows Account <9>\./)
  })

  it('of a connection of another organization or platform is refused', async () => {
    const browser = await to_accounts(many(1), { action: 'again 01980000-0000-7000-8000-000000000000' }).catch(
      () => null,
    )
    assert.equal(browser, null)
    assert.deepEqual(await tablero.connections(), [])
  })
})
