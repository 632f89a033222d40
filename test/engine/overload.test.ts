// When the load or the database is the trouble: an end the caller can act on, and nothing lost.
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { type TestApp, test_app } from '#test/app.ts'

let app: TestApp
before(async () => {
  app = await test_app({ seeded: false })
})
after(() => app.close())
beforeEach(() => app.refill())

const read = () => app.rest('fixture_read', {}, { key: app.keys.acme })

test('more calls at once than a process takes are turned away with a time to come back', async () => {
  app.engine.calls_under_way += 500
  try {
    const { status, headers, body } = await read()
    assert.equal(status, 503)
    assert.equal(body.outcome, 'overloaded')
    assert.ok(Number(headers['retry-after']) > 0)
  } finally {
    app.engine.calls_under_way -= 500
  }
  assert.equal((await read()).status, 200)
})

test('a connection that is cut in the middle of calls ends none of them with a fault, and the next ones work', async () => {
  const under_way = Array.from({ length: 20 }, read)
  await app.db.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where application_name like 'tablero%' and datname = current_database()",
  )
  const answers = await Promise.all(under_way)
  const statuses = new Set(answers.map(({ status }) => status))
  assert.deepEqual(
    [...statuses].filter((status) => ![200, 429, 503].includes(status)),
    [],
  )
  await app.refill()
  await app.settled(async () => (await read()).status === 200)
})
