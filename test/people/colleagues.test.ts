// Who of an agency may do what on which client, by session and by key, and when that ends.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, beforeEach, suite, test } from 'node:test'
import { type Role, roles, scopes_of_role } from '#domain/roles.ts'
import { scopes } from '#domain/scopes.ts'
import { create_key, set_client } from '#test/access.ts'
import { CHANGE_FELT_MS, type TestApp, test_app } from '#test/app.ts'
import { type Browser, join_org, new_person } from '#test/browser.ts'
import { add_member, new_agency, new_team, result_of, type Team } from '#test/people.ts'
import { unlimited } from '#test/unlimited.ts'
import { areas } from '#tools/index.ts'

let app: TestApp
before(async () => {
  app = await test_app({ seeded: false, areas: unlimited(areas) })
})
after(() => app.close())

const email_of = (user_id: string) => `${user_id}@example.com`
let agency: Team
let client: Team
beforeEach(async () => {
  agency = await new_agency(app)
  client = await new_team(app)
})

const requested = async (email = email_of(client.admin)) => result_of(await agency.ask('request_access', { email }))

/** Refused as input only after the caller may call the tool, so that no tool runs. */
const INVALID = { 'not a parameter': true }

suite('a colleague of an agency', () => {
  let browser: Browser
  let user_id: string
  let key: string
  before(async () => {
    browser = await new_person(app, 'colleague@example.com')
    user_id = (await browser.tool('get_me')).body.result.user_id
  })
  beforeEach(async () => {
    await set_client(app.db, agency.org_id, client.org_id, true)
    // Who approves in the agency approves nothing on its clients.
    const standing = { role: 'member', is_approver: true } as const
    await add_member(app.db, { org_id: agency.org_id, ...standing, user_id, email: 'colleague@example.com' })
    const made = await create_key(app.db, { org_id: agency.org_id, name: 'mine', scopes })
    await app.db.query('update api_keys set user_id = $1 where key_id = $2', [user_id, made.key_id])
    key = made.key
  })

  const statuses = async (tool: string, input: object = {}) => [
    (await browser.tool(tool, input, client.org_id)).status,
    (await app.rest(tool, input, { key, org_id: client.org_id })).status,
  ]
  const felt = (tool: string, wanted: number[]) =>
    app.settled(async () => String(await statuses(tool)) === String(wanted), CHANGE_FELT_MS)
  const give = async (role: Role) =>
    result_of(await agency.ask('set_client_access', { client_org_id: client.org_id, user_id, role }))

  test('acts on no client before the agency says so, and on no other client afterwards', async () => {
    assert.deepEqual(await statuses('list_connections'), [403, 403])
    await give('viewer')
    await felt('list_connections', [200, 200])
    const other = await new_team(app)
    await set_client(app.db, agency.org_id, other.org_id, true)
    assert.equal((await browser.tool('list_connections', {}, other.org_id)).status, 403)
    assert.equal((await app.rest('list_connections', {}, { key, org_id: other.org_id })).status, 403)
    const me = (await browser.tool('get_me')).body.result.organizations
    assert.deepEqual(
      me.map((one: Record<string, string>) => [one.org_id, one.role, one.agency_org_id]),
      [
        [agency.org_id, 'member', null],
        [client.org_id, 'viewer', agency.org_id],
      ],
    )
  })

  for (const role of roles)
    test(`who is ${role} there may call exactly the tools of this role, by session and by key`, async () => {
      await give(role)
      await felt('list_connections', [200, 200])
      const own = new Set<string>(scopes_of_role[role])
      for (const tool of app.engine.catalog.values()) {
        const is_allowed = tool.scopes.every((scope) => own.has(scope))
        const [by_session, by_key] = await statuses(tool.name, INVALID)
        assert.equal(by_session, is_allowed ? 400 : 403, `${tool.name} by session`)
        assert.equal(by_key, tool.internal ? 404 : is_allowed ? 400 : 403, `${tool.name} by key`)
      }
    })

  test('has the higher role where two agencies act on the client', async () => {
    await give('viewer')
    const other = await new_agency(app)
    await set_client(app.db, other.org_id, client.org_id, true)
    await add_member(app.db, { org_id: other.org_id, role: 'admin', user_id, email: 'colleague@example.com' })
    await app.settled(async () => {
      const me = (await browser.tool('get_me')).body.result.organizations as Record<string, string>[]
      return me.find(({ org_id }) => org_id === client.org_id)?.role === 'admin'
    }, CHANGE_FELT_MS)
  })

  for (const [about, end] of Object.entries<() => Promise<unknown>>({
    'the agency removes the access': () =>
      agency.ask('remove_client_access', { client_org_id: client.org_id, user_id }),
    'the client ends the access of the agency': () => client.ask('end_agency_access', { agency_org_id: agency.org_id }),
    'the agency gives the client up': () => agency.ask('end_agency_access', { client_org_id: client.org_id }),
  }))
    test(`is refused within a second when ${about}, and gets nothing back by itself`, async () => {
      await give('member')
      await felt('list_connections', [200, 200])
      result_of((await end()) as never)
      await felt('list_connections', [403, 403])
      await set_client(app.db, agency.org_id, client.org_id, true)
      assert.deepEqual(await statuses('list_connections'), [403, 403])
    })

  test('loses the client and the keys with the membership in the agency', async () => {
    await give('member')
    await felt('list_connections', [200, 200])
    result_of(await agency.ask('remove_member', { user_id }))
    await felt('list_connections', [403, 401])
    const { rows } = await app.db.query('select 1 from agency_access where user_id = $1 and org_id = $2', [
      user_id,
      agency.org_id,
    ])
    assert.equal(rows.length, 0)
  })

  test('who is a member of the client has this role there, not the one of the agency', async () => {
    await give('admin')
    await add_member(app.db, { org_id: client.org_id, role: 'viewer', user_id, email: 'colleague@example.com' })
    await felt('list_members', [403, 403])
    assert.deepEqual(await statuses('list_connections'), [200, 200])
  })

  test('decides nothing about agencies in the client, and ends no client with admins of its own', async () => {
    await give('admin')
    await felt('list_connections', [200, 200])
    const { request_id } = await requested()
    const { name } = (await app.db.query('select name from orgs where org_id = $1', [client.org_id])).rows[0]
    for (const [tool, input, sentence] of [
      ['end_agency_access', { agency_org_id: agency.org_id }, /Only members of/],
      ['accept_access_request', { request_id }, /Only members of/],
      ['list_access_requests', {}, /Only members of/],
      ['end_org', { name }, /admins of its own/],
    ] as const)
      assert.match((await browser.tool(tool, input, client.org_id)).body.error, sentence)
  })
})

test('a key without an owner acts on no client until it gets one', async () => {
  await set_client(app.db, agency.org_id, client.org_id, true)
  const { key, key_id } = await create_key(app.db, { org_id: agency.org_id, name: 'by the operator', scopes })
  const for_client = () => app.rest('list_connections', {}, { key, org_id: client.org_id })
  const refused = await for_client()
  assert.deepEqual([refused.status, refused.body.outcome], [403, 'denied_org'])
  assert.match(refused.body.error, /no owner.*An admin gives it one/)
  const unknown = await app.rest('list_connections', {}, { key, org_id: randomUUID() })
  assert.equal(unknown.body.error, refused.body.error)
  assert.equal((await app.rest('list_connections', {}, { key })).status, 200)
  result_of(await agency.ask('assign_api_key', { key_id, user_id: agency.admin }))
  await app.settled(async () => (await for_client()).status === 200, CHANGE_FELT_MS)
})

test('500 interleaved calls of a person in two organizations and in an agency beside them reach the right one', async () => {
  const browsers = [await new_person(app, 'tabs@example.com'), await new_person(app, 'other.tabs@example.com')]
  const second = await new_team(app)
  await set_client(app.db, agency.org_id, second.org_id, true)
  for (const [at, browser] of browsers.entries()) {
    await join_org(app, browser, { org_id: client.org_id, role: 'member' })
    const user_id = await join_org(app, browser, { org_id: agency.org_id, role: at === 0 ? 'admin' : 'member' })
    const on_client = { client_org_id: second.org_id, user_id, role: 'viewer' }
    if (at === 1) result_of(await agency.ask('set_client_access', on_client))
  }
  const orgs = [client.org_id, agency.org_id, second.org_id]
  const reached = async (n: number): Promise<void> => {
    const [browser, org_id] = [browsers[n % 2]!, orgs[n % 3]!]
    const { status, text } = await browser.tool('get_org_settings', {}, org_id)
    if (status === 503) return reached(n) // a slow machine refuses some of them
    assert.ok(status === 200 && text.includes(org_id), text)
    assert.ok(!orgs.some((other) => other !== org_id && text.includes(other)), text)
  }
  await app.settled(async () => (await browsers[1]!.tool('get_org_settings', {}, second.org_id)).status === 200)
  await Promise.all(Array.from({ length: 500 }, (_, n) => reached(n)))
})
