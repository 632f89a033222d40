// Two processes behind one address: each gets every other request of a sign-in.
import assert from 'node:assert/strict'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { after, before, beforeEach, it } from 'node:test'
import { connectors } from '#connectors/index.ts'
import type { Account } from '#engine/connector.ts'
import { Browser, type ConnectApp, connect_app } from '#test/connect_app.ts'
import { account, many } from './choice_app.ts'

type Process = ConnectApp['app']

let address: Server
let url: string
let tablero: ConnectApp
let processes: Process[]
let beside: Process
/** That have come to the address. */
let requests = 0
/** Lists that each process has started. */
let lists = [0, 0]
let read: (process: number) => Promise<Account[]>

const listing = (process: number) => ({
  ...connectors,
  gx_analytics: {
    ...connectors.gx_analytics!,
    accounts: {
      ...connectors.gx_analytics!.accounts,
      read: () => {
        lists[process]! += 1
        return read(process)
      },
    },
  },
})

before(async () => {
  address = createServer(async (request, response) => {
    const { server } = processes[requests++ % processes.length]!
    const answer = await server.inject({
      ...{ method: request.method as 'GET', url: request.url!, headers: request.headers },
      payload: await buffer(request),
    })
    response.writeHead(answer.statusCode, answer.headers as Record<string, string>).end(answer.rawPayload)
  })
  await new Promise<void>((done) => address.listen(0, '127.0.0.1', done))
  url = `http://127.0.0.1:${(address.address() as AddressInfo).port}`
  tablero = await connect_app({ base_url: url, connectors: listing(0) })
  beside = await tablero.beside(listing(1))
  processes = [tablero.app, beside]
})
after(async () => {
  address?.close()
  await beside?.close()
  await tablero?.close()
})
beforeEach(async () => {
  lists = [0, 0]
  read = async () => many(300)
  await tablero.db.query('delete from connections')
})

/** Where the platform sends a browser that allows. The browser does not go there yet. */
async function allowed(): Promise<{ browser: Browser; back: string }> {
  const browser = await tablero.to_consent('gx_analytics')
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const answer = await fetch(browser.address, { method: 'POST', redirect: 'manual', headers, body: 'decision=allow' })
  return { browser, back: answer.headers.get('location')! }
}

/** A second window of the same browser, with its page. */
const window_of = (browser: Browser) =>
  Object.assign(new Browser(), { address: browser.address, html: browser.html, cookies: browser.cookies })

it('list 300 accounts once, and each of two presses leads to them, whichever process gets it', async () => {
  const { browser, back } = await allowed()
  const second = window_of(browser)
  await Promise.all([browser.open(back), second.open(back)])
  for (const { text } of [browser, second]) assert.match(text, /Which accounts should be read\? .*Account <300>/)
  assert.equal(lists[0]! + lists[1]!, 1)
  await Promise.all([browser.submit(), second.submit()])
  for (const { text } of [browser, second]) assert.match(text, /is connected/)
  assert.equal((await tablero.connections()).length, 1)
  const { rows } = await tablero.db.query('select state from sync_runs')
  assert.equal(rows.length, 1)
})

it('continue a list whose process has ended', async () => {
  const { browser, back } = await allowed()
  const never = Promise.withResolvers<Account[]>()
  read = async () => (lists[0]! + lists[1]! === 1 ? never.promise : many(2))
  await browser.open(back)
  assert.match(browser.text, /Listing the accounts/)
  const held = lists[0]! > 0 ? 0 : 1
  const [ended, other] = [processes[held]!, processes[1 - held]!]
  await ended.close()
  processes = [other]
  await browser.open(browser.address)
  assert.match(browser.text, /Listing the accounts/, 'the other process does not know yet that the first has ended')
  await tablero.db.query(`update sign_ins set listed_until = now() - interval '1 second' where accounts is null`)
  await browser.open(browser.address)
  assert.match(browser.text, /Which accounts should be read\? .*Account <2>/)
  assert.deepEqual(lists, [1, 1])
  never.resolve([account(9)])
})
