// Keys that people make: they do what their owner may do at the moment, and nothing more.
import assert from 'node:assert/strict'
import { randomBytes, randomUUID } from 'node:crypto'
import { after, before, beforeEach, suite, test } from 'node:test'
import { sql } from 'kysely'
import { in_org } from '#db/org.ts'
import { type Role, roles, scopes_of } from '#domain/roles.ts'
import { scopes } from '#domain/scopes.ts'
import { CHANGE_FELT_MS, type TestApp, test_app } from '#test/app.ts'
import { add_member, call_as_member, new_team, refusal_of, result_of, type Team } from '#test/people.ts'

let app: TestApp
before(async () => {
  app = await test_app({ seeded: false })
})
after(() => app.close())
const team = () => new_team(app)

suite('keys of people', () => {
  let acme: Team
  beforeEach(async () => {
    acme = await team()
  })

  const made_by = async (user_id: string, role: Role, wanted: object) =>
    call_as_member(app.engine, 'create_api_key', { name: 'agent', ...wanted }, { org_id: acme.org_id, role, user_id })

  test('have only scopes of their maker, an end, and a secret that is shown once', async () => {
    const made = result_of(await acme.ask('create_api_key', { name: 'agent', scopes: ['ads:read', 'admin:*'] }))
    assert.equal((await app.rest('list_members', {}, { key: made.key })).status, 200)
    assert.ok(Math.abs(Date.parse(made.expires_at) - Date.now() - 90 * 86_400_000) < 60_000)
    const listed = result_of(await acme.ask('list_api_keys'))
    assert.deepEqual([listed.keys[0].owner.user_id, listed.keys[0].status], [acme.admin, 'active'])
    assert.ok(!JSON.stringify(listed).includes(made.key))
    const viewer = await add_member(app.db, { org_id: acme.org_id, role: 'viewer' })
    assert.match(
      refusal_of(await made_by(viewer, 'viewer', { scopes: ['ads:read', 'ads:write'] })),
      /You lack ads:write/,
    )
    assert.match(refusal_of(await made_by(viewer, 'viewer', { scopes: [] })), /at least one scope/)
    const yesterday = new Date(Date.now() - 86_400_000).toISOString()
    assert.match(refusal_of(await made_by(viewer, 'viewer', { scopes: ['ads:read'], expires_at: yesterday })), /future/)
    assert.equal(
      result_of(await made_by(viewer, 'viewer', { scopes: ['ads:read'], expires_at: null })).expires_at,
      null,
    )
  })

  test('have only scopes of their owner, also where the code that calls PostgreSQL asks for more', async () => {
    const standings = [
      ...roles.map((role) => ({ role, is_approver: false })),
      { role: 'member', is_approver: true },
    ] as const
    for (const standing of standings) {
      const user_id = await add_member(app.db, { org_id: acme.org_id, ...standing })
      const allowed: string[] = []
      for (const scope of scopes)
        await in_org(app.engine.pool, { org_id: acme.org_id }, (db) =>
          sql`select make_key(${user_id}::uuid, 'x', ${`svc_${randomUUID().replaceAll('-', '').slice(0, 10)}`}, ${randomBytes(32)}, ${[scope]}::text[], null, 'agent')`.execute(
            db,
          ),
        ).then(
          () => allowed.push(scope),
          ({ code }) => assert.equal(code, '22023'),
        )
      assert.deepEqual(allowed.sort(), [...scopes_of(standing)].sort(), JSON.stringify(standing))
    }
  })

  test('can do no more than their owner at the moment, within a second', async () => {
    const user_id = await add_member(app.db, { org_id: acme.org_id, role: 'admin' })
    const { key } = result_of(await made_by(user_id, 'admin', { scopes: ['ads:read', 'admin:*', 'connections:write'] }))
    const status = async (tool: string, input: object) => (await app.rest(tool, input, { key })).status
    assert.equal(await status('list_members', {}), 200)
    result_of(await acme.ask('update_member_role', { user_id, role: 'member' }))
    await app.settled(async () => (await status('list_members', {})) === 403, CHANGE_FELT_MS)
    assert.equal(await status('trigger_sync', { platform: 'none' }), 400)
    result_of(await acme.ask('update_member_role', { user_id, role: 'viewer' }))
    await app.settled(async () => (await status('trigger_sync', { platform: 'none' })) === 403, CHANGE_FELT_MS)
    assert.equal(await status('query_mx_campaigns', {}), 200)
    const removed = result_of(await acme.ask('remove_member', { user_id }))
    assert.deepEqual([removed.revoked_keys, removed.revoked_grants], [1, 0])
    await app.settled(async () => (await status('query_mx_campaigns', {})) === 401, CHANGE_FELT_MS)
  })

  test('are seen and ended by their owner and by admins', async () => {
    const user_id = await add_member(app.db, { org_id: acme.org_id, role: 'viewer' })
    const by_viewer = (tool: string, input: object = {}) =>
      call_as_member(app.engine, tool, input, { org_id: acme.org_id, role: 'viewer', user_id })
    const mine = result_of(await made_by(user_id, 'viewer', { scopes: ['ads:read'] }))
    const theirs = result_of(await acme.ask('create_api_key', { name: 'admin', scopes: ['ads:read'] }))
    assert.deepEqual(
      [result_of(await by_viewer('list_api_keys')).total, result_of(await acme.ask('list_api_keys')).total],
      [1, 2],
    )
    const foreign = refusal_of(await by_viewer('revoke_api_key', { key_id: theirs.key_id }))
    assert.equal(refusal_of(await by_viewer('revoke_api_key', { key_id: randomUUID() })), foreign)
    assert.equal(refusal_of(await by_viewer('rename_api_key', { key_id: theirs.key_id, name: 'mine' })), foreign)
    result_of(await by_viewer('rename_api_key', { key_id: mine.key_id, name: 'laptop' }))
    assert.equal(result_of(await acme.ask('revoke_api_key', { key_id: mine.key_id })).revoked, true)
    assert.equal(result_of(await acme.ask('revoke_api_key', { key_id: mine.key_id })).revoked, false)
    assert.equal((await app.rest('query_mx_campaigns', {}, { key: mine.key })).status, 401)
  })

  test('are handed on by admins, and then limited by the new owner', async () => {
    const { key_id, key } = result_of(
      await acme.ask('create_api_key', { name: 'agent', scopes: ['ads:read', 'admin:*'] }),
    )
    const viewer = await add_member(app.db, { org_id: acme.org_id, role: 'viewer' })
    const foreign = await team()
    assert.match(refusal_of(await acme.ask('assign_api_key', { key_id, user_id: foreign.admin })), /No member/)
    assert.equal((await app.rest('list_members', {}, { key })).status, 200)
    result_of(await acme.ask('assign_api_key', { key_id, user_id: viewer }))
    await app.settled(async () => (await app.rest('list_members', {}, { key })).status === 403, CHANGE_FELT_MS)
  })

  test('speak for the person who declared it, so a key that is handed on acts for an agent', async () => {
    const made = { name: 'mine', scopes: ['actions:approve', 'actions:read'], acts_for: 'person' }
    const { key_id, key } = result_of(await acme.ask('create_api_key', made))
    const approve = () => app.rest('approve_action', { action_id: randomUUID() }, { key })
    assert.match((await approve()).body.error, /no action with this action_id/)
    result_of(await acme.ask('assign_api_key', { key_id, user_id: acme.admin }))
    assert.equal(result_of(await acme.ask('list_api_keys')).keys[0].acts_for, 'person', 'it has the same owner')
    const user_id = await add_member(app.db, { org_id: acme.org_id, role: 'admin' })
    result_of(await acme.ask('assign_api_key', { key_id, user_id }))
    await app.settled(async () => (await approve()).status === 403, CHANGE_FELT_MS)
    assert.match((await approve()).body.error, /acts for an agent/)
    assert.equal(result_of(await acme.ask('list_api_keys')).keys[0].acts_for, 'agent')
  })

  test('show their last use, to the minute', async () => {
    const { key, key_id } = result_of(await acme.ask('create_api_key', { name: 'agent', scopes: ['ads:read'] }))
    const shown = async () => result_of(await acme.ask('list_api_keys')).keys[0]
    assert.equal((await shown()).last_used_at, null)
    assert.equal((await app.rest('query_mx_campaigns', {}, { key })).status, 200)
    await app.engine.last_uses.store()
    assert.equal((await shown()).key_id, key_id)
    assert.ok(Math.abs(Date.parse((await shown()).last_used_at) - Date.now()) < 60_000)
  })

  test('do not see the tools of people', async () => {
    const { key } = await app.key(acme.org_id, scopes)
    for (const tool of ['list_api_keys', 'create_api_key', 'get_org_settings', 'get_me', 'create_org'])
      assert.equal((await app.rest(tool, {}, { key })).status, 404, tool)
  })
})
