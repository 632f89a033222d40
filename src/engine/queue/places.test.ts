import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Clock } from '#lib/clock.ts'
import { Places } from './places.ts'

/** A clock whose sleepers wait until the test wakes them. */
function stopped_clock() {
  const asleep: PromiseWithResolvers<void>[] = []
  const clock: Clock = {
    now: () => new Date(0),
    async sleep() {
      const sleeper = Promise.withResolvers<void>()
      asleep.push(sleeper)
      await sleeper.promise
    },
  }
  return { clock, asleep }
}
const next_tick = () => new Promise((done) => setImmediate(done))

test('a job that sleeps gives its place away, and waits for a free one before it continues', async () => {
  const places = new Places(1)
  const { clock, asleep } = stopped_clock()
  const seen: string[] = []
  const second_ends = Promise.withResolvers<void>()
  const first = places.run(clock, async (resting) => {
    seen.push('first begins')
    await resting.sleep(1_000)
    seen.push('first continues')
  })
  const second = places.run(clock, async () => {
    seen.push('second begins')
    await second_ends.promise
    seen.push('second ends')
  })
  await next_tick()
  asleep[0]!.resolve()
  await next_tick()
  assert.deepEqual(seen, ['first begins', 'second begins'], 'the first is awake, but the second has the only place')
  second_ends.resolve()
  await Promise.all([first, second])
  assert.deepEqual(seen, ['first begins', 'second begins', 'second ends', 'first continues'])
})

test('a job that fails, awake or asleep, leaves its place', async () => {
  const places = new Places(1)
  const { clock, asleep } = stopped_clock()
  await assert.rejects(
    places.run(clock, () => Promise.reject(new Error('broken'))),
    /broken/,
  )
  const stopped = places.run(clock, (resting) => resting.sleep(1_000))
  await next_tick()
  asleep[0]!.reject(new Error('the process is stopping'))
  await assert.rejects(stopped, /stopping/)
  assert.equal(await places.run(clock, async () => 'works'), 'works')
})
