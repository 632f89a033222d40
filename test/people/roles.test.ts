// What each role may do with each tool, by session, by key and by the token of an app; and that a session acts on the organization that the call names, and no other.
import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Role, roles, scopes_of_role } from '#domain/roles.ts'
import { type Scope, scopes } from '#domain/scopes.ts'
import { system_clock } from '#lib/clock.ts'
import { CHANGE_FELT_MS, type TestApp, test_app } from '#test/app.ts'
import { type Browser, join_org, new_person } from '#test/browser.ts'
import { registered_app } from '#test/oauth_app.ts'
import { add_member } from '#test/people.ts'
import { unlimited } from '#test/unlimited.ts'
import { areas } from '#tools/index.ts'

let app: TestApp
/** A person for each role, signed in, with a key and the token of an app that carry all scopes that they can. */
const people = new Map<Role, { browser: Browser; user_id: string; key: string; token: string }>()
before(async () => {
  app = await test_app({ areas: unlimited(areas) })
  const agent = await registered_app(app)
  for (const role of roles) {
    const browser = await new_person(app, `${role}@example.com`)
    const user_id = await join_org(app, browser, { org_id: app.acme.org_id, role })
    const { key, key_id } = await app.key(app.acme.org_id, scopes)
    await app.db.query('update api_keys set user_id = $1 where key_id = $2', [user_id, key_id])
    const granted = scopes_of_role[role]
    const { access_token: token } = await agent.connect(browser, { org_id: app.acme.org_id, scopes: granted })
    people.set(role, { browser, user_id, key, token })
  }
})
after(() => app.close())

/** Refused as input only after the caller may call the tool, so that no tool runs. */
const INVALID = { 'not a parameter': true }

for (const role of roles)
  suite(`a ${role}`, () => {
    test('may call exactly the tools whose scopes the role has, by session, by key and by an app', async () => {
      const { browser, key, token } = people.get(role)!
      const own = new Set<Scope>(scopes_of_role[role])
      let allowed = 0
      for (const tool of app.engine.catalog.values()) {
        const is_allowed = tool.scopes.every((scope) => own.has(scope))
        const by_session = await browser.tool(tool.name, INVALID, app.acme.org_id)
        assert.equal(by_session.status, is_allowed ? 400 : 403, `${tool.name}: ${by_session.text}`)
        if (!is_allowed) assert.match(by_session.body.error, new RegExp(`the role ${role} does not have`))
        const by_key = await app.rest(tool.name, INVALID, { key })
        assert.equal(by_key.status, tool.internal ? 404 : is_allowed ? 400 : 403, `${tool.name} by key`)
        const by_app = await app.rest(tool.name, INVALID, { key: token })
        assert.equal(by_app.status, by_key.status, `${tool.name} by an app`)
        allowed += Number(is_allowed)
      }
      assert.ok(allowed > 10 && (role === 'admin') === (allowed === app.engine.catalog.size))
    })
  })

const YEAR_MS = 365 * 86_400_000

test('a session, a key and a token end at their time in a process that keeps them, although no row changes', async (context) => {
  const { browser, key, token } = people.get('admin')!
  await app.db.query(`update api_keys set expires_at = now() + interval '1 day' where prefix = $1`, [key.slice(0, 14)])
  const statuses = () =>
    Promise.all([
      ...[key, token].map(async (of) => (await app.rest('list_connections', {}, { key: of })).status),
      browser.tool('get_org_settings', {}, app.acme.org_id).then(({ status }) => status),
    ])
  await sleep(CHANGE_FELT_MS)
  assert.deepEqual(await statuses(), [200, 200, 200])
  context.mock.method(system_clock, 'now', () => new Date(Date.now() + YEAR_MS))
  assert.deepEqual(await statuses(), [401, 401, 401])
})

suite('a session', () => {
  test('needs the organization in each call, and has the same sentence for a foreign and an unknown one', async () => {
    const { browser } = people.get('admin')!
    assert.match((await browser.tool('list_members')).body.error, /Name the organization/)
    const foreign = await browser.tool('list_members', {}, app.globex.org_id)
    const unknown = await browser.tool('list_members', {}, '01980000-0000-7000-8000-00000000dead')
    assert.deepEqual([foreign.status, foreign.body.error], [403, unknown.body.error])
  })

  test('of a person in two organizations shows the right one in 500 interleaved calls', async () => {
    const browser = await new_person(app, 'both@example.com')
    const orgs = [app.acme, app.globex]
    for (const { org_id } of orgs) await join_org(app, browser, { org_id, role: 'viewer' })
    // A process refuses calls above its limit, so 5 callers share the 500.
    const caller = async (_: unknown, at: number) => {
      for (let call = 0; call < 100; call++) {
        const [own, other] = (at + call) % 2 === 0 ? orgs : [...orgs].reverse()
        const { status, text } = await browser.tool('get_org_settings', {}, own!.org_id)
        assert.ok(status === 200 && text.includes(own!.org_id) && !text.includes(other!.org_id), text)
      }
    }
    await Promise.all(Array.from({ length: 5 }, caller))
  })

  test('of an admin of an agency acts on its clients as admin, and ends with the permission', async () => {
    const browser = await new_person(app, 'agency@example.com')
    const { user_id } = (await browser.tool('get_me')).body.result
    await add_member(app.db, { org_id: app.agency_org_id, role: 'admin', user_id, email: 'agency@example.com' })
    await app.settled(
      async () => (await browser.tool('get_org_settings', {}, app.acme.org_id)).status === 200,
      CHANGE_FELT_MS,
    )
    const me = (await browser.tool('get_me')).body.result
    assert.deepEqual(
      me.organizations.map(({ org_id, agency_org_id }: Record<string, string>) => [org_id, agency_org_id]),
      [
        [app.agency_org_id, null],
        [app.acme.org_id, app.agency_org_id],
      ],
    )
    assert.equal((await browser.tool('get_org_settings', {}, app.globex.org_id)).status, 403)
    const key = await browser.tool('create_api_key', { name: 'mine', scopes: ['ads:read'] }, app.acme.org_id)
    assert.match(key.body.error, /for an agency: make the key in the agency/)
    await app.db.query(`update members set role = 'member' where user_id = $1 and org_id = $2`, [
      user_id,
      app.agency_org_id,
    ])
    await app.db.query(`select pg_notify('tablero_directory', '')`)
    await app.settled(
      async () => (await browser.tool('get_org_settings', {}, app.acme.org_id)).status === 403,
      CHANGE_FELT_MS,
    )
  })

  test('is refused where the organization demands a second factor that the person lacks', async () => {
    const { browser } = people.get('viewer')!
    await app.db.query('update orgs set demands_two_factor = true where org_id = $1', [app.acme.org_id])
    await app.settled(
      async () => (await browser.tool('get_org_settings', {}, app.acme.org_id)).status === 403,
      CHANGE_FELT_MS,
    )
    assert.match((await browser.tool('get_org_settings', {}, app.acme.org_id)).body.error, /second factor/)
    await app.db.query('update orgs set demands_two_factor = false where org_id = $1', [app.acme.org_id])
    await app.settled(
      async () => (await browser.tool('get_org_settings', {}, app.acme.org_id)).status === 200,
      CHANGE_FELT_MS,
    )
  })
})

suite('an invitation', () => {
  test('leads a new person from the link to the organization', async () => {
    const admin = people.get('admin')!.browser
    const invited = await admin.tool('invite_user', { email: 'New@Example.com', role: 'viewer' }, app.acme.org_id)
    assert.equal(invited.body.result.mail, 'queued', invited.text)
    const token = new URL(invited.body.result.accept_url).hash.slice(1)
    const wrong = await people.get('viewer')!.browser.tool('accept_invitation', { token })
    assert.match(wrong.body.error, /another email address/)
    assert.ok(!wrong.text.includes('acme'))
    const browser = await new_person(app, 'new@example.com')
    const accepted = await browser.tool('accept_invitation', { token })
    assert.deepEqual(accepted.body.result, { org_id: app.acme.org_id, name: 'acme', role: 'viewer' }, accepted.text)
    await app.settled(
      async () => (await browser.tool('get_org_settings', {}, app.acme.org_id)).status === 200,
      CHANGE_FELT_MS,
    )
    const again = await browser.tool('accept_invitation', { token })
    assert.match(again.body.error, /not valid any more/)
    const { rows } = await app.db.query(
      `select actor, outcome from audit_log where org_id = $1 and tool = 'accept_invitation'`,
      [app.acme.org_id],
    )
    assert.deepEqual(
      rows.map(({ outcome }) => outcome),
      ['ok'],
    )
  })

  test('can be declined, and its email is sent by the queue', async () => {
    const admin = people.get('admin')!.browser
    const { body } = await admin.tool('invite_user', { email: 'viewer@example.org' }, app.acme.org_id)
    const browser = await new_person(app, 'viewer@example.org')
    const token = new URL(body.result.accept_url).hash.slice(1)
    assert.deepEqual((await browser.tool('decline_invitation', { token })).body.result, { declined: true })
    assert.match((await browser.tool('accept_invitation', { token })).body.error, /not valid any more/)
    await app.engine.mailing!.send_waiting()
    const mail = app.mails.find(({ to, subject }) => to === 'viewer@example.org' && subject.includes('acme'))
    assert.ok(mail?.text.includes(body.result.accept_url))
  })
})
