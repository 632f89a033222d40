// What a person takes along of their account, and what stands in the way of its end.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type TestApp, test_app } from '#test/app.ts'
import { type Browser, join_org, new_person, PASSWORD } from '#test/browser.ts'
import { new_team, result_of } from '#test/people.ts'

let app: TestApp
let browser: Browser
let user_id: string
before(async () => {
  app = await test_app({ seeded: false })
  browser = await new_person(app, 'ana@example.com')
  user_id = (await browser.tool('get_me')).body.result.user_id
})
after(() => app.close())

test('a person exports account, sessions, memberships, keys and invitations, without a secret', async () => {
  await join_org(app, browser, { org_id: app.acme.org_id, role: 'admin' })
  const made = await browser.tool('create_api_key', { name: 'my agent', scopes: ['ads:read'] }, app.acme.org_id)
  const inviting = await new_team(app)
  const invited = result_of(await inviting.ask('invite_user', { email: 'ana@example.com', role: 'viewer' }))
  const outsider = await new_team(app)
  result_of(await outsider.ask('invite_user', { email: 'eva@example.com' }))
  const { status, body, text } = await browser.tool('export_my_data')
  assert.equal(status, 200, text)
  const { result } = body
  assert.deepEqual([result.user_id, result.email, result.two_factor], [user_id, 'ana@example.com', false])
  assert.deepEqual(
    result.sign_ins.map(({ provider }: { provider: string }) => provider),
    ['credential'],
  )
  assert.equal(result.sessions.length, 1)
  assert.deepEqual(
    result.memberships.map((one: Record<string, unknown>) => [one.org_id, one.organization, one.role]),
    [[app.acme.org_id, 'acme', 'admin']],
  )
  assert.deepEqual(
    result.keys.map(({ name, prefix }: Record<string, string>) => [name, prefix]),
    [['my agent', made.body.result.prefix]],
  )
  assert.equal(result.invitations.length, 1)
  const { rows } = await app.db.query('select token from auth.sessions where user_id = $1', [user_id])
  const { rows: accounts } = await app.db.query('select password from auth.accounts where user_id = $1', [user_id])
  const secrets = [rows[0].token, accounts[0].password, made.body.result.key, new URL(invited.accept_url).hash.slice(1)]
  for (const secret of secrets) assert.ok(typeof secret === 'string' && !text.includes(secret))
  for (const other of [outsider.org_id, inviting.org_id, 'eva@example.com', 'globex']) assert.ok(!text.includes(other))
})

test('only the person exports it: keys, other organizations and nobody get nothing', async () => {
  assert.equal((await app.rest('export_my_data', {}, { key: app.keys.acme })).status, 404)
  const other = await new_person(app, 'eva@example.com')
  const { text } = await other.tool('export_my_data')
  assert.ok(!text.includes(user_id) && !text.includes('my agent') && !text.includes('ana@example.com'))
})

test('the last admin cannot delete the account, and learns of which organizations', async () => {
  const refused = await browser.auth('/delete-user', { password: PASSWORD })
  assert.equal(refused.status, 400, refused.text)
  assert.match(refused.text, /acme/)
  assert.equal((await browser.tool('get_me')).status, 200)
})
