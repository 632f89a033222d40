import assert from 'node:assert/strict'
import { once } from 'node:events'
import { PassThrough } from 'node:stream'
import { test } from 'node:test'
import { setImmediate as immediate } from 'node:timers/promises'
import { create_log } from '#lib/log.ts'
import { TEST_KEY, test_database } from '#test/database.ts'
import { create_app } from '../../src/app.ts'

test('a stop while the worker starts stops the worker too, without an error', async () => {
  const database = await test_database()
  const stream = new PassThrough()
  let logged = ''
  stream.on('data', (text) => {
    logged += text
  })
  const app = await create_app({
    config: {
      base_url: 'http://127.0.0.1:0',
      database_pool: 10,
      master_key: TEST_KEY,
      role: 'all',
      fx_rates_url: undefined,
      sandbox_url: undefined,
    },
    database: database.place,
    log: create_log({ level: 'warn', stream }),
  })
  const listening = once(app.server.server, 'listening')
  const started = app.start({ host: '127.0.0.1', port: 0 })
  await listening
  await immediate() // the worker is being started now
  await app.close()
  await started
  await database.drop()
  assert.equal(logged, '')
})
