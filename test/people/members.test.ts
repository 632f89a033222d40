// Members, invitations and keys, through the tools of people. Sign-in itself is tested in test/accounts.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, beforeEach, suite, test } from 'node:test'
import { type Role, roles, scopes_of_role } from '#domain/roles.ts'
import { scopes } from '#domain/scopes.ts'
import type { Answer } from '#engine/calls/call.ts'
import { accept_invitation, type Person } from '#engine/people/invitations.ts'
import { in_org } from '#db/org.ts'
import { CHANGE_FELT_MS, type TestApp, test_app } from '#test/app.ts'
import { create_org } from '#test/access.ts'
import { add_member, call_as_member } from '#test/people.ts'

let app: TestApp
before(async () => {
  app = await test_app({ seeded: false })
})
after(() => app.close())

/** A new organization with one admin. */
interface Team {
  org_id: string
  admin: string
  /** Calls in the name of the admin. */
  ask(tool: string, input?: object): Promise<Answer>
}

async function team(): Promise<Team> {
  const org_id = await create_org(app.engine.pool, { name: `team ${randomUUID()}` })
  const admin = await add_member(app.db, { org_id, role: 'admin' })
  return {
    org_id,
    admin,
    ask: (tool, input = {}) => call_as_member(app.engine, tool, input, { org_id, role: 'admin', user_id: admin }),
  }
}

// biome-ignore lint/suspicious/noExplicitAny: a test reads any field of the answer
function result(answer: Answer): any {
  assert.ok(answer.ok, answer.ok ? '' : answer.error)
  return answer.result
}

function refusal(answer: Answer): string {
  assert.ok(!answer.ok, 'the call was not refused')
  assert.equal(answer.outcome, 'error')
  return answer.error
}

const person = (email: string | null, user_id = randomUUID()): Person => ({
  user_id,
  name: 'Ana',
  verified_email: email,
  two_factor: false,
})

const token_of = (url: string) => new URL(url).hash.slice(1)

const accept = (org_id: string, token: string, by: Person) =>
  in_org(app.engine.pool, { org_id }, (db) =>
    accept_invitation(
      { db, now: new Date(), caller: { actor: `user:${by.user_id}` }, request_id: null },
      { token, person: by },
    ),
  )

suite('roles', () => {
  test('a viewer has 14 scopes, a member 27, an admin all 29', () => {
    assert.deepEqual(
      roles.map((role) => [role, scopes_of_role[role].length]),
      [
        ['admin', 29],
        ['member', 27],
        ['viewer', 14],
      ],
    )
    assert.ok(!scopes_of_role.viewer.includes('billing:read'))
    assert.deepEqual(
      scopes.filter((scope) => !scopes_of_role.member.includes(scope)),
      ['actions:approve', 'admin:*'],
    )
  })
})

suite('invitations', () => {
  let acme: Team
  beforeEach(async () => {
    acme = await team()
  })

  test('normalize the address, say the end, and show the link once', async () => {
    const invited = result(await acme.ask('invite_user', { email: '  Ana@EXÄMPLE.com ' }))
    assert.equal(invited.email, 'ana@xn--exmple-cua.com')
    assert.equal(invited.role, 'member')
    assert.ok(Math.abs(Date.parse(invited.expires_at) - Date.now() - 7 * 86_400_000) < 60_000)
    assert.equal(token_of(invited.accept_url).length, 43)
    const listed = result(await acme.ask('list_invitations'))
    assert.equal(listed.total, 1)
    assert.equal(listed.invitations[0].status, 'pending')
    assert.ok(!JSON.stringify(listed).includes(token_of(invited.accept_url)))
  })

  for (const email of ['ana', 'a@b', 'ana@example.com\nBcc: all', `${'a'.repeat(250)}@example.com`, 'a b@example.com', '', '@x.com'])
    test(`refuse ${JSON.stringify(email.slice(0, 30))} as an address`, async () => {
      assert.match(refusal(await acme.ask('invite_user', { email })), /one e-mail address of at most 254 characters/)
    })

  test('refuse an unknown role, and name the three', async () => {
    assert.match(refusal(await acme.ask('invite_user', { email: 'a@example.com', role: 'owner' })), /admin, member, viewer/)
  })

  test('renew: the same id, a new link, and the old one no longer works', async () => {
    const first = result(await acme.ask('invite_user', { email: 'ana@example.com' }))
    const second = result(await acme.ask('invite_user', { email: 'ANA@example.com', role: 'viewer' }))
    assert.equal(second.invitation_id, first.invitation_id)
    assert.deepEqual([first.renewed, second.renewed], [false, true])
    await assert.rejects(accept(acme.org_id, token_of(first.accept_url), person('ana@example.com')), /not valid any more/)
    assert.deepEqual(await accept(acme.org_id, token_of(second.accept_url), person('ana@example.com')), { role: 'viewer' })
  })

  test('are accepted once, by the owner of the verified address alone', async () => {
    const { accept_url } = result(await acme.ask('invite_user', { email: 'ana@example.com' }))
    const token = token_of(accept_url)
    for (const other of ['eva@example.com', null])
      await assert.rejects(accept(acme.org_id, token, person(other)), /for another e-mail address/)
    await accept(acme.org_id, token, person('ana@example.com'))
    await assert.rejects(accept(acme.org_id, token, person('ana@example.com')), /not valid any more/)
    assert.match(refusal(await acme.ask('invite_user', { email: 'ana@example.com' })), /a member of this organization already/)
  })

  test('accepted by 200 requests at the same moment make one member', async () => {
    const { accept_url } = result(await acme.ask('invite_user', { email: 'ana@example.com' }))
    const ends = await Promise.allSettled(
      Array.from({ length: 200 }, () => accept(acme.org_id, token_of(accept_url), person('ana@example.com'))),
    )
    assert.equal(ends.filter(({ status }) => status === 'fulfilled').length, 1)
    assert.equal(result(await acme.ask('list_members')).total, 2)
  })

  test('have one sentence for expired, revoked and unknown links', async () => {
    const { invitation_id, accept_url } = result(await acme.ask('invite_user', { email: 'ana@example.com' }))
    await app.db.query(`update invitations set expires_at = now() where invitation_id = $1`, [invitation_id])
    const tried = (token: string) => accept(acme.org_id, token, person('ana@example.com')).catch(({ message }) => message)
    const expired = await tried(token_of(accept_url))
    assert.equal(result(await acme.ask('list_invitations')).invitations[0].status, 'expired')
    result(await acme.ask('revoke_invitation', { invitation_id }))
    assert.deepEqual([await tried(token_of(accept_url)), await tried('x'.repeat(43))], [expired, expired])
  })

  test('are revoked by their organization alone, and not after they were accepted', async () => {
    const { invitation_id, accept_url } = result(await acme.ask('invite_user', { email: 'ana@example.com' }))
    const other = await team()
    const foreign = refusal(await other.ask('revoke_invitation', { invitation_id }))
    assert.equal(refusal(await acme.ask('revoke_invitation', { invitation_id: randomUUID() })), foreign)
    await accept(acme.org_id, token_of(accept_url), person('ana@example.com'))
    assert.match(refusal(await acme.ask('revoke_invitation', { invitation_id })), /remove_member/)
    const all = result(await acme.ask('list_invitations', { include_accepted: true }))
    assert.deepEqual([all.total, all.invitations[0].status], [1, 'accepted'])
    assert.equal(result(await acme.ask('list_invitations')).total, 0)
  })

  test('are at most 100 at a time', async () => {
    await app.db.query(
      `insert into invitations (org_id, email, role, token_hash, invited_by, created_at, expires_at)
       select $1, n || '@example.com', 'viewer', sha256(n::text::bytea), 'test', now(), now() from generate_series(1, 100) n`,
      [acme.org_id],
    )
    assert.match(refusal(await acme.ask('invite_user', { email: 'ana@example.com' })), /at most 100 open invitations/)
    result(await acme.ask('invite_user', { email: '7@example.com' })) // one of them, renewed
    const listed = result(await acme.ask('list_invitations', { limit: 5 }))
    assert.deepEqual([listed.count, listed.total, listed.truncated], [5, 100, true])
    assert.match(refusal(await acme.ask('list_invitations', { limit: 201 })), /at most 200/)
  })
})

suite('members', () => {
  let acme: Team
  beforeEach(async () => {
    acme = await team()
  })

  test('the last admin can neither leave nor be demoted', async () => {
    const { admin: user_id } = acme
    for (const [tool, input] of [
      ['remove_member', { user_id }],
      ['update_member_role', { user_id, role: 'viewer' }],
    ] as const)
      assert.match(refusal(await acme.ask(tool, input)), /last admin.*Promote another member/)
  })

  test('two admins who remove each other at the same moment leave one', async () => {
    for (let round = 0; round < 10; round++) {
      const { org_id, admin } = await team()
      const other = await add_member(app.db, { org_id, role: 'admin' })
      const by = (user_id: string, removed: string) =>
        call_as_member(app.engine, 'remove_member', { user_id: removed }, { org_id, role: 'admin', user_id })
      const ends = await Promise.all([by(admin, other), by(other, admin)])
      assert.equal(ends.filter(({ ok }) => ok).length, 1)
    }
  })

  test('update_member_role says which of its two parameters is missing, and when nothing changes', async () => {
    const user_id = await add_member(app.db, { org_id: acme.org_id, role: 'member' })
    assert.match(refusal(await acme.ask('update_member_role', { user_id })), /^role is missing/)
    assert.match(refusal(await acme.ask('update_member_role', { role: 'admin' })), /^user_id is missing/)
    const change = async (role: Role) => result(await acme.ask('update_member_role', { user_id, role }))
    assert.equal((await change('member')).changed, false)
    assert.deepEqual(await change('viewer'), { user_id, role: 'viewer', role_before: 'member', changed: true })
  })

  test('an unknown member and one of another organization get the same sentence', async () => {
    const other = await team()
    for (const [tool, more] of [
      ['remove_member', {}],
      ['update_member_role', { role: 'viewer' }],
    ] as const) {
      const unknown = refusal(await acme.ask(tool, { user_id: randomUUID(), ...more }))
      assert.equal(refusal(await acme.ask(tool, { user_id: other.admin, ...more })), unknown)
    }
  })

  test('the right to approve belongs to members alone, and ends with the role', async () => {
    const user_id = await add_member(app.db, { org_id: acme.org_id, role: 'member' })
    result(await acme.ask('set_member_approver', { user_id, is_approver: true }))
    const shown = async () => result(await acme.ask('list_members')).members.find((one: { user_id: string }) => one.user_id === user_id)
    assert.equal((await shown()).is_approver, true)
    result(await acme.ask('update_member_role', { user_id, role: 'viewer' }))
    assert.equal((await shown()).is_approver, false)
    assert.match(refusal(await acme.ask('set_member_approver', { user_id, is_approver: true })), /viewer changes nothing/)
  })

  test('each change has its record with the actor', async () => {
    const user_id = await add_member(app.db, { org_id: acme.org_id, role: 'member' })
    result(await acme.ask('update_member_role', { user_id, role: 'admin' }))
    result(await acme.ask('remove_member', { user_id }))
    const { rows } = await app.db.query(
      'select record, actor, before, after from record_changes where org_id = $1 order by change_id',
      [acme.org_id],
    )
    assert.deepEqual(
      rows.map(({ record, actor, before, after }) => [record, actor, before?.role, after?.role]),
      [
        ['member', `user:${acme.admin}`, 'member', 'admin'],
        ['member', `user:${acme.admin}`, 'admin', undefined],
      ],
    )
  })
})

suite('keys of people', () => {
  let acme: Team
  beforeEach(async () => {
    acme = await team()
  })

  const made_by = async (user_id: string, role: Role, wanted: object) =>
    call_as_member(app.engine, 'create_api_key', { name: 'agent', ...wanted }, { org_id: acme.org_id, role, user_id })

  test('have only scopes of their maker, an end, and a secret that is shown once', async () => {
    const made = result(await acme.ask('create_api_key', { name: 'agent', scopes: ['ads:read', 'admin:*'] }))
    assert.equal((await app.rest('list_members', {}, { key: made.key })).status, 200)
    assert.ok(Math.abs(Date.parse(made.expires_at) - Date.now() - 90 * 86_400_000) < 60_000)
    const listed = result(await acme.ask('list_api_keys'))
    assert.deepEqual([listed.keys[0].owner.user_id, listed.keys[0].status], [acme.admin, 'active'])
    assert.ok(!JSON.stringify(listed).includes(made.key))
    const viewer = await add_member(app.db, { org_id: acme.org_id, role: 'viewer' })
    assert.match(refusal(await made_by(viewer, 'viewer', { scopes: ['ads:read', 'ads:write'] })), /You lack ads:write/)
    assert.match(refusal(await made_by(viewer, 'viewer', { scopes: [] })), /at least one scope/)
    const yesterday = new Date(Date.now() - 86_400_000).toISOString()
    assert.match(refusal(await made_by(viewer, 'viewer', { scopes: ['ads:read'], expires_at: yesterday })), /future/)
    assert.equal(result(await made_by(viewer, 'viewer', { scopes: ['ads:read'], expires_at: null })).expires_at, null)
  })

  test('can do no more than their owner at the moment, within a second', async () => {
    const user_id = await add_member(app.db, { org_id: acme.org_id, role: 'admin' })
    const { key } = result(await made_by(user_id, 'admin', { scopes: ['ads:read', 'admin:*', 'connections:write'] }))
    const status = async (tool: string, input: object) => (await app.rest(tool, input, { key })).status
    assert.equal(await status('list_members', {}), 200)
    result(await acme.ask('update_member_role', { user_id, role: 'member' }))
    await app.settled(async () => (await status('list_members', {})) === 403, CHANGE_FELT_MS)
    assert.equal(await status('trigger_sync', { platform: 'none' }), 400)
    result(await acme.ask('update_member_role', { user_id, role: 'viewer' }))
    await app.settled(async () => (await status('trigger_sync', { platform: 'none' })) === 403, CHANGE_FELT_MS)
    assert.equal(await status('query_mx_campaigns', {}), 200)
    const removed = result(await acme.ask('remove_member', { user_id }))
    assert.deepEqual([removed.revoked_keys, removed.revoked_grants], [1, 0])
    await app.settled(async () => (await status('query_mx_campaigns', {})) === 401, CHANGE_FELT_MS)
  })

  test('are seen and ended by their owner and by admins', async () => {
    const user_id = await add_member(app.db, { org_id: acme.org_id, role: 'viewer' })
    const by_viewer = (tool: string, input: object = {}) =>
      call_as_member(app.engine, tool, input, { org_id: acme.org_id, role: 'viewer', user_id })
    const mine = result(await made_by(user_id, 'viewer', { scopes: ['ads:read'] }))
    const theirs = result(await acme.ask('create_api_key', { name: 'admin', scopes: ['ads:read'] }))
    assert.deepEqual([result(await by_viewer('list_api_keys')).total, result(await acme.ask('list_api_keys')).total], [1, 2])
    const foreign = refusal(await by_viewer('revoke_api_key', { key_id: theirs.key_id }))
    assert.equal(refusal(await by_viewer('revoke_api_key', { key_id: randomUUID() })), foreign)
    assert.equal(refusal(await by_viewer('rename_api_key', { key_id: theirs.key_id, name: 'mine' })), foreign)
    result(await by_viewer('rename_api_key', { key_id: mine.key_id, name: 'laptop' }))
    assert.equal(result(await acme.ask('revoke_api_key', { key_id: mine.key_id })).revoked, true)
    assert.equal(result(await acme.ask('revoke_api_key', { key_id: mine.key_id })).revoked, false)
    assert.equal((await app.rest('query_mx_campaigns', {}, { key: mine.key })).status, 401)
  })

  test('are handed on by admins, and then limited by the new owner', async () => {
    const { key_id, key } = result(await acme.ask('create_api_key', { name: 'agent', scopes: ['ads:read', 'admin:*'] }))
    const viewer = await add_member(app.db, { org_id: acme.org_id, role: 'viewer' })
    const foreign = await team()
    assert.match(refusal(await acme.ask('assign_api_key', { key_id, user_id: foreign.admin })), /No member/)
    assert.equal((await app.rest('list_members', {}, { key })).status, 200)
    result(await acme.ask('assign_api_key', { key_id, user_id: viewer }))
    await app.settled(async () => (await app.rest('list_members', {}, { key })).status === 403, CHANGE_FELT_MS)
  })

  test('do not see the tools of people', async () => {
    const { key } = await app.key(acme.org_id, scopes)
    for (const tool of ['list_api_keys', 'create_api_key', 'get_org_settings', 'get_me', 'create_org'])
      assert.equal((await app.rest(tool, {}, { key })).status, 404, tool)
  })
})

suite('settings of an organization', () => {
  test('change one by one, and refuse what an organization cannot have', async () => {
    const acme = await team()
    const changed = result(await acme.ask('update_org_settings', { name: ' Casa ', currency: 'MXN', industry: null }))
    assert.deepEqual([changed.name, changed.currency, changed.industry], ['Casa', 'MXN', null])
    for (const [input, sentence] of [
      [{}, /Name a setting/],
      [{ name: '' }, /must not be empty/],
      [{ name: 'x'.repeat(200) }, /at most 100/],
      [{ time_zone: 'Mars/Olympus' }, /no time zone/],
      [{ currency: 'PESO' }, /PESO/],
    ] as const)
      assert.match(refusal(await acme.ask('update_org_settings', input)), sentence)
    await app.settled(async () => (await app.engine.directory.org(acme.org_id))?.currency === 'MXN', CHANGE_FELT_MS)
  })
})
