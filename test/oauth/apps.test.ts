// The list of connected apps, tokens that are not accepted, and what is deleted after a time.
import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import type { Role } from '#domain/roles.ts'
import { WRONG_KEYS_MAX } from '#engine/access/failed_sign_ins.ts'
import { token_hash } from '#engine/access/token_rows.ts'
import { type TestApp, test_app } from '#test/app.ts'
import type { Browser } from '#test/browser.ts'
import { connected_person, new_person_of } from '#test/connected_apps.ts'
import { type OAuthApp, registered_app } from '#test/oauth_app.ts'

let app: TestApp
let agent: OAuthApp
let admin: Browser
before(async () => {
  app = await test_app({ seeded: false })
  agent = await registered_app(app)
  admin = (await new_person_of(app, 'admin')).browser
})
after(() => app.close())

const connected = (role: Role) => connected_person(app, agent, { role, scopes: ['connections:read'] })

suite('tokens that are not accepted', () => {
  const status_of = async (token: string, remoteAddress: string) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const url = '/api/v1/list_connections'
    return (await app.app.server.inject({ method: 'POST', url, headers, payload: '{}', remoteAddress })).statusCode
  }
  const token_of = (number: number) =>
    `svt_${String(number)
      .padStart(32, 'A')
      .replace(/\d/g, (digit) => 'abcdefghij'[+digit]!)}`

  test('are limited by address like wrong keys, and a token that was issued and expired is no guess', async () => {
    const ana = await connected('member')
    const expired = Array.from({ length: WRONG_KEYS_MAX + 5 }, (_, number) => token_of(1_000 + number))
    await app.db.query(
      `insert into auth.oauth_access_tokens (token, client_id, user_id, granted_org_id, resources, scopes, created_at, expires_at)
       select unnest($1::text[]), client_id, user_id, granted_org_id, resources, scopes, now(), now() - interval '1 s'
       from auth.oauth_access_tokens where user_id = $2 limit $3`,
      [expired.map((token) => token_hash(token).toString('base64url')), ana.user_id, expired.length],
    )
    assert.equal(await status_of(ana.tokens.access_token, '203.0.113.20'), 200)
    for (const token of expired) assert.equal(await status_of(token, '203.0.113.20'), 401)
    for (let number = 0; number < WRONG_KEYS_MAX; number++)
      assert.equal(await status_of(token_of(number), '203.0.113.21'), 401)
    assert.equal(await status_of(token_of(WRONG_KEYS_MAX), '203.0.113.21'), 429)
    assert.equal(await status_of(ana.tokens.access_token, '203.0.113.21'), 200)
  })
})

suite('connected apps', () => {
  test('are shown to their person and to admins, with names and hosts, and ended by nobody else', async () => {
    const [ana, ben] = [await connected('member'), await connected('member')]
    const list = async (browser: Browser, org_id = app.acme.org_id) =>
      (await browser.tool('list_connected_apps', {}, org_id)).body.result.apps
    const own = await list(ana.browser)
    assert.deepEqual(
      own.map((one: { grant_id: string; name: string; hosts: string[]; scopes: string[] }) => [
        one.grant_id,
        one.name,
        one.hosts,
        one.scopes,
      ]),
      [[ana.grant_id, 'Agent of a test', ['127.0.0.1:7777'], ['connections:read']]],
    )
    const all = (await list(admin)).map(({ grant_id }: { grant_id: string }) => grant_id)
    assert.ok(all.includes(ana.grant_id) && all.includes(ben.grant_id))
    const foreign = (await new_person_of(app, 'admin', app.globex.org_id)).browser
    assert.ok(!JSON.stringify(await list(foreign, app.globex.org_id)).includes(ana.grant_id))
    for (const [browser, org_id] of [
      [ben.browser, app.acme.org_id],
      [foreign, app.globex.org_id],
    ] as const) {
      const { status, body } = await browser.tool('disconnect_app', { grant_id: ana.grant_id }, org_id)
      assert.equal(status, 400)
      assert.match(body.error, /no such app/)
    }
    assert.equal((await app.rest('list_connections', {}, { key: ana.tokens.access_token })).status, 200)
  })
})

suite('the clean-up', () => {
  test('deletes apps that nobody has connected for 30 days, and grants whose tokens have expired', async () => {
    const [used, unused] = [await registered_app(app), await registered_app(app)]
    const ana = await new_person_of(app, 'member')
    await used.connect(ana.browser, { org_id: app.acme.org_id, scopes: ['connections:read'] })
    await app.db.query(`update auth.oauth_clients set created_at = now() - interval '31 days'`)
    const clean = () => app.db.query('select auth.forget_expired()')
    const left = async () =>
      (await app.db.query('select client_id from auth.oauth_clients')).rows.map(({ client_id }) => client_id)
    await clean()
    assert.ok((await left()).includes(used.client_id) && !(await left()).includes(unused.client_id))
    await app.db.query(`update auth.oauth_refresh_tokens set expires_at = now() - interval '1 s';
      update auth.oauth_access_tokens set expires_at = now() - interval '2 hours';
      update auth.oauth_grants set updated_at = now() - interval '2 days'`)
    await clean()
    await clean()
    assert.deepEqual(await left(), [])
    assert.equal((await app.db.query('select from auth.oauth_grants')).rowCount, 0)
  })
})
