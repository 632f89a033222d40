import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { silent_log } from '#lib/log.ts'
import { until } from '#test/until.ts'
import { spare_worker } from './spare_worker.ts'

const LOOK_MS = 10

function bench() {
  const seen = { is_running: true, looks: 0, started: 0, stopped: 0 }
  const parts = {
    log: silent_log(),
    look_ms: LOOK_MS,
    is_worker_running: async () => {
      seen.looks += 1
      return seen.is_running
    },
    start: async () => {
      seen.started += 1
      return {
        async stop() {
          seen.stopped += 1
        },
      }
    },
  }
  return { seen, parts }
}

suite('the worker of a command', () => {
  test('starts when the server stops, and stops with the command', async () => {
    const { seen, parts } = bench()
    const worker = await spare_worker(parts)
    assert.ok(await until(() => seen.looks > 2))
    assert.equal(seen.started, 0)
    seen.is_running = false
    assert.ok(await until(() => seen.started === 1))
    await sleep(3 * LOOK_MS)
    await worker.stop()
    assert.deepEqual([seen.started, seen.stopped], [1, 1])
  })

  test('starts later when it could not start', async () => {
    const { seen, parts } = bench()
    const start = async () => {
      if (seen.started === 0) {
        seen.started += 1
        throw new Error('the database was unreachable for a moment')
      }
      return parts.start()
    }
    const worker = await spare_worker({ ...parts, start })
    seen.is_running = false
    assert.ok(await until(() => seen.started === 2))
    await worker.stop()
    assert.equal(seen.stopped, 1)
  })

  test('is one worker, also when a look takes long', async () => {
    const { seen, parts } = bench()
    const slow = Promise.withResolvers<boolean>()
    const is_worker_running = async () => (seen.looks++ === 0 ? true : slow.promise)
    const worker = await spare_worker({ ...parts, is_worker_running })
    assert.ok(await until(() => seen.looks > 1))
    await sleep(5 * LOOK_MS)
    slow.resolve(false)
    await worker.stop()
    assert.deepEqual([seen.looks, seen.started, seen.stopped], [2, 1, 1])
  })
})
