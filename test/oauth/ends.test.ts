// What ends the access of an app, in every process within a second; and that an app does no more than its person may at that moment.
import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import type { Role } from '#domain/roles.ts'
import { type Scope, scopes } from '#domain/scopes.ts'
import { read_token, token_hash } from '#engine/access/token_rows.ts'
import { silent_log } from '#lib/log.ts'
import { CHANGE_FELT_MS, type TestApp, test_app } from '#test/app.ts'
import { type Browser, link_to, PASSWORD } from '#test/browser.ts'
import { connected_person, new_person_of } from '#test/connected_apps.ts'
import { TEST_KEY } from '#test/database.ts'
import { type OAuthApp, registered_app, type Tokens } from '#test/oauth_app.ts'
import { add_member } from '#test/people.ts'
import { type App, create_app } from '../../src/app.ts'

const HOUR_S = 3_600
/** A busy machine makes tokens slowly. */
const MARGIN_S = 300

let app: TestApp
/** Another process on the same database: it shares nothing else with the first. */
let other: App
let agent: OAuthApp
let admin: Browser
before(async () => {
  app = await test_app({ seeded: false })
  const config = { base_url: app.engine.base_url, database_pool: 5, master_key: TEST_KEY, role: 'api' } as const
  other = await create_app({
    config: { ...config, fx_rates_url: undefined, sandbox_url: undefined },
    database: app.database.place,
    log: silent_log(),
  })
  agent = await registered_app(app)
  admin = (await new_person_of(app, 'admin')).browser
})
after(async () => {
  await other.close()
  await app.close()
})

async function connected(role: Role, wanted: readonly Scope[] = ['connections:read']) {
  const someone = await connected_person(app, agent, { role, scopes: wanted })
  assert.deepEqual(await statuses(someone.tokens), [200, 200])
  return someone
}

/** In both processes. */
async function statuses({ access_token }: Tokens, tool = 'list_connections'): Promise<number[]> {
  const ask = async ({ server }: Pick<App, 'server'>) => {
    const headers = { authorization: `Bearer ${access_token}`, 'content-type': 'application/json' }
    return (await server.inject({ method: 'POST', url: `/api/v1/${tool}`, headers, payload: '{}' })).statusCode
  }
  return Promise.all([ask(app.app), ask(other)])
}

const refused_within_a_second = (tokens: Tokens, status: number, tool?: string) =>
  app.settled(async () => (await statuses(tokens, tool)).every((one) => one === status), CHANGE_FELT_MS)

/** Neither token of an ended grant can be used again, and no row is left. */
async function check_ended({ tokens, grant_id }: { tokens: Tokens; grant_id: string }) {
  await refused_within_a_second(tokens, 401)
  assert.equal((await agent.refresh(tokens.refresh_token)).body.error, 'invalid_grant')
  const { rows } = await app.db.query('select from auth.oauth_grants where id = $1', [grant_id])
  assert.equal(rows.length, 0)
}

suite('the access of an app ends', () => {
  test('when its person disconnects it', async () => {
    const ana = await connected('viewer')
    const { status, body } = await ana.browser.tool('disconnect_app', { grant_id: ana.grant_id }, app.acme.org_id)
    assert.equal(status, 200, JSON.stringify(body))
    await check_ended(ana)
    const again = await ana.browser.tool('disconnect_app', { grant_id: ana.grant_id }, app.acme.org_id)
    assert.equal(again.status, 400)
  })

  test('when an admin disconnects it, or removes its person, with the number of apps', async () => {
    const [ana, ben] = [await connected('member'), await connected('member')]
    assert.equal((await admin.tool('disconnect_app', { grant_id: ana.grant_id }, app.acme.org_id)).status, 200)
    await check_ended(ana)
    const removed = await admin.tool('remove_member', { user_id: ben.user_id }, app.acme.org_id)
    assert.equal(removed.body.result.revoked_grants, 1)
    await check_ended(ben)
  })

  test('when the password of its person is reset or changed', async () => {
    const ana = await connected('member')
    await ana.browser.auth('/request-password-reset', { email: ana.email })
    await app.settled(async () => app.mails.some(({ to, text }) => to === ana.email && text.includes('/reset?token=')))
    const token = link_to(app, ana.email).searchParams.get('token')
    assert.equal((await ana.browser.auth('/reset-password', { newPassword: `new ${PASSWORD}`, token })).status, 200)
    await check_ended(ana)
    const ben = await connected('member')
    const change = { currentPassword: PASSWORD, newPassword: `new ${PASSWORD}` }
    assert.equal((await ben.browser.auth('/change-password', change)).status, 200)
    await check_ended(ben)
  })

  test('with the account of its person', async () => {
    const ana = await connected('member')
    assert.equal((await ana.browser.auth('/delete-user', { password: PASSWORD })).status, 200)
    await check_ended(ana)
  })

  test('when the app revokes its token', async () => {
    const ana = await connected('member')
    const { statusCode, body } = await app.app.server.inject({
      method: 'POST',
      url: '/api/auth/oauth2/revoke',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams({ client_id: agent.client_id, token: ana.tokens.access_token }).toString(),
    })
    assert.equal(statusCode, 200, body)
    await refused_within_a_second(ana.tokens, 401)
  })

  test('while it is disabled, and a token for another resource, or for none, never opens anything', async () => {
    const { tokens } = await connected('member')
    const hash = token_hash(tokens.access_token)
    const opens = async (base_url = app.engine.base_url) =>
      (await read_token(app.engine.pool, hash, base_url))!.expires_at > 0
    const disable = (is: boolean) =>
      app.db.query('update auth.oauth_clients set disabled = $2 where client_id = $1', [agent.client_id, is])
    await disable(true)
    assert.equal(await opens(), false)
    await disable(false)
    assert.deepEqual([await opens(), await opens('https://other.example')], [true, false])
    const token = hash.toString('base64url')
    await app.db.query('update auth.oauth_access_tokens set resources = null where token = $1', [token])
    assert.equal(await opens(), false)
  })

  test('while its organization demands a second factor that the person lacks', async () => {
    const ana = await connected('member')
    await app.db.query('update orgs set demands_two_factor = true where org_id = $1', [app.acme.org_id])
    await refused_within_a_second(ana.tokens, 403)
    await app.db.query('update auth.users set two_factor_enabled = true where id = $1', [ana.user_id])
    await refused_within_a_second(ana.tokens, 200)
    await app.db.query('update orgs set demands_two_factor = false where org_id = $1', [app.acme.org_id])
  })

  test('not when its person signs out: the app renews its token', async () => {
    const ana = await connected('member')
    await ana.browser.auth('/sign-out')
    const { status, body } = await agent.refresh(ana.tokens.refresh_token)
    assert.equal(status, 200)
    assert.deepEqual(await statuses(body), [200, 200])
  })

  test('after an hour, until the app renews its token, which it may for 30 days after each use', async () => {
    const ana = await connected('member')
    await check_left('access', HOUR_S)
    await app.db.query(`update auth.oauth_access_tokens set expires_at = now() - interval '1 s'`)
    await app.db.query(`update auth.oauth_refresh_tokens set expires_at = now() + interval '1 day'`)
    await app.db.query(`select pg_notify('tablero_directory', '')`)
    await refused_within_a_second(ana.tokens, 401)
    assert.equal((await agent.refresh(ana.tokens.refresh_token)).status, 200)
    await check_left('access', HOUR_S)
    await check_left('refresh', 30 * 24 * HOUR_S)
  })

  /** The time that the newest token of a kind has. */
  async function check_left(kind: 'access' | 'refresh', wanted_s: number) {
    const sql = `select max(extract(epoch from expires_at - now()))::float as left_s from auth.oauth_${kind}_tokens`
    const { left_s } = (await app.db.query<{ left_s: number }>(sql)).rows[0]!
    assert.ok(left_s <= wanted_s && left_s > wanted_s - MARGIN_S, `${left_s} s`)
  }
})

suite('an app', () => {
  test('does no more than its person may at that moment', async () => {
    const ana = await connected('admin', scopes)
    assert.deepEqual(await statuses(ana.tokens, 'list_members'), [200, 200])
    await admin.tool('update_member_role', { user_id: ana.user_id, role: 'member' }, app.acme.org_id)
    await refused_within_a_second(ana.tokens, 403, 'list_members')
    assert.deepEqual(await statuses(ana.tokens, 'list_connections'), [200, 200])
  })

  test('learns from the answer which scope it can ask for, and not one that its person lacks', async () => {
    const ana = await connected('member')
    const as = { key: ana.tokens.access_token }
    const { status, headers, body } = await app.rest('trigger_sync', {}, as)
    assert.deepEqual([status, body.outcome], [403, 'denied_scope'])
    assert.match(
      String(headers['www-authenticate']),
      /^Bearer error="insufficient_scope", resource_metadata="http[^"]+", scope="connections:read connections:write"$/,
    )
    const never = await app.rest('list_members', {}, as)
    assert.deepEqual([never.status, never.headers['www-authenticate']], [403, undefined])
    const direct = { name: 'trigger_sync', arguments: {} }
    for (const [path, params] of [
      ['/mcp', direct],
      ['/mcp?mode=search', { name: 'call_tool', arguments: direct }],
    ] as const) {
      const answer = await fetch(app.url + path, {
        method: 'POST',
        headers: {
          ...{ authorization: `Bearer ${as.key}`, 'content-type': 'application/json' },
          accept: 'application/json, text/event-stream',
        },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }),
      })
      assert.equal(answer.status, 403, path)
      assert.match(answer.headers.get('www-authenticate') ?? '', /insufficient_scope.*connections:write/)
      assert.match(await answer.text(), /connections:write/)
    }
  })

  test('acts on its own organization only, and sees no internal tool', async () => {
    const ana = await connected('admin', scopes)
    await add_member(app.db, { org_id: app.globex.org_id, role: 'admin', user_id: ana.user_id, email: ana.email })
    const key = ana.tokens.access_token
    assert.equal((await app.rest('list_connections', {}, { key, org_id: app.acme.org_id })).status, 200)
    assert.equal((await app.rest('list_connections', {}, { key, org_id: app.globex.org_id })).status, 403)
    for (const tool of ['list_connected_apps', 'disconnect_app', 'get_me', 'list_api_keys'])
      assert.equal((await app.rest(tool, {}, { key })).status, 404, tool)
  })

  test('has one grant for each organization of its person, and ends one alone', async () => {
    const ana = await connected('member')
    await add_member(app.db, { org_id: app.globex.org_id, role: 'member', user_id: ana.user_id, email: ana.email })
    const there = await agent.connect(ana.browser, { org_id: app.globex.org_id, scopes: ['connections:read'] })
    await ana.browser.tool('disconnect_app', { grant_id: ana.grant_id }, app.acme.org_id)
    await refused_within_a_second(ana.tokens, 401)
    assert.deepEqual(await statuses(there), [200, 200])
  })

  test('keeps only the scopes of the newest decision', async () => {
    const ana = await connected('member', ['connections:read', 'connections:write'])
    await agent.connect(ana.browser, { org_id: app.acme.org_id, scopes: ['connections:write'] })
    await refused_within_a_second(ana.tokens, 403)
  })

  test('stands in the record of calls as its grant, and its last use is shown', async () => {
    const ana = await connected('member')
    await app.engine.recorder.flush()
    await app.engine.last_uses.store()
    const { rows } = await app.db.query('select from audit_log where actor = $1 and tool = $2', [
      `oauth:${ana.grant_id}`,
      'list_connections',
    ])
    assert.ok(rows.length > 0)
    const { apps } = (await ana.browser.tool('list_connected_apps', {}, app.acme.org_id)).body.result
    assert.ok(Date.now() - Date.parse(apps[0].last_used_at) < 60_000)
  })
})
