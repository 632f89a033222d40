// What programs read before they ask for a token, and what an answer 401 tells them.
import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { create_auth } from '#accounts/auth.ts'
import { scopes } from '#domain/scopes.ts'
import { silent_log } from '#lib/log.ts'
import { type TestApp, test_app } from '#test/app.ts'
import { Browser } from '#test/browser.ts'
import { TEST_KEY } from '#test/database.ts'

let app: TestApp
let base_url: string
before(async () => {
  app = await test_app({ seeded: false })
  base_url = app.engine.base_url
})
after(() => app.close())

const get = (path: string) => new Browser(app).send('GET', path)

suite('the metadata', () => {
  test('of the issuer is at each address where clients look for it, and at the root', async () => {
    const expected = (await get('/.well-known/oauth-authorization-server')).body
    assert.equal(expected.issuer, `${base_url}/api/auth`)
    assert.deepEqual(expected.code_challenge_methods_supported, ['S256'])
    assert.equal(expected.authorization_response_iss_parameter_supported, true)
    for (const path of [
      '/.well-known/oauth-authorization-server/api/auth',
      '/api/auth/.well-known/oauth-authorization-server',
    ])
      assert.deepEqual((await get(path)).body, expected, path)
  })

  test('of the resource names the issuer and every scope, in both forms of its address', async () => {
    for (const path of ['/.well-known/oauth-protected-resource', '/.well-known/oauth-protected-resource/mcp']) {
      const { body } = await get(path)
      assert.equal(body.resource, `${base_url}/mcp`)
      assert.deepEqual(body.authorization_servers, [`${base_url}/api/auth`])
      assert.deepEqual(body.scopes_supported, scopes)
    }
  })

  test('says nothing else than the library does, and names no endpoint that does not exist', async () => {
    const ours = (await get('/.well-known/oauth-authorization-server')).body
    const auth = create_auth({
      ...{ pool: app.engine.pool, ring: { master_key: TEST_KEY }, base_url: () => base_url, sign_up: 'open' },
      ...{ providers: {}, mail: undefined, app_registration: 'open', outbound: app.engine.outbound, log: silent_log() },
    })
    const server = auth as unknown as { api: { getOAuthServerConfig(): Promise<Record<string, unknown>> } }
    const theirs = await server.api.getOAuthServerConfig()
    for (const [name, value] of Object.entries(ours)) assert.deepEqual(value, theirs[name], name)
    for (const [name, value] of Object.entries(ours)) {
      if (!name.endsWith('_endpoint')) continue
      const { pathname } = new URL(String(value))
      const method = name === 'authorization_endpoint' ? 'GET' : 'POST'
      const { status } = await new Browser(app).send(method, pathname)
      assert.notEqual(status, 404, name)
    }
    for (const name of ['introspect', 'userinfo', 'end-session', 'create-client', 'get-consents', 'delete-consent'])
      assert.equal((await new Browser(app).send('POST', `/api/auth/oauth2/${name}`)).status, 404, name)
  })

  test('does not exist where an address has no TLS, and the answer 401 then names none', async () => {
    app.engine.base_url = 'http://tablero.internal'
    try {
      assert.equal((await get('/.well-known/oauth-authorization-server')).status, 404)
      assert.equal((await get('/.well-known/oauth-protected-resource/mcp')).status, 404)
      const { headers } = await app.rest('list_connections', {}, { key: 'wrong' })
      assert.equal(headers['www-authenticate'], 'Bearer realm="Tablero", error="invalid_token"')
    } finally {
      app.engine.base_url = base_url
    }
  })
})

suite('an answer 401', () => {
  const reads = scopes.filter((scope) => scope.endsWith(':read')).join(' ')

  test('of MCP and REST says where to ask for a token and for which scopes', async () => {
    const place = `resource_metadata="${base_url}/.well-known/oauth-protected-resource/mcp", scope="${reads}"`
    const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }
    for (const path of ['/mcp', '/api/v1/list_connections']) {
      const without = await fetch(app.url + path, { method: 'POST', headers, body: '{}' })
      assert.deepEqual(
        [without.status, without.headers.get('www-authenticate')],
        [401, `Bearer realm="Tablero", ${place}`],
      )
      const expired = await fetch(app.url + path, {
        method: 'POST',
        headers: { ...headers, authorization: `Bearer svt_${'a'.repeat(32)}` },
        body: '{}',
      })
      assert.equal(expired.headers.get('www-authenticate'), `Bearer realm="Tablero", error="invalid_token", ${place}`)
    }
  })
})
