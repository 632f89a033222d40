// Cases of the shared suite in which a re-read does not bring rows that are stored.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { in_org } from '#db/org.ts'
import type { Fault } from '../../sandbox/faults.ts'
import type { Place, Tools } from './real_answers.ts'

function tools_of({ now, run_of }: Tools) {
  const HOUR_MS = 61 * 60_000
  const daily_keys = async ({ org_id }: Place) => {
    const { bench } = now()
    const rows = await bench.rows(org_id)
    const tables = Object.keys(rows).filter((table) => table.endsWith('_daily'))
    return tables.flatMap((table) => rows[table]!.map((row) => `${table} ${bench.key_of(table, row)}`)).sort()
  }
  const suspects = ({ org_id }: Place) =>
    in_org(now().bench.engine.pool, { org_id, read_only: true }, (db) =>
      db.selectFrom('sync_cursors').select(['stream', 'reason']).where('state', '=', 'suspect').execute(),
    )

  const has_no_total = () =>
    Object.values(now().connector.streams).every((stream) => !('total' in stream && stream.total))

  /** Syncs an hour later. The fault affects streams only: without accounts, nothing would be read. */
  async function sync_later(place: Place, kind?: Fault['kind']) {
    const { bench, connector, platform } = now()
    const { accounts } = connector
    bench.sandbox.clock.advance(HOUR_MS)
    connector.accounts = {
      ...accounts,
      async read(source) {
        const found = await accounts.read(source)
        if (kind) bench.sandbox.faults.add({ platform, kind, count: 0 })
        return found
      },
    }
    const { end, run_id } = await bench.sync(place)
    bench.sandbox.faults.clear()
    connector.accounts = accounts
    return { end, run: await run_of(place, run_id) }
  }
  return { daily_keys, suspects, has_no_total, sync_later }
}

/** `skip`: why a stored day is never read again. */
export function what_is_not_brought(skip: string | undefined, tools: Tools) {
  const { now, reset } = tools
  const { daily_keys, suspects, sync_later } = tools_of(tools)

  test('empty answers where rows stood delete none of them, however often they come, and make the stream suspect', {
    skip,
  }, async () => {
    reset()
    const { bench, platform } = now()
    const emptied = await bench.connect(platform)
    await bench.sync(emptied)
    const before = await daily_keys(emptied)
    for (let n = 0; n < 2; n++) {
      const { end, run } = await sync_later(emptied, 'empty')
      assert.equal(run.restatements, 0n)
      assert.deepEqual(await daily_keys(emptied), before)
      if (end === 'succeeded' && before.length > 0) assert.match((await suspects(emptied))[0]!.reason!, /before, 0/)
    }
    assert.equal((await sync_later(emptied)).end, 'succeeded')
    assert.deepEqual(await suspects(emptied), [], 'the rows are back')
  })

  test('rows that are left out once stay, and rows that a second read deleted return with the next', {
    skip,
  }, async () => {
    reset()
    const { bench, platform } = now()
    const halved = await bench.connect(platform)
    await bench.sync(halved)
    const before = await daily_keys(halved)
    await sync_later(halved, 'halve')
    const stored = new Set(await daily_keys(halved))
    assert.deepEqual(
      before.filter((key) => !stored.has(key)),
      [],
    )
    await sync_later(halved, 'halve')
    assert.equal((await sync_later(halved)).end, 'succeeded')
    const fresh = await bench.connect(platform)
    assert.equal((await bench.sync(fresh)).end, 'succeeded')
    assert.deepEqual(await daily_keys(halved), await daily_keys(fresh))
    assert.deepEqual(await suspects(halved), [])
  })

  what_is_withdrawn(tools)
}

function what_is_withdrawn(tools: Tools) {
  const { now, reset } = tools
  const { daily_keys, suspects, has_no_total, sync_later } = tools_of(tools)

  test('a day that the platform withdraws is deleted by further reads, and then is as a new connection reads it', async (context) => {
    if (!has_no_total()) return context.skip("the platform's own totals decide")
    reset()
    const { bench, platform } = now()
    const { changes } = bench.sandbox.world
    const withdrawn = await bench.connect(platform)
    await bench.sync(withdrawn)
    const before = await daily_keys(withdrawn)
    changes.set_factor(platform, '2026-11-16', 0)
    try {
      for (let n = 0; n < 2; n++) await sync_later(withdrawn)
      const fresh = await bench.connect(platform)
      await bench.sync(fresh)
      const truth = await daily_keys(fresh)
      assert.deepEqual(await daily_keys(withdrawn), before)
      assert.equal((await suspects(withdrawn)).length > 0, truth.length < before.length)
      assert.equal((await sync_later(withdrawn)).end, 'succeeded')
      assert.deepEqual(await daily_keys(withdrawn), truth)
      assert.deepEqual(await suspects(withdrawn), [])
    } finally {
      changes.clear()
    }
  })
}
