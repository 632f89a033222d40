// One organization never sees or changes another's data, whichever tool it calls and whatever ids it knows.
import assert from 'node:assert/strict'
import { after, before, beforeEach, suite, test } from 'node:test'
import { catalog_of } from '#engine/tool.ts'
import { type As, type TestApp, test_app } from '#test/app.ts'
import { fixtures } from '#test/fixture_area.ts'
import { holdings, marks_of } from '#test/fixtures.ts'
import { areas } from '#tools/index.ts'
import { input_for } from './inputs.ts'

const tools = [...catalog_of({ ...areas, fixtures }).values()].filter(
  ({ name, internal }) => !internal && !/^fixture_(lies|breaks|slow)/.test(name),
)
const reading = tools.filter(({ effect }) => effect === 'read')
/** Written by every call. */
const bookkeeping = new Set(['audit_heads', 'audit_log', 'rate_windows'])

let app: TestApp
let marks: string[]
before(async () => {
  app = await test_app()
  const { rows } = await app.db.query('select connection_id from connections where org_id = $1', [app.acme.org_id])
  marks = [...marks_of(app.acme), ...rows.map((row) => row.connection_id)]
})
after(() => app.close())
beforeEach(() => app.refill())

const seen = (text: string) => marks.filter((mark) => text.includes(mark))

async function ask(name: string, input: object, as: As): Promise<string> {
  const { body } = await app.rest(name, input, as)
  const { duration_ms, ...rest } = body
  return JSON.stringify(rest)
}

test('both organizations have a row in every table that keeps data of organizations', async () => {
  const seeded_elsewhere = [
    'agency_clients',
    'audit_heads',
    'audit_log',
    'followed_calls',
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

suite('another organization', () => {
  for (const tool of tools)
    test(`reads nothing of acme from ${tool.name}, neither with its own ids nor with acme's`, async () => {
      const before_calls = await holdings(app.db, app.acme, bookkeeping)
      for (const owner of [app.globex, app.acme]) {
        const input = await input_for(tool, app, owner)
        const answer = await ask(tool.name, input, { key: app.keys.globex })
        const echoed = JSON.stringify(input)
        assert.deepEqual(
          seen(answer).filter((mark) => !echoed.includes(mark)),
          [],
          answer.slice(0, 500),
        )
      }
      assert.deepEqual(await holdings(app.db, app.acme, bookkeeping), before_calls)
    })

  test('would have been caught: acme itself does read its marks', async () => {
    let showing = 0
    for (const tool of reading) {
      const answer = await ask(tool.name, await input_for(tool, app, app.acme), { key: app.keys.acme })
      if (seen(answer).length > 0) showing++
    }
    assert.ok(showing >= reading.length / 2, `${showing} of ${reading.length} reading tools show a mark`)
  })
})

suite('an agency', () => {
  for (const tool of reading)
    test(`reads from ${tool.name} for its client what the client reads`, async () => {
      const input = await input_for(tool, app, app.acme)
      const own = await ask(tool.name, input, { key: app.keys.acme })
      await app.refill()
      assert.equal(await ask(tool.name, input, { key: app.keys.agency, org_id: app.acme.org_id }), own)
    })

  test('is told the same 403 about a stranger and about nobody, on every route', async () => {
    const nobody = '01980000-0000-7000-8000-000000000000'
    for (const org_id of [app.globex.org_id, nobody, 'not-an-id', `${app.acme.org_id}, ${app.acme.org_id}`]) {
      const as = { key: app.keys.agency, org_id }
      const { status, body } = await app.rest('list_connections', {}, as)
      assert.deepEqual([status, body.outcome], [403, 'denied_org'])
      assert.equal(body.error, 'This key may not act on the organization named in X-Svc-Org.')
      for (const url of ['/api/v1/tools', '/mcp']) {
        const headers = { authorization: `Bearer ${as.key}`, 'x-svc-org': org_id }
        const other = await app.app.server.inject({ method: 'GET', url, headers })
        assert.deepEqual([other.statusCode, JSON.parse(other.body).error], [403, body.error], url)
      }
    }
  })

  test('loses its client within a second of its being taken away', async () => {
    const as = { key: app.keys.agency, org_id: app.acme.org_id }
    assert.equal((await app.rest('list_connections', {}, as)).status, 200)
    await app.db.query('delete from agency_clients where org_id = $1', [app.agency_org_id])
    await app.settled(async () => (await app.rest('list_connections', {}, as)).status === 403)
  })
})

test('a client may not act on its agency, and naming one’s own organization is fine', async () => {
  assert.equal((await app.rest('list_connections', {}, { key: app.keys.acme, org_id: app.agency_org_id })).status, 403)
  assert.equal((await app.rest('list_connections', {}, { key: app.keys.acme, org_id: app.acme.org_id })).status, 200)
})
