// Agencies: who of an agency may do what on which client, by session and by key, and how access begins and ends.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, beforeEach, suite, test } from 'node:test'
import { in_org } from '#db/org.ts'
import { set_client } from '#test/access.ts'
import { type TestApp, test_app } from '#test/app.ts'
import { add_member, call_as_member, new_agency, new_team, refusal_of, result_of, type Team } from '#test/people.ts'
import { unlimited } from '#test/unlimited.ts'
import { areas } from '#tools/index.ts'

let app: TestApp
before(async () => {
  app = await test_app({ seeded: false, areas: unlimited(areas) })
})
after(() => app.close())

const email_of = (user_id: string) => `${user_id}@example.com`
const tools_of = (rows: { tool: string }[]) => rows.map(({ tool }) => tool)
/** The recorded calls of an organization, oldest first. */
const chain_of = async (org_id: string) =>
  (await app.db.query('select tool, actor, caller_org_id from audit_log where org_id = $1 order by seq', [org_id])).rows

let agency: Team
let client: Team
beforeEach(async () => {
  agency = await new_agency(app)
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
    assert.equal(result_of(await client.ask('list_access_requests')).total, 0)
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
    const other = await new_agency(app)
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

  test('is one that the same transaction made: a session of calls cannot take an organization that exists', async () => {
    for (const org_id of [client.org_id, agency.org_id])
      await assert.rejects(
        in_org(app.engine.pool, { org_id: agency.org_id }, (_, session) =>
          session.query('select join_agency($1, 300)', [org_id]),
        ),
        /only an organization that this transaction made joins an agency/,
      )
    assert.deepEqual(result_of(await agency.ask('list_clients')).clients, [])
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
    const other = await new_agency(app)
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
