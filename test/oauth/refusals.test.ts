// What an app is refused: wrong addresses, resources, scopes and verifiers, used codes, used refresh tokens, and foreign organizations.
import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { scopes } from '#domain/scopes.ts'
import { type TestApp, test_app } from '#test/app.ts'
import { Browser, join_org, new_person } from '#test/browser.ts'
import { type OAuthApp, REDIRECT, register, registered_app } from '#test/oauth_app.ts'
import { add_member } from '#test/people.ts'

let app: TestApp
let ana: Browser
let user_id: string
let agent: OAuthApp
let issuer: string
before(async () => {
  app = await test_app()
  ana = await new_person(app, 'ana@example.com')
  user_id = await join_org(app, ana, { org_id: app.acme.org_id, role: 'member' })
  agent = await registered_app(app)
  issuer = `${app.engine.base_url}/api/auth`
})
after(() => app.close())

/** An error that reaches the app names the issuer and the app's own state. */
function check_error(to: URL, error: string) {
  assert.equal(`${to.origin}${to.pathname}`, REDIRECT, to.href)
  const { searchParams: said } = to
  assert.deepEqual([said.get('error'), said.get('iss'), said.get('state')], [error, issuer, 'a state'], to.href)
  assert.equal(said.get('code'), null)
}

suite('a request for access', () => {
  test('with another redirect address, or of an unknown app, shows an error and leads nowhere', async () => {
    for (const more of [
      { redirect_uri: 'https://evil.example/callback' },
      { redirect_uri: 'http://127.0.0.1:7777/other' },
      { redirect_uri: 'http://localhost:7777/callback' },
      { client_id: 'unknown' },
    ]) {
      const page = await agent.ask(ana, more)
      assert.equal(page.origin + page.pathname, `${app.engine.base_url}/consent/refused`, JSON.stringify(more))
      assert.ok(page.searchParams.get('error'), page.href)
    }
  })

  test('may lead to any port of the person’s own machine', async () => {
    const page = await agent.ask(ana, { redirect_uri: 'http://127.0.0.1:50123/callback' })
    assert.equal(page.searchParams.get('error'), null, page.href)
  })

  test('with a foreign resource, an unknown scope, or without S256, is refused with the issuer', async () => {
    check_error(await agent.ask(ana, { resource: 'https://other.example/mcp' }), 'invalid_target')
    check_error(await agent.ask(ana, { scope: 'ads:read everything' }), 'invalid_scope')
    check_error(await agent.ask(ana, { code_challenge_method: 'plain' }), 'invalid_request')
    check_error(
      await agent.ask(ana, { code_challenge: undefined, code_challenge_method: undefined }),
      'invalid_request',
    )
  })

  test('shows its page to everybody, and always: an earlier consent decides nothing', async () => {
    await agent.connect(ana, { org_id: app.acme.org_id, scopes: ['ads:read'] })
    const page = await agent.ask(ana, { scope: 'ads:read', prompt: 'none' })
    assert.equal(page.pathname, '/consent', page.href)
    assert.equal((await agent.ask(new Browser(app))).pathname, '/consent')
  })

  test('names what the app asked for, and the reads when it asked for nothing', async () => {
    const asked = async (scope?: string) => (await agent.ask(ana, { scope })).searchParams.get('asked')?.split(' ')
    assert.deepEqual(await asked('ads:write admin:* offline_access'), ['ads:write', 'admin:*'])
    assert.deepEqual(
      await asked(),
      scopes.filter((scope) => scope.endsWith(':read')),
    )
  })
})

suite('a decision', () => {
  const decide = async (browser: Browser, more: Record<string, unknown>) => {
    const { searchParams: page } = await agent.ask(browser)
    const oauth_query = page.get('request')
    return browser.auth('/oauth2/consent', {
      ...{ accept: true, oauth_query, org_id: app.acme.org_id, scopes: ['ads:read'] },
      ...more,
    })
  }

  test('needs a session, a page of ours, and the request as it was signed', async () => {
    assert.equal((await decide(new Browser(app), {})).status, 401)
    const { searchParams: page } = await agent.ask(ana)
    const oauth_query = page.get('request')!
    const body = { accept: true, oauth_query, org_id: app.acme.org_id, scopes: ['ads:read'] }
    const foreign = await ana.auth('/oauth2/consent', body, { origin: 'https://evil.example' })
    assert.equal(foreign.status, 403)
    const form = await ana.auth('/oauth2/consent', body, { 'content-type': 'application/x-www-form-urlencoded' })
    assert.equal(form.status, 403)
    const changed = oauth_query.replace('7777', '7778')
    assert.equal((await ana.auth('/oauth2/consent', { ...body, oauth_query: changed })).status, 400)
  })

  test('is refused for an organization of others, and for scopes that the person lacks', async () => {
    for (const [more, sentence] of [
      [{ org_id: app.globex.org_id }, /no member/],
      [{ org_id: '01980000-0000-7000-8000-00000000dead' }, /no member/],
      [{ scopes: ['ads:read', 'admin:*'] }, /You lack admin:\*/],
    ] as const) {
      const { status, text } = await decide(ana, more)
      assert.equal(status, 403, text)
      assert.match(text, sentence)
    }
    for (const more of [{ org_id: 'acme' }, { org_id: undefined }, { scopes: [] }, { scopes: ['openid'] }])
      assert.equal((await decide(ana, more)).status, 400, JSON.stringify(more))
  })

  test('against the app leads back with access_denied', async () => {
    const { searchParams: page } = await agent.ask(ana)
    const { body } = await ana.auth('/oauth2/consent', { accept: false, oauth_query: page.get('request') })
    check_error(new URL(body.url), 'access_denied')
  })
})

suite('a code', () => {
  const allowed = async () => {
    const back = await agent.allow(ana, { org_id: app.acme.org_id, scopes: ['connections:read'] })
    assert.equal(back.searchParams.get('iss'), issuer)
    return back.searchParams.get('code')!
  }
  const refused = async (more: Record<string, string>) => {
    const { status, body } = await agent.exchange(await allowed(), more)
    assert.ok(status >= 400 && status < 500, `${status} ${JSON.stringify(body)}`)
    assert.equal(body.access_token, undefined)
    return body.error
  }

  test('is worth nothing with another verifier, redirect address, resource or app', async () => {
    assert.ok(await refused({ code_verifier: 'a'.repeat(43) }))
    assert.equal(await refused({ redirect_uri: 'http://127.0.0.1:7777/other' }), 'invalid_grant')
    assert.equal(await refused({ resource: 'https://other.example/mcp' }), 'invalid_target')
    const other = await registered_app(app)
    assert.equal(await refused({ client_id: other.client_id }), 'invalid_grant')
  })

  test('works once, and its second use ends the tokens of the first', async () => {
    const code = await allowed()
    const { body: tokens } = await agent.exchange(code)
    const again = await agent.exchange(code)
    assert.deepEqual([again.status, again.body.error], [400, 'invalid_grant'])
    await app.settled(
      async () => (await app.rest('list_connections', {}, { key: tokens.access_token })).status === 401,
      1_000,
    )
    assert.equal((await agent.refresh(tokens.refresh_token)).status, 400)
  })

  test('is worth nothing for somebody who was removed in between', async () => {
    const code = await allowed()
    await app.db.query('delete from members where user_id = $1', [user_id])
    const { status, body } = await agent.exchange(code)
    assert.deepEqual([status, body.error], [400, 'invalid_grant'])
    await add_member(app.db, { org_id: app.acme.org_id, role: 'member', user_id, email: 'ana@example.com' })
  })
})

suite('a refresh token', () => {
  test('is replaced by each use, is answered again for 30 s, and its later use ends the family', async () => {
    const first = await agent.connect(ana, { org_id: app.acme.org_id, scopes: ['connections:read'] })
    const { body: second } = await agent.refresh(first.refresh_token)
    assert.notEqual(second.refresh_token, first.refresh_token)
    assert.equal((await agent.refresh(first.refresh_token)).body.refresh_token, second.refresh_token)
    const { rows } = await app.db.query<{ left_s: number }>(
      `select extract(epoch from max(rotation_replay_expires_at) - now())::float as left_s from auth.oauth_refresh_tokens`,
    )
    assert.ok(rows[0]!.left_s > 0 && rows[0]!.left_s <= 30, `${rows[0]!.left_s} s`)
    await app.db.query(`update auth.oauth_refresh_tokens set rotation_replay_expires_at = now() - interval '1 s'
      where rotated_at is not null`)
    assert.equal((await agent.refresh(first.refresh_token)).body.error, 'invalid_grant')
    assert.equal((await agent.refresh(second.refresh_token)).body.error, 'invalid_grant')
    await app.settled(
      async () => (await app.rest('list_connections', {}, { key: second.access_token })).status === 401,
      1_000,
    )
  })
})

suite('a registration', () => {
  test('of a program on the own machine needs no type, and a web app needs TLS', async () => {
    const native = await register(app, { redirect_uris: ['http://localhost:1234/cb', 'http://127.0.0.1/cb'] })
    assert.deepEqual([native.status, native.body.application_type], [201, 'native'])
    const web = await register(app, { redirect_uris: ['http://shop.example/cb'] })
    assert.equal(web.status, 400)
    const mixed = await register(app, { redirect_uris: ['http://localhost:1234/cb', 'http://evil.example/cb'] })
    assert.equal(mixed.status, 400)
  })

  test('names no scope that the app did not ask for, and grants none', async () => {
    const { body } = await register(app, { scope: 'ads:read' })
    assert.equal(body.scope, 'ads:read')
    const silent = await register(app)
    assert.ok(!/admin|write|approve|run/.test(silent.body.scope), silent.body.scope)
  })

  test('cannot skip the consent, act without a person, or name addresses that this server calls', async () => {
    const { body } = await register(app, {
      skip_consent: true,
      grant_types: ['authorization_code', 'refresh_token'],
      jwks_uri: 'http://169.254.169.254/keys',
      backchannel_logout_uri: 'http://169.254.169.254/',
    })
    const { rows } = await app.db.query(
      'select skip_consent, jwks_uri, backchannel_logout_uri from auth.oauth_clients where client_id = $1',
      [body.client_id],
    )
    assert.deepEqual(Object.values(rows[0]).filter(Boolean), [])
    assert.equal((await register(app, { grant_types: ['client_credentials'] })).status, 400)
  })

  test('cannot hide characters in the name that the person reads', async () => {
    const { body } = await register(app, { client_name: `Cla\u202Eedu\u200Bde\n\u{E0041}${'x'.repeat(200)}` })
    const { status, text } = await ana.auth('/oauth2/app', { client_id: body.client_id })
    assert.equal(status, 200)
    assert.match(text, /"Cla\uFFFDedu\uFFFDde \uFFFDx+…"/)
  })

  test('is limited to five in a minute from an address', async () => {
    const once = () =>
      app.app.server.inject({
        method: 'POST',
        url: '/api/auth/oauth2/register',
        headers: { 'content-type': 'application/json' },
        payload: JSON.stringify({ redirect_uris: [REDIRECT], token_endpoint_auth_method: 'none' }),
        remoteAddress: '203.0.113.9',
      })
    const statuses = []
    for (let n = 0; n < 7; n++) statuses.push((await once()).statusCode)
    assert.deepEqual(statuses, [201, 201, 201, 201, 201, 429, 429])
  })
})
