// A list of accounts that takes longer than a browser waits, because the platform allows few requests.
import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { connectors } from '#connectors/index.ts'
import type { Account } from '#engine/connector.ts'
import { VendorRefusal } from '#engine/vendors/refusal.ts'
import { type ConnectApp, connect_app } from '#test/connect_app.ts'
import { account } from './choice_app.ts'

let lists = 0
let list = Promise.withResolvers<Account[]>()
let tablero: ConnectApp
before(async () => {
  const slow = { ...connectors.gx_analytics!, accounts: { ...connectors.gx_analytics!.accounts, read } }
  tablero = await connect_app({ connectors: { ...connectors, gx_analytics: slow } })
})
after(() => tablero?.close())

function read() {
  lists += 1
  return list.promise
}

async function to_list() {
  lists = 0
  list = Promise.withResolvers()
  const browser = await tablero.to_consent('gx_analytics')
  return browser.submit({ decision: 'allow' })
}

it('continues while the page looks again, and is asked for once', async () => {
  const browser = await to_list()
  assert.match(
    browser.text,
    /Listing the accounts .*Tablero asks Google for the accounts\. With many accounts, this can take some minutes/,
  )
  assert.match(browser.html, /http-equiv="refresh"/)
  await browser.open(browser.address)
  assert.match(browser.text, /Listing the accounts/)
  list.resolve([account(1), account(2)])
  await browser.open(browser.address)
  assert.match(browser.text, /Which accounts should be read\? .*Account <2>/)
  assert.equal(lists, 1)
  await browser.submit()
  assert.match(browser.text, /is connected/)
})

/** The sign-in, as another process has left it. */
const left_by_another = (listed_until: string) =>
  tablero.db.query(`update sign_ins set listed_until = now() + $1::interval where accounts is null`, [listed_until])

it('is not asked for a second time while another process lists it, and is after the end of that process', async () => {
  const browser = await tablero.to_consent('gx_analytics')
  await tablero.db.query(`update sign_ins set listed_until = now() + interval '1 minute' where step = 'begun'`)
  lists = 0
  list = Promise.withResolvers()
  await browser.submit({ decision: 'allow' })
  assert.match(browser.text, /Listing the accounts/)
  assert.equal(lists, 0)
  await left_by_another('-1 second')
  list.resolve([account(1)])
  await browser.open(browser.address)
  assert.match(browser.text, /Which accounts should be read/)
  assert.equal(lists, 1)
})

it('of another process is shown as soon as it is stored', async () => {
  const browser = await to_list()
  const { address } = browser
  await left_by_another('1 minute')
  const opened = browser.open(address)
  await tablero.db.query(`update sign_ins set accounts = $1 where listed_until is not null and accounts is null`, [
    JSON.stringify([{ account_id: 'a9', name: 'Account <9>' }]),
  ])
  assert.match((await opened).text, /Which accounts should be read\? .*Account <9>/)
  assert.equal(lists, 1)
})

it('that a fault of Tablero stopped says so once, and is logged', async () => {
  const browser = await to_list()
  const logged: string[] = []
  const { log } = tablero.engine
  tablero.engine.log = Object.assign(Object.create(log), { error: (_: object, text: string) => logged.push(text) })
  list.reject(new TypeError('a bug'))
  await new Promise((done) => setTimeout(done, 200))
  tablero.engine.log = log
  assert.deepEqual(logged, ['accounts could not be listed'])
  list = Promise.withResolvers()
  list.resolve([account(1)])
  assert.match((await browser.open(browser.address)).text, /because of a fault of Tablero/)
  assert.match((await browser.open(browser.address)).text, /Which accounts should be read/)
})

it('says what the platform refused, and is asked for again by the next page', async () => {
  const browser = await to_list()
  list.reject(new VendorRefusal('refused', 'Web analytics refused the request: the API is switched off.'))
  // Stored, so that any process says it.
  await new Promise((done) => setTimeout(done, 200))
  await browser.open(browser.address)
  assert.match(browser.text, /the API is switched off/)
  list = Promise.withResolvers()
  list.resolve([account(1)])
  await browser.open(browser.address)
  assert.match(browser.text, /Which accounts should be read/)
  assert.equal(lists, 2)
})
