import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { in_system } from '#db/org.ts'
import type { Pool } from '#db/pool.ts'
import { announce_change } from '#engine/access/changes.ts'
import { Directory } from '#engine/access/directory.ts'
import { type TestDatabase, test_database, test_pool } from '#test/database.ts'

let database: TestDatabase
let pool: Pool
let directory: Directory
before(async () => {
  database = await test_database()
  pool = test_pool(database, { max: 4 })
  directory = new Directory(pool, () => 'http://tablero.test')
  await directory.listen()
})
after(async () => {
  await directory?.close()
  await pool?.end()
  await database?.drop()
})

/** Reads of a name until it is kept. */
async function kept(name: string): Promise<void> {
  let reads = 0
  for (let before = -1; before !== reads; await sleep(5)) {
    before = reads
    await directory.shared(name, async () => ++reads)
  }
}

test('what was read before a change is not kept after it', async () => {
  await kept('other')
  let reads = 0
  const read = async () => {
    reads += 1
    if (reads > 1) return reads
    await in_system(pool, (db) => announce_change(db))
    // It has arrived when what was kept before is read again.
    for (let is_known = false; !is_known; await sleep(5))
      await directory.shared('other', async () => {
        is_known = true
      })
    return reads
  }
  assert.equal(await directory.shared('changed', read), 1)
  await kept('other')
  assert.equal(await directory.shared('changed', read), 2)
  assert.equal(await directory.shared('changed', read), 2)
})
