// The part of the connections that calls of one organization use at the same time.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as next_loop } from 'node:timers/promises'
import { Load } from '#engine/calls/load.ts'

const load_of = (connections: number) => new Load({ org: { options: { max: connections } } } as never)

test('calls of one organization have half of the connections, and others do not wait for them', async () => {
  const load = load_of(4)
  const first = await load.enter_share('a')
  const second = await load.enter_share('a')
  const entered: string[] = []
  const third = load.enter_share('a').finally(() => entered.push('third'))
  const fourth = load.enter_share('a').finally(() => entered.push('fourth'))
  await load.enter_share('b')
  assert.deepEqual(entered, [])
  // Twice has the effect of once, so one place is free.
  first[Symbol.dispose]()
  first[Symbol.dispose]()
  await third
  await next_loop()
  assert.deepEqual(entered, ['third'])
  second[Symbol.dispose]()
  await fourth
  assert.deepEqual(entered, ['third', 'fourth'])
})

test('a place that every call has left is free for as many calls as before', async () => {
  const load = load_of(2)
  for (let round = 0; round < 3; round++) {
    const place = await load.enter_share('a')
    const waiting = load.enter_share('a')
    place[Symbol.dispose]()
    const other = await waiting
    other[Symbol.dispose]()
    other[Symbol.dispose]()
  }
  const last = await load.enter_share('a')
  let has_entered = false
  const waiting = load.enter_share('a').finally(() => (has_entered = true))
  await next_loop()
  assert.equal(has_entered, false)
  last[Symbol.dispose]()
  ;(await waiting)[Symbol.dispose]()
})

test('a call is refused soon after others of its organization have waited for two seconds', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  let now = 0
  t.mock.method(performance, 'now', () => now)
  const load = load_of(2)
  const place = await load.enter_share('a')
  const waiting = load.enter_share('a')
  now = 2_001
  await assert.rejects(load.enter_share('a'), { outcome: 'overloaded' })
  assert.ok(await load.enter_share('b'))
  place[Symbol.dispose]()
  assert.ok(await waiting)
})
