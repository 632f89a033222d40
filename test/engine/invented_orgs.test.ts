// What callers may not act on costs little, however many names they invent.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { CHANGE_FELT_MS, headers_of, type TestApp, test_app } from '#test/app.ts'

let app: TestApp
before(async () => {
  app = await test_app({ seeded: false })
})
after(() => app?.close())

async function ask(org_id: string): Promise<number> {
  const { statusCode } = await app.app.server.inject({
    method: 'POST',
    url: '/api/v1/fixture_read',
    headers: { ...headers_of({ key: app.keys.acme, org_id }), 'content-type': 'application/json' },
    payload: '{}',
  })
  return statusCode
}

test('a flood of invented organizations takes one connection and few queries, repeated ones none', async () => {
  const { system } = app.engine.pool
  let [queries, most, running] = [0, 0, 0]
  const taken = () => {
    queries += 1
    running += 1
    most = Math.max(most, running)
  }
  const given_back = () => {
    running -= 1
  }
  assert.equal(await ask(app.acme.org_id), 200)
  system.on('acquire', taken).on('release', given_back)
  try {
    const invented = Array.from({ length: 100 }, () => randomUUID())
    const flood = () => Promise.all(invented.map(ask))
    assert.ok((await flood()).every((status) => status === 403))
    assert.ok(queries > 0 && queries <= 25, `${queries} queries`)
    assert.equal(most, 1)
    queries = 0
    assert.ok((await flood()).every((status) => status === 403))
    assert.equal(queries, 0)
    // One that is made is found.
    const [org_id] = invented
    await app.db.query("insert into orgs (org_id, name, currency, time_zone) values ($1, 'Invented', 'USD', 'UTC')", [
      org_id,
    ])
    await sleep(CHANGE_FELT_MS)
    await ask(org_id!)
    await app.engine.recorder.flush()
    const { rows } = await app.db.query('select tool from audit_log where org_id = $1', [org_id])
    assert.deepEqual(rows, [{ tool: 'other_organization' }])
  } finally {
    system.off('acquire', taken).off('release', given_back)
  }
})
