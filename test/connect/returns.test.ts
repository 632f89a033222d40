// Where a person is after connecting: on the page of connections, when the link was made there.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type ConnectApp, connect_app } from '#test/connect_app.ts'
import { call_as_member, result_of } from '#test/people.ts'

let tablero: ConnectApp
before(async () => {
  tablero = await connect_app()
})
after(() => tablero?.close())

/** The link of a person who asked for it on the page of connections. */
const link_of_page = async (platform: string): Promise<string> =>
  result_of(
    await call_as_member(
      tablero.engine,
      'propose_connect_platform',
      { platform },
      { org_id: tablero.org_id, role: 'member' },
    ),
  ).url

const page_of = ({ org_id, url }: ConnectApp) => `${url}/o/${org_id}/connections`

test('a person who began on the page is there afterwards, with the new connection in the address', async () => {
  const browser = await tablero.browser().open(await link_of_page('mpa'))
  assert.match(browser.html, new RegExp(`href="/o/${tablero.org_id}/connections"`), 'a way back before the sign-in')
  await browser.submit()
  await browser.submit({ decision: 'allow' })
  assert.match(browser.text, /Which accounts should be read/)
  await browser.submit()
  const [{ connection_id }] = await tablero.connections()
  assert.equal(browser.address, `${page_of(tablero)}?connected=${connection_id}`)
})

test('a person with the link of an agent stays on the page of the first sync', async () => {
  const browser = await tablero.browser().open(await tablero.link('tx_ads'))
  assert.ok(!browser.html.includes('/connections"'))
  await browser.submit()
  await browser.submit({ decision: 'allow' })
  await browser.submit()
  assert.match(browser.text, /is connected/)
  assert.match(new URL(browser.address).pathname, /^\/connect\/sign-in\//)
})

test('the way back is a page of the signed organization, whatever the address says', async () => {
  const link = await link_of_page('gx_ads')
  for (const more of ['&returns=https://evil.example', '&next=//evil.example', '&org=other']) {
    const browser = await tablero.browser().open(link + more)
    assert.ok(!browser.html.includes('evil.example'))
    assert.match(browser.html, new RegExp(`href="/o/${tablero.org_id}/connections"`))
  }
  const forged = link.replace(/link=[^.]*/, (part) => {
    const values = JSON.parse(Buffer.from(part.slice('link='.length), 'base64url').toString())
    return `link=${Buffer.from(JSON.stringify([...values.slice(0, 4), 'https://evil.example'])).toString('base64url')}`
  })
  const browser = await tablero.browser().open(forged)
  assert.match(browser.text, /This link is not valid/)
  assert.ok(!browser.html.includes('evil.example'))
})

test('a refused sign-in leads back to the page too', async () => {
  const browser = await tablero.browser().open(await link_of_page('mpa'))
  await browser.submit()
  await browser.submit({ decision: 'deny' })
  assert.match(browser.text, /Nothing was connected/)
  assert.match(browser.html, new RegExp(`href="/o/${tablero.org_id}/connections"`))
})
