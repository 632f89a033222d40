// Invitations: who may make, renew, accept and revoke them, and what they answer.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, beforeEach, suite, test } from 'node:test'
import { in_org } from '#db/org.ts'
import { accept_invitation, type Person } from '#engine/people/invitations.ts'
import { type TestApp, test_app } from '#test/app.ts'
import { new_team, refusal_of, result_of, type Team } from '#test/people.ts'

let app: TestApp
before(async () => {
  app = await test_app({ seeded: false })
})
after(() => app.close())
const team = () => new_team(app)

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

suite('invitations', () => {
  let acme: Team
  beforeEach(async () => {
    acme = await team()
  })

  test('normalize the address, say the end, and show the link once', async () => {
    const invited = result_of(await acme.ask('invite_user', { email: '  Ana@EXÄMPLE.com ' }))
    assert.equal(invited.email, 'ana@xn--exmple-cua.com')
    assert.equal(invited.role, 'member')
    assert.ok(Math.abs(Date.parse(invited.expires_at) - Date.now() - 7 * 86_400_000) < 60_000)
    assert.equal(token_of(invited.accept_url).length, 43)
    const listed = result_of(await acme.ask('list_invitations'))
    assert.equal(listed.total, 1)
    assert.equal(listed.invitations[0].status, 'pending')
    assert.ok(!JSON.stringify(listed).includes(token_of(invited.accept_url)))
  })

  for (const email of [
    'ana',
    'a@b',
    'ana@example.com\nBcc: all',
    `${'a'.repeat(250)}@example.com`,
    'a b@example.com',
    '',
    '@x.com',
  ])
    test(`refuse ${JSON.stringify(email.slice(0, 30))} as an address`, async () => {
      assert.match(refusal_of(await acme.ask('invite_user', { email })), /one email address of at most 254 characters/)
    })

  test('refuse an unknown role, and name the three', async () => {
    assert.match(
      refusal_of(await acme.ask('invite_user', { email: 'a@example.com', role: 'owner' })),
      /admin, member, viewer/,
    )
  })

  test('renew: the same id, a new link, and the old one no longer works', async () => {
    const first = result_of(await acme.ask('invite_user', { email: 'ana@example.com' }))
    const second = result_of(await acme.ask('invite_user', { email: 'ANA@example.com', role: 'viewer' }))
    assert.equal(second.invitation_id, first.invitation_id)
    assert.deepEqual([first.renewed, second.renewed], [false, true])
    await assert.rejects(
      accept(acme.org_id, token_of(first.accept_url), person('ana@example.com')),
      /not valid any more/,
    )
    assert.deepEqual(await accept(acme.org_id, token_of(second.accept_url), person('ana@example.com')), {
      role: 'viewer',
    })
  })

  test('are accepted once, by the owner of the verified address alone', async () => {
    const { accept_url } = result_of(await acme.ask('invite_user', { email: 'ana@example.com' }))
    const token = token_of(accept_url)
    for (const other of ['eva@example.com', null])
      await assert.rejects(accept(acme.org_id, token, person(other)), /for another email address/)
    await accept(acme.org_id, token, person('ana@example.com'))
    await assert.rejects(accept(acme.org_id, token, person('ana@example.com')), /not valid any more/)
    assert.match(
      refusal_of(await acme.ask('invite_user', { email: 'ana@example.com' })),
      /a member of this organization already/,
    )
  })

  test('accepted by 200 requests at the same moment make one member', async () => {
    const { accept_url } = result_of(await acme.ask('invite_user', { email: 'ana@example.com' }))
    const ends = await Promise.allSettled(
      Array.from({ length: 200 }, () => accept(acme.org_id, token_of(accept_url), person('ana@example.com'))),
    )
    assert.equal(ends.filter(({ status }) => status === 'fulfilled').length, 1)
    assert.equal(result_of(await acme.ask('list_members')).total, 2)
  })

  test('have one sentence for expired, revoked and unknown links', async () => {
    const { invitation_id, accept_url } = result_of(await acme.ask('invite_user', { email: 'ana@example.com' }))
    await app.db.query(`update invitations set expires_at = now() where invitation_id = $1`, [invitation_id])
    const tried = (token: string) =>
      accept(acme.org_id, token, person('ana@example.com')).catch(({ message }) => message)
    const expired = await tried(token_of(accept_url))
    assert.equal(result_of(await acme.ask('list_invitations')).invitations[0].status, 'expired')
    result_of(await acme.ask('revoke_invitation', { invitation_id }))
    assert.deepEqual([await tried(token_of(accept_url)), await tried('x'.repeat(43))], [expired, expired])
  })

  test('are revoked by their organization alone, and not after they were accepted', async () => {
    const { invitation_id, accept_url } = result_of(await acme.ask('invite_user', { email: 'ana@example.com' }))
    const other = await team()
    const foreign = refusal_of(await other.ask('revoke_invitation', { invitation_id }))
    assert.equal(refusal_of(await acme.ask('revoke_invitation', { invitation_id: randomUUID() })), foreign)
    await accept(acme.org_id, token_of(accept_url), person('ana@example.com'))
    assert.match(refusal_of(await acme.ask('revoke_invitation', { invitation_id })), /remove_member/)
    const all = result_of(await acme.ask('list_invitations', { include_accepted: true }))
    assert.deepEqual([all.total, all.invitations[0].status], [1, 'accepted'])
    assert.equal(result_of(await acme.ask('list_invitations')).total, 0)
  })

  test('are at most 100 at a time', async () => {
    await app.db.query(
      `insert into invitations (org_id, email, role, token_hash, invited_by, created_at, expires_at)
       select $1, n || '@example.com', 'viewer', sha256(n::text::bytea), 'test', now(), now() from generate_series(1, 100) n`,
      [acme.org_id],
    )
    assert.match(
      refusal_of(await acme.ask('invite_user', { email: 'ana@example.com' })),
      /at most 100 open invitations/,
    )
    result_of(await acme.ask('invite_user', { email: '7@example.com' })) // one of them, renewed
    const listed = result_of(await acme.ask('list_invitations', { limit: 5 }))
    assert.deepEqual([listed.count, listed.total, listed.truncated], [5, 100, true])
    assert.match(refusal_of(await acme.ask('list_invitations', { limit: 201 })), /at most 200/)
  })
})
