import assert from 'node:assert/strict'
import { test } from 'node:test'
import { in_org } from '#db/org.ts'
import { sync_bench } from '#test/sync.ts'
import { test_connector } from './test_connector.ts'

test_connector('email_a')

test('free-form values never stop a stream: every record is stored, and the run counts the values it could not read', async () => {
  const bench = await sync_bench()
  try {
    const plain = await bench.connect('email_a')
    assert.equal((await bench.sync(plain)).end, 'succeeded')
    bench.sandbox.clock.reset()
    bench.sandbox.faults.add({ platform: 'email_a', kind: 'odd_values', count: 0 })
    const odd = await bench.connect('email_a')
    const { end, run_id } = await bench.sync(odd)
    const run = await in_org(bench.engine.pool.worker, { org_id: odd.org_id, read_only: true }, (db) =>
      db.selectFrom('sync_runs').selectAll().where('run_id', '=', run_id).executeTakeFirstOrThrow(),
    )
    assert.equal(end, 'succeeded', run.error ?? '')
    const [before, after] = [await bench.rows(plain.org_id), await bench.rows(odd.org_id)]
    assert.equal(after.checkouts?.length, before.checkouts?.length)
    assert.equal(after.contacts?.length, before.contacts?.length)
    const counted = run.unreadable as Record<string, number>
    for (const what of ['values of checkouts', 'currencies of checkouts', 'prices of checkout items'])
      assert.ok(counted[what]! > 0, what)
    const unknown = after.checkouts?.filter(({ total_micros }) => total_micros === null) ?? []
    assert.ok(unknown.length > 0 && unknown.length < after.checkouts!.length)
    assert.ok(after.checkouts?.every(({ total_micros }) => total_micros !== 0))
  } finally {
    await bench.close()
  }
})
