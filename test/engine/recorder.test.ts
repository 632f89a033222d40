// Pending records of calls: an error of one organization does not delay or lose the records of others.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { CallRecord } from '#engine/audit/chain.ts'
import { input_hash } from '#engine/audit/chain.ts'
import { verify_chain } from '#engine/audit/verify.ts'
import { type TestApp, test_app } from '#test/app.ts'

let app: TestApp
before(async () => {
  app = await test_app({ seeded: false })
})
after(() => app?.close())

let calls = 0
const record_of = (org_id: string): CallRecord => ({
  org_id,
  request_id: `r${++calls}`,
  actor: 'key:test',
  tool: 'list_connections',
  transport: 'rest',
  outcome: 'ok',
  input_hash: input_hash({}),
  duration_ms: 1,
  called_at: new Date().toISOString(),
})

const recorded = async (org_id: string) => {
  const { rows } = await app.db.query('select count(*)::int as n from audit_log where org_id = $1', [org_id])
  return rows[0].n as number
}

async function add(org_id: string, count: number) {
  for (let n = 0; n < count; n++) app.engine.recorder.add(record_of(org_id))
}

test('a locked chain does not delay the other chains', async () => {
  const { acme, globex, engine } = app
  await add(acme.org_id, 1)
  await engine.recorder.flush()
  const [mine, others] = [await recorded(acme.org_id), await recorded(globex.org_id)]
  const holder = await app.db.connect()
  try {
    await holder.query('begin')
    await holder.query('select from audit_heads where org_id = $1 for update', [acme.org_id])
    await add(acme.org_id, 2)
    await add(globex.org_id, 2)
    await engine.recorder.flush()
    assert.deepEqual([await recorded(acme.org_id), await recorded(globex.org_id)], [mine, others + 2])
  } finally {
    await holder.query('rollback')
    holder.release()
  }
  await engine.recorder.flush()
  assert.equal(await recorded(acme.org_id), mine + 2)
  assert.ok((await verify_chain(engine.pool, engine, acme.org_id)).ok)
})

test('an organization whose records cannot be written does not delay others, for any number of records', async () => {
  const { acme, globex, engine } = app
  const before = { acme: await recorded(acme.org_id), globex: await recorded(globex.org_id) }
  const { rows } = await app.db.query('select wrapped_key from audit_heads where org_id = $1', [acme.org_id])
  const set_key = (key: Buffer) =>
    app.db.query('update audit_heads set wrapped_key = $2 where org_id = $1', [acme.org_id, key])
  await set_key(Buffer.alloc(60, 1))
  await add(acme.org_id, 1_200) // more than two batches
  await add(globex.org_id, 3)
  await engine.recorder.flush()
  assert.deepEqual([await recorded(acme.org_id), await recorded(globex.org_id)], [before.acme, before.globex + 3])
  await set_key(rows[0].wrapped_key)
  await engine.recorder.flush()
  assert.equal(await recorded(acme.org_id), before.acme + 1_200)
  assert.ok((await verify_chain(engine.pool, engine, acme.org_id)).ok)
})
