// A person who presses twice, goes back, or continues after somebody removed the connection, reads what is true.
import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import type { Browser } from '#test/connect_app.ts'
import { type ChoiceApp, choice_app, many } from './choice_app.ts'

let app: ChoiceApp
let tablero: ChoiceApp['tablero']
before(async () => {
  app = await choice_app()
  tablero = app.tablero
})
after(() => tablero?.close())
beforeEach(() => tablero.db.query('delete from connections'))

/** The page, for a second press on its button. */
const kept = ({ address, html }: Browser) => ({ address, html })

/** Presses the button of the page twice. A browser shows the answer to the second request. */
async function twice(browser: Browser, changes: Record<string, string> = {}) {
  const page = kept(browser)
  await browser.submit(changes)
  Object.assign(browser, page)
  return browser.submit(changes)
}

describe('a button that is pressed twice', () => {
  it('continues at the platform, also after the way back from it', async () => {
    const browser = await tablero.browser().open(await tablero.link('mpa'))
    await twice(browser)
    assert.match(browser.text, /Tablero wants access/)
    await browser.submit({ decision: 'allow' })
    await browser.submit()
    assert.match(browser.text, /is connected/)
    assert.equal((await tablero.connections()).length, 1)
  })

  it('continues in the browser that began alone, and not after the end of the sign-in', async () => {
    const link = await tablero.link('mpa')
    const browser = await tablero.browser().open(link)
    const page = kept(browser)
    const other = await tablero.browser().open(link)
    await browser.submit()
    assert.match((await other.submit()).text, /This link was used before/)
    assert.match((await browser.open(link)).text, /gives Tablero access/)
    await browser.submit()
    await browser.submit({ decision: 'allow' })
    await browser.submit()
    assert.match((await Object.assign(browser, page).submit()).text, /This link was used before/)
    assert.equal((await tablero.connections()).length, 1)
  })

  it('tests typed keys, and other keys need a new link', async () => {
    app.list(many(2))
    const browser = await tablero.browser().open(await tablero.link('email_a'))
    await twice(browser)
    const page = kept(browser)
    await twice(browser, { api_key: 'pk_of_the_test' })
    assert.match(browser.text, /Which accounts should be read/)
    await Object.assign(browser, page).submit({ api_key: 'pk_of_another' })
    assert.match(browser.text, /This page has expired/)
  })

  it('reads the chosen accounts once', async () => {
    const browser = await app.to_accounts(many(3))
    await twice(browser)
    assert.match(browser.text, /is connected/)
    const { rows } = await tablero.db.query('select state from sync_runs')
    assert.equal(rows.length, 1)
    assert.equal((await tablero.connections()).length, 1)
  })

  it('changes the choice of a connection', async () => {
    const { connection } = await app.connected(many(2))
    await app.store_accounts(connection.connection_id, many(2))
    const { browser } = await tablero.member()
    await browser.open(await tablero.link('email_a'))
    await twice(browser, { action: `accounts ${connection.connection_id}` })
    assert.match(browser.text, /Which accounts should be read/)
  })
})

describe('a connection that somebody removed meanwhile', () => {
  const remove = (connection_id: string) =>
    tablero.db.query(`update connections set status = 'revoked', revoked_at = now() where connection_id = $1`, [
      connection_id,
    ])

  it('gets no other choice of accounts, and the page says that it was removed', async () => {
    const { connection } = await app.connected(many(2))
    await app.store_accounts(connection.connection_id, many(2))
    const browser = await app.other_choice(connection.connection_id)
    assert.match(browser.text, /Which accounts should be read/)
    await tablero.db.query('delete from sync_runs')
    await remove(connection.connection_id)
    await browser.submit({ which: 'some', account_id: 'a1' })
    assert.match(browser.text, /was disconnected meanwhile/)
    const { rows } = await tablero.db.query('select run_id from sync_runs')
    assert.deepEqual(rows, [])
    const again = await app.other_choice(connection.connection_id)
    assert.match(again.text, /was disconnected meanwhile/)
  })
})
