// What the engine does when a tool violates its declaration, and what it records of every call. The tools here exist for these tests.
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { revoke_key } from '#test/access.ts'
import { type As, CHANGE_FELT_MS, type TestApp, test_app } from '#test/app.ts'
import { fixtures, SECRET_OF_A_FAULT } from '#test/fixture_area.ts'

let app: TestApp
let acme: As
before(async () => {
  app = await test_app({ areas: { fixtures }, seeded: false })
  acme = { key: app.keys.acme }
})
after(() => app.close())
beforeEach(() => app.refill())

const balance = async () =>
  (await app.db.query('select balance::int from credit_balances where org_id = $1', [app.acme.org_id])).rows[0].balance

test('PostgreSQL stops a tool that declares that it reads and then writes, and nothing is written', async () => {
  const { status, body } = await app.rest('fixture_lies', {}, acme)
  assert.deepEqual([status, body.outcome], [500, 'fault'])
  assert.equal((await app.db.query('select from contacts')).rowCount, 0)
})

test('after an internal error, or a result that violates its schema, the caller gets only a request id', async () => {
  for (const name of ['fixture_breaks', 'fixture_breaks_its_word', 'fixture_lies']) {
    const { status, body, headers } = await app.rest(name, {}, acme)
    assert.deepEqual([status, body.outcome], [500, 'fault'])
    assert.equal(
      body.error,
      `Something went wrong on our side. It has been logged as request ${headers['x-request-id']}.`,
    )
    const answer = JSON.stringify((await (await app.mcp(acme)).callTool({ name, arguments: {} })).content)
    assert.ok(!answer.includes(SECRET_OF_A_FAULT) && !answer.includes('contacts') && !answer.includes('relation'))
  }
})

test('parallel calls never exceed the rate limit', async () => {
  const answers = await Promise.all(Array.from({ length: 30 }, () => app.rest('fixture_read', {}, acme)))
  const ends = Map.groupBy(answers, ({ status }) => status)
  assert.deepEqual([ends.get(200)?.length, ends.get(429)?.length], [10, 20])
})

test('the rate limit is counted separately for each organization and each tool', async () => {
  for (let n = 0; n < 11; n++) await app.rest('fixture_read', {}, acme)
  assert.equal((await app.rest('fixture_read', {}, acme)).status, 429)
  assert.equal((await app.rest('fixture_read', {}, { key: app.keys.globex })).status, 200)
  assert.equal((await app.rest('fixture_write', { full_name: 'Ada' }, acme)).status, 200)
})

test('only successful calls cost credits, and parallel calls cannot overdraw them', async () => {
  assert.equal((await app.rest('fixture_spends', { refused: true }, acme)).status, 400)
  assert.equal((await app.rest('fixture_spends', { refused: 'wrong type' }, acme)).status, 400)
  assert.equal(await balance(), 1000)
  const answers = await Promise.all(Array.from({ length: 10 }, () => app.rest('fixture_spends', {}, acme)))
  assert.equal(answers.filter(({ status }) => status === 200).length, 2)
  assert.equal(answers.filter(({ status }) => status === 402).length, 8)
  assert.equal(await balance(), 200)
})

test('a revoked key is refused within a second, also when it was just used', async () => {
  const { key, key_id } = await app.key(app.acme.org_id)
  assert.equal((await app.rest('fixture_read', {}, { key })).status, 200)
  await revoke_key(app.db, { org_id: app.acme.org_id, key_id })
  await app.settled(async () => (await app.rest('fixture_read', {}, { key })).status === 401, CHANGE_FELT_MS)
})

test('an internal tool exists in no transport', async () => {
  assert.equal((await app.rest('fixture_internal', {}, acme)).status, 404)
  const { body } = await app.app.server.inject({ url: '/api/openapi.json' })
  assert.ok(!body.includes('fixture_internal') && body.includes('fixture_read'))
})

test('every call leaves a row with caller, tool and outcome, and without its input', async () => {
  await app.engine.recorder.flush()
  await app.db.query('truncate audit_log, audit_heads')
  await app.rest('fixture_read', { text: 'a very private text' }, acme)
  await app.rest('fixture_read', { txt: 'a very private text' }, acme)
  await app.rest('no_such_tool_x', {}, acme)
  await (await app.mcp(acme)).callTool({ name: 'fixture_write', arguments: { full_name: 'Ada' } })
  await app.engine.recorder.flush()
  const { rows } = await app.db.query('select * from audit_log')
  assert.deepEqual(rows.map(({ tool, transport, outcome }) => `${tool} ${transport} ${outcome}`).sort(), [
    'fixture_read rest error',
    'fixture_read rest ok',
    'fixture_write mcp ok',
    'unknown rest not_found',
  ])
  assert.ok(rows.every(({ actor, org_id }) => actor.startsWith('key:') && org_id === app.acme.org_id))
  assert.ok(
    !JSON.stringify(rows, (_, value) => (typeof value === 'bigint' ? String(value) : value)).includes('private'),
  )
})
