// For which organizations a key may act. suites/isolation.ts checks that no tool shows or changes data of another organization.
import assert from 'node:assert/strict'
import { after, before, beforeEach, suite, test } from 'node:test'
import { CHANGE_FELT_MS, type TestApp, test_app } from '#test/app.ts'
import { holdings } from '#test/fixtures.ts'

let app: TestApp
before(async () => {
  app = await test_app()
})
after(() => app.close())
beforeEach(() => app.refill())

test('both organizations have a row in every table that keeps data of organizations', async () => {
  const seeded_elsewhere = [
    'agency_access',
    'agency_clients',
    'audit_heads',
    'audit_log',
    'idempotency_keys',
    'org_data_keys',
    'org_modules',
    'rate_windows',
  ]
  for (const seed of [app.acme, app.globex]) {
    const empty = Object.entries(await holdings(app.db, seed)).flatMap(([table, held]) => (held === '' ? [table] : []))
    assert.deepEqual(
      empty.filter((table) => !seeded_elsewhere.includes(table)),
      [],
    )
  }
})

suite('an agency', () => {
  test('gets the same 403 for a foreign organization and for an unknown one, on every route', async () => {
    const nobody = '01980000-0000-7000-8000-000000000000'
    for (const org_id of [app.globex.org_id, nobody, 'not-an-id', `${app.acme.org_id}, ${app.acme.org_id}`]) {
      const as = { key: app.keys.agency, org_id }
      const { status, body } = await app.rest('list_connections', {}, as)
      assert.deepEqual([status, body.outcome], [403, 'denied_org'])
      assert.equal(
        body.error,
        'This key may not act on the organization named in X-Svc-Org. Without this header, it acts on its own.',
      )
      for (const url of ['/api/v1/tools', '/mcp']) {
        const headers = { authorization: `Bearer ${as.key}`, 'x-svc-org': org_id }
        const other = await app.app.server.inject({ method: 'GET', url, headers })
        assert.deepEqual([other.statusCode, JSON.parse(other.body).error], [403, body.error], url)
      }
    }
  })

  test('does not act on itself when X-Svc-Org is empty, such as from a variable without a value', async () => {
    for (const named of ['', ' ']) {
      const headers = { authorization: `Bearer ${app.keys.agency}`, 'x-svc-org': named }
      const call = { method: 'POST', url: '/api/v1/list_connections', headers, payload: {} } as const
      const { statusCode, body } = await app.app.server.inject(call)
      const { outcome, error } = JSON.parse(body)
      assert.deepEqual([statusCode, outcome], [403, 'denied_org'], JSON.stringify(named))
      assert.equal(error, 'X-Svc-Org is empty. Send the id of an organization, or no such header.')
    }
  })

  test('loses access to its client within a second after it is revoked', async () => {
    const as = { key: app.keys.agency, org_id: app.acme.org_id }
    assert.equal((await app.rest('list_connections', {}, as)).status, 200)
    await app.db.query('delete from agency_clients where org_id = $1', [app.agency_org_id])
    await app.settled(async () => (await app.rest('list_connections', {}, as)).status === 403, CHANGE_FELT_MS)
  })
})

test('a client may not act on its agency, and may name its own organization', async () => {
  assert.equal((await app.rest('list_connections', {}, { key: app.keys.acme, org_id: app.agency_org_id })).status, 403)
  assert.equal((await app.rest('list_connections', {}, { key: app.keys.acme, org_id: app.acme.org_id })).status, 200)
})
