// The account that a program makes at each of its starts, as the demo does. Its person has connected apps meanwhile.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { ensure_account } from '#accounts/ensure_account.ts'
import { type TestApp, test_app } from '#test/app.ts'
import { Browser, PASSWORD } from '#test/browser.ts'
import { connected_person } from '#test/connected_apps.ts'
import { registered_app } from '#test/oauth_app.ts'

let app: TestApp
before(async () => {
  app = await test_app()
})
after(() => app.close())

test('an account that has the password already keeps its apps, and another password ends them', async () => {
  const agent = await registered_app(app)
  const { email, user_id } = await connected_person(app, agent, { role: 'admin', scopes: ['ads:read'] })
  const grants = async () =>
    (await app.db.query('select from auth.oauth_grants where user_id = $1', [user_id])).rowCount
  const ensure = (password: string) => ensure_account(app.engine.pool, { email, name: 'Ana', password, verified: true })
  assert.equal(await ensure(PASSWORD), user_id)
  assert.equal(await grants(), 1)
  assert.equal(await ensure('another good password'), user_id)
  assert.equal(await grants(), 0)
  assert.equal((await new Browser(app).sign_in(email, 'another good password')).status, 200)
})
