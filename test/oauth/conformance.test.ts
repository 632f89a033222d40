// The protocol's public conformance suite: what it demands of a server that issues tokens, and of a server that is called with one.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { get } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { after, before, suite, test } from 'node:test'
import { scopes } from '#domain/scopes.ts'
import { create_server } from '#http/server.ts'
import { free_port } from '#lib/port.ts'
import { type TestApp, test_app } from '#test/app.ts'
import { type Browser, join_org, new_person } from '#test/browser.ts'
import { register, registered_app } from '#test/oauth_app.ts'
import { areas } from '#tools/index.ts'
import { conformance, make_conformance_server } from '../mcp/conformance_fixtures.ts'
import { type Check, failures_of, key_proxy, PACKAGE, required_by, run_suite } from '../mcp/conformance_suite.ts'

const SCENARIOS = ['authorization-server-metadata-endpoint', 'authorization-code-grant']
const REVISION = '2026-07-28'

let app: TestApp
let ana: Browser
before(async () => {
  app = await test_app({ seeded: false })
  ana = await new_admin(app)
})
after(() => app.close())

async function new_admin(of: TestApp): Promise<Browser> {
  const browser = await new_person(of, 'ana@example.com')
  await join_org(of, browser, { org_id: of.acme.org_id, role: 'admin' })
  return browser
}

/** Allows what the page of this address asks for, and returns to the app. */
async function allow(address: URL): Promise<void> {
  const { headers } = await ana.send('GET', address.pathname + address.search)
  const page = new URL(String(headers.location), app.url)
  const decision = {
    accept: true,
    oauth_query: page.searchParams.get('request'),
    org_id: app.acme.org_id,
    scopes: ['ads:read'],
  }
  const { body, text } = await ana.auth('/oauth2/consent', decision)
  assert.ok(body.url, text)
  get(body.url).on('response', (answer) => answer.resume())
}

/** Runs the suite against the issuer. It prints the address that a person has to open. */
async function run_authorization(): Promise<Map<string, Check[]>> {
  const port = await free_port()
  const { body } = await register(app, { redirect_uris: [`http://127.0.0.1:${port}/callback`] })
  const folder = await mkdtemp(join(tmpdir(), 'conformance-'))
  try {
    const args = [
      ...['authorization', '--url', `${app.url}/api/auth`, '--client-id', body.client_id],
      ...['--resource', `${app.url}/mcp`, '--port', String(port), '-o', folder],
    ]
    const child = spawn(process.execPath, [join(PACKAGE, 'dist/index.js'), ...args], {
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    const ended = new Promise((done) => child.once('exit', done))
    for await (const line of createInterface({ input: child.stdout }))
      if (line.includes('/oauth2/authorize?')) await allow(new URL(line.trim()))
    await ended
    const checks = new Map<string, Check[]>()
    for (const name of await readdir(folder, { recursive: true })) {
      const scenario = SCENARIOS.find((one) => name.includes(one))
      if (scenario && name.endsWith('checks.json'))
        checks.set(scenario, JSON.parse(await readFile(join(folder, name), 'utf8')))
    }
    return checks
  } finally {
    await rm(folder, { recursive: true })
  }
}

suite('the conformance suite', () => {
  test('passes for the server that issues tokens, in every check', async (context) => {
    const ran = await run_authorization()
    const checks = SCENARIOS.flatMap((scenario) => ran.get(scenario) ?? [])
    const passed = checks.filter(({ status }) => status === 'SUCCESS').length
    context.diagnostic(`${ran.size} of ${SCENARIOS.length} scenarios ran, ${passed} of ${checks.length} checks pass`)
    assert.deepEqual(failures_of(ran, SCENARIOS), [])
    assert.ok(checks.length >= 3 && passed === checks.length, JSON.stringify(checks))
  })

  test('passes for a server that is called with the token of an app', async (context) => {
    const called = await test_app({ areas: { ...areas, conformance } })
    const server = await create_server(called.engine, { make_mcp_server: make_conformance_server })
    const proxy = await key_proxy()
    try {
      called.engine.base_url = proxy.url // tokens are for the address that the suite calls
      const agent = await registered_app(called)
      const browser = await new_admin(called)
      const { access_token } = await agent.connect(browser, { org_id: called.acme.org_id, scopes })
      proxy.target.url = await server.listen({ host: '127.0.0.1', port: 0 })
      proxy.target.key = access_token
      const required = await required_by(REVISION)
      const ran = await run_suite(proxy.url, REVISION)
      const failures = failures_of(ran, required)
      const failed = new Set(failures.map(({ scenario }) => scenario)).size
      context.diagnostic(`${required.length - failed} of ${required.length} scenarios pass`)
      assert.deepEqual(failures, [])
    } finally {
      proxy.close()
      await server.close()
      await called.close()
    }
  })
})
