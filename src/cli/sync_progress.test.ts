import assert from 'node:assert/strict'
import { PassThrough } from 'node:stream'
import { after, before, test } from 'node:test'
import type { Engine } from '#engine/engine.ts'
import { type TestApp, test_app } from '#test/app.ts'
import { add_connection, add_run } from '#test/event_streams.ts'
import { sync_and_watch } from './sync_progress.ts'

const SHOW_CURSOR = '\u001b[?25h'
const HIDE_CURSOR = '\u001b[?25l'

let app: TestApp
before(async () => {
  app = await test_app({ seeded: false })
})
after(() => app.close())

test('bars end with an error, so that the process can end and the cursor is back', async () => {
  const { org_id } = app.acme
  const connection_id = await add_connection(app, org_id, 'shop')
  const run_id = await add_run(app, { org_id, connection_id })
  const runs = new Map([[run_id, { connection_id, platform: 'sx', name: 'shop' }]])
  let reads = 0
  const engine = {
    get pool() {
      reads += 1
      if (reads > 1) throw new Error('the database was lost')
      return app.engine.pool
    },
  } as Engine
  const terminal = Object.assign(new PassThrough(), { isTTY: true, columns: 80 })
  let shown = ''
  terminal.setEncoding('utf8').on('data', (chunk) => {
    shown += chunk
  })
  const watched = sync_and_watch(engine, org_id, [], terminal as unknown as NodeJS.WriteStream, {
    in_transaction: async <T>() => runs as T,
  })
  await assert.rejects(watched, /the database was lost/)
  assert.ok(shown.includes(HIDE_CURSOR), 'bars were shown')
  assert.ok(shown.lastIndexOf(SHOW_CURSOR) > shown.lastIndexOf(HIDE_CURSOR))
})
