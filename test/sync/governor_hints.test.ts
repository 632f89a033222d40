// How hints, which anybody can send, share limits of vendors with other work.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Pace } from '#engine/connector.ts'
import type { Priority } from '#engine/vendors/governor.ts'
import { governor_bench, START } from '#test/governor_bench.ts'

const { a_process, next_vendor, send, sent_now } = governor_bench()

test('hints do not wait for older days that use their whole share, and leave them as much', async () => {
  next_vendor()
  const process = a_process()
  const paces: Pace[] = [{ per_minute: 60 }]
  const by = (priority: Priority) => sent_now(process, paces, { priority })
  assert.deepEqual([await by('backfill'), await by('hint'), await by('hint')], [30, 15, 0])
  next_vendor()
  assert.deepEqual([await by('hint'), await by('backfill'), await by('restatement')], [15, 15, 12])
})

test('hints take no more than a quarter of a limit, and those of one organization leave hints to the others', async () => {
  next_vendor()
  const process = a_process()
  const of_app: Pace[] = [{ of: 'app', per_minute: 200 }]
  const hints = (org: string, user: string) => sent_now(process, of_app, { org, user, priority: 'hint' })
  assert.deepEqual([await hints('one', 'a'), await hints('one', 'b'), await hints('one', 'c')], [20, 20, 0])
  assert.equal(await hints('two', 'd'), 10)
  assert.equal(await hints('three', 'e'), 0)
  const today = await sent_now(process, of_app, { org: 'three', user: 'e', priority: 'today' })
  assert.ok(today >= 200 * 0.6, String(today))
})

test('a flood of hints for one user causes a read a second, and the next one waits for seconds, not for a minute', async () => {
  next_vendor()
  const process = a_process()
  const waits = await Array.fromAsync({ length: 120 }, async () => {
    const before = process.clock.ms
    await send(process, [{ per_second: 10 }], { priority: 'hint' })
    return process.clock.ms - before
  })
  assert.ok(Math.max(...waits) <= 20_000, `${Math.max(...waits)} ms`)
  const seconds = (process.clock.ms - START) / 1000
  assert.ok(seconds >= 100 && seconds <= 120, `${seconds} s for 120 hints`)
})

test('a hint that others leave no request gives up after its time, and other work continues', async () => {
  next_vendor()
  const process = a_process()
  // Others fill the share of hints again whenever a request of theirs leaves the window.
  const busy = {
    governor: process.governor,
    clock: Object.assign(process.clock, {
      async sleep(this: { ms: number }, wait_ms: number) {
        this.ms += wait_ms
        if (this.ms < START + 60_000) await sent_now(process, paces, { priority: 'today' })
      },
    }),
  }
  const paces: Pace[] = [{ of: 'app', per_second: 4 }]
  await sent_now(process, paces, { priority: 'today' })
  const wait = await send(busy, paces, { priority: 'hint' }, 5_000)
  assert.ok(wait !== undefined && process.clock.ms <= START + 5_000, `${wait}, ${process.clock.ms - START}`)
  assert.equal(await send(busy, paces, { priority: 'today' }, 5_000), undefined)
})
