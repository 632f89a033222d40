// Documents that describe apps: their addresses come from unauthenticated callers.
import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { create_outbound, type Outbound } from '#engine/vendors/outbound.ts'
import { type TestApp, test_app } from '#test/app.ts'
import { Browser } from '#test/browser.ts'
import { OAuthApp, REDIRECT, register } from '#test/oauth_app.ts'

let app: TestApp
let answer: (url: string) => Awaited<ReturnType<Outbound['fetch']>>
let asked: string[] = []
before(async () => {
  // Every name leads to an address of the own network, and the guard is the real one.
  const guarded = create_outbound({
    resolve: (_host, _options, done) => done(null, [{ address: '10.0.0.1', family: 4 }]),
  })
  const outbound: Outbound = {
    ...guarded,
    async fetch(request) {
      asked.push(request.url)
      return request.url.includes('private.example') ? guarded.fetch(request) : answer(request.url)
    },
  }
  app = await test_app({ seeded: false, outbound, app_registration: 'closed' })
})
after(() => app.close())

const document = (url: string, more: object = {}) => ({
  status: 200,
  headers: { 'content-type': 'application/json' },
  text: JSON.stringify({
    ...{ client_id: url, client_name: 'Agent', redirect_uris: [REDIRECT], token_endpoint_auth_method: 'none' },
    ...more,
  }),
})
const ask = (client_id: string) => new OAuthApp(app, client_id).ask(new Browser(app))
const stored = async () => (await app.db.query('select client_id from auth.oauth_clients')).rows.length

suite('a document', () => {
  test('is fetched once, and describes an app that never registered', async () => {
    answer = (url) => document(url)
    asked = []
    for (let n = 0; n < 3; n++) {
      const page = await ask('https://agent.example/client.json')
      assert.equal(page.searchParams.get('error'), null, page.href)
    }
    assert.deepEqual(asked, ['https://agent.example/client.json'])
  })

  test('at a private address, of another app, too large, redirected or not there makes no app', async () => {
    const before = await stored()
    const cases: Record<string, (url: string) => ReturnType<typeof answer>> = {
      'https://private.example/client.json': document,
      'https://127.0.0.1/client.json': document,
      'https://169.254.169.254/latest': document,
      'http://agent.example/client.json': document,
      'https://one.example/client.json': () => document('https://two.example/client.json'),
      'https://large.example/client.json': (url) => document(url, { client_uri: 'x'.repeat(6_000) }),
      'https://moved.example/client.json': () => ({
        status: 302,
        headers: { location: 'https://x.example' },
        text: '',
      }),
      'https://missing.example/client.json': () => ({ status: 404, headers: {}, text: '' }),
      'https://secret.example/client.json': (url) =>
        document(url, { token_endpoint_auth_method: 'client_secret_post' }),
    }
    for (const [url, given] of Object.entries(cases)) {
      answer = given
      const page = await ask(url)
      assert.ok(page.pathname === '/consent/refused' && page.searchParams.get('error'), `${url}: ${page.href}`)
    }
    assert.equal(await stored(), before)
  })

  test('cannot lead its person to an address that it does not name', async () => {
    answer = (url) => document(url, { redirect_uris: ['https://agent.example/callback'] })
    const page = await ask('https://other.example/client.json')
    assert.equal(page.searchParams.get('error'), 'invalid_redirect', page.href)
  })
})

suite('closed registration', () => {
  test('refuses apps that register themselves, and the metadata does not offer it', async () => {
    const { status } = await register(app)
    assert.equal(status, 403)
    const { body } = await new Browser(app).send('GET', '/.well-known/oauth-authorization-server')
    assert.equal(body.registration_endpoint, undefined)
    assert.equal(body.client_id_metadata_document_supported, true)
  })
})
