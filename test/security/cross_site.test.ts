// Requests that a browser sends because a page of another site causes them: none of them has an effect, whatever its form.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, suite, test } from 'node:test'
import { type TestApp, test_app } from '#test/app.ts'
import { type Browser, new_person, PASSWORD } from '#test/browser.ts'
import { launch_browser } from '#test/dashboard.ts'

const FOREIGN = 'https://evil.example'
const REQUESTS_MIN = 100

let app: TestApp
let ana: Browser
let org_id: string
before(async () => {
  app = await test_app({ seeded: false })
  ana = await new_person(app, 'ana@example.com')
  const made = await ana.tool('create_org', { name: 'Casa Lumbre', currency: 'EUR', time_zone: 'Europe/Madrid' })
  org_id = made.body.result.org_id
})
after(() => app.close())

interface CrossSite {
  method: string
  url: string
  headers: Record<string, string | string[]>
  payload?: string
}

/** Everything of the person and the organization that a request could change. */
async function state(): Promise<string> {
  const { rows } = await app.db.query(`
    select (select jsonb_agg(to_jsonb(u) - 'updated_at') from auth.users u) as users,
      (select jsonb_agg(s.id order by s.id) from auth.sessions s) as sessions,
      (select jsonb_agg(password order by id) from auth.accounts) as passwords,
      (select count(*)::int from auth.two_factors) as factors, (select count(*)::int from auth.verifications) as verifications,
      (select jsonb_agg(to_jsonb(o) - 'updated_at' order by o.org_id) from orgs o) as orgs,
      (select jsonb_agg(to_jsonb(m) - 'last_seen_at' order by m.user_id) from members m) as members,
      (select count(*)::int from invitations) as invitations, (select count(*)::int from api_keys) as keys`)
  return JSON.stringify([rows, app.mails.length])
}

const cookies = () => [...ana.cookies].map(([name, value]) => `${name}=${value}`).join('; ')

/** The ways in which a page of another site can address a server, with what the browser says of itself. */
function origins(own: string): Record<string, string>[] {
  const port = new URL(own).port
  return [
    { origin: FOREIGN, 'sec-fetch-site': 'cross-site' },
    { origin: FOREIGN },
    { origin: 'null', 'sec-fetch-site': 'cross-site' },
    { origin: 'null', 'sec-fetch-site': 'same-origin' },
    { origin: '' },
    {},
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { 'sec-fetch-site': 'none' },
    { origin: `${own}.evil.example` },
    { origin: `${own}/` },
    { origin: own.replace('http:', 'https:') },
    { origin: `http://localhost:${port}`, 'sec-fetch-site': 'same-site' },
    { origin: `http://127.0.0.1:${Number(port) + 1}`, 'sec-fetch-site': 'same-site' },
    { origin: `${FOREIGN}, ${own}` },
    { referer: `${own}/account` },
  ]
}

const FORMS = ['application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'text/plain']
const TYPES = [
  ...FORMS,
  'TEXT/PLAIN;application/json',
  'text/plain; charset=application/json',
  'application/json+evil',
  'application/jsonp',
  'application/x-json',
  ' , application/json',
  '',
]

const writes = (): { url: string; body: object }[] => [
  { url: '/api/v1/update_org_settings', body: { name: 'Taken over' } },
  { url: '/api/v1/invite_user', body: { email: 'mallory@evil.example', role: 'admin' } },
  { url: '/api/v1/create_api_key', body: { name: 'mine', scopes: ['admin:*'] } },
  { url: '/api/v1/create_org', body: { name: 'Mine', currency: 'EUR', time_zone: 'Europe/Madrid' } },
  { url: '/api/auth/update-user', body: { name: 'Mallory' } },
  { url: '/api/auth/change-password', body: { currentPassword: PASSWORD, newPassword: 'a password of mallory' } },
  { url: '/api/auth/delete-user', body: { password: PASSWORD } },
  { url: '/api/auth/two-factor/enable', body: { password: PASSWORD } },
  { url: '/api/auth/sign-out', body: {} },
  { url: '/api/auth/revoke-other-sessions', body: {} },
  { url: '/api/auth/sign-in/email', body: { email: 'mallory@example.com', password: PASSWORD } },
  { url: '/api/auth/request-password-reset', body: { email: 'ana@example.com' } },
]

const mcp_write = (name: string, args: object) =>
  JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } })

function* cross_site_requests(): Generator<CrossSite> {
  const own = new URL(app.engine.base_url).origin
  const base = { cookie: cookies(), 'x-svc-org': org_id }
  for (const { url, body } of writes()) {
    const payload = JSON.stringify(body)
    // With a preflight that the server never answers, the browser would not send these. The server refuses them nevertheless.
    for (const origin of origins(own))
      yield { method: 'POST', url, headers: { ...base, 'content-type': 'application/json', ...origin }, payload }
    // Simple requests, which browsers send without asking.
    for (const type of TYPES)
      yield { method: 'POST', url, headers: { ...base, 'content-type': type, origin: FOREIGN }, payload: `${payload}=` }
    for (const type of TYPES.filter((one) => one !== ''))
      yield { method: 'POST', url, headers: { ...base, 'content-type': type, origin: own }, payload }
    const query = new URLSearchParams(Object.entries(body).map(([name, value]) => [name, String(value)]))
    for (const method of ['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])
      yield { method, url: `${url}?${query}&_method=POST`, headers: { ...base, 'sec-fetch-site': 'cross-site' } }
    for (const name of ['x-http-method-override', 'x-method-override', 'x-http-method'])
      yield { method: 'GET', url, headers: { ...base, [name]: 'POST', origin: own } }
    const json = { ...base, 'content-type': 'application/json', origin: own }
    yield { method: 'POST', url, headers: { ...json, authorization: 'Bearer svc_wrong' }, payload }
    yield { method: 'POST', url, headers: { ...json, authorization: '' }, payload }
    yield { method: 'POST', url, headers: { ...json, authorization: 'Basic YTpi' }, payload }
  }
  for (const origin of [...origins(own), { origin: own }])
    for (const [name, body] of [
      ['invite_user', { email: 'mallory@evil.example' }],
      ['run_readonly_sql', { sql: 'select 1' }],
    ] as const) {
      const headers = { ...base, 'content-type': 'application/json', accept: 'application/json, text/event-stream' }
      yield { method: 'POST', url: '/mcp', headers: { ...headers, ...origin }, payload: mcp_write(name, body) }
    }
}

suite('a signed-in person', () => {
  test('loses nothing to requests of another site', async (context) => {
    const before = await state()
    let requests = 0
    for (const { method, url, headers, payload } of cross_site_requests()) {
      // Each has an address of its own, so that no limit of requests hides an effect.
      const remoteAddress = `10.9.${requests >> 8}.${requests & 255}`
      const answer = await app.app.server.inject({ method: method as 'POST', url, headers, payload, remoteAddress })
      requests += 1
      const what = `${method} ${url} ${JSON.stringify({ ...headers, cookie: '' })}`
      assert.ok(answer.statusCode >= 400, `${answer.statusCode} for ${what}`)
      assert.equal(answer.headers['access-control-allow-origin'], undefined, what)
      assert.equal(answer.headers['set-cookie'], undefined, what)
    }
    assert.ok(requests >= REQUESTS_MIN)
    assert.equal(await state(), before)
    context.diagnostic(`${requests} requests of another site: 0 effects`)
  })

  test('has an effect with the same requests on our own pages', async () => {
    const before = await state()
    for (const { url, body } of writes().slice(0, 2)) {
      const { status, text } = await ana.send('POST', url, body, { 'x-svc-org': org_id })
      assert.equal(status, 200, text)
    }
    assert.notEqual(await state(), before)
  })

  test('is not replaced by somebody else when a page loads a link as an image, a frame or a script', async () => {
    for (const dest of ['image', 'iframe', 'frame', 'script', 'style', 'empty', 'object', 'embed'])
      for (const path of [
        '/verify-email?token=x',
        '/callback/google?code=x&state=x',
        '/get-session',
        '/list-sessions',
      ]) {
        const headers = { 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': dest }
        const { status, headers: answered } = await ana.send('GET', `/api/auth${path}`, undefined, headers)
        assert.equal(status, 403, `${dest} ${path}`)
        assert.equal(answered['set-cookie'], undefined)
      }
    const link = { 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'document', 'sec-fetch-mode': 'navigate' }
    assert.notEqual((await ana.send('GET', '/api/auth/verify-email?token=x', undefined, link)).status, 403)
  })
})

/** A page of another origin that tries everything a page can send. */
const ATTACK = (target: string, org: string) => `<!doctype html><title>evil</title>
<iframe name="sink" src="${target}/o/${org}/settings/keys"></iframe><img src="${target}/api/v1/create_org?name=Mine">
<script src="${target}/api/auth/get-session"></script>
<script>
const target = ${JSON.stringify(target)}
const results = []
async function run() {
  const body = JSON.stringify({ name: 'Taken over' })
  for (const path of ['/api/v1/update_org_settings', '/api/auth/update-user', '/api/auth/sign-out', '/mcp'])
    for (const mode of ['cors', 'no-cors'])
      for (const type of ['application/json', 'text/plain', 'application/x-www-form-urlencoded'])
        for (const headers of [{ 'content-type': type }, { 'content-type': type, 'x-svc-org': ${JSON.stringify('$ORG')} }])
          await fetch(target + path, { method: 'POST', mode, credentials: 'include', headers, body }).then(
            (answer) => results.push(answer.type === 'opaque' ? 'opaque' : 'read'), () => results.push('failed'))
  await fetch(target + '/api/auth/get-session', { credentials: 'include' }).then(() => results.push('read'), () => results.push('failed'))
  navigator.sendBeacon(target + '/api/auth/sign-out', new Blob(['{}'], { type: 'text/plain' }))
  for (const enctype of ['application/x-www-form-urlencoded', 'multipart/form-data', 'text/plain'])
    for (const path of ['/api/v1/update_org_settings', '/api/auth/update-user', '/api/auth/sign-out']) {
      const form = document.createElement('form')
      Object.assign(form, { method: 'post', action: target + path, enctype, target: 'sink' })
      const input = document.createElement('input')
      Object.assign(input, { name: '{"name":"Taken over","x":"', value: '"}' })
      form.append(input)
      document.body.append(form)
      form.submit()
      await new Promise((done) => setTimeout(done, 150))
    }
  document.title = 'done ' + JSON.stringify(results)
}
run()
</script>`

test('a real browser with a page of another site changes nothing and reads nothing, whichever host the page has', async () => {
  const browser = await launch_browser()
  const target = app.url
  const server = createServer((_, reply) =>
    reply.setHeader('content-type', 'text/html').end(ATTACK(target, org_id).replace('$ORG', org_id)),
  ).listen(0, '127.0.0.1')
  try {
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const context = await browser.newContext()
    const [name, value] = [...ana.cookies].find(([one]) => one.endsWith('session_token'))!
    await context.addCookies([{ name, value, url: target, httpOnly: true, sameSite: 'Lax' }])
    const before = await state()
    // 127.0.0.1 with another port is the same site, so the browser sends the cookie. localhost is another site.
    for (const host of ['127.0.0.1', 'localhost']) {
      const page = await context.newPage()
      await page.goto(`http://${host}:${port}/`)
      await page.waitForFunction("document.title.startsWith('done')")
      const results = (await page.title()).slice('done '.length)
      assert.ok(results.includes('failed') && results.includes('opaque'), results)
      assert.ok(!results.includes('read'), results)
      await page.close()
    }
    assert.equal(await state(), before)
    const kept = await context.cookies(target)
    assert.ok(kept.some((cookie) => cookie.name === name && cookie.value === value))
    assert.equal((await ana.tool('get_me')).body.result.name, 'Ana')
  } finally {
    await browser.close()
    server.close()
    server.closeAllConnections()
  }
})
