// Exactly once, and recorded: idempotency keys in both transports, and the chain of the audit log.
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { in_org } from '#db/org.ts'
import { verify_chain } from '#engine/audit/verify.ts'
import { type TestApp, test_app } from '#test/app.ts'

let app: TestApp
before(async () => {
  app = await test_app({ seeded: false })
})
after(() => app.close())
beforeEach(async () => {
  await app.refill()
  await app.db.query('delete from contacts; delete from idempotency_keys')
})

async function write(full_name: string, key: string, as = app.keys.acme) {
  const { statusCode, body } = await app.app.server.inject({
    method: 'POST',
    url: '/api/v1/fixture_write',
    headers: { authorization: `Bearer ${as}`, 'idempotency-key': key },
    payload: { full_name },
  })
  return { status: statusCode, ...JSON.parse(body) }
}

const contacts = async () => Number((await app.db.query('select count(*) from contacts')).rows[0].count)

test('a hundred concurrent calls with one key have one effect and one answer', async () => {
  // Sixty calls a minute are accepted. The others are refused before they have an effect.
  const answers = await Promise.all(Array.from({ length: 100 }, () => write('Ada', 'one')))
  const ok = answers.filter(({ status }) => status === 200)
  assert.equal(ok.length, 60)
  assert.equal(answers.filter(({ status }) => status === 429).length, 40)
  assert.deepEqual(new Set(ok.map(({ result }) => JSON.stringify(result))), new Set(['{"contacts":1}']))
  assert.equal(await contacts(), 1)
})

test('the same key with another input is a conflict that changes nothing', async () => {
  assert.equal((await write('Ada', 'two')).status, 200)
  const answer = await write('Grace', 'two')
  assert.equal(answer.status, 409)
  assert.equal(answer.outcome, 'conflict')
  assert.equal(await contacts(), 1)
})

test('equal keys of two organizations are independent', async () => {
  assert.equal((await write('Ada', 'three')).status, 200)
  assert.equal((await write('Grace', 'three', app.keys.globex)).status, 200)
  assert.equal(await contacts(), 2)
})

test('a failed call does not use up its key', async () => {
  assert.equal((await write('', 'four')).status, 400)
  assert.equal((await write('Ada', 'four')).status, 200)
})

test('a key is deleted after a day', async () => {
  await write('Ada', 'five')
  await app.db.query("update idempotency_keys set created_at = now() - interval '25 hours'")
  assert.equal((await write('Grace', 'five')).status, 200)
  assert.equal(await contacts(), 2)
})

test('an invalid key is refused with a sentence', async () => {
  for (const key of ['with space', '']) assert.equal((await write('Ada', key)).status, 400, JSON.stringify(key))
  assert.equal((await write('Ada', 'x'.repeat(256))).status, 400)
  assert.equal(await contacts(), 0)
})

test('over MCP the key is in _meta', async () => {
  const client = await app.mcp({ key: app.keys.acme })
  const call = () =>
    client.callTool({ name: 'fixture_write', arguments: { full_name: 'Ada' }, _meta: { 'idempotency-key': 'six' } })
  const [first, second] = [await call(), await call()]
  assert.deepEqual(first.structuredContent, second.structuredContent)
  assert.equal(await contacts(), 1)
})

const verdict = () => verify_chain(app.engine.pool, app.engine, app.acme.org_id)

async function record_some() {
  await app.engine.recorder.flush()
  await app.db.query('truncate audit_log, audit_heads')
  const acme = { key: app.keys.acme }
  await Promise.all(['a', 'b', 'c'].map((full_name) => app.rest('fixture_write', { full_name }, acme)))
  for (const text of ['d', 'e']) await app.rest('fixture_read', { text }, acme)
  await app.rest('fixture_read', { nonsense: 1 }, acme)
  await app.engine.recorder.flush()
}

test('the chain of calls is valid for writes, reads and refusals', async () => {
  await record_some()
  const found = await verdict()
  assert.equal(found.ok, true)
  assert.equal(found.calls, 6n)
})

for (const [what, change] of Object.entries({
  edited: "update audit_log set outcome = 'error' where seq = 2",
  removed: 'delete from audit_log where seq = 3',
  'removed from the end': 'delete from audit_log where seq = 6',
  inserted: `insert into audit_log select org_id, 7, request_id, actor, tool, transport, outcome, input_hash, duration_ms, called_at, hash
             from audit_log where seq = 6`,
  exchanged:
    'update audit_log set seq = case seq when 2 then 1002 else 1003 end where seq in (2, 3); update audit_log set seq = case seq when 1002 then 3 else 2 end where seq > 1000',
})) {
  test(`a row that was ${what} is found`, async () => {
    await record_some()
    await app.db.query(change)
    assert.equal((await verdict()).ok, false)
  })
}

test('the role that answers calls cannot change recorded calls', async () => {
  await record_some()
  for (const statement of ['update audit_log set outcome = outcome', 'delete from audit_log', 'truncate audit_log']) {
    await assert.rejects(
      in_org(app.engine.pool.worker, { org_id: app.acme.org_id }, (_, client) => client.query(statement)),
      /permission denied/,
    )
  }
})
