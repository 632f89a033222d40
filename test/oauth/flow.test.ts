// An app asks a person, gets tokens for one organization, and calls with them.
import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { type TestApp, test_app } from '#test/app.ts'
import { type Browser, join_org, new_person } from '#test/browser.ts'
import { type OAuthApp, registered_app } from '#test/oauth_app.ts'

let app: TestApp
let ana: Browser
let agent: OAuthApp
before(async () => {
  app = await test_app()
  ana = await new_person(app, 'ana@example.com')
  await join_org(app, ana, { org_id: app.acme.org_id, role: 'member' })
  agent = await registered_app(app)
})
after(() => app.close())

suite('an app', () => {
  test('gets tokens for the chosen organization and scopes, and calls REST and MCP with them', async () => {
    const tokens = await agent.connect(ana, { org_id: app.acme.org_id, scopes: ['connections:read', 'ads:read'] })
    assert.match(tokens.access_token, /^svt_[A-Za-z]{32}$/)
    assert.match(tokens.refresh_token, /^svr_/)
    assert.equal(tokens.expires_in, 3600)
    assert.deepEqual(tokens.scope.split(' ').sort(), ['ads:read', 'connections:read', 'offline_access'])
    const key = tokens.access_token
    const answer = await app.rest('list_connections', {}, { key })
    assert.equal(answer.status, 200, JSON.stringify(answer.body))
    const client = await app.mcp({ key })
    const called = await client.callTool({ name: 'list_connections', arguments: {} })
    assert.ok(!called.isError)
  })
})
