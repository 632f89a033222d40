import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { open_queue_pool } from '#db/queue_pool.ts'
import { empty_database, test_pool } from '#test/database.ts'

test('after its end the pool never settles a new request, because an unhandled rejection would end the process', async () => {
  const database = await empty_database()
  const like = test_pool(database)
  const pool = open_queue_pool(like.org, 2)
  assert.equal((await pool.query('select 1 as one')).rows[0].one, 1)
  const client = await pool.connect()
  client.release()
  await pool.end()
  assert.equal(await Promise.race([pool.connect(), sleep(200, 'waits')]), 'waits')
  await like.end()
  await database.drop()
})
