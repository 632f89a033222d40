// list_calls: a client sees in its own record who acted, also which agency with which key, and nothing of organizations apart.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, beforeEach, suite, test } from 'node:test'
import { scopes } from '#domain/scopes.ts'
import { find_run } from '#engine/calls/runs/follow_up.ts'
import { create_key, set_client } from '#test/access.ts'
import { CHANGE_FELT_MS, type TestApp, test_app } from '#test/app.ts'
import { new_person } from '#test/browser.ts'
import { add_member, call_as_member, new_agency, new_team, result_of, type Team } from '#test/people.ts'
import { unlimited } from '#test/unlimited.ts'
import { areas } from '#tools/index.ts'

interface Shown {
  call: string
  actor: string | null
  actor_name: string | null
  caller_org: { org_id: string; name: string } | null
  wanted_org_id: string | null
  tool: string
  outcome: string
}

let app: TestApp
let agency: Team
let client: Team
before(async () => {
  app = await test_app({ seeded: false, areas: unlimited(areas) })
})
after(() => app.close())
beforeEach(async () => {
  agency = await new_agency(app)
  client = await new_team(app)
})

/** The client's record, oldest first, without the calls that read it. */
async function shown(team: Team, input: object = {}): Promise<Shown[]> {
  await app.engine.recorder.flush()
  const { calls } = result_of(await team.ask('list_calls', input)) as { calls: Shown[] }
  return calls.filter(({ tool }) => tool !== 'list_calls').reverse()
}

async function key_of(team: Team, name: string) {
  const made = await create_key(app.db, { org_id: team.org_id, name, scopes })
  await app.db.query('update api_keys set user_id = $1 where key_id = $2', [team.admin, made.key_id])
  return made
}

const name_of = async ({ org_id }: Team) =>
  (await app.db.query('select name from orgs where org_id = $1', [org_id])).rows[0].name

suite('the record of a client', () => {
  test('does not say whose run it was that was asked for', async () => {
    const other = await new_team(app)
    const { rows } = await app.db.query(
      `insert into runs (org_id, tool, actor, request_id, transport, input, input_hash, state, created_at)
       values ($1, 'trigger_sync', 'key:x', 'r', 'mcp', '{}', '\\x00', 'delegated', now()) returning run_id`,
      [other.org_id],
    )
    const { key } = await key_of(client, 'curious')
    for (const run_id of [rows[0].run_id, randomUUID()]) {
      const asked = { credential: key, org_id: undefined, request_id: randomUUID(), run_id }
      assert.equal(await find_run(app.engine, { ...asked, is_there: (_): _ is never => true }), undefined)
    }
    const runs = (await shown(client)).filter(({ tool }) => tool === 'unknown_run')
    assert.deepEqual(
      runs.map(({ wanted_org_id }) => wanted_org_id),
      [null, null],
    )
  })

  test('names the agency and its key, also after the agency lost access', async () => {
    await set_client(app.db, agency.org_id, client.org_id, true)
    const { key, key_id } = await key_of(agency, 'weekly report')
    const as = { key, org_id: client.org_id }
    await app.settled(async () => (await app.rest('list_connections', {}, as)).status === 200, CHANGE_FELT_MS)
    await set_client(app.db, agency.org_id, client.org_id, false)
    const by_agency = (await shown(client)).find(({ tool }) => tool === 'list_connections')!
    const { actor, actor_name, caller_org, outcome } = by_agency
    assert.deepEqual(
      { actor, actor_name, caller_org, outcome },
      {
        ...{ actor: `key:${key_id}`, actor_name: 'weekly report', outcome: 'ok' },
        caller_org: { org_id: agency.org_id, name: await name_of(agency) },
      },
    )
  })

  test('names its own people, and a person of the agency', async () => {
    await set_client(app.db, agency.org_id, client.org_id, true)
    const browser = await new_person(app, 'colleague@example.com')
    const { user_id } = (await browser.tool('get_me')).body.result
    await add_member(app.db, { org_id: agency.org_id, role: 'admin', user_id, email: 'colleague@example.com' })
    await app.settled(
      async () => (await browser.tool('list_connections', {}, client.org_id)).status === 200,
      CHANGE_FELT_MS,
    )
    result_of(await client.ask('list_members'))
    const calls = await shown(client)
    assert.deepEqual(
      calls
        .filter(({ outcome }) => outcome === 'ok')
        .map(({ tool, actor, actor_name, caller_org }) => [tool, actor, actor_name, caller_org?.org_id]),
      [
        ['list_connections', `user:${user_id}`, 'Ana', agency.org_id],
        ['list_members', `user:${client.admin}`, 'Ana', undefined],
      ],
    )
  })

  test('names nobody of an organization that does not act on it: one that was refused, and one that declined', async () => {
    const { key } = await key_of(await new_team(app), 'of somebody else')
    assert.equal((await app.rest('list_connections', {}, { key, org_id: agency.org_id })).status, 403)
    const { request_id } = result_of(await agency.ask('request_access', { email: `${client.admin}@example.com` }))
    result_of(await client.ask('decline_access_request', { request_id }))
    const calls = await shown(agency)
    assert.deepEqual(
      calls.map(({ tool, actor, actor_name, caller_org }) => [tool, actor, actor_name, caller_org]).sort(),
      [
        ['decline_access_request', null, null, null],
        ['other_organization', null, null, null],
        ['request_access', `user:${agency.admin}`, 'Ana', null],
      ],
    )
    assert.ok(!JSON.stringify(calls).includes(client.org_id))
  })

  test('is read in pages, by a part of the name of a tool and by outcome, and by admins alone', async () => {
    for (const tool of ['list_members', 'get_org_settings', 'list_members', 'list_nothing', 'list_members'])
      await client.ask(tool)
    await app.engine.recorder.flush()
    const seen: string[] = []
    let before: string | undefined
    do {
      const { calls, next_before } = result_of(await client.ask('list_calls', { limit: 2, tool: 'MEMB', before }))
      assert.ok(calls.length <= 2)
      seen.push(...calls.map(({ call }: Shown) => call))
      before = next_before ?? undefined
    } while (before)
    assert.deepEqual(seen, ['5', '3', '1'])
    assert.deepEqual(
      (await shown(client, { outcome: 'not_found' })).map(({ tool }) => tool),
      ['unknown'],
    )
    assert.deepEqual(await shown(client, { tool: '%' }), [])
    const by_member = await call_as_member(app.engine, 'list_calls', {}, { org_id: client.org_id, role: 'member' })
    assert.equal(by_member.outcome, 'denied_scope')
  })
})
