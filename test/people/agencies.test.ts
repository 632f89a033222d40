// Agencies: who of an agency may do what on which client, by session and by key, and how access begins and ends.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, beforeEach, suite, test } from 'node:test'
import { type Role, roles, scopes_of_role } from '#domain/roles.ts'
import { scopes } from '#domain/scopes.ts'
import { create_key, set_client } from '#test/access.ts'
import { CHANGE_FELT_MS, type TestApp, test_app } from '#test/app.ts'
import { type Browser, new_person } from '#test/browser.ts'
import { add_member, call_as_member, new_team, refusal_of, result_of, type Team } from '#test/people.ts'
import { unlimited } from '#test/unlimited.ts'
import { areas } from '#tools/index.ts'

let app: TestApp
before(async () => {
  app = await test_app({ seeded: false, areas: unlimited(areas) })
})
after(() => app.close())

async function new_agency(): Promise<Team> {
  const team = await new_team(app)
  await app.db.query(`update orgs set kind = 'agency' where org_id = $1`, [team.org_id])
  return team
}

const email_of = (user_id: string) => `${user_id}@example.com`
const tools_of = (rows: { tool: string }[]) => rows.map(({ tool }) => tool)
/** The recorded calls of an organization, oldest first. */
const chain_of = async (org_id: string) =>
  (await app.db.query('select tool, actor, caller_org_id from audit_log where org_id = $1 order by seq', [org_id])).rows

let agency: Team
let client: Team
beforeEach(async () => {
  agency = await new_agency()
  client = await new_team(app)
})

const requested = async (email = email_of(client.admin)) => result_of(await agency.ask('request_access', { email }))

suite('a request for access', () => {
  test('is found by the person it names, and gives the agency the organization that this person chooses', async () => {
    const { request_id, mail } = await requested()
    assert.equal(mail, 'queued')
    const [request] = result_of(await client.ask('list_access_requests')).requests
    assert.deepEqual([request.request_id, request.agency_org_id], [request_id, agency.org_id])
    assert.deepEqual(result_of(await agency.ask('list_clients')).clients, [])
    const accepted = result_of(await client.ask('accept_access_request', { request_id }))
    assert.equal(accepted.agency_org_id, agency.org_id)
    const listed = result_of(await agency.ask('list_clients'))
    assert.deepEqual(
      listed.clients.map((one: { client_org_id: string; admins: number }) => [one.client_org_id, one.admins]),
      [[client.org_id, 1]],
    )
    assert.deepEqual(listed.requests, [])
    assert.deepEqual(result_of(await client.ask('list_members')).agencies, [
      { agency_org_id: agency.org_id, name: accepted.name },
    ])
  })

  test('is sent by email, which names the agency and no organization of the reader', async () => {
    await requested()
    await app.engine.mailing!.send_waiting()
    const mail = app.mails.find(({ to }) => to === email_of(client.admin))!
    const { name } = (await app.db.query('select name from orgs where org_id = $1', [agency.org_id])).rows[0]
    assert.ok(mail.text.includes(name) && !mail.text.includes(client.org_id))
  })

  test('reveals nothing: an admin, a member, a colleague, a client already and nobody get the same answer', async () => {
    const viewer = await add_member(app.db, { org_id: client.org_id, role: 'viewer' })
    const other = await new_team(app)
    await set_client(app.db, agency.org_id, other.org_id, true)
    const addresses = [client.admin, viewer, agency.admin, other.admin, randomUUID()].map(email_of)
    const shapes = new Set<string>()
    for (const email of addresses) {
      const { request_id, expires_at, ...rest } = await requested(email)
      assert.match(request_id, /^[0-9a-f-]{36}$/)
      shapes.add(JSON.stringify({ ...rest, email: rest.email === email, days: expires_at.slice(0, 10) }))
    }
    assert.equal(shapes.size, 1)
    const listed = result_of(await agency.ask('list_clients')).requests
    assert.deepEqual(new Set(listed.map(({ status }: { status: string }) => status)), new Set(['pending']))
    const again = await Promise.all(addresses.map((email) => requested(email)))
    assert.equal(new Set(again.map(({ mail }) => mail)).size, 1)
    // The address of a viewer leads nowhere: a viewer may not even list requests.
    const by_viewer = await call_as_member(
      app.engine,
      'list_access_requests',
      {},
      {
        ...{ org_id: client.org_id, role: 'viewer', user_id: viewer },
      },
    )
    assert.equal(by_viewer.outcome, 'denied_scope')
  })

  test('is answered by the person it names alone, once, and only while it is valid', async () => {
    const { request_id } = await requested()
    const colleague = await add_member(app.db, { org_id: client.org_id, role: 'admin' })
    const as_colleague = (tool: string, input: object) =>
      call_as_member(app.engine, tool, input, { org_id: client.org_id, role: 'admin', user_id: colleague })
    assert.equal(result_of(await as_colleague('list_access_requests', {})).total, 0)
    const foreign = refusal_of(await as_colleague('accept_access_request', { request_id }))
    const unknown = { request_id: randomUUID() }
    assert.equal(refusal_of(await client.ask('accept_access_request', unknown)), foreign)
    assert.equal(refusal_of(await client.ask('decline_access_request', unknown)), foreign)
    assert.equal(refusal_of(await (await new_team(app)).ask('decline_access_request', { request_id })), foreign)
    await app.db.query('update access_requests set expires_at = now() where request_id = $1', [request_id])
    assert.equal(refusal_of(await client.ask('accept_access_request', { request_id })), foreign)
    assert.equal(result_of(await agency.ask('list_clients')).requests[0].status, 'expired')
    assert.equal((await requested()).request_id, request_id)
    result_of(await client.ask('accept_access_request', { request_id }))
    assert.equal(refusal_of(await client.ask('accept_access_request', { request_id })), foreign)
  })

  test('accepted in two organizations at the same moment gives the agency one of them', async () => {
    const second = await new_team(app)
    await add_member(app.db, {
      org_id: second.org_id,
      role: 'admin',
      user_id: client.admin,
      email: email_of(client.admin),
    })
    const { request_id } = await requested()
    const accept = (org_id: string) =>
      call_as_member(
        app.engine,
        'accept_access_request',
        { request_id },
        { org_id, role: 'admin', user_id: client.admin },
      )
    const ends = await Promise.all([accept(client.org_id), accept(second.org_id), accept(client.org_id)])
    assert.equal(ends.filter(({ ok }) => ok).length, 1)
    assert.equal(result_of(await agency.ask('list_clients')).total, 1)
  })

  test('can be declined by the client and withdrawn by the agency', async () => {
    const declined = await requested()
    result_of(await client.ask('decline_access_request', { request_id: declined.request_id }))
    const withdrawn = await requested()
    const other = await new_agency()
    assert.match(
      refusal_of(await other.ask('withdraw_access_request', { request_id: withdrawn.request_id })),
      /no such request/,
    )
    result_of(await agency.ask('withdraw_access_request', { request_id: withdrawn.request_id }))
    assert.equal(result_of(await client.ask('list_access_requests')).total, 0)
    assert.deepEqual(result_of(await agency.ask('list_clients')).clients, [])
  })

  test('is made by agencies alone, for an address, and at most 50 wait at a time', async () => {
    for (const [tool, input] of [
      ['request_access', { email: 'ana@example.com' }],
      ['create_client', { name: 'Norte', currency: 'MXN', time_zone: 'UTC' }],
    ] as const)
      assert.match(refusal_of(await client.ask(tool, input)), /is no agency/)
    assert.match(refusal_of(await agency.ask('request_access', { email: 'ana' })), /one email address/)
    await app.db.query(
      `insert into access_requests (org_id, email, requested_by, created_at, expires_at)
       select $1, n || '@example.com', 'test', now(), now() + interval '1 day' from generate_series(1, 50) n`,
      [agency.org_id],
    )
    assert.match(
      refusal_of(await agency.ask('request_access', { email: 'ana@example.com' })),
      /at most 50 open requests/,
    )
    await requested('7@example.com') // one of them, renewed
  })
})

suite('a client', () => {
  test('made by an agency belongs to it, has its own figures, and names what is wrong with a value', async () => {
    const input = { name: ' Norte Café ', currency: 'MXN', time_zone: 'America/Mexico_City' }
    const { org_id } = result_of(await agency.ask('create_client', input))
    const [made] = result_of(await agency.ask('list_clients')).clients
    assert.deepEqual([made.client_org_id, made.name, made.currency, made.admins], [org_id, 'Norte Café', 'MXN', 0])
    for (const [wrong, sentence] of [
      [{ name: ' ' }, /must not be empty/],
      [{ name: 'x'.repeat(200) }, /at most 100/],
      [{ currency: 'MXM' }, /for example MXN/],
      [{ time_zone: 'America/Mexico-City' }, /for example America\/Mexico_City/],
      [{ time_zone: 'mexico city' }, /for example America\/Mexico_City/],
    ] as const)
      assert.match(refusal_of(await agency.ask('create_client', { ...input, ...wrong })), sentence)
    assert.equal(result_of(await agency.ask('list_clients')).total, 1)
  })

  test('without an admin of its own is not given up, because nobody could open it', async () => {
    const input = { name: 'Norte', currency: 'MXN', time_zone: 'UTC' }
    const { org_id: client_org_id } = result_of(await agency.ask('create_client', input))
    assert.match(refusal_of(await agency.ask('end_agency_access', { client_org_id })), /no admin of its own/)
    await add_member(app.db, { org_id: client_org_id, role: 'admin' })
    result_of(await agency.ask('end_agency_access', { client_org_id }))
    assert.equal(result_of(await agency.ask('list_clients')).total, 0)
  })

  test('and the agency have one sentence for an agency, a client or a colleague of others', async () => {
    await set_client(app.db, agency.org_id, client.org_id, true)
    const other = await new_agency()
    for (const agency_org_id of [other.org_id, randomUUID()])
      assert.match(refusal_of(await client.ask('end_agency_access', { agency_org_id })), /No such agency/)
    for (const client_org_id of [other.org_id, randomUUID()]) {
      assert.match(refusal_of(await agency.ask('end_agency_access', { client_org_id })), /no such client/)
      const user_id = await add_member(app.db, { org_id: agency.org_id, role: 'member' })
      for (const tool of ['set_client_access', 'remove_client_access'])
        assert.match(
          refusal_of(await agency.ask(tool, { client_org_id, user_id, ...(tool[0] === 's' && { role: 'viewer' }) })),
          /no such client/,
        )
    }
    const input = { client_org_id: client.org_id, user_id: client.admin, role: 'viewer' }
    assert.match(refusal_of(await agency.ask('set_client_access', input)), /No member/)
    const of_admin = { ...input, user_id: agency.admin }
    assert.match(refusal_of(await agency.ask('set_client_access', of_admin)), /act on all clients as admin/)
    for (const both of [{}, { agency_org_id: agency.org_id, client_org_id: client.org_id }])
      assert.match(refusal_of(await agency.ask('end_agency_access', both)), /Name either/)
  })

  test('sees each decision in its chain, and the agency in its own', async () => {
    const { org_id: made } = result_of(
      await agency.ask('create_client', { name: 'Norte', currency: 'MXN', time_zone: 'UTC' }),
    )
    const { request_id } = await requested()
    result_of(await client.ask('accept_access_request', { request_id }))
    const user_id = await add_member(app.db, { org_id: agency.org_id, role: 'member' })
    const on_client = { client_org_id: client.org_id, user_id }
    result_of(await agency.ask('set_client_access', { ...on_client, role: 'viewer' }))
    result_of(await agency.ask('remove_client_access', on_client))
    result_of(await client.ask('end_agency_access', { agency_org_id: agency.org_id }))
    const shared = ['accept_access_request', 'set_client_access', 'remove_client_access', 'end_agency_access']
    assert.deepEqual(tools_of(await chain_of(agency.org_id)), ['create_client', 'request_access', ...shared])
    assert.deepEqual(tools_of(await chain_of(client.org_id)), shared)
    const [created] = await chain_of(made)
    assert.deepEqual(created, { tool: 'create_client', actor: `user:${agency.admin}`, caller_org_id: agency.org_id })
    const by = (await chain_of(client.org_id)).map(
      ({ caller_org_id }: { caller_org_id: string | null }) => caller_org_id,
    )
    assert.deepEqual(by, [null, agency.org_id, agency.org_id, null])
  })

  test('and its agency can decide at the same moment, again and again, without a deadlock', async () => {
    for (let round = 0; round < 20; round++) {
      await set_client(app.db, agency.org_id, client.org_id, true)
      const ends = await Promise.all([
        client.ask('end_agency_access', { agency_org_id: agency.org_id }),
        agency.ask('end_agency_access', { client_org_id: client.org_id }),
      ])
      assert.ok(
        ends.every(({ ok, outcome }) => ok || outcome === 'error'),
        JSON.stringify(ends),
      )
      assert.ok(ends.some(({ ok }) => ok))
    }
  })
})

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
    await add_member(app.db, { org_id: agency.org_id, role: 'member', user_id, email: 'colleague@example.com' })
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
    const { user_id, email } = (await browser.tool('get_me')).body.result
    await add_member(app.db, { org_id: client.org_id, role: 'member', user_id, email })
    await add_member(app.db, { org_id: agency.org_id, role: at === 0 ? 'admin' : 'member', user_id, email })
    const on_client = { client_org_id: second.org_id, user_id, role: 'viewer' }
    if (at === 1) result_of(await agency.ask('set_client_access', on_client))
  }
  const orgs = [client.org_id, agency.org_id, second.org_id]
  const reached = async (n: number) => {
    const [browser, org_id] = [browsers[n % 2]!, orgs[n % 3]!]
    const { status, text } = await browser.tool('get_org_settings', {}, org_id)
    assert.ok(status === 200 && text.includes(org_id), text)
    assert.ok(!orgs.some((other) => other !== org_id && text.includes(other)), text)
  }
  await app.settled(async () => (await browsers[1]!.tool('get_org_settings', {}, second.org_id)).status === 200)
  await Promise.all(Array.from({ length: 500 }, (_, n) => reached(n)))
})
