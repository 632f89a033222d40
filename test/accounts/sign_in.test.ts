// Accounts of people: sign-up, confirmation, sign-in, sessions, and calls by cookie.
import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { CHANGE_FELT_MS, type TestApp, test_app } from '#test/app.ts'
import { Browser, link_to, new_person, PASSWORD } from '#test/browser.ts'

let app: TestApp
before(async () => {
  app = await test_app({ seeded: false })
})
after(() => app.close())

suite('a new person', () => {
  test('signs up, confirms the address, makes an organization, and calls tools in it', async () => {
    const ana = await new_person(app, 'ana@example.com')
    const me = await ana.tool('get_me')
    assert.equal(me.status, 200, me.text)
    assert.deepEqual([me.body.result.email, me.body.result.organizations], ['ana@example.com', []])
    const made = await ana.tool('create_org', {
      name: 'Casa Lumbre',
      currency: 'MXN',
      time_zone: 'America/Mexico_City',
    })
    assert.equal(made.status, 200, made.text)
    const { org_id } = made.body.result
    await app.settled(async () => (await ana.tool('list_members', {}, org_id)).status === 200, CHANGE_FELT_MS)
    const members = await ana.tool('list_members', {}, org_id)
    assert.deepEqual(
      members.body.result.members.map(({ email, role }: { email: string; role: string }) => [email, role]),
      [['ana@example.com', 'admin']],
    )
    assert.equal((await ana.tool('query_mx_campaigns', {}, org_id)).status, 200)
    assert.equal((await ana.tool('get_me')).body.result.organizations[0].name, 'Casa Lumbre')
  })

  test('cannot sign in before the address is confirmed', async () => {
    const browser = new Browser(app)
    await browser.auth('/sign-up/email', { email: 'eva@example.com', name: 'Eva', password: PASSWORD })
    const refused = await browser.sign_in('eva@example.com')
    assert.equal(refused.status, 403)
    assert.equal((await browser.tool('get_me')).status, 401)
  })

  test('needs a password of 12 to 128 characters', async () => {
    for (const password of ['x'.repeat(11), 'x'.repeat(129)]) {
      const refused = await new Browser(app).auth('/sign-up/email', { email: 'eve@example.com', name: 'E', password })
      assert.equal(refused.status, 400, refused.text)
      assert.match(refused.body.error, /too (short|long)/i)
    }
  })
})

suite('a session', () => {
  test('ends with the sign-out, within a second', async () => {
    const ana = await new_person(app, 'out@example.com')
    const old = new Map(ana.cookies)
    assert.equal((await ana.tool('get_me')).status, 200)
    assert.equal((await ana.auth('/sign-out')).status, 200)
    const thief = new Browser(app)
    for (const [name, value] of old) thief.cookies.set(name, value)
    await app.settled(async () => (await thief.tool('get_me')).status === 401, CHANGE_FELT_MS)
  })

  test('ends with a new password, and the old password no longer works', async () => {
    const ana = await new_person(app, 'reset@example.com')
    const other = new Browser(app)
    assert.equal((await other.sign_in('reset@example.com')).status, 200)
    await other.auth('/request-password-reset', { email: 'reset@example.com' })
    await app.settled(async () => link_to(app, 'reset@example.com').pathname === '/reset')
    const token = link_to(app, 'reset@example.com').searchParams.get('token')
    const changed = await other.auth('/reset-password', { token, newPassword: 'a longer new password' })
    assert.equal(changed.status, 200, changed.text)
    await app.settled(async () => (await ana.tool('get_me')).status === 401, CHANGE_FELT_MS)
    assert.equal((await new Browser(app).sign_in('reset@example.com')).status, 401)
    assert.equal((await new Browser(app).sign_in('reset@example.com', 'a longer new password')).status, 200)
    assert.equal((await other.auth('/reset-password', { token, newPassword: PASSWORD })).status, 400)
  })

  test('counts on our own pages alone, and never beside a key', async () => {
    const ana = await new_person(app, 'cross@example.com')
    const elsewhere: Record<string, string>[] = [
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { 'content-type': 'text/plain' },
      { 'content-type': 'application/x-www-form-urlencoded' },
      { authorization: 'Bearer svc_wrong' },
    ]
    for (const headers of elsewhere) {
      const { status } = await ana.send('POST', '/api/v1/get_me', {}, headers)
      assert.equal(status, 401, JSON.stringify(headers))
      const name = await ana.send('POST', '/api/auth/update-user', { name: 'Mallory' }, headers)
      if (!headers.authorization) assert.notEqual(name.status, 200, JSON.stringify(headers))
    }
    assert.equal((await ana.tool('get_me')).body.result.name, 'Ana')
    assert.equal((await ana.send('POST', '/mcp', { jsonrpc: '2.0', id: 1, method: 'tools/list' })).status, 401)
  })

  test('is never in an answer: only the cookie has its token', async () => {
    const ana = await new_person(app, 'token@example.com')
    const { text } = await ana.sign_in('token@example.com')
    const session = await ana.send('GET', '/api/auth/get-session')
    const [token] = decodeURIComponent(ana.cookies.get('tablero.session_token')!).split('.')
    assert.ok(token && !text.includes(token) && !session.text.includes(token))
    assert.equal(session.body.user.email, 'token@example.com')
  })
})

suite('nobody learns who has an account', () => {
  test('sign-up, sign-in and reset answer alike for a known and an unknown address', async () => {
    await new_person(app, 'known@example.com')
    const answers = async (email: string) => {
      const up = await new Browser(app).auth('/sign-up/email', { email, name: 'Ana', password: PASSWORD })
      const sign_in = await new Browser(app).sign_in(email, 'not the right password')
      const reset = await new Browser(app).auth('/request-password-reset', { email })
      return [up.status, up.body, sign_in.status, sign_in.body, reset.status, reset.body]
    }
    assert.deepEqual(await answers('known@example.com'), await answers('unknown@example.com'))
    await app.settled(async () =>
      app.mails.some(({ to, subject }) => to === 'known@example.com' && /already have an account/.test(subject)),
    )
  })
})
