// Every way to sign in asks a person with a second factor for its code.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { CHANGE_FELT_MS, type TestApp, test_app } from '#test/app.ts'
import { Browser, type BrowserAnswer, join_org, link_to, new_person } from '#test/browser.ts'
import { GOOGLE_APP, simulate_google } from '#test/google.ts'
import { set_up_second_factor } from '#test/second_factor.ts'

let app: TestApp
const google = simulate_google()
before(async () => {
  app = await test_app({ seeded: false, sign_in_google: GOOGLE_APP, outbound: google.outbound })
})
after(() => app.close())

const NEXT = '/approvals?page=2'

function assert_asks(back: BrowserAnswer): void {
  assert.equal(back.status, 302, back.text)
  const page = new URL(String(back.headers.location), 'https://tablero.example')
  assert.deepEqual(
    [page.pathname, page.searchParams.get('step'), page.searchParams.get('next')],
    ['/sign-in', 'code', NEXT],
  )
}

/** The browser is signed in only after the code. */
async function assert_code_signs_in(browser: Browser, code: string): Promise<void> {
  assert.equal(browser.cookies.get('tablero.session_token'), undefined)
  assert.equal((await browser.tool('get_me')).status, 401)
  assert.equal((await browser.auth('/two-factor/verify-totp', { code: '000000' })).status, 401)
  const right = await browser.auth('/two-factor/verify-totp', { code })
  assert.equal(right.status, 200, right.text)
  assert.equal((await browser.tool('get_me')).status, 200)
}

test('a sign-in through a provider asks for the code, in an organization that demands a second factor too', async () => {
  const email = 'google@example.com'
  const ana = await new_person(app, email)
  const without = await google.sign_in(app, email, NEXT)
  assert.deepEqual([without.back.status, without.back.headers.location], [302, NEXT])
  assert.equal((await without.browser.tool('get_me')).status, 200)
  const factor = await set_up_second_factor(ana)
  const { org_id } = app.acme
  await join_org(app, ana, { org_id, role: 'admin' })
  const demanded = await ana.tool('update_org_settings', { demands_two_factor: true }, org_id)
  assert.equal(demanded.status, 200, demanded.text)
  const { browser, back } = await google.sign_in(app, email, NEXT)
  assert_asks(back)
  assert.equal((await browser.tool('get_org_settings', {}, org_id)).status, 401)
  await assert_code_signs_in(browser, factor.code())
  assert.equal((await browser.tool('get_org_settings', {}, org_id)).status, 200)
})

test('a token of a provider that a page sends asks for the code', async () => {
  const email = 'token@example.com'
  const factor = await set_up_second_factor(await new_person(app, email))
  const browser = new Browser(app)
  const idToken = { token: google.token_of(email) }
  const { status, body, text } = await browser.auth('/sign-in/social', { provider: 'google', idToken })
  assert.deepEqual([status, body.twoFactorRedirect], [200, true], text)
  await assert_code_signs_in(browser, factor.code())
})

test('a link that confirms an address asks for the code', async () => {
  const email = 'confirm@example.com'
  const ana = await new_person(app, email)
  const factor = await set_up_second_factor(ana)
  await app.db.query('update auth.users set email_verified = false where email = $1', [email])
  ana.cookies.delete('tablero.session_token')
  const sent = app.mails.length
  await ana.auth('/send-verification-email', { email, callbackURL: NEXT })
  await app.settled(async () => app.mails.length > sent)
  const { pathname, search } = link_to(app, email)
  assert_asks(await ana.send('GET', `${pathname}${search}`))
  await assert_code_signs_in(ana, factor.code())
})

test('who sets up a second factor ends the own sessions of before, which showed no code', async () => {
  const email = 'before@example.com'
  const ana = await new_person(app, email)
  const other = new Browser(app)
  await other.sign_in(email)
  assert.equal((await other.tool('get_me')).status, 200)
  await set_up_second_factor(ana)
  await app.settled(async () => (await other.tool('get_me')).status === 401, CHANGE_FELT_MS)
  assert.equal((await ana.tool('get_me')).body.result.two_factor, true)
  assert.equal((await ana.auth('/update-user', { name: 'Ana Sol' })).status, 200)
  // The change arrives a moment later.
  await app.settled(async () => (await ana.tool('get_me')).body.result.name === 'Ana Sol', CHANGE_FELT_MS)
})
