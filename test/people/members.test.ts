// Roles and members, and the settings of an organization.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, beforeEach, suite, test } from 'node:test'
import { type Role, roles, scopes_of_role } from '#domain/roles.ts'
import { scopes } from '#domain/scopes.ts'
import { CHANGE_FELT_MS, type TestApp, test_app } from '#test/app.ts'
import { add_member, call_as_member, new_team, refusal_of, result_of, type Team } from '#test/people.ts'

let app: TestApp
before(async () => {
  app = await test_app({ seeded: false })
})
after(() => app.close())
const team = () => new_team(app)

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
      assert.match(refusal_of(await acme.ask(tool, input)), /last admin.*Promote another member/)
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
    assert.match(refusal_of(await acme.ask('update_member_role', { user_id })), /^role is missing/)
    assert.match(refusal_of(await acme.ask('update_member_role', { role: 'admin' })), /^user_id is missing/)
    const change = async (role: Role) => result_of(await acme.ask('update_member_role', { user_id, role }))
    assert.equal((await change('member')).changed, false)
    assert.deepEqual(await change('viewer'), { user_id, role: 'viewer', role_before: 'member', changed: true })
  })

  test('an unknown member and one of another organization get the same sentence', async () => {
    const other = await team()
    for (const [tool, more] of [
      ['remove_member', {}],
      ['update_member_role', { role: 'viewer' }],
    ] as const) {
      const unknown = refusal_of(await acme.ask(tool, { user_id: randomUUID(), ...more }))
      assert.equal(refusal_of(await acme.ask(tool, { user_id: other.admin, ...more })), unknown)
    }
  })

  test('the right to approve belongs to members alone, and ends with the role', async () => {
    const user_id = await add_member(app.db, { org_id: acme.org_id, role: 'member' })
    result_of(await acme.ask('set_member_approver', { user_id, is_approver: true }))
    const shown = async () =>
      result_of(await acme.ask('list_members')).members.find((one: { user_id: string }) => one.user_id === user_id)
    assert.equal((await shown()).is_approver, true)
    result_of(await acme.ask('update_member_role', { user_id, role: 'viewer' }))
    assert.equal((await shown()).is_approver, false)
    assert.match(
      refusal_of(await acme.ask('set_member_approver', { user_id, is_approver: true })),
      /viewer changes nothing/,
    )
  })

  test('a list of many members says of each who may approve and who signs in with a second factor', async () => {
    const members = []
    for (let count = 0; count < 12; count++)
      members.push(await add_member(app.db, { org_id: acme.org_id, role: 'member' }))
    result_of(await acme.ask('set_member_approver', { user_id: members[11], is_approver: true }))
    const listed: { user_id: string; is_approver?: boolean; two_factor?: boolean }[] = result_of(
      await acme.ask('list_members'),
    ).members
    assert.ok(listed.length > 12)
    for (const { user_id, is_approver, two_factor } of listed)
      assert.deepEqual([is_approver, two_factor], [user_id === members[11], false])
  })

  test('each change has its record with the actor', async () => {
    const user_id = await add_member(app.db, { org_id: acme.org_id, role: 'member' })
    result_of(await acme.ask('update_member_role', { user_id, role: 'admin' }))
    result_of(await acme.ask('remove_member', { user_id }))
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

suite('settings of an organization', () => {
  test('change one by one, and refuse what an organization cannot have', async () => {
    const acme = await team()
    const changed = result_of(
      await acme.ask('update_org_settings', { name: ' Casa ', currency: 'MXN', industry: null }),
    )
    assert.deepEqual([changed.name, changed.currency, changed.industry], ['Casa', 'MXN', null])
    for (const [input, sentence] of [
      [{}, /Name a setting/],
      [{ name: '' }, /must not be empty/],
      [{ name: 'x'.repeat(200) }, /at most 100/],
      [{ name: '   ' }, /must not be empty/],
      [{ time_zone: 'Mars/Olympus' }, /no time zone/],
      // PostgreSQL reads the sign of an offset the other way.
      [{ time_zone: '-03:00' }, /no time zone/],
      [{ time_zone: 'america/bogota city' }, /no time zone/],
      [{ time_zone: '-03:00' }, /no time zone/],
      [{ time_zone: 'Europe/Madird' }, /for example Europe\/Madrid/],
      [{ currency: 'PESO' }, /PESO/],
      [{ currency: 'UDS' }, /for example USD/],
      [{ quiet_hours: { from: '22:00', to: '22:00' } }, /two different times/],
      [{ quiet_hours: { from: '25:00', to: '07:00' } }, /a time of day such as 22:00/],
      [{ quiet_hours: { from: '22:00' } }, /to/],
      [{ channels: { email: 'yes' } }, /email/],
      [{ channels: { fax: true } }, /fax/],
    ] as const)
      assert.match(refusal_of(await acme.ask('update_org_settings', input)), sentence)
    await app.settled(async () => (await app.engine.directory.org(acme.org_id))?.currency === 'MXN', CHANGE_FELT_MS)
  })

  test('say what a new currency or time zone means for earlier figures, in the language of the organization', async () => {
    const acme = await team()
    const note = async (input: object) => result_of(await acme.ask('update_org_settings', input)).note
    assert.match(await note({ currency: 'EUR' }), /Earlier totals are converted again, from USD to EUR/)
    assert.equal(await note({ currency: 'EUR' }), null)
    assert.match(await note({ time_zone: 'Europe/Madrid' }), /counted again, in Europe\/Madrid/)
    await note({ language: 'es' })
    await app.settled(async () => (await app.engine.directory.org(acme.org_id))?.language === 'es', CHANGE_FELT_MS)
    assert.match(await note({ currency: 'USD' }), /se convierten de nuevo/)
    assert.equal(await note({ name: 'Casa' }), null)
  })

  test('have quiet hours and channels, with their history', async () => {
    const acme = await team()
    const first = result_of(await acme.ask('get_org_settings'))
    assert.deepEqual([first.quiet_hours, first.channels], [null, { email: true }])
    const quiet_hours = { from: '22:00', to: '07:30' }
    const changed = result_of(await acme.ask('update_org_settings', { quiet_hours, channels: { email: false } }))
    assert.deepEqual([changed.quiet_hours, changed.channels], [quiet_hours, { email: false }])
    const kept = result_of(await acme.ask('update_org_settings', { name: 'Casa' }))
    assert.deepEqual([kept.quiet_hours, kept.channels], [quiet_hours, { email: false }])
    assert.equal(result_of(await acme.ask('update_org_settings', { quiet_hours: null })).quiet_hours, null)
    const { rows } = await app.db.query(
      `select before, after from record_changes where org_id = $1 and record = 'organization' order by change_id limit 1`,
      [acme.org_id],
    )
    assert.deepEqual(rows[0], {
      before: { quiet_hours: null, channels: { email: true } },
      after: { quiet_hours, channels: { email: false } },
    })
  })
})
