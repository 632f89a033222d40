// Where a person is after connecting: on the page of connections, when the link was made there.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type ConnectApp, connect_app } from '#test/connect_app.ts'
import { call_as_member, result_of } from '#test/people.ts'
import { until } from '#test/until.ts'

let tablero: ConnectApp
before(async () => {
  tablero = await connect_app()
})
after(() => tablero?.close())

/** The link of a person who asked for it on the page of connections, and this person's browser. */
async function link_of_page(platform: string) {
  const { user_id, browser } = await tablero.member()
  const member = { org_id: tablero.org_id, role: 'member', user_id } as const
  const { url } = result_of(await call_as_member(tablero.engine, 'propose_connect_platform', { platform }, member))
  return { link: url as string, user_id, browser }
}

const page_of = ({ org_id, url }: ConnectApp) => `${url}/o/${org_id}/connections`

test('a person who began on the page is there afterwards, with the new connection in the address', async () => {
  const { link, browser, user_id } = await link_of_page('mpa')
  await browser.open(link)
  assert.match(browser.html, new RegExp(`href="/o/${tablero.org_id}/connections"`), 'a way back before the sign-in')
  await browser.submit()
  await browser.submit({ decision: 'allow' })
  assert.match(browser.text, /Which accounts should be read/)
  await browser.submit()
  const [{ connection_id }] = await tablero.connections()
  assert.equal(browser.address, `${page_of(tablero)}?connected=${connection_id}`)
  const { rows } = await tablero.db.query(`select actor from audit_log where tool = 'connect_platform'`)
  assert.deepEqual(rows, [{ actor: `user:${user_id}` }], 'the record names the person')
})

test('the link of a person is for this person only', async () => {
  const { link, browser, user_id } = await link_of_page('mpa')
  const stops = /belongs to the person who asked for it/
  const nobody = await tablero.browser().open(link)
  assert.equal(nobody.status, 400)
  assert.match(nobody.text, stops)
  const next = /href="\/sign-in\?next=([^"]*)"/.exec(nobody.html)?.[1]
  assert.equal(tablero.url + decodeURIComponent(next!), link, 'the person returns to the link after signing in')
  const other = (await tablero.member()).browser
  assert.match((await other.open(link)).text, stops)
  // The page of the right person, whose form is sent from the browsers of the others.
  await browser.open(link)
  for (const one of [nobody, other]) {
    Object.assign(one, { html: browser.html, address: browser.address })
    assert.match((await one.submit()).text, stops)
  }
  await tablero.db.query('delete from members where user_id = $1', [user_id])
  await tablero.db.query(`select pg_notify('tablero_directory', '')`)
  const left = async () => stops.test((await browser.open(link)).text)
  assert.ok(await until(left), 'a person who has left the organization')
  const { rows } = await tablero.db.query(`select from sign_ins where user_id = $1`, [user_id])
  assert.equal(rows.length, 0)
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
  const { link, browser } = await link_of_page('gx_ads')
  for (const more of ['&returns=https://evil.example', '&next=//evil.example', '&org=other']) {
    await browser.open(link + more)
    assert.ok(!browser.html.includes('evil.example'))
    assert.match(browser.html, new RegExp(`href="/o/${tablero.org_id}/connections"`))
  }
  const forged = link.replace(/link=[^.]*/, (part) => {
    const values = JSON.parse(Buffer.from(part.slice('link='.length), 'base64url').toString())
    return `link=${Buffer.from(JSON.stringify([...values.slice(0, 4), 'https://evil.example'])).toString('base64url')}`
  })
  await browser.open(forged)
  assert.match(browser.text, /This link is not valid/)
  assert.ok(!browser.html.includes('evil.example'))
})

test('a refused sign-in leads back to the page too', async () => {
  const { link, browser } = await link_of_page('mpa')
  await browser.open(link)
  await browser.submit()
  await browser.submit({ decision: 'deny' })
  assert.match(browser.text, /Nothing was connected/)
  assert.match(browser.html, new RegExp(`href="/o/${tablero.org_id}/connections"`))
  const denied = browser.address
  const begins_again = /Go back to the page Connections and press Connect again\./
  for (const address of [undefined, denied]) {
    if (address !== undefined) await browser.open(address)
    assert.equal(browser.status, 400)
    assert.match(browser.text, begins_again, `${address}: the way back of the browser`)
    assert.doesNotMatch(browser.text, /assistant/)
  }
  assert.match((await tablero.browser().open(link)).text, begins_again, 'a spent link in another browser')
  // Who refused by mistake begins again.
  await browser.open(link)
  await browser.submit()
  assert.match(browser.text, /Tablero wants access/)
})

const losses: [string, (user_id: string) => Promise<unknown>][] = [
  ['was removed', (user_id) => tablero.db.query('delete from members where user_id = $1', [user_id])],
  [
    'may only read now',
    (user_id) => tablero.db.query(`update members set role = 'viewer' where user_id = $1`, [user_id]),
  ],
]
for (const [name, lose] of losses)
  test(`a person who ${name} does not finish a sign-in of before`, async () => {
    const before = await tablero.connections()
    const at_choice = await link_of_page('mpa')
    await at_choice.browser.open(at_choice.link)
    await at_choice.browser.submit()
    await at_choice.browser.submit({ decision: 'allow' })
    assert.match(at_choice.browser.text, /Which accounts should be read/)
    const at_consent = await link_of_page('mpa')
    await at_consent.browser.open(at_consent.link)
    await at_consent.browser.submit()
    for (const { user_id } of [at_choice, at_consent]) await lose(user_id)
    await at_choice.browser.submit()
    assert.match(at_choice.browser.text, /may not connect platforms any more/)
    await at_consent.browser.submit({ decision: 'allow' })
    assert.match(at_consent.browser.text, /Nothing was connected|answered before/)
    assert.deepEqual(await tablero.connections(), before)
  })

test('a link ends with the key that asked for it, also after the consent', async () => {
  const before = await tablero.connections()
  const browser = await tablero.browser().open(await tablero.link('tx_ads'))
  const link = await tablero.link('tx_ads')
  await browser.submit()
  await browser.submit({ decision: 'allow' })
  const revoke = (at: Date | null) =>
    tablero.db.query('update api_keys set revoked_at = $2 where org_id = $1', [tablero.org_id, at])
  await revoke(new Date())
  await browser.submit()
  assert.match(browser.text, /may not connect platforms any more/)
  assert.match(
    (await tablero.browser().open(link)).text,
    /The key or app that asked for this link no longer has access/,
  )
  assert.deepEqual(await tablero.connections(), before)
  await revoke(null)
})

test('an organization that was ended gets no connection, neither by a new link nor by a sign-in of before', async () => {
  const before = await tablero.connections()
  const browser = await tablero.browser().open(await tablero.link('tx_ads'))
  const link = await tablero.link('tx_ads')
  await browser.submit()
  await browser.submit({ decision: 'allow' })
  await tablero.db.query('update orgs set ended_at = now() where org_id = $1', [tablero.org_id])
  await browser.submit()
  assert.match(browser.text, /This page has expired|was ended/)
  await tablero.db.query(`select pg_notify('tablero_directory', '')`)
  assert.ok(await until(async () => /was ended/.test((await tablero.browser().open(link)).text)))
  assert.deepEqual(await tablero.connections(), before)
  await tablero.db.query('update orgs set ended_at = null where org_id = $1', [tablero.org_id])
})
