// Cookies of people behind https: bound to the host, so that no neighbor of the domain can set or read them.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { ensure_account } from '#accounts/ensure_account.ts'
import { type TestApp, test_app } from '#test/app.ts'
import { Browser, PASSWORD } from '#test/browser.ts'

let app: TestApp
before(async () => {
  app = await test_app({ seeded: false })
  app.engine.base_url = 'https://tablero.example'
  await ensure_account(app.engine.pool, { email: 'ana@example.com', name: 'Ana', password: PASSWORD, verified: true })
})
after(() => app.close())

test('the cookies of a session come over https alone, from this host alone, and no script reads them', async () => {
  const ana = new Browser(app)
  const { headers } = await ana.sign_in('ana@example.com')
  const lines = [headers['set-cookie'] ?? []].flat().map(String)
  assert.ok(lines.length >= 2)
  for (const line of lines) {
    for (const flag of ['HttpOnly', 'Secure', 'SameSite=Lax'])
      assert.match(line, new RegExp(`; ${flag}(;|$)`, 'i'), line)
    assert.doesNotMatch(line, /domain=/i)
  }
  assert.ok(lines.some((line) => line.startsWith('__Host-tablero.session_token=') && /; Path=\/;/.test(`${line};`)))
  assert.equal((await ana.tool('get_me')).status, 200)
})

test('a cookie without the prefix, which a neighbor of the domain could set, is none', async () => {
  const ana = new Browser(app)
  await ana.sign_in('ana@example.com')
  const value = ana.cookies.get('__Host-tablero.session_token')!
  for (const name of ['tablero.session_token', '__Secure-tablero.session_token']) {
    const other = new Browser(app)
    other.cookies.set(name, value)
    assert.equal((await other.tool('get_me')).status, 401, name)
    assert.equal((await other.send('GET', '/api/auth/get-session')).body, null, name)
  }
})

test('a session is new with each sign-in, whatever cookie the browser had before', async () => {
  const thief = new Browser(app)
  await thief.sign_in('ana@example.com')
  const before = thief.cookies.get('__Host-tablero.session_token')
  await thief.sign_in('ana@example.com')
  assert.notEqual(thief.cookies.get('__Host-tablero.session_token'), before)
})
