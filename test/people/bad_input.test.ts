// What people and programs get wrong about members, invitations, keys and settings: each is refused with a sentence that says what to do.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, suite, test } from 'node:test'
import { type TestApp, test_app } from '#test/app.ts'
import { type Browser, join_org, new_person } from '#test/browser.ts'

let app: TestApp
let admin: Browser
let viewer: Browser
let org_id: string
let other_org_id: string
const of: Record<string, string> = {}
before(async () => {
  app = await test_app({ seeded: false })
  admin = await new_person(app, 'admin@example.com')
  viewer = await new_person(app, 'viewer@example.com')
  org_id = await made(admin, 'Casa Lumbre')
  of.admin = (await admin.tool('get_me')).body.result.user_id
  of.viewer = await join_org(app, viewer, { org_id, role: 'viewer' })
  const outsider = await new_person(app, 'outsider@example.com')
  other_org_id = await made(outsider, 'Somebody else')
  of.outsider = (await outsider.tool('get_me')).body.result.user_id
  const invited = await outsider.tool('invite_user', { email: 'x@example.com' }, other_org_id)
  of.invitation = invited.body.result.invitation_id
  const key = await outsider.tool('create_api_key', { name: 'theirs', scopes: ['ads:read'] }, other_org_id)
  of.key = key.body.result.key_id
  of.own_key = (await admin.tool('create_api_key', { name: 'own', scopes: ['ads:read'] }, org_id)).body.result.key_id
  await app.settled(async () => (await viewer.tool('list_api_keys', {}, org_id)).status === 200)
})
after(() => app.close())

async function made(browser: Browser, name: string): Promise<string> {
  const { body, text } = await browser.tool('create_org', { name, currency: 'EUR', time_zone: 'Europe/Madrid' })
  assert.ok(body.ok, text)
  const { org_id } = body.result
  await app.settled(async () => (await browser.tool('get_org_settings', {}, org_id)).status === 200)
  return org_id
}

/** The sentence of a refusal with this status. */
async function sentence(
  browser: Browser,
  tool: string,
  input: object,
  status = 400,
  at: string | null = org_id,
): Promise<string> {
  await app.refill()
  const answer = await browser.tool(tool, input, at ?? undefined)
  assert.equal(answer.status, status, `${tool} ${JSON.stringify(input).slice(0, 80)}: ${answer.text}`)
  return answer.body.error
}

const yesterday = () => new Date(Date.now() - 86_400_000).toISOString()

suite('a wrong value is refused, and the sentence says what is right:', () => {
  const cases: [string, string, () => object, RegExp][] = [
    ['the role owner', 'invite_user', () => ({ email: 'a@example.com', role: 'owner' }), /admin, member, viewer/],
    [
      'the role owner of a member',
      'update_member_role',
      () => ({ user_id: of.viewer, role: 'owner' }),
      /admin, member, viewer/,
    ],
    ['no role', 'update_member_role', () => ({ user_id: of.viewer }), /role is missing.*admin, member, viewer/],
    ['no member', 'update_member_role', () => ({ role: 'viewer' }), /user_id is missing.*list_members/],
    [
      'no address',
      'invite_user',
      () => ({ email: 'ana at example.com' }),
      /one email address.*such as ana@example\.com/,
    ],
    [
      'a long address',
      'invite_user',
      () => ({ email: `${'a'.repeat(60)}@${'b.'.repeat(100)}example.com` }),
      /at most 254/,
    ],
    [
      'an address with a line break',
      'invite_user',
      () => ({ email: 'a@example.com\r\nBcc: b@example.com' }),
      /one email address/,
    ],
    [
      'an address with a sign that nobody sees',
      'invite_user',
      () => ({ email: 'a\u200bna@example.com' }),
      /one email address/,
    ],
    ['two addresses', 'invite_user', () => ({ email: 'a@example.com, b@example.com' }), /one email address/],
    [
      'a member',
      'invite_user',
      () => ({ email: ' VIEWER@Example.com' }),
      /a viewer of this organization already.*update_member_role/,
    ],
    ['a limit above the largest', 'list_invitations', () => ({ limit: 201 }), /limit: must be at most 200; /],
    ['an empty name', 'update_org_settings', () => ({ name: '   ' }), /name: must not be empty/],
    ['a long name', 'update_org_settings', () => ({ name: 'x'.repeat(200) }), /name: must have at most 100/],
    ['an empty name of a key', 'rename_api_key', () => ({ key_id: of.own_key, name: '' }), /name: must not be empty/],
    ['a long name of a key', 'rename_api_key', () => ({ key_id: of.own_key, name: 'x'.repeat(200) }), /at most 100/],
    [
      'an unknown time zone',
      'update_org_settings',
      () => ({ time_zone: 'America/Argentina/Buenos Aires' }),
      /America\/(Argentina\/)?Buenos_Aires/,
    ],
    ['an unknown currency', 'update_org_settings', () => ({ currency: 'MXM' }), /MXN/],
    ['nothing', 'update_org_settings', () => ({}), /Name a setting to change: name, currency/],
    ['no scopes', 'create_api_key', () => ({ name: 'k', scopes: [] }), /scopes: must have at least one scope/],
    ['an unknown scope', 'create_api_key', () => ({ name: 'k', scopes: ['ads:destroy'] }), /must be among ads:read, /],
    [
      'an end that has passed',
      'create_api_key',
      () => ({ name: 'k', scopes: ['ads:read'], expires_at: yesterday() }),
      /must be in the future, or null for never/,
    ],
    [
      'an end that is no instant',
      'create_api_key',
      () => ({ name: 'k', scopes: ['ads:read'], expires_at: 'soon' }),
      /2027-01-31T00:00:00Z/,
    ],
  ]
  for (const [what, tool, input, expected] of cases)
    test(`${tool} with ${what}`, async () => {
      assert.match(await sentence(admin, tool, input()), expected)
    })

  test('create_api_key with a scope that its maker lacks', async () => {
    const lacking = await sentence(viewer, 'create_api_key', { name: 'k', scopes: ['ads:read', 'admin:*'] })
    assert.match(lacking, /only scopes that you have.*lack admin:\*/)
  })

  test('create_org with an unknown currency or time zone, and without a name', async () => {
    const wanted = { name: 'x', currency: 'EUR', time_zone: 'Europe/Madrid' }
    const as = (input: object) => sentence(admin, 'create_org', { ...wanted, ...input }, 400, null)
    assert.match(await as({ currency: 'EUT' }), /EUR/)
    assert.match(await as({ time_zone: 'Europe/Madird' }), /Europe\/Madrid/)
    assert.match(await as({ name: ' ' }), /name: must not be empty/)
  })
})

suite('one sentence for what is unknown and for what belongs to another organization:', () => {
  const cases: [string, string, string, object][] = [
    ['revoke_invitation', 'invitation_id', 'invitation', {}],
    ['remove_member', 'user_id', 'outsider', {}],
    ['update_member_role', 'user_id', 'outsider', { role: 'viewer' }],
    ['set_member_approver', 'user_id', 'outsider', { is_approver: true }],
    ['revoke_api_key', 'key_id', 'key', {}],
    ['rename_api_key', 'key_id', 'key', { name: 'x' }],
    ['assign_api_key', 'key_id', 'key', { user_id: randomUUID() }],
  ]
  for (const [tool, field, theirs, more] of cases)
    test(tool, async () => {
      const as = (id: string | undefined) => sentence(admin, tool, { ...more, [field]: id })
      const unknown = await as(randomUUID())
      assert.equal(await as(of[theirs]), unknown)
      assert.match(unknown, /list_(members|invitations|api_keys) shows/)
      assert.match(await as('not-an-id'), new RegExp(`${field}: must be the ${field} of .*, a UUID`))
    })
})

test('the last admin stays, and the sentence says how to change that', async () => {
  for (const [tool, more] of [
    ['remove_member', {}],
    ['update_member_role', { role: 'viewer' }],
  ] as const)
    assert.match(await sentence(admin, tool, { user_id: of.admin, ...more }), /last admin.*Promote another member/)
})

suite('who may not, learns who may:', () => {
  test('a viewer who writes', async () => {
    for (const [tool, input] of [
      ['update_org_settings', { name: 'x' }],
      ['invite_user', { email: 'a@example.com' }],
      ['trigger_sync', {}],
    ] as const)
      assert.match(await sentence(viewer, tool, input, 403), /which the role viewer does not have.*admin/s)
  })

  test('somebody who does not belong to the organization, and whether it exists is not said', async () => {
    const foreign = await sentence(admin, 'list_members', {}, 403, other_org_id)
    assert.equal(await sentence(admin, 'list_members', {}, 403, randomUUID()), foreign)
  })

  test('somebody without the second factor that the organization demands', async () => {
    const browser = await new_person(app, 'factor@example.com')
    const strict = await made(browser, 'Strict')
    assert.equal((await browser.tool('update_org_settings', { demands_two_factor: true }, strict)).status, 200)
    await app.settled(async () => (await browser.tool('list_members', {}, strict)).status === 403)
    assert.match(await sentence(browser, 'list_members', {}, 403, strict), /second factor.*account/is)
  })
})

test('internal tools do not exist for keys, and a wrong key is refused first', async () => {
  const { key } = await app.key(app.acme.org_id)
  for (const { name, internal } of app.engine.catalog.values()) {
    if (!internal) continue
    assert.equal((await app.rest(name, {}, { key })).status, 404, name)
    assert.equal((await app.rest(name, {}, { key: 'svc_wrong' })).status, 401, name)
  }
  for (const name of ['get_me', 'create_org', 'accept_invitation', 'decline_invitation'])
    assert.equal((await app.rest(name, {}, { key })).status, 404, name)
})
